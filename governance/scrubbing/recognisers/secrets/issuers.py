"""Keys that tell by their prefix who issued them: `issuers.txt`, as one pattern.

The forms are grouped by their first character, so a text pays once for all of them.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from governance.scrubbing.recognisers.rule import NOT_WITHIN, PROVEN
from governance.scrubbing.recognisers.secrets.looks import is_drawn
from governance.scrubbing.results import Match

_TABLE = Path(__file__).parent / "issuers.txt"
_ALPHABETS = {
    "A": "A-Za-z0-9",
    "B": "A-Za-z0-9_-",
    "T": "A-Za-z0-9._-",
    "S": "A-Za-z0-9+/=_-",
    "P": "A-Za-z0-9%+/=_-",
    "U": "A-Z0-9",
    "L": "a-z0-9",
    "H": "a-f0-9",
    "X": "A-Fa-f0-9",
    "D": "0-9",
}
# Of a prefix behind its first character.
_SHORT = 3
_REPEATED = re.compile(r"([A-Z])(\{[0-9,]+\})|(.)")
# No prefix, but a mark in the middle or at the end that nothing else has.
_MARKED = (
    r"[0-9]{8,10}:AA[A-Za-z0-9_-]{32,34}",  # Telegram
    r"[A-Za-z0-9_~.]{3}[0-9]Q~[A-Za-z0-9_~.-]{31,36}",  # Entra client secret
    r"[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_-]{50,80}",  # Terraform Cloud
    r"[a-f0-9]{32}-us[0-9]{1,2}",  # Mailchimp
    r"[a-f0-9]{32}-[a-f0-9]{8}-[a-f0-9]{8}",  # Mailgun
    r"[a-z0-9]{10}msh[a-f0-9]{15}p1[a-f0-9]{6}jsn[a-f0-9]{12}",  # RapidAPI
    r"[a-f0-9]{36}NRAL",  # New Relic
    r"[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{6}:[A-Za-z0-9_-]{43}",  # Ably
    r"[12]/[0-9]{10,20}(?:/[0-9]{10,20})?:[a-f0-9]{32}",  # Asana
    r"[0-9]{15,17}\|[A-Za-z0-9_-]{27}",  # a Facebook app
)
# Azure writes four letters into its keys, so that they can be told.
_AZURE = re.compile(
    r"(?<![A-Za-z0-9+/])(?=[A-Za-z0-9+/]{0,80}?(?:[+](?:ASt|ACDb|ASb|AMC|AEh|ACR)|AIoT|AzFu|AzSe|AzCa|APIM|AZDO|JQQJ99))"
    r"[A-Za-z0-9+/]{40,100}={0,2}"
)


class Form(NamedTuple):
    issuer: str
    prefix: str
    body: str

    def rest(self) -> str:
        """What follows the first character. A short prefix is no end of a word: "ask-"."""
        first, others = self.prefix[0], self.prefix[1:]
        alone = rf"(?<![A-Za-z]{re.escape(first)})" if len(others) < _SHORT else ""
        return (
            alone
            + re.escape(others)
            + "".join(
                f"[{_ALPHABETS[letter]}]{times}" if letter else re.escape(other)
                for letter, times, other in _REPEATED.findall(self.body)
            )
        )


@cache
def forms() -> tuple[Form, ...]:
    lines = _TABLE.read_text(encoding="utf-8").splitlines()
    rows = [line.split() for line in lines if line and not line.startswith("#")]
    return tuple(
        Form(issuer, prefix, body)
        for issuer, prefixes, body in rows
        for prefix in prefixes.split(",")
    )


@cache
def _keys() -> re.Pattern[str]:
    # The longest prefix first: "sk-ant-…" before "sk-…".
    ordered = sorted(forms(), key=lambda form: -len(form.prefix))
    grouped: dict[str, list[str]] = defaultdict(list)
    for form in ordered:
        grouped[form.prefix[0]].append(form.rest())
    branches = [
        rf"{re.escape(first)}(?:{'|'.join(rests)})" for first, rests in grouped.items()
    ]
    # What is glued to a key is more of it: lengths change.
    return re.compile(
        rf"{NOT_WITHIN}(?:{'|'.join((*_MARKED, *branches))})[A-Za-z0-9]*+=*+"
    )


def find_keys(text: str) -> Iterator[Match]:
    for found in _keys().finditer(text):
        if is_drawn(found.group()):
            yield Match("API_KEY", *found.span(), PROVEN)
    for found in _AZURE.finditer(text):
        yield Match("API_KEY", *found.span(), PROVEN)
