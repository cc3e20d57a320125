"""Officers change the texts; what was before stays, and the default comes back."""

import pytest

from governance.access import as_account, as_staff, as_sweeper
from governance.models import AuditEntry, LetterKind, LetterLanguage, LetterTemplate
from governance.requests import letters
from governance.requests.letters import Text, default_text
from tests.requests.letters.conftest import OFFICER, a_letter

pytestmark = pytest.mark.usefixtures("world")

KIND, ENGLISH = LetterKind.RECEIPT, LetterLanguage.ENGLISH
BODY = "Dear reader,\nabout {reference}: you hear from us by {due_date}."


def save(body=BODY, subject="About {reference}", *, kind=KIND, instead_of=0):
    with as_staff():
        return letters.save_text(
            kind, ENGLISH, subject, body, instead_of=instead_of, actor=OFFICER
        )


def counts_now(kind=KIND, language=ENGLISH):
    with as_sweeper():
        return letters.text_of(kind, language)


def test_until_it_is_changed_the_text_of_the_product_counts():
    assert counts_now() == default_text(KIND, ENGLISH)
    assert counts_now().version == 0


def test_the_newest_version_counts_in_its_kind_and_language_alone():
    save()
    saved = save(BODY + "\nBye.", instead_of=1)
    assert saved == counts_now()
    assert (saved.version, saved.own) == (2, True)
    assert a_letter().body.endswith("by 7 April 2026.\nBye.")
    german = LetterLanguage.GERMAN
    assert counts_now(language=german) == default_text(KIND, german)
    assert not counts_now(LetterKind.DONE).own


def test_earlier_versions_stay_with_who_wrote_them():
    save()
    save(BODY + "\nBye.", instead_of=1)
    with as_staff():
        newest, first = letters.versions_of(KIND, ENGLISH)
    assert (newest.version, first.version) == (2, 1)
    assert first.body == BODY
    assert first.changed_by == OFFICER.id


def test_back_to_the_default_is_a_version_too():
    save()
    with as_staff():
        text = letters.back_to_default(KIND, ENGLISH, instead_of=1, actor=OFFICER)
    come = default_text(KIND, ENGLISH)
    assert text == Text(come.subject, come.body, 2)
    assert save(instead_of=2).version == 3
    with as_staff():
        assert len(letters.versions_of(KIND, ENGLISH)) == 3


def test_back_to_the_default_of_what_is_the_default_changes_nothing():
    with as_staff():
        letters.back_to_default(KIND, ENGLISH, instead_of=0, actor=OFFICER)
        assert letters.versions_of(KIND, ENGLISH) == []


def test_the_same_again_makes_no_version():
    save()
    assert save(instead_of=1).version == 1


def test_the_second_of_two_who_change_it_is_told():
    save()
    with pytest.raises(letters.ChangedMeanwhile):
        save("Other {reference} {due_date}", instead_of=0)
    assert counts_now().body == BODY


def test_each_change_is_entered_by_number_and_without_a_word():
    save()
    entry = AuditEntry.objects.using("owner").get(verb="template.changed")
    assert (entry.actor_kind, entry.actor_id) == ("staff", OFFICER.id)
    assert entry.counts == {"version": 1, "default": 0}


def test_an_extension_without_reasons_cannot_be_saved():
    with pytest.raises(letters.LetterIncomplete) as refused:
        save("{reference} {extended_date}", kind=LetterKind.EXTENSION)
    assert refused.value.parts == ("reasons",)
    assert not LetterTemplate.objects.using("owner").exists()


@pytest.mark.parametrize(
    ("subject", "body", "reason"),
    [
        ("", BODY, "subject"),
        ("About {reference.__class__}", BODY, "unknown"),
        ("About", BODY + " {unheard_of}", "unknown"),
        ("A" * 201, BODY, "long"),
        ("About", BODY + "x" * 20_001, "long"),
    ],
)
def test_what_can_be_no_text_is_refused_with_a_word(subject, body, reason):
    with pytest.raises(letters.BadTemplate) as refused:
        save(body, subject)
    assert refused.value.reason == reason


def test_line_breaks_of_a_browser_and_of_an_attacker_are_made_plain():
    text = save(BODY.replace("\n", "\r\n"), "About\r\nBcc: x@example.org {reference}")
    assert text.body == BODY
    assert text.subject == "About Bcc: x@example.org {reference}"


def test_code_in_a_text_goes_out_as_it_was_typed():
    save(BODY + "\n{{7*7}} {% now 'Y' %} {{reference}}")
    body = a_letter().body
    assert body.endswith("{{7*7}} {% now 'Y' %} {{reference}}")
    assert "49" not in body


def test_a_person_reads_the_texts_and_changes_none(people_account):
    with as_account(people_account.id):
        assert letters.text_of(KIND, ENGLISH).version == 0
    with (
        pytest.raises(Exception, match="row-level security"),
        as_account(people_account.id),
    ):
        letters.save_text(
            KIND, ENGLISH, "A {reference}", BODY, instead_of=0, actor=OFFICER
        )
