"""Texts made to keep a scrubber busy: 20 kB of what almost is something, over and over."""

import random
from collections.abc import Mapping

from governance.management.bench.scrubbing.filling import fill
from governance.management.bench.scrubbing.machine import machine_values
from governance.management.bench.scrubbing.sets import lines

LONG = 20_000
REPEATED = {
    "a.a.a.": "a.",
    "1-1-1-": "1-",
    "1.1.1.": "1.",
    "rows of @": "@",
    "a@a@": "a@",
    "digits": "4",
    "digits by fours": "4111 ",
    "digits, spaced": "1 ",
    "opening brackets": "(",
    "nested brackets": "[(<{",
    "password": "password ",
    "password is": "password is ",
    "my pin is the": "my pin is the ",
    "http://": "http://",
    "x://u:p": "x://u:p",
    "&a=": "&a=",
    "key=": "key=",
    "base64": "QUJDRGVmZ2gr",
    "base64, dotted": "eyJhbGci.",
    "hex": "deadbeef",
    "-----BEGIN": "-----BEGIN ",
    "zero-width": "\u200b",
    "zero-width within a word": "pass\u200bword ",
    "combining": "a\u0301\u0301\u0301",
    "percent-encoded": "%2525",
    "entities": "&amp;",
    "entities, open": "&#x",
    "quotes": "\"'",
    "backslashes": "\\u0041",
    "+": "+",
    "+1 +1": "+1 ",
    "IBAN heads": "DE89 ",
    "IPv6": "1:",
    "street after street": "12 Main Street ",
    "house numbers": "12a ",
    "new lines": "\n",
    "no space": "x",
    "sk-sk-": "sk-",
    "words of a seed phrase": "abandon ability able ",
    "I have": "I have my ",
    "look-alike letters": "раѕѕ",
    "wide digits": "４１１１",
}


def baits(chance: random.Random) -> Mapping[str, str]:
    """By name; each of the same length, and two without any order."""
    made = {name: cut(piece) for name, piece in REPEATED.items()}
    pieces = list(REPEATED.values())
    made["mixed"] = "".join(chance.choices(pieces, k=LONG))[:LONG]
    made["mixed rows"] = "".join(chance.choice(pieces) * 40 for _ in range(LONG))[:LONG]
    return made


def prose(chance: random.Random) -> str:
    """Plain sentences of that length."""
    makers = {
        name: maker
        for name, maker in machine_values(chance).items()
        if name in {"small", "clock", "price", "day", "measure", "year_only"}
    }
    plain = [line for line in lines("special") if "{{" not in line]
    plain += [
        fill(line, makers).text
        for line in lines("clean")
        if all(f"{{{{{name}" in line for name in ("small",))
        and line.count("{{") == line.count("{{small}}")
    ]
    text = ""
    while len(text) < LONG:
        text += chance.choice(plain) + " "
    return text[:LONG]


def cut(piece: str) -> str:
    """The piece over and over."""
    return (piece * (LONG // len(piece) + 1))[:LONG]
