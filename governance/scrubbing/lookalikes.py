"""Cyrillic and Greek letters that pass for Latin ones to the eye."""

import re

# Each is meant to be ambiguous: that is what the table is about.
_PAIRS = (
    ("АВЕКМНОРСТХУІЈЅԚԜҮ", "ABEKMHOPCTXYIJSQWY"),
    ("авекмнорстхуіјѕԛԝһԁӏҽгп", "abekmhopctxyijsqwhdlern"),
    ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ABEZHIKMNOPTYX"),
    ("αεικνορτυχγ", "aeikvoptuxy"),
)
_LATIN = {
    ord(odd): plain
    for odds, plains in _PAIRS
    for odd, plain in zip(odds, plains, strict=True)
}
# Runs of letters, and a pair of letters before two digits: the head of an IBAN.
_LETTERS = re.compile(r"[^\W\d_]+")
_HEAD = re.compile(r"(?<![^\W\d_])[^\W\d_]{2}(?=[ -]?[0-9]{2})")
_LATIN_LETTER = re.compile(r"[A-Za-z]")


def unmask(text: str) -> str:
    """Turn look-alikes into Latin where a word mixes them with Latin letters.

    A word written wholly in Cyrillic or Greek is that language, not a disguise.
    """
    if text.isascii():
        return text
    text = _LETTERS.sub(_latin_if_mixed, text)
    return _HEAD.sub(lambda match: match.group().translate(_LATIN), text)


def _latin_if_mixed(match: re.Match[str]) -> str:
    word = match.group()
    if word.isascii() or not _LATIN_LETTER.search(word):
        return word
    return word.translate(_LATIN)
