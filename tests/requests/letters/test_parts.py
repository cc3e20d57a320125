"""What the law wants in a letter is in it, or there is no letter."""

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from governance.models import Letter, LetterKind, LetterLanguage
from governance.requests.letters import (
    IN_SUBJECTS,
    PARTS,
    RIGHTS,
    Facts,
    LetterIncomplete,
    Text,
    allowed,
    composed,
    default_text,
    language_for,
)
from governance.requests.letters.parts import check_template
from governance.requests.letters.wording import WORDINGS, values_of
from tests.requests.letters.conftest import FACTS, OFFICE, a_letter

EVERY = [(kind, language) for kind in LetterKind for language in LetterLanguage]
EACH_PART = [(kind, language, part) for kind, language in EVERY for part in PARTS[kind]]
# Which fact a part says; the others are said by the office or by the language.
SAID_BY: dict[str, dict[str, Any]] = {
    "reference": {"reference": ""},
    "reasons": {"reasons": " "},
    "asked": {"asked": ""},
    "questions": {"questions": ""},
    "extended_date": {"extended_due": None},
    "done": {"erased": None},
    "backups": {"backups_gone": None},
    "certificate": {"certificate_link": ""},
}


def said(kind, language=LetterLanguage.ENGLISH, *, office=OFFICE, **facts):
    text = default_text(kind, language)
    return composed(kind, language, text, replace(FACTS, **facts), office)


@pytest.mark.parametrize(("kind", "language"), EVERY)
def test_every_text_of_the_product_can_be_saved_and_written(kind, language):
    text = default_text(kind, language)
    check_template(kind, text.subject, text.body)
    letter = said(kind, language)
    assert "R-2026-0042" in letter.subject
    assert "{" not in letter.subject + letter.body
    assert letter.body.endswith(OFFICE.controller)


@pytest.mark.parametrize(("kind", "language", "part"), EACH_PART)
def test_a_text_without_a_mandatory_part_cannot_be_saved(kind, language, part):
    text = default_text(kind, language)
    with pytest.raises(LetterIncomplete) as refused:
        check_template(kind, text.subject, text.body.replace(f"{{{part}}}", ""))
    assert refused.value.parts == (part,)


@pytest.mark.parametrize(("kind", "language", "part"), EACH_PART)
def test_double_braces_do_not_count_as_the_part(kind, language, part):
    text = default_text(kind, language)
    with pytest.raises(LetterIncomplete) as refused:
        check_template(
            kind, text.subject, text.body.replace(f"{{{part}}}", f"{{{{{part}}}}}")
        )
    assert refused.value.parts == (part,)


@pytest.mark.parametrize(
    ("kind", "part"),
    [(kind, part) for kind in LetterKind for part in PARTS[kind] if part in SAID_BY],
)
def test_a_letter_in_which_a_mandatory_part_says_nothing_cannot_be_written(kind, part):
    with pytest.raises(LetterIncomplete) as refused:
        said(kind, **SAID_BY[part])
    assert refused.value.parts == (part,)


def test_a_stored_text_that_lost_a_part_is_noticed_when_a_letter_is_written():
    text = Text("About {reference}", "{reference} {reasons} {court}", 3, own=True)
    with pytest.raises(LetterIncomplete) as refused:
        composed(LetterKind.REFUSAL, LetterLanguage.ENGLISH, text, FACTS, OFFICE)
    assert refused.value.parts == ("complaint",)


def test_a_refusal_has_reasons_the_authority_and_the_court():
    body = said(LetterKind.REFUSAL).body
    assert "The request concerns many records." in body
    assert "right to complain to a data protection authority" in body
    assert OFFICE.authority in body
    assert "right to go to court (Art. 79 GDPR)" in body


def test_without_a_named_authority_a_refusal_says_how_to_find_it():
    body = said(LetterKind.REFUSAL, office=replace(OFFICE, authority="")).body
    assert "where you live, where you work" in body
    assert "looks after us" not in body


def test_an_extension_has_reasons_and_the_new_date():
    body = said(LetterKind.EXTENSION).body
    assert "by 5 June 2026 at the latest" in body
    assert "The request concerns many records." in body


def test_dates_and_laws_are_written_in_the_language_of_the_letter():
    body = said(LetterKind.PARTLY_DONE, LetterLanguage.GERMAN).body
    assert "am 5. März 2026 erhalten" in body
    assert "bis zum 3. Oktober 2027" in body
    assert "Art. 17 Abs. 3 Buchst. e DSGVO" in body
    assert "GDPR" not in body


def test_what_is_kept_is_told_with_its_law_and_its_end():
    body = said(LetterKind.PARTLY_DONE).body
    assert "We have erased 12 memories" in body
    assert (
        "1 memory is kept until 3 October 2027, because of legal claims "
        "(Art. 17(3)(e) GDPR)"
    ) in body
    assert "until 7 May 2026. Then the last of them is gone." in body
    assert "https://m.example/receipts/abc/" in body


def test_partly_done_does_not_say_that_nothing_was_kept():
    with pytest.raises(LetterIncomplete) as refused:
        said(LetterKind.PARTLY_DONE, kept=())
    assert refused.value.parts == ("kept",)
    assert (
        "Nothing of what you asked us to erase" in said(LetterKind.DONE, kept=()).body
    )


@pytest.mark.parametrize(
    ("erased", "sentence"),
    [
        (0, "We have found nothing to erase."),
        (1, "We have erased 1 memory, and what was made from it."),
        (2, "We have erased 2 memories, and what was made from them."),
    ],
)
def test_what_was_erased_is_counted_in_whole_sentences(erased, sentence):
    assert sentence in said(LetterKind.DONE, erased=erased, kept=()).body


