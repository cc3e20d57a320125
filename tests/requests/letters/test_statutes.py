"""Letters say the law of the controller's seat, and promise nothing that another has."""

from dataclasses import replace

import pytest

from governance.models import Exception17, LetterKind, LetterLanguage
from governance.requests.clock import Law
from governance.requests.letters import composed, default_text
from governance.requests.letters.statutes import STATUTES
from tests.requests.letters.conftest import FACTS, OFFICE


def said(law, kind, language=LetterLanguage.ENGLISH):
    office = replace(OFFICE, law=law)
    return composed(kind, language, default_text(kind, language), FACTS, office).body


@pytest.mark.parametrize("law", Law)
@pytest.mark.parametrize("language", LetterLanguage)
def test_every_law_has_every_word_in_every_language(law, language):
    statute = STATUTES[law, language.value]
    assert set(statute.kept) == set(Exception17.values)
    assert all([statute.more_time, statute.complaint, statute.court])


@pytest.mark.parametrize("language", LetterLanguage)
@pytest.mark.parametrize("kind", LetterKind)
@pytest.mark.parametrize(
    ("law", "foreign"),
    [
        (Law.EU, ["UK GDPR", "Civil Code", "Data Protection Act"]),
        (Law.UK, ["Civil Code", "DSGVO", "(Art. 77 GDPR)", "(Art. 12(3) GDPR)"]),
        (Law.CALIFORNIA, ["GDPR", "DSGVO", "Data Protection Act", "months", "Monate"]),
    ],
)
def test_no_letter_names_the_law_of_another_place(law, kind, language, foreign):
    body = said(law, kind, language)
    assert not [each for each in foreign if each in body]


def test_an_extension_says_how_much_longer_the_law_allows():
    assert "two more months (Art. 12(3) GDPR)" in said(Law.EU, LetterKind.EXTENSION)
    assert "two more months (Art. 12A UK GDPR)" in said(Law.UK, LetterKind.EXTENSION)
    assert "45 more days" in said(Law.CALIFORNIA, LetterKind.EXTENSION)


def test_a_refusal_names_whom_to_complain_to_by_that_law():
    assert "Art. 77 GDPR" in said(Law.EU, LetterKind.REFUSAL)
    assert "Information Commissioner" in said(Law.UK, LetterKind.REFUSAL)
    california = said(Law.CALIFORNIA, LetterKind.REFUSAL)
    assert "California Privacy Protection Agency" in california
