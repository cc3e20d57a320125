"""Capitalised words that are nobody's name by themselves."""

from governance.scrubbing.recognisers.people import words
from governance.scrubbing.recognisers.people.tongue import (
    any_small_word,
    small_words,
    tongue_of,
)

_LISTED = words.LABELS | words.ACRONYMS | words.CALENDAR
# "Hi", "Call", "Producer".
_LEADING = frozenset(
    cue for cue in words.NAMED | words.PERHAPS | words.DOES if " " not in cue
)
# Parts by which a word of one piece is known for a label: "Lieferadresse".
_ENDS = ("nummer", "number", "adresse", "address", "karte", "konto", "termin", "phone")


def is_label(word: str) -> bool:
    return word in _LISTED or word.endswith(_ENDS)


def is_common(word: str, text: str, place: int) -> bool:
    """A field, a relative, a greeting; or a small word, and begins a sentence.

    Foreign small words are names in English ("Hans", "Jan", "Tom"), so the language
    around it tells; it is asked only where it matters.
    """
    if len(word) < 2 or is_label(word) or word in _LEADING:
        return True
    if word in words.KIN or word in words.WHOSE or word in small_words()["en"]:
        return True
    if word not in any_small_word():
        return False
    tongue = tongue_of(text, place, place)
    return tongue is not None and word in small_words()[tongue]
