"""Every rule alone is linear on its worst bait. How fast it is, `bench scrub` says."""

import time

import pytest

from governance.scrubbing.recognisers import RULES
from governance.scrubbing.recognisers.rule import Rule

BAITS = [
    "1 ", "1\n", "1:", "1-", "1.2.", "0 ", "(0", "12345 ", "0171,", "4111 1111 ", "1 Main ", "12 Main Street ",
    "12 Main St Apt 3 Apt 4 ", "1 Aa Aa Aa Aa 12345 ", "Aa 1, ", "Apt 1 ", "12, rue de ", "12 Aa de la de la ",
    "Lindenstraße 12, ", "AB1 2CD ", "Street ", "Aa-", "d'", "千代田区", "1丁目", "DE89 ", "iban de89 ", "756.",
    "900101-", "X1234567L ", "AAAAAA00A", "passport no ", "a at b dot c ", "ff:", "A" ]  # fmt: skip
# Of keys, passwords and what announces them; the heads are made here, see test_spoken.
HEAD, FOOT = (f"-----{word} PRIVATE KEY-----" for word in ("BEGIN", "END"))
CUES = ["a=", "a='", "password to a ", "password is ", "pin: 1", "code for the door ", "eyJ-", "sk-", "A", "http://a:", "postgres://a:",
        "?token=", "abandon ", "1. zoo ", "recovery codes: ", f"{HEAD}\n", f"{FOOT}\n", "M" * 64 + "\n", "PuTTY-User-Key-File-2: x\n",
        "authorization: bearer a", "cookie: a=", "--password x ", "<a>", "| a ", "name: a value: ", "my key is ", "abc code ", "R1-", "/reset/", "is "]  # fmt: skip
# Four times the text takes a linear rule four times as long, a quadratic one sixteen.
_GROWTH = 9
_NEGLIGIBLE = 0.2
# Others run on the same machine: the best of some tries is the rule's own time.
_TRIES = 4


@pytest.mark.parametrize("bait", [*BAITS, *CUES])
def test_no_rule_grows_faster_than_its_text(bait: str):
    for rule in RULES:
        assert any(_is_linear(rule, bait) for _ in range(_TRIES)), rule.name


def _is_linear(rule: Rule, bait: str) -> bool:
    long = _seconds(rule, bait, 20_000)
    return long < _NEGLIGIBLE or long < _GROWTH * _seconds(rule, bait, 5_000)


def _seconds(rule: Rule, bait: str, length: int) -> float:
    text = (bait * length)[:length]
    start = time.process_time()
    for _ in rule.find(text):
        pass
    return time.process_time() - start
