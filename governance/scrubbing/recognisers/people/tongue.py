"""Which language a stretch of text is in, by the small words of each: cheap, and sure
enough to tell English, which the model knows, from what it has never read."""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from runpy import run_path

import spacy.lang

_TONGUES = (
    "en",
    "de",
    "fr",
    "es",
    "it",
    "nl",
    "sv",
    "pl",
    "pt",
    "da",
    "nb",
    "hr",
    "cs",
)
# How far around a match the words are counted.
_AROUND = 120
_WORD = re.compile(r"[^\W\d_]+")


@cache
def small_words() -> Mapping[str, frozenset[str]]:
    """By language, as spaCy lists them.

    Its files alone: the French package takes three seconds to import.
    """
    folder = Path(spacy.lang.__path__[0])
    files = {tongue: folder / tongue / "stop_words.py" for tongue in _TONGUES}
    return {
        tongue: frozenset(run_path(str(file))["STOP_WORDS"])
        for tongue, file in files.items()
    }


def tongue_of(text: str, start: int, end: int) -> str | None:
    """Of the words around a stretch; None where nothing tells (a log, a list, names)."""
    window = text[max(0, start - _AROUND) : end + _AROUND].lower()
    words = set(_WORD.findall(window))
    counted = {tongue: len(words & small) for tongue, small in small_words().items()}
    # The first of equals is English, whose model it is.
    tongue = max(_TONGUES, key=counted.__getitem__)
    return tongue if counted[tongue] else None


@cache
def any_small_word() -> frozenset[str]:
    """Of any of the languages, but for single letters."""
    return frozenset(
        word for small in small_words().values() for word in small if len(word) > 1
    )
