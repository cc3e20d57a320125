"""The gate as a whole: idempotent, linear, thread-safe, and closed when in doubt."""

import logging
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from governance.scrubbing import (
    BALANCED,
    STRICT,
    ScrubFailed,
    configure,
    engine,
    gate,
    hard_identifier,
    loading,
    scrub,
    scrub_many,
    warm,
)
from governance.scrubbing.deadline import deadline
from governance.scrubbing.entities import KINDS, placeholder

CANARY = "anna.canary@example.com"
PIECES = st.one_of(
    st.sampled_from(
        [
            "4111 1111 1111 1111", CANARY, "+49 170 1234567", "my password is ", "PIN ",
            "DE89 3704 0044 0532 0130 00", "sk-" + "a1" * 12, "Anna Schmidt", "Berlin",
            "://u:p@h", "Bearer ", "token=", "abc12345", "[card number removed]", "'", '"',
            "%34", "&#52;", "\u200b", "-", ",", "\t", "_", "card ", "tel. ", "1111", "anna @ example.com", " ", "\n", ".", "@", "4", "0", "+", "[", "]",
        ]
    ),
    st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=8),
)  # fmt: skip
TEXTS = st.lists(PIECES, max_size=10).map("".join)


@given(TEXTS)
@settings(deadline=None, max_examples=300)
def test_a_second_scrub_changes_nothing(text: str):
    once = scrub(text)
    again = scrub(once.text)
    assert again.text == once.text
    assert again.findings == ()


@given(TEXTS)
@settings(deadline=None, max_examples=40)
def test_a_second_strict_scrub_changes_nothing(text: str):
    once = scrub(text, policy=STRICT).text
    assert scrub(once, policy=STRICT).text == once


@given(TEXTS)
@settings(deadline=None)
def test_findings_lie_in_the_text_in_order_and_the_rest_is_kept(text: str):
    scrubbed = scrub(text)
    rebuilt, position = "", 0
    for finding in scrubbed.findings:
        assert position <= finding.start < finding.end <= len(text)
        rebuilt += text[position : finding.start] + placeholder(finding.entity)
        position = finding.end
    assert rebuilt + text[position:] == scrubbed.text


@pytest.mark.parametrize("policy", [BALANCED, STRICT])
def test_placeholders_alone_are_left_alone(policy):
    text = " and ".join(map(placeholder, KINDS))
    assert scrub(text, policy=policy).text == text


@pytest.mark.parametrize("policy", [BALANCED, STRICT])
def test_many_at_once_give_what_each_gives_alone(policy):
    texts = ["Anna Schmidt likes tea", f"write to {CANARY}", "", "Tom lives in Berlin"]
    assert scrub_many(texts, policy=policy) == [scrub(t, policy=policy) for t in texts]


def test_several_threads_may_scrub_at_once():
    texts = [f"Anna Schmidt number {n} lives in Berlin" for n in range(24)]
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda text: scrub(text, policy=STRICT).text, texts))
    assert found == [scrub(text, policy=STRICT).text for text in texts]


BAITS = ["a.a.a.", "1", "1 ", "4 ", "0 ", "@", "a@", "(", "DE89 ", "sk-", "eyJ", "%41", "&#52;",
         "password is ", "+1 ", "555-123-4567 ", "4111 ", "1.1.1.", "\u0301", "order ", "a at b ",
         "-----BEGIN ", "http://", "01 23 45 ", "\n", "4111\t", "1,", "0\n", "0171,\n", "a @ ", "x0 ",
         "DE89_", "call 2125550100 ", "card 4111 1111 1111 1112 ", "a@b[.]", "a@b dot "]  # fmt: skip


@pytest.mark.parametrize("bait", BAITS)
@pytest.mark.parametrize("policy", [BALANCED, STRICT])
def test_twenty_kilobytes_of_bait_pass_within_the_time_limit(bait: str, policy):
    text = (bait * 20_000)[:20_000]
    assert scrub(text, policy=policy).text is not None


