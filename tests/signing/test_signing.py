"""A signed document tells whether it is what was signed, to whoever has the public keys."""

import json
import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from governance.signing import (
    NotCanonical,
    SigningKey,
    Unreadable,
    WrongSignature,
    as_key_set,
    canonical,
    checked,
    from_key_set,
    public_keys,
    signed,
)

SEEDS = {name: os.urandom(32) for name in ("new", "old")}
KEYS = public_keys(SEEDS, {})
DOCUMENT = {"b": [1, None, True], "a": {"é": "Grüße", "n": 0}}
CONTENT = signed(DOCUMENT, SigningKey("new", SEEDS["new"]))


def outcome(content: bytes) -> str:
    try:
        checked(content, KEYS)
    except (Unreadable, WrongSignature) as refused:
        return type(refused).__name__
    return "good"


def test_what_was_signed_is_read_again():
    assert checked(CONTENT, KEYS) == DOCUMENT


def test_the_canonical_form_is_that_of_rfc_8785():
    # The standard's own example of sorting (section 3.2.3), and its escapes (3.2.2.2).
    names = {"€": 1, "\r": 2, "\ufb33": 3, "1": 4, "😀": 5, "\x80": 6, "ö": 7}
    assert canonical(names).decode() == (
        '{"\\r":2,"1":4,"\x80":6,"ö":7,"€":1,"😀":5,"\ufb33":3}'
    )
    assert (
        canonical(['\b\t\n\f\r"\\/\x1f\x7f'])
        == b'["\\b\\t\\n\\f\\r\\"\\\\/\\u001f\x7f"]'
    )


@pytest.mark.parametrize(
    "value", [1.5, 2**53, float("nan"), {1: 2}, "\ud800", {"\ud800": 1}]
)
def test_what_readers_would_take_differently_is_refused(value):
    with pytest.raises(NotCanonical):
        canonical({"value": value})


@pytest.mark.parametrize("place", range(len(CONTENT)))
def test_a_document_with_any_one_byte_changed_does_not_hold(place):
    for other in {CONTENT[place] ^ 1, CONTENT[place] ^ 0x20, ord("0"), ord(" ")}:
        changed = CONTENT[:place] + bytes([other]) + CONTENT[place + 1 :]
        assert changed == CONTENT or outcome(changed) != "good", changed


@given(st.integers(0, len(CONTENT) - 1), st.binary(max_size=3), st.integers(0, 3))
def test_nothing_put_in_or_cut_out_changes_what_it_says(place, put, cut):
    changed = CONTENT[:place] + put + CONTENT[place + cut :]
    if outcome(changed) == "good":
        assert checked(changed, KEYS) == DOCUMENT


def test_a_document_that_was_spaced_anew_still_holds():
    assert outcome(json.dumps(json.loads(CONTENT), indent=2).encode()) == "good"


def test_a_document_with_a_member_twice_is_not_read():
    assert outcome(CONTENT.replace(b'{"a":', b'{"b":[],"a":', 1)) == "Unreadable"


@pytest.mark.parametrize(
    "content", [b"", b"[]", b"{}", b"\xff", b'{"signature":{}}', b"[" * 99_999]
)
def test_what_is_no_signed_document_is_unreadable(content):
    assert outcome(content) == "Unreadable"


def test_a_signature_of_another_key_under_the_same_name_does_not_hold():
    forged = signed(DOCUMENT, SigningKey("new", os.urandom(32)))
    assert outcome(forged) == "WrongSignature"


def test_a_signature_of_a_key_that_is_not_there_does_not_hold():
    assert outcome(signed(DOCUMENT, SigningKey("-", SEEDS["new"]))) == "WrongSignature"


def test_the_key_set_holds_public_halves_alone_and_is_read_again():
    told = json.dumps(as_key_set(KEYS))
    assert '"d"' not in told
    again = from_key_set(json.loads(told))
    assert checked(CONTENT, again) == DOCUMENT


def test_a_key_set_may_hold_keys_of_other_kinds():
    others = {"keys": [{"kty": "EC", "crv": "P-256"}, *as_key_set(KEYS)["keys"]]}
    assert from_key_set(others).keys() == KEYS.keys()


@pytest.mark.parametrize(
    "told",
    [
        None,
        [],
        {},
        {"keys": [1]},
        {"keys": [{"crv": "Ed25519", "kid": "a", "kty": "OKP", "x": "AA"}]},
    ],
)
def test_what_is_no_key_set_is_refused(told):
    with pytest.raises(ValueError, match=r"(?i)key"):
        from_key_set(told)


def test_a_key_set_that_names_two_keys_alike_is_refused():
    [one, _] = as_key_set(KEYS)["keys"]
    with pytest.raises(ValueError, match="one name"):
        from_key_set({"keys": [one, one]})


def test_a_key_is_not_spelled_out_in_a_repr():
    key = SigningKey("new", SEEDS["new"])
    assert repr(key) == "SigningKey(name='new')"
