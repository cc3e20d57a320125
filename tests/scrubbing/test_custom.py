"""Recognisers of the deployment's own: what they may be, and what is refused."""

from collections.abc import Iterator

import pytest

from governance.scrubbing import (
    BadRecogniser,
    configure,
    hard_identifier,
    scrub,
    words_for,
)

STAFF = r"""
[[recogniser]]
entity = "STAFF_NUMBER"
words = "staff number"
pattern = '\bEMP-[0-9]{6}\b'

[[recogniser]]
entity = "LOCKER"
words = "locker"
pattern = '\b[0-9]{3}\b'
cues = ["locker"]
"""


@pytest.fixture(autouse=True)
def ours_alone_again() -> Iterator[None]:
    yield
    configure()


def _refused(toml: str, why: str) -> None:
    with pytest.raises(BadRecogniser, match=why):
        configure(recognisers=toml)
    # Nothing of a file that is refused is used.
    assert scrub("EMP-123456").text == "EMP-123456"


def _one(**fields: object) -> str:
    given = {"entity": "STAFF", "words": "staff", "pattern": "EMP-[0-9]+", **fields}
    rows = "\n".join(f"{name} = '{value}'" for name, value in given.items())
    return f"[[recogniser]]\n{rows}"


def test_what_it_finds_is_taken_out_under_its_own_words() -> None:
    configure(recognisers=STAFF)
    scrubbed = scrub("Badge EMP-123456 opens it.")
    assert scrubbed.text == "Badge [staff number removed] opens it."
    [finding] = scrubbed.findings
    assert (finding.entity, finding.action) == ("STAFF_NUMBER", "redact")
    assert scrub(scrubbed.text).text == scrubbed.text
    assert words_for("STAFF_NUMBER") == "staff number"


def test_with_cues_it_waits_for_one() -> None:
    configure(recognisers=STAFF)
    assert scrub("My locker is 117.").text == "My locker is [locker removed]."
    assert scrub("The room is 117.").text == "The room is 117."


def test_it_is_refused_in_a_name_that_a_service_chose() -> None:
    configure(recognisers=STAFF)
    assert hard_identifier("emp/EMP-123456") == "STAFF_NUMBER"


def test_without_the_file_nothing_of_it_is_left() -> None:
    configure(recognisers=STAFF)
    configure()
    assert scrub("EMP-123456").text == "EMP-123456"
    assert words_for("STAFF_NUMBER") is None


@pytest.mark.parametrize(
    ("toml", "why"),
    [
        ("[[recogniser", "no TOML"),
        ("recogniser = 3", "is a table"),
        (_one(entity="staff"), "NAME_IN_CAPITALS"),
        (_one(entity="PHONE"), "PHONE is taken"),
        (_one() + "\n" + _one(), "STAFF is taken"),
        (_one(words="[staff]"), "plain words"),
        (_one(category="names"), "category is one of"),
        (_one(cues="locker"), "list of words"),
        (_one(action="keep"), "no use for: action"),
        (_one(pattern="("), "cannot read"),
        (_one(pattern="(?<=a)b"), "no look-around"),
        (_one(pattern=r"(a)\1"), "back-references"),
        (_one(pattern="x*"), "nothing at all"),
        (_one(pattern="a" * 1001), "1 to 1000 characters"),
    ],
)
def test_what_cannot_be_used_is_refused_with_the_reason(toml: str, why: str) -> None:
    _refused(toml, why)


@pytest.mark.parametrize("pattern", ["a*b|a", "(?:[0-9]+-)*x|[0-9]"])
def test_what_is_slow_on_its_worst_text_is_refused(pattern: str) -> None:
    _refused(_one(pattern=pattern), "takes too long")
