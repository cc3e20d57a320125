"""Names that a policy takes out leave a token, equal for equal names; days say less."""

import pytest

from governance.scrubbing import BALANCED, LIGHT, STRICT, SaidBy, scrub, strictest

STORY = "Anna Schmidt met Peter Novak in Berlin. Anna Schmidt liked Peter Novak."


def test_equal_names_have_equal_tokens_and_others_another() -> None:
    assert scrub(STORY, policy=STRICT).text == (
        "[person 1] met [person 2] in [place 1]. [person 1] liked [person 2]."
    )


def test_the_code_comes_from_who_knows_the_person() -> None:
    told: list[tuple[str, str]] = []

    def code(entity: str, name: str) -> str:
        told.append((entity, name))
        return "7qkx"

    scrubbed = scrub("Then Anna Schmidt's train left.", policy=STRICT, tokens=code)
    assert scrubbed.text == "Then [person 7qkx]'s train left."
    assert ("PERSON", "anna schmidt") in told


def test_a_token_is_left_alone_the_second_time() -> None:
    once = scrub(STORY, policy=STRICT)
    again = scrub(once.text, policy=STRICT)
    assert (again.text, again.findings) == (once.text, ())


def test_balanced_keeps_names_that_the_person_says() -> None:
    assert scrub(STORY).text == STORY
    assert scrub(STORY, said_by=SaidBy.OTHERS).text == STORY


def test_balanced_takes_full_names_out_of_untrusted_content() -> None:
    page = "Contact Anna Schmidt or Peter at the desk in Berlin."
    assert scrub(page, said_by=SaidBy.UNTRUSTED).text == (
        "Contact [person 1] or Peter at the desk in Berlin."
    )
    assert scrub(page, said_by=SaidBy.UNTRUSTED, policy=LIGHT).text == page


@pytest.mark.parametrize(
    ("told", "kept"),
    [
        ("Anna was born on 14 March 1987.", "Anna was born on 14 March."),
        ("Her birthday is March 14th, 1987!", "Her birthday is March 14th!"),
        ("DOB: 1987-03-14", "DOB: 03-14"),
        ("Geboren am 14.03.1987 in Köln.", "Geboren am 14.03. in Köln."),
        ("Née le 14 mars 1987 à Lyon.", "Née le 14 mars à Lyon."),
        ("Nació el 14 de marzo de 1987.", "Nació el 14 de marzo."),
        ("geboortedatum 14/03/1987", "geboortedatum 14/03"),
        ("birthday 14/03/87, likes cake", "birthday 14/03, likes cake"),
    ],
)
def test_of_a_day_of_birth_the_year_goes(told: str, kept: str) -> None:
    scrubbed = scrub(told)
    assert scrubbed.text == kept
    assert [each.action for each in scrubbed.findings] == ["generalise"]
    assert scrub(kept).text == kept


@pytest.mark.parametrize(
    "text",
    [
        "Moved to Oslo on 14 March 2019.",
        "The passport ends on 2031-05-04.",
        "Her birthday is on 3 May.",
        "The band was born in 1987.",
        'born {"at": "2024-03-14T10:00:00Z"}',
        "Born to run, version 1.12.2024.3",
        "Born of version 29.38.18 and 29.18.24.",
    ],
)
def test_other_days_stay_as_they_are(text: str) -> None:
    assert scrub(text).text == text


@pytest.mark.parametrize(
    ("told", "kept"),
    [
        ("The lease began on 14 March 2019.", "The lease began on March 2019."),
        ("The lease began on March 14, 2019.", "The lease began on March 2019."),
        ("It ends on 2031-05-04.", "It ends on 2031-05."),
        ("It ends on 04.05.2031.", "It ends on 2031."),
        ("It ended on 04.05.21.", "It ended on [date removed]."),
    ],
)
def test_strict_leaves_the_month_of_a_day(told: str, kept: str) -> None:
    assert scrub(told, policy=STRICT).text == kept


def test_of_several_policies_the_strictest_holds() -> None:
    assert strictest("light", "", "strict") is STRICT
    assert strictest("light", "balanced") is BALANCED
    assert strictest("", "") is BALANCED
