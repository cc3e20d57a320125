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


GAPS = [
    "\t",
    "\n",
    "\r\n",
    "  ",
    "    ",
    "·",
    "•",
    ",",
    ", ",
    "|",
    " | ",
    "_",
    ".",
    " - ",
    ";",
    ":",
]


@pytest.mark.parametrize("gap", GAPS)
@pytest.mark.parametrize(
    "groups", [["4111", "1111", "1111", "1111"], ["3782", "822463", "10005"]]
)
def test_a_card_goes_whatever_stands_between_its_groups(gap: str, groups: list[str]):
    scrubbed = scrub(f"Anna pays by {gap.join(groups)} and likes tea")
    assert scrubbed.text == f"Anna pays by {REMOVED} and likes tea"


@pytest.mark.parametrize("row", ["4111\t1111\t1111\t1111\t12/27\t737", "Anna\t4111\t1111\t1111\t1111\nTom\t7",
                                 "30\t4111\t1111\t1111\t1111", "4111\t1111\t1111\t1111\t2027", "Anna,30,4111111111111111,Berlin",
                                 "4111 1111\n1111 1111", "1.\n4111 1111 1111 1111\n2.\n5500 0000 0000 0004"])  # fmt: skip
def test_a_card_copied_out_of_a_table_goes(row: str):
    clean = scrub(row).text
    assert "1111" not in clean
    assert "0000" not in clean


@pytest.mark.parametrize("behind", ["EUR", "and", "x", "EUR50"])
@pytest.mark.parametrize("before", ["", "Visa", "Ask-", "x"])
def test_letters_glued_to_a_grouped_card_do_not_hide_it(before: str, behind: str):
    clean = scrub(f"{before}4111 1111 1111 1111{behind} for Anna").text
    assert clean == f"{before}{REMOVED}{behind} for Anna"


def test_a_word_glued_behind_an_ungrouped_card_does_not_hide_it():
    assert scrub(f"{CARD}EUR for Anna").text == f"{REMOVED}EUR for Anna"


@pytest.mark.parametrize(
    "text",
    [
        "sold 4021, 4111, 4532, 4380, 4916, 4024, 4007, 4556, 4485",
        "ratings 4, 5, 3, 4, 5, 5, 4, 3, 2, 5, 4, 4, 5, 3, 4, 2, 5, 3, 4, 1",
        "4021\n4111\n4532\n4380\n4916\n4024\n4007\n4556\n4485",
        "0,4111111111111111 of the whole",
        "blob 4111111111111111deadbeef",
        "550e8400-4111-1111-1111-1111abcdefab",
    ],
)
def test_a_row_of_numbers_is_no_card(text: str):
    assert scrub(text).text == text


@pytest.mark.parametrize(
    "before",
    [
        "card",
        "my card is",
        "Kreditkarte:",
        "credit card number",
        "VISA",
        "Meine Karte lautet",
    ],
)
@pytest.mark.parametrize("gap", [" ", "-", "\t"])
def test_a_mistyped_card_goes_when_a_word_says_that_it_is_one(before: str, gap: str):
    number = gap.join(["4111", "1111", "1111", "1112"])
    assert scrub(f"{before} {number} of Anna").text == f"{before} {REMOVED} of Anna"


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
        "DE89 3704 0044\n0532 0130 00",
        "DE89 3704 0044\r\n  0532 0130 00",
        "DE89\t3704\t0044\t0532\t0130\t00",
        "DE89_3704_0044_0532_0130_00",
        "DE89   3704    0044  0532  0130  00",
        "DE89·3704·0044·0532·0130·00",
        "DE89|3704|0044|0532|0130|00",
        "DE_89_3704_0044_0532_0130_00",
    ],
)
def test_an_iban_is_removed_whole(written: str):
    assert (
        scrub(f"send it to {written} today").text == "send it to [IBAN removed] today"
    )


@pytest.mark.parametrize(
    "before", ["IBAN", "IBAN:", "iban_", "x", "Ask-", "konto-iban:"]
)
def test_a_word_glued_before_an_iban_does_not_hide_it(before: str):
    assert scrub(f"{before}DE89370400440532013000 of Anna").text == (
        f"{before}[IBAN removed] of Anna"
    )


def test_an_iban_with_a_wrong_sum_stays():
    text = "reference DE88370400440532013000 of the parcel"
    assert scrub(text).text == text


def test_the_code_on_the_back_goes():
    assert scrub("the CVV is 737 on Anna's card").text == (
        "the CVV is [card code removed] on Anna's card"
    )


def test_a_mistyped_iban_goes_where_a_word_says_that_it_is_one():
    assert (
        scrub("my IBAN is DE88370400440532013000").text == "my IBAN is [IBAN removed]"
    )


def test_a_word_before_a_number_is_no_country_of_an_iban():
    assert scrub("invoice no 9386011117947").text == "invoice no 9386011117947"


def test_a_short_card_goes_where_a_word_says_that_it_is_one():
    number = luhn_completed("50381175286")
    assert scrub(f"cancel my card {number} now").text == f"cancel my card {REMOVED} now"
    assert scrub(f"row {number} of it").text == f"row {number} of it"


@pytest.mark.parametrize(
    "number",
    ["3040-6632-1433-53", "4143 9055 8334 4", "6762 3030 1951", "3591157026250032"],
)
def test_short_and_rare_cards_go_without_a_word_nearby(number: str):
    text = f"Please book it with {number} and send the receipt."
    assert number not in scrub(text).text


def test_the_code_that_answers_a_question_goes():
    chat = "assistant: And what is the code?\nuser: 824\nassistant: Thanks."
    assert "824" not in scrub(chat).text
    plain = "assistant: Does the code compile?\nuser: Line 824 fails."
    assert scrub(plain).text == plain
