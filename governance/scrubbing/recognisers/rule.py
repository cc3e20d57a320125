"""The shape of a rule, and how sure it can be."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from governance.scrubbing.results import Match

# Check digits or an unmistakable form: stands even inside a machine value.
PROVEN = 1.0
# The form alone speaks for it.
LIKELY = 0.6
# Only with a word nearby, such as "phone".
POSSIBLE = 0.3
# What a word nearby adds, and what a match needs to count.
SUPPORT = 0.3
CERTAIN = 0.5

# Letters of scripts without spaces may touch a number; Latin ones and digits may not.
NOT_AFTER = r"(?<![A-Za-z0-9])"
# One glued letter is no word: "x0171 2345678" hides nothing.
NOT_WITHIN = r"(?<![0-9])(?<![A-Za-z0-9]{2})"
NOT_BEFORE = r"(?![A-Za-z0-9])"


@dataclass(frozen=True)
class Rule:
    name: str
    entities: tuple[str, ...]
    find: Callable[[str], Iterator[Match]]
    # Lower-case stems; a word that contains one supports a weak match.
    cues: tuple[str, ...] = ()


def digits(text: str) -> str:
    return re.sub(r"[^0-9]", "", text)
