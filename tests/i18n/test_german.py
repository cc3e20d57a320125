"""German is whole: all of it is translated, compiled, and what the code says today."""

import gettext
import os
import shutil
import subprocess
import sys
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.template import Context, Template
from django.utils import translation

from governance.requests.clock import Event, EventKind, Refused, due_dates, place
from governance.web.requests.why import why, why_refused
from governance.web.words import moment
from tests.i18n.catalog import GERMAN, PLACEHOLDER, ROOT, read
from tests.web.people import People, as_

TEA_TIME = datetime(2026, 10, 2, 14, 5, tzinfo=UTC)


def test_every_message_is_translated_and_none_is_a_guess():
    messages = read(GERMAN / "django.po")
    assert len(messages) >= 850
    unfinished = [each.key for each in messages if each.fuzzy or not all(each.forms)]
    assert unfinished == []
    assert [each.key for each in messages if len(each.forms) != len(each.sources)] == []


def test_what_is_put_into_a_sentence_is_put_into_its_translation():
    for message in read(GERMAN / "django.po"):
        for source, form in zip(message.sources, message.forms, strict=True):
            assert _placeholders(form) == _placeholders(source), message.key
            assert form[:1].isspace() == source[:1].isspace(), message.key
            assert form[-1:].isspace() == source[-1:].isspace(), message.key


def test_nobody_is_addressed_formally():
    formal = {"Sie haben", "Sie können", "Sie sich", "Ihnen", "Bitte geben Sie"}
    said = [form for each in read(GERMAN / "django.po") for form in each.forms]
    assert [text for text in said if any(words in text for words in formal)] == []


def test_the_compiled_catalog_holds_just_what_the_text_holds():
    with (GERMAN / "django.mo").open("rb") as file:
        compiled = gettext.GNUTranslations(file)
    held = dict(compiled._catalog)  # type: ignore[attr-defined]
    held.pop("", None)
    expected: dict[str | tuple[str, int], str] = {}
    for message in read(GERMAN / "django.po"):
        if len(message.forms) == 1:
            expected[message.key] = message.forms[0]
        else:
            expected |= {(message.key, n): form for n, form in enumerate(message.forms)}
    assert held == expected


def test_the_catalog_says_what_the_code_says(tmp_path: Path):
    if not shutil.which("xgettext"):
        why = "no gettext on this machine: the catalog is not held against the code"
        pytest.fail(why) if os.environ.get("CI") == "true" else pytest.skip(why)
    for name in ("governance", "memoryhub", "templates"):
        shutil.copytree(ROOT / name, tmp_path / name)
    (tmp_path / "memoryhub" / "locale" / "de" / "LC_MESSAGES" / "django.po").unlink()
    subprocess.run(
        [sys.executable, "-m", "django", "makemessages", "--locale", "de"],
        cwd=tmp_path,
        check=True,
        capture_output=True,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
    )
    fresh = tmp_path / GERMAN.relative_to(ROOT)
    written, said = (
        {(each.key, *each.sources) for each in read(folder / "django.po")}
        for folder in (GERMAN, fresh)
    )
    assert sorted(said - written) == [], "not in the catalog yet"
    assert sorted(written - said) == [], "in the catalog, and no longer in the code"


@pytest.mark.parametrize(
    ("language", "expected"),
    [("en", "2 Oct 2026, 14:05 UTC"), ("de", "2. Okt. 2026, 14:05 UTC")],
)
def test_dates_stand_as_the_language_writes_them(language: str, expected: str):
    page = Template("{% include 'components/time.html' with clock=True %}")
    three_days_later = TEA_TIME.replace(day=5)
    with translation.override(language):
        shown = page.render(Context({"moment": moment(TEA_TIME, three_days_later)}))
    assert f">{expected}</time>" in shown
    assert {"en": "3\xa0days ago", "de": "3\xa0Tage her"}[language] in shown


def test_a_browser_that_asks_for_german_gets_it(people: People) -> None:
    people.world.write("Prefers trains to planes.")
    answer = as_(people.owner).get("/me/", headers={"accept-language": "de-AT,de"})
    page = answer.content.decode()
    assert '<html lang="de"' in page
    assert "Was ich mir merke" in page
    assert "What I remember" not in page


def test_the_accounts_own_choice_wins_over_the_browsers(people: People) -> None:
    people.owner.language = "de"
    people.owner.save(update_fields=["language"])
    answer = as_(people.owner).get("/me/", headers={"accept-language": "en"})
    assert "Was ich mir merke" in answer.content.decode()


def test_why_a_request_is_due_is_said_in_german() -> None:
    received = datetime(2026, 3, 5, 12, tzinfo=UTC)
    with translation.override("de"):
        said = [each.said for each in why(due_dates(received, where=place("DE")))]
    assert said[0].startswith("Die Frist beginnt am 5. März 2026, dem Tag des Eingangs")
    assert "5. April 2026 (Sonntag), 6. April 2026 (Ostermontag)" in said[2]
    with translation.override("en"):
        said = [each.said for each in why(due_dates(received, where=place("DE")))]
    assert "5 Apr 2026 (Sunday), 6 Apr 2026 (Easter Monday)" in said[2]


def test_a_late_extension_is_refused_in_german() -> None:
    told = Event(EventKind.EXTENDED, TEA_TIME, reasons_told=True)
    received = datetime(2026, 3, 5, 12, tzinfo=UTC)
    with pytest.raises(Refused) as refused:
        due_dates(received, where=place("DE"), events=[told])
    with translation.override("de"):
        said = why_refused(refused.value)
    assert said.startswith("Eine Verlängerung wird bis zum 7. April 2026 mitgeteilt")
    assert said.endswith("(Regel T6)")


def _placeholders(text: str) -> Counter[str]:
    return Counter(PLACEHOLDER.findall(text))
