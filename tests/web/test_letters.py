"""Letters: officers change their texts and say what became of one; other staff look."""

import uuid

import pytest
from django.template.loader import render_to_string

from governance.access import as_staff, make_account
from governance.models import (
    AuditEntry,
    Letter,
    LetterKind,
    LetterTemplate,
    Role,
)
from governance.web.letters import letter_preview
from tests.requests.letters.conftest import ADDRESS, a_letter, change, now_is, released
from tests.web.people import People, as_, location, words

PAGE = "/compliance/letters/"
TEXT = f"{PAGE}texts/receipt/en/"
GOOD = {
    "subject": "About {reference}",
    "body": "Number {reference}, answered by {due_date}.",
    "version": "0",
}


def text_now() -> LetterTemplate | None:
    return LetterTemplate.objects.using("owner").order_by("version").last()


def change_text(people: People, deed: str = "save", *, page: str = TEXT, **given: str):
    return as_(people.staff).post(f"{page}change/", {**GOOD, **given, deed: "yes"})


@pytest.fixture
def failed(people: People) -> Letter:
    letter = released(a_letter(LetterKind.REFUSAL))
    change(letter, state="failed", reason="uncertain")
    return letter


@pytest.mark.parametrize("page", [PAGE, TEXT, f"{PAGE}trouble/"])
def test_only_staff_find_the_pages(people: People, page: str) -> None:
    assert as_(people.staff).get(page).status_code == 200
    assert as_(people.owner).get(page).status_code == 404
    assert location(as_(None).get(page)).startswith("/accounts/login/")


@pytest.mark.parametrize("role", [Role.APPROVER, Role.AUDITOR, Role.OPERATOR])
def test_other_staff_look_and_an_officer_changes(
    people: People, failed: Letter, role: Role
) -> None:
    other = as_(make_account("other@example.org", None, role=role))
    assert "A compliance officer can change this text." in words(other.get(TEXT))
    assert "Save" not in words(other.get(TEXT))
    assert other.post(f"{TEXT}change/", {**GOOD, "save": "yes"}).status_code == 403
    assert other.post(f"{TEXT}default/", {"version": "0"}).status_code == 403
    assert "for an officer" in words(other.get(f"{PAGE}trouble/"))
    assert other.post(f"{PAGE}{failed.id}/again/").status_code == 403
    assert text_now() is None
    assert now_is(failed).state == "failed"


def test_every_text_is_listed_in_every_language(people: People) -> None:
    page = as_(people.staff).get(PAGE)
    assert words(page).count("as it came") == 2 * len(LetterKind)
    change_text(people)
    page = as_(people.staff).get(PAGE)
    assert words(page).count("as it came") == 2 * len(LetterKind) - 1
    assert "staff@example.org" in words(page)


@pytest.mark.parametrize("kind", [each.value for each in LetterKind])
@pytest.mark.parametrize("language", ["en", "de"])
def test_every_text_is_shown_with_an_invented_request(
    people: People, kind: str, language: str
) -> None:
    page = as_(people.staff).get(f"{PAGE}texts/{kind}/{language}/")
    assert page.status_code == 200
    assert "R-2026-0042" in page.context["preview"].body
    assert f'lang="{language}"' in page.content.decode()


def test_a_kind_or_language_that_there_is_not_is_not_found(people: People) -> None:
    staff = as_(people.staff)
    assert staff.get(f"{PAGE}texts/love/en/").status_code == 404
    assert staff.get(f"{PAGE}texts/receipt/xx/").status_code == 404


def test_the_page_names_what_may_and_what_must_stand_in_the_letter(
    people: People,
) -> None:
    page = words(as_(people.staff).get(f"{PAGE}texts/refusal/en/"))
    assert "{complaint}" in page
    assert "yes: Art. 12(4) GDPR" in page
    assert "{extended_date}" not in page


def test_how_a_text_reads_is_shown_before_it_is_saved(people: People) -> None:
    page = change_text(people, "preview")
    assert page.status_code == 200
    assert "Number R-2026-0042, answered by 7 April 2026." in words(page)
    assert "How it would read; not saved yet" in words(page)
    assert text_now() is None


def test_a_text_is_saved_and_its_history_kept(people: People) -> None:
    assert location(change_text(people)) == TEXT
    change_text(people, body=GOOD["body"] + " Bye.", version="1")
    page = words(as_(people.staff).get(TEXT))
    assert "Version 2" in page
    assert "Version 1" in page
    assert "This text was changed here." in page
    entries = AuditEntry.objects.using("owner").filter(verb="template.changed")
    assert {each.actor_id for each in entries} == {people.staff.id}
    assert len(entries) == 2


def test_back_to_the_text_of_the_product(people: People) -> None:
    change_text(people)
    as_(people.staff).post(f"{TEXT}default/", {"version": "1"})
    page = words(as_(people.staff).get(TEXT))
    assert "This text is as it came with the product." in page
    assert "back to the text of the product" in page
    assert "Version 1" in page