def test_who_keeps_no_backups_says_so():
    office = replace(OFFICE, keeps_backups=False)
    assert "no backups" in said(LetterKind.DONE, office=office, backups_gone=None).body


@pytest.mark.parametrize("right", [each for each in RIGHTS if each != "erasure"])
@pytest.mark.parametrize("language", LetterLanguage)
def test_what_erases_nothing_tells_nothing_of_backups(right, language):
    letter = said(
        LetterKind.DONE,
        language,
        right=right,
        kept=(),
        erased=None,
        backups_gone=None,
        certificate_link="",
        package_link="https://m.example/p/1/",
        package_until=date(2026, 4, 14),
    )
    assert "ackup" not in letter.body
    assert "icherungskopie" not in letter.body
    assert "\n\n\n" not in letter.body
    assert ": \n" not in letter.body
    assert "https://m.example/p/1/ (" in letter.body


@pytest.mark.parametrize(
    "asked",
    [
        "Please send a copy of your passport.",
        "Send us your ID card.",
        "Please upload an identity document.",
        "Bitte senden Sie Ihren Personalausweis.",
        "Eine Kopie Ihres Reisepasses.",
        "Your driver's licence, please.",
    ],
)
@pytest.mark.parametrize("where", ["asked", "reasons", "note"])
def test_nobody_is_asked_for_an_identity_document(asked, where):
    with pytest.raises(LetterIncomplete) as refused:
        said(LetterKind.IDENTITY, **{where: asked})
    assert refused.value.parts == ("no_document",)
    text = default_text(LetterKind.IDENTITY, LetterLanguage.ENGLISH)
    with pytest.raises(LetterIncomplete):
        check_template(LetterKind.IDENTITY, text.subject, f"{text.body}\n{asked}")


def test_ordinary_words_are_not_taken_for_a_document():
    said(LetterKind.IDENTITY, asked="We pass it on to nobody. The card number ends in?")


def test_an_identity_letter_says_what_is_asked_why_and_that_no_document_is():
    body = said(LetterKind.IDENTITY).body
    assert "Sign in and confirm the request." in body
    assert "Please do not send us a passport or an identity card." in body


def test_a_right_that_there_is_not_is_refused():
    with pytest.raises(ValueError, match="no such right"):
        Facts(reference="R", right="fame", received=FACTS.received, due=FACTS.due)


@pytest.mark.parametrize("language", LetterLanguage)
def test_every_name_has_a_value_and_every_language_every_word(language):
    names = {name for kind in LetterKind for name in allowed(kind)}
    assert set(values_of(FACTS, OFFICE, language)) == names
    assert set(IN_SUBJECTS) <= names
    words = WORDINGS[language]
    assert set(words.rights) == set(RIGHTS)
    assert set(words.done) == set(RIGHTS) - {"erasure"}


def test_code_in_what_staff_wrote_stays_text(world):
    letter = a_letter(
        LetterKind.REFUSAL, reasons="Because {{7*7}} {% now 'Y' %} {reference}."
    )
    assert "Because {{7*7}} {% now 'Y' %} {reference}." in letter.body


def test_what_staff_wrote_is_scrubbed_before_it_is_kept(world):
    number = "4111 1111 1111 1111"
    letter = a_letter(LetterKind.REFUSAL, reasons=f"The card {number} is not ours.")
    assert number not in letter.body


@pytest.mark.parametrize("reasons", ["", "  \n", "-", "…", "4111 1111 1111 1111"])
@pytest.mark.parametrize("kind", [LetterKind.REFUSAL, LetterKind.EXTENSION])
def test_without_reasons_there_is_no_row(world, as_owner, kind, reasons):
    with pytest.raises(LetterIncomplete) as refused:
        a_letter(kind, reasons=reasons)
    assert refused.value.parts == ("reasons",)
    assert not as_owner(Letter).exists()


@pytest.mark.parametrize(
    ("code", "language"),
    [("de", "de"), ("de-AT", "de"), ("en", "en"), ("", "en"), ("fr", "en")],
)
def test_a_reader_of_another_language_is_written_to_in_english(code, language):
    assert language_for(code) == language


@pytest.mark.parametrize("right", ["access", "portability"])
@pytest.mark.parametrize("kind", [LetterKind.DONE, LetterKind.PARTLY_DONE])
def test_a_letter_about_a_copy_says_where_it_is_or_is_not_written(kind, right):
    with pytest.raises(LetterIncomplete) as refused:
        said(kind, right=right, kept=())
    assert list(refused.value.parts) == ["package"]
    handed = said(kind, right=right, kept=(), package_handed=date(2026, 3, 9))
    assert "handed over to you on 9 March 2026" in handed.body
    link = "https://m.example/p/1/"
    assert link in said(kind, right=right, kept=(), package_link=link).body


def test_a_text_of_before_still_tells_of_an_erasure_and_of_no_copy():
    text = default_text(LetterKind.DONE, LetterLanguage.ENGLISH)
    before = Text(text.subject, text.body.replace("{package}", ""))
    language = LetterLanguage.ENGLISH
    assert composed(LetterKind.DONE, language, before, FACTS, OFFICE).body
    copy = replace(FACTS, right="access", package_link="https://m.example/p/1/")
    with pytest.raises(LetterIncomplete):
        composed(LetterKind.DONE, language, before, copy, OFFICE)
