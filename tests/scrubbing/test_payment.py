"""Cards and IBANs go in any disguise, and what only looks like one stays."""

import pytest

from governance.scrubbing import scrub

CARD = "4111111111111111"  # a well-known test number
REMOVED = "[card number removed]"


def luhn_completed(body: str) -> str:
    total = 0
    for place, digit in enumerate(reversed(body)):
        doubled = int(digit) * (2 if place % 2 == 0 else 1)
        total += doubled - 9 if doubled > 9 else doubled
    return body + str(-total % 10)


def test_a_card_number_with_spaces_leaves_no_digit_behind():
    clean = scrub("My card is 4111 1111 1111 1111, please note it for Anna").text
    assert not any(char.isdigit() for char in clean)


@pytest.mark.parametrize(
    "written",
    [
        CARD,
        "4111-1111-1111-1111",
        "4111.1111.1111.1111",
        "4111 1111 1111 1111",
        "4111\u00a01111\u20071111\u202f1111",
        "4111\u20101111\u20131111\u22121111",
        "4111\u200b1111\u200b1111\u200b1111",
        "4111\u00ad1111\u20601111\ufeff1111",
        "４１１１ １１１１ １１１１ １１１１",
        "٤١١١١١١١١١١١١١١١",
        "४१११११११११११११११",
        "𝟒𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏",
        "④①①① ①①①① ①①①① ①①①①",
        "4\ufe0f\u20e31111 1111 1111 111",
        "4\u03011\u030111 1111 1111 1111",
        "&#52;111&nbsp;1111 1111 1111",
        "&#x34;111&#32;1111 1111 1111",
        "&amp;#52;111 1111 1111 1111",
        "4111%201111%201111%201111",
        "%34%31%31%31111111111111",
        "%2534111111111111111",
        "\\u0034111111111111111",
        "4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1",
        "卡号4111111111111111谢谢",
        "Visa4111111111111111",
        "customer_4111111111111111",
        "100%4111111111111111",
        "line\\n4111111111111111\\n",
        "12 5500 0000 0000 0004",  # the 18 digits pass Luhn as well
        "v1.2 5500 0000 0000 0004",
    ],
)
def test_a_card_number_is_found_however_it_is_disguised(written: str):
    found = scrub(f"She wrote {written} on the back")
    assert [finding.entity for finding in found.findings] == ["CREDIT_CARD"]
    assert REMOVED in found.text


@pytest.mark.parametrize(
    "body",
    ["555555555555444", "37828224631000", "601100099013942", "3056930902590",
     "353011133330000", "420000000000", "622126000000000000"],
)  # fmt: skip
def test_cards_of_other_issuers_and_lengths_are_found(body: str):
    assert REMOVED in scrub(f"pay with {luhn_completed(body)} then").text


def test_two_cards_in_one_row_both_go():
    assert scrub(f"{CARD} {CARD} for Anna").text.count(REMOVED) == 2


def test_a_number_that_fails_luhn_is_no_card():
    text = "batch 4111 1111 1111 1112 was shipped"
    assert scrub(text).text == text


def test_a_card_next_to_a_longer_row_of_digits_leaves_no_part_of_itself():
    clean = scrub("4111 1111 1111 1111 12/27 for Anna").text
    assert "1111" not in clean


@pytest.mark.parametrize(
    "written",
    [
        "DE89370400440532013000",
        "DE89 3704 0044 0532 0130 00",
        "de89 3704 0044 0532 0130 00",
        "DE89-3704-0044-0532-0130-00",
        "GB82 WEST 1234 5698 7654 32",
        "FR14 2004 1010 0505 0001 3M02 606",
        "D\u041589 3704 0044 0532 0130 00",
        "ＤＥ８９ 3704 0044 0532 0130 00",
    ],
)
def test_an_iban_is_removed_whole(written: str):
    assert (
        scrub(f"send it to {written} today").text == "send it to [IBAN removed] today"
    )


def test_an_iban_with_a_wrong_sum_stays():
    text = "reference DE88370400440532013000 of the parcel"
    assert scrub(text).text == text


def test_the_code_on_the_back_goes():
    assert scrub("the CVV is 737 on Anna's card").text == (
        "the CVV is [card code removed] on Anna's card"
    )