@pytest.mark.parametrize("version", ["0", "x", "-1", ""])
def test_back_by_somebody_who_saw_another_version_changes_nothing(
    people: People, version: str
) -> None:
    change_text(people)
    as_(people.staff).post(f"{TEXT}default/", {"version": version})
    now = text_now()
    assert now
    assert not now.default


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"body": "Number {reference}."}, "{due_date} (Art. 12(3) GDPR)"),
        ({"body": GOOD["body"] + "{reference.__class__}"}, "{reference.__class__}"),
        ({"subject": "For {note}"}, "{note}"),
        ({"subject": ""}, "There is a problem"),
    ],
)
def test_a_text_that_cannot_be_a_letter_is_refused_with_why(
    people: People, given: dict[str, str], said: str
) -> None:
    page = change_text(people, **given)
    assert page.status_code == 422
    assert said in words(page)
    assert text_now() is None


def test_a_text_that_asks_for_a_document_is_refused_with_why(people: People) -> None:
    body = "{reference} {asked} {reasons} {no_document} Send your passport."
    page = change_text(people, page=f"{PAGE}texts/identity/en/", body=body)
    assert page.status_code == 422
    assert "Nobody is asked for an identity document" in words(page)


def test_the_second_of_two_officers_is_told(people: People) -> None:
    change_text(people)
    page = change_text(people, body=GOOD["body"] + " Other.")
    assert page.status_code == 422
    assert "Somebody has changed this text since you opened it." in words(page)


def test_code_and_markup_in_a_text_are_shown_as_they_were_typed(people: People) -> None:
    body = GOOD["body"] + " {{7*7}} {% now 'Y' %} <script>alert(1)</script>"
    change_text(people, body=body)
    page = as_(people.staff).get(TEXT)
    shown = page.content.decode()
    assert "<script>alert" not in shown
    assert page.context["preview"].body.endswith(
        "{{7*7}} {% now 'Y' %} <script>alert(1)</script>"
    )
    assert "49" not in words(page).split("Placeholders")[0].split("How it reads")[1]


def test_a_letter_of_which_nobody_knows_is_for_an_officer(
    people: People, failed: Letter
) -> None:
    staff = as_(people.staff)
    assert "1 letter needs somebody" in words(staff.get(PAGE))
    page = words(staff.get(f"{PAGE}trouble/"))
    assert "Nobody knows whether it arrived" in page
    assert "R-2026-0042" in page
    assert "Send again" in page
    assert "It arrived" in page
    assert "Give up" in page


def test_a_letter_that_failed_is_counted_on_the_overview_with_a_way_to_it(
    people: People, failed: Letter
) -> None:
    page = as_(people.staff).get("/compliance/")
    assert "1 Letters that need somebody" in words(page)
    assert f'href="{PAGE}trouble/"' in page.content.decode()
    as_(people.staff).post(f"{PAGE}{failed.id}/arrived/")
    assert "0 Letters that need somebody" in words(
        as_(people.staff).get("/compliance/")
    )