@pytest.fixture
def out_of_time(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("governance.scrubbing.deadline._SECONDS", -1000.0)


def refusal(text: str, **options) -> ScrubFailed:
    with pytest.raises(ScrubFailed) as caught:
        scrub(text, **options)
    return caught.value


def assert_silent(error: ScrubFailed) -> None:
    assert CANARY not in f"{error!r} {error.__cause__!r} {error.__context__!r}"


def test_a_text_over_the_limit_is_refused_without_repeating_it():
    error = refusal(CANARY * 20_000)
    assert "200,000" in str(error)
    assert_silent(error)


def test_a_text_that_takes_too_long_is_refused(out_of_time: None):
    error = refusal(f"write to {CANARY}")
    assert "too long" in str(error)
    assert_silent(error)


@pytest.mark.parametrize("odd", ["\ud800", "\x00"])
def test_what_no_store_can_hold_is_refused(odd: str):
    assert_silent(refusal(f"{CANARY} {odd}"))


def test_a_recogniser_that_fails_closes_the_gate(monkeypatch: pytest.MonkeyPatch):
    def broken(text: str):
        raise RuntimeError(f"could not read {text}")

    first = next(iter(loading.engine()._analyzer.registry.recognizers))
    monkeypatch.setattr(first, "analyze", lambda text, **_: broken(text))
    assert_silent(refusal(f"write to {CANARY}"))


@pytest.mark.parametrize("policy", [BALANCED, STRICT])
def test_a_missing_model_closes_the_gate_under_every_policy(policy):
    configure(model="no_such_model")
    try:
        assert "model" in str(refusal("Anna likes tea", policy=policy))
    finally:
        configure(model=None)
        warm()


def test_a_text_that_does_not_come_to_rest_is_refused(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(gate, "_ROUNDS", 0)
    assert_silent(refusal(CANARY))


@pytest.mark.parametrize("text", ["+49 170 1234567" + " x 2125550100" * 60,
                                  f"{CANARY} 4111111111111111" + " 4111 1111 1111 1112" * 60])  # fmt: skip
def test_a_placeholder_is_no_word_that_supports_what_stands_beside_it(text: str):
    assert scrub(text).findings


def test_one_bad_text_of_many_refuses_them_all():
    with pytest.raises(ScrubFailed):
        scrub_many(["Anna likes tea", "\ud800"])


def test_an_identifier_that_cannot_be_checked_is_refused():
    with pytest.raises(ScrubFailed):
        hard_identifier("a" * 200_001)


def test_nothing_of_a_text_is_logged(caplog: pytest.LogCaptureFixture):
    with caplog.at_level(logging.DEBUG):
        scrub(f"Anna Schmidt, phone 2125550100, {CANARY}", policy=STRICT)
    assert CANARY not in caplog.text
    assert "Schmidt" not in caplog.text


def test_the_model_keeps_no_word_of_a_text():
    word = "Xyloquendra" + "vale"
    scrub(f"Anna {word} lives in Berlin", policy=STRICT)
    assert word not in loading.engine()._nlp.get_nlp("en").vocab.strings


def test_the_network_is_not_asked(monkeypatch: pytest.MonkeyPatch):
    def refused(*_: object) -> None:
        raise AssertionError("a connection was tried")

    monkeypatch.setattr("socket.socket.connect", refused)
    monkeypatch.setattr("socket.getaddrinfo", refused)
    configure(model="other")
    configure(model=None)
    assert scrub(f"write to {CANARY}", policy=STRICT).findings


def test_the_time_limit_is_checked_between_recognisers(monkeypatch: pytest.MonkeyPatch):
    with deadline(0):
        monkeypatch.setattr("time.monotonic", lambda: 1e12)
        with pytest.raises(ScrubFailed):
            loading.engine().find(["Anna"], frozenset({"EMAIL"}))
    assert engine.NAMES


def test_a_glued_string_behind_a_cue_goes_in_one_piece():
    glued = "a1B2c3" * 300
    scrubbed = scrub(f"log in as anna, password {glued} and so on")
    assert scrubbed.text == "log in as anna, password [password removed] and so on"
    assert len(scrubbed.findings) == 1