def test_a_letter_to_be_handed_over_can_be_read_and_that_is_noted(
    people: People, settings
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
    letter = released(a_letter(LetterKind.REFUSAL))
    staff = as_(people.staff)
    assert f"{PAGE}{letter.id}/" in staff.get(f"{PAGE}trouble/").content.decode()
    page = words(staff.get(f"{PAGE}{letter.id}/"))
    assert "The request concerns many records." in page
    assert "It was handed over" in page
    entry = AuditEntry.objects.using("owner").get(verb="letter.opened")
    assert entry.subject_ids == [letter.id, letter.request_id]
    auditor = as_(make_account("other@example.org", None, role=Role.AUDITOR))
    assert auditor.get(f"{PAGE}{letter.id}/").status_code == 403
    assert as_(people.owner).get(f"{PAGE}{letter.id}/").status_code == 404
    assert staff.get(f"{PAGE}{uuid.uuid4()}/").status_code == 404


def test_what_letters_cannot_say_yet_is_told(people: People, settings) -> None:
    settings.CONTROLLER = settings.AUTHORITY = ""
    settings.PRIVACY_CONTACT = "privacy@nordlicht.example"
    page = words(as_(people.staff).get(PAGE))
    assert "MEMORYHUB_CONTROLLER" in page
    assert "MEMORYHUB_AUTHORITY" in page
    assert "MEMORYHUB_PRIVACY_CONTACT" not in page
    settings.CONTROLLER = "Nordlicht Reisen, Hafenweg 3, Kiel"
    text = as_(people.staff).get(TEXT)
    assert text.context["preview"].body.endswith(settings.CONTROLLER)


def test_a_stored_text_that_is_no_letter_any_more_is_told(people: People) -> None:
    change_text(people)
    LetterTemplate.objects.using("owner").update(body="Nothing in it.")
    page = as_(people.staff).get(TEXT)
    assert page.status_code == 200
    assert "No letter can be written from this text any more" in words(page)


def test_the_list_asks_as_often_for_many_letters_as_for_few(
    people: People, django_assert_max_num_queries
) -> None:
    for _ in range(12):
        change(released(a_letter()), state="failed", reason="busy")
    staff = as_(people.staff)
    staff.get(f"{PAGE}trouble/")
    for page in (PAGE, f"{PAGE}trouble/"):
        with django_assert_max_num_queries(9):
            staff.get(page)


def test_the_list_holds_neither_text_nor_address(
    people: People, failed: Letter
) -> None:
    page = as_(people.staff).get(f"{PAGE}trouble/").content.decode()
    assert "many records" not in page
    assert "mara" not in page


@pytest.mark.parametrize(
    ("deed", "state", "said"),
    [
        ("again", "queued", "The letter goes out once more."),
        ("arrived", "sent", "Noted: it arrived."),
        ("give-up", "withdrawn", "The letter was given up."),
        ("handed-over", "sent", "Noted: handed over."),
    ],
)
def test_an_officer_says_what_became_of_it(
    people: People, failed: Letter, deed: str, state: str, said: str
) -> None:
    staff = as_(people.staff)
    answer = staff.post(f"{PAGE}{failed.id}/{deed}/")
    assert location(answer) == f"{PAGE}trouble/"
    assert said in words(staff.get(location(answer)))
    assert now_is(failed).state == state
    staff.post(f"{PAGE}{failed.id}/{deed}/")
    assert "Nothing was done" in words(staff.get(f"{PAGE}trouble/"))
    assert now_is(failed).state == state


def test_a_draft_is_sent_once_however_often_it_is_clicked(people: People) -> None:
    letter = a_letter()
    staff = as_(people.staff)
    for _ in range(2):
        answer = staff.post(f"{PAGE}{letter.id}/send/", {"then": "/compliance/x/"})
        assert location(answer) == "/compliance/x/"
    assert now_is(letter).state == "queued"
    assert now_is(letter).released_by == people.staff.id
    released = AuditEntry.objects.using("owner").filter(verb="letter.released")
    assert released.count() == 1


def test_a_second_letter_of_the_kind_is_not_sent(people: People) -> None:
    request_id = uuid.uuid4()
    released(a_letter(request_id=request_id))
    second = a_letter(request_id=request_id)
    staff = as_(people.staff)
    staff.post(f"{PAGE}{second.id}/send/")
    assert "a letter of this kind is on its way already" in words(
        staff.get(f"{PAGE}trouble/")
    )
    assert now_is(second).state == "draft"


@pytest.mark.parametrize("then", ["//evil.example/", "https://evil.example/", "/me/"])
def test_a_button_comes_back_to_a_page_of_compliance_alone(
    people: People, failed: Letter, then: str
) -> None:
    answer = as_(people.staff).post(f"{PAGE}{failed.id}/arrived/", {"then": then})
    assert location(answer) == f"{PAGE}trouble/"


def test_a_deed_or_letter_that_there_is_not_is_not_found(
    people: People, failed: Letter
) -> None:
    staff = as_(people.staff)
    assert staff.post(f"{PAGE}{failed.id}/burn/").status_code == 404
    assert staff.post(f"{PAGE}{uuid.uuid4()}/send/").status_code == 404
    assert staff.get(f"{PAGE}{failed.id}/send/").status_code == 405


def test_the_preview_of_a_letter_masks_its_address(people: People) -> None:
    letter = a_letter(LetterKind.REFUSAL, reasons="It is <b>too</b> much.")
    with as_staff():
        shown = letter_preview(letter, may_act=True, then="/compliance/requests/")
        looking = letter_preview(letter, may_act=False)
    assert shown.way == "By mail to m…@e….org"
    assert [each.name for each in shown.deeds] == ["send", "withdraw"]
    assert looking.deeds == ()
    page = rendered(shown)
    assert ADDRESS not in page
    assert "&lt;b&gt;too&lt;/b&gt;" in page
    assert "Send" in page
    assert f"/compliance/letters/{letter.id}/send/" in page


def test_what_goes_out_by_no_mail_does_not_say_that_it_does(
    people: People, settings
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
    on_page = a_letter(account_id=people.owner.id)
    by_hand = released(a_letter())
    with as_staff():
        shown = letter_preview(on_page, may_act=True)
        other = letter_preview(by_hand, may_act=True)
    assert "no mail goes out" in shown.way
    assert "Show it on the person&#x27;s page" in rendered(shown).replace(
        "person's", "person&#x27;s"
    )
    assert [each.name for each in other.deeds] == ["handed-over", "withdraw"]


def rendered(shown: object) -> str:
    return render_to_string("compliance/letters/letter.html", {"shown": shown})
