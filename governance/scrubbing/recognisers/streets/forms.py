"""How a street and the number of a house stand together, by the habits of languages."""

from collections.abc import Callable
from typing import NamedTuple

from governance.scrubbing.recognisers.streets.text import Text
from governance.scrubbing.recognisers.streets.words import (
    ADJECTIVES,
    AHEAD,
    AHEAD_TOO,
    ALONE,
    BEHIND,
    BEHIND_TOO,
    DIRECTIONS,
    FIRST,
    FIRST_TOO,
    GERMAN_ARTICLES,
    GERMAN_HEADS,
    GLUED,
    GLUED_TOO,
    GOING_ON,
    HUNGARIAN,
    LABELS,
    LAST,
    LOWER,
    NO_LOWER_NAME,
    NO_STREET,
    OTHER_WORDS,
    PARTICLES,
)


class Street(NamedTuple):
    """Words `first` to `last`, the number among them; sure without anything more?"""

    first: int
    last: int
    is_sure: bool


_MOST_WORDS = 7


def streets_at(text: Text, at: int) -> list[Street]:
    """The readings of what stands around a number; most numbers have none."""
    readings = _TO_THE_RIGHT if text.is_word(at + 1) else ()
    readings += _TO_THE_LEFT if text.is_word(at - 1) else ()
    return [street for reading in readings if (street := reading(text, at))]


def _english(text: Text, at: int) -> Street | None:
    """ "12 Main Street", "1234 West 7th St NW", "1600 Broadway"."""
    last, kind = at, ""
    for place in range(at + 1, min(len(text), at + _MOST_WORDS)):
        if not text.is_joined(place):
            break
        word = text.bare(place)
        is_kind = word in BEHIND or word in BEHIND_TOO
        if place > at + 1 and is_kind and text.is_capital(place):
            last, kind = place, word
        elif kind in BEHIND or not _may_name(text, place, at):
            break
        if place == at + 1 and word in ALONE and text.is_capital(place):
            last, kind = place, "street"
        if text.ends(place):
            break
    if last == at or text.words[at].endswith("."):
        return None
    last = _with_direction(text, last)
    return Street(at, last, kind in BEHIND and not _goes_on(text, last))


def _goes_on(text: Text, last: int) -> bool:
    """ "20 Lighthouse Road novels": the name is that of something else, or the number
    counts; "12 Main Street for a year" only goes on."""
    at = last + 1
    if not text.is_joined(at) or text.ends(last) or not text.words[at].isalpha():
        return False
    return not text.is_capital(at) and text.lower[at] not in GOING_ON


def _may_name(text: Text, at: int, number: int) -> bool:
    """The names of streets are written large, but for "5th" and "of the"."""
    word = text.lower[at]
    if (word in PARTICLES and at > number + 1) or (
        word[0].isdigit() and word[-2:] in {"st", "nd", "rd", "th"}
    ):
        return True
    return text.is_capital(at) and text.bare(at) not in OTHER_WORDS


def _with_direction(text: Text, last: int) -> int:
    """ "5500 Phinney Avenue North"; in small letters it is a word of the sentence."""
    at = last + 1
    if not text.is_joined(at) or text.ends(last):
        return last
    return at if text.bare(at) in DIRECTIONS and text.is_capital(at) else last


def _small_english(text: Text, at: int) -> Street | None:
    """ "12 elm street", as people type."""
    for place in range(at + 1, min(len(text), at + 5)):
        word = text.bare(place)
        if not text.is_joined(place) or text.is_capital(place) or not word.isalpha():
            return None
        if place > at + 1 and word in LOWER:
            return Street(at, place, is_sure=False)
        if word in NO_LOWER_NAME or text.ends(place):
            return None
    return None


def _ahead(text: Text, at: int) -> Street | None:
    """ "12 bis, rue de la Paix"."""
    place = at + 1
    if text.is_joined(place) and text.bare(place) in {
        "bis",
        "ter",
        "quater",
        "a",
        "b",
        "c",
    }:
        place += 1
    if not text.is_next_part(place) or "\n" in text.gap(place):
        return None
    kind = text.bare(place)
    if kind in AHEAD or kind in AHEAD_TOO or _is_first(text, place):
        last = _last_of_name(text, place + 1)
        is_sure = kind in AHEAD or text.lower[place] in FIRST
        return Street(at, last, is_sure) if last > place else None
    return None


def _glued_behind(text: Text, at: int) -> Street | None:
    """ "12 Lindenstraße", as they write it who know the English way."""
    place = at + 1
    if not text.is_joined(place) or not _is_glued(text, place):
        return None
    return Street(at, place, _is_surely_glued(text, place))


def nameless(text: Text, at: int) -> Street | None:
    """A street without the number of a house, which only a postcode makes an address:
    "rue de la Gare, 64582 Pau", "High Street, Oxford OX1 4AU"."""
    word = text.bare(at)
    if word in BEHIND and text.is_capital(at) and text.is_joined(at):
        first = _first_of_name(text, at, most=3)
        return Street(first, at, is_sure=False) if first < at else None
    if _is_first(text, at):
        last = _last_of_name(text, at + 1)
        return Street(at, last, is_sure=False) if last > at else None
    if _is_surely_glued(text, at) and _is_glued(text, at):
        return Street(at, at, is_sure=False)
    return None


def _last_of_name(text: Text, first: int) -> int:
    """Particles and capitals; with a particle, one word in small letters: "de la gare"."""
    last = first - 1
    for place in range(first, min(len(text), first + _MOST_WORDS)):
        if not text.is_joined(place):
            break
        word = text.lower[place]
        if text.is_capital(place) or word[0].isdigit() or word.startswith(("d'", "l'")):
            last = place
        elif word not in PARTICLES:
            return place if last < first < place and word.isalpha() else last
        if text.ends(place):
            break
    return last


def _first(text: Text, at: int) -> Street | None:
    """ "Via Roma, 12", "Calle de Alcalá n.º 3", "ul. Długa 5/7"."""
    last = _before_label(text, at)
    found: Street | None = None
    for place in range(last, max(-1, last - _MOST_WORDS), -1):
        if place < last and _is_first(text, place):
            is_sure = text.lower[place] in FIRST and not _goes_on(text, at)
            found = Street(place, at, is_sure)
        if not _is_of_name(text, place) or not text.is_joined(place):
            break
    return found or _small_first(text, at, last)


def _small_first(text: Text, at: int, last: int) -> Street | None:
    """ "calle mayor 12", as people type."""
    for place in range(last - 1, max(-1, last - 3), -1):
        if (
            place < 0
            or not text.is_joined(place + 1)
            or not text.words[place].isalpha()
        ):
            return None
        is_via = text.lower[place] == "via" and text.bare(place - 1) == "in"
        if text.lower[place] in _SMALL or is_via:
            return Street(place, at, is_sure=False)
    return None


def _is_first(text: Text, at: int) -> bool:
    """ "via" and "place" in small letters are other words; "ul." and "calle" are not."""
    word = text.lower[at]
    if word not in FIRST and word not in FIRST_TOO:
        return False
    return text.is_capital(at) or word[0] > "ÿ" or word in _SMALL


_SMALL = {"ul.", "al.", "os.", "pl.", "ul", "ulica", "aleja", "calle", "c/", "avenida", "avda.", "rua",
          "rue", "viale", "piazza", "plac", "osiedle", "avenue", "boulevard", "strada", "str.", "chemin"}  # fmt: skip


def _is_of_name(text: Text, at: int) -> bool:
    word = text.lower[at]
    return (
        text.is_capital(at) or word in PARTICLES or word in _SMALL or word[0].isdigit()
    )


def _before_label(text: Text, at: int) -> int:
    """The word before the number of a house, over a "n.º" and a comma."""
    before = at - 1
    has_label = before > 0 and text.bare(before) in LABELS
    if has_label and not text.gap(at).lstrip(":").strip(" "):
        is_near = text.is_next_part(before) and "\n" not in text.gap(before)
        return before - 1 if is_near else -1
    is_near = text.is_next_part(at) and "\n" not in text.gap(at)
    return before if is_near and not text.ends(before) else -1


def _last(text: Text, at: int) -> Street | None:
    """ "Berliner Straße 3", "Kossuth utca 24", "Atatürk Caddesi No: 12"."""
    before = _before_label(text, at)
    if before < 1 or text.lower[before] not in LAST:
        return None
    is_small = text.lower[before] in HUNGARIAN and before > 1
    head = before - 1 if is_small and not text.is_capital(before - 1) else before
    first = _first_of_name(text, head, most=2)
    is_whole = first < head and text.is_joined(before)
    return Street(first, at, is_sure=True) if is_whole else None


def _first_of_name(text: Text, before: int, *, most: int) -> int:
    """Back over the capitalised words that stand before one."""
    first = before
    for place in range(before - 1, max(-1, before - 1 - most), -1):
        is_name = text.is_capital(place) and text.bare(place) not in OTHER_WORDS
        if not text.is_joined(place + 1) or not is_name or text.ends(place):
            break
        first = place
    return first


def _glued(text: Text, at: int) -> Street | None:
    """ "Lindenstraße 12a", "Prinsengracht 263", "Storgatan 4"."""
    before = _before_label(text, at)
    if before < 0:
        return None
    if not _is_glued(text, before):
        return None
    has_adjective = text.is_joined(before) and text.lower[before - 1] in ADJECTIVES
    return Street(before - has_adjective, at, _is_surely_glued(text, before))


def _is_glued(text: Text, at: int) -> bool:
    word = text.bare(at)
    if len(word) < _SHORTEST_GLUED or word in NO_STREET or not text.is_capital(at):
        return False
    return word.endswith(GLUED_TOO) or _is_surely_glued(text, at)


def _is_surely_glued(text: Text, at: int) -> bool:
    return text.lower[at].endswith(GLUED) or text.bare(at).endswith(GLUED)


_SHORTEST_GLUED = 6


def _german(text: Text, at: int) -> Street | None:
    """ "Am Alten Markt 5", "An der Alster 12": a date or a chapter has that form too."""
    before = _before_label(text, at)
    first = _first_of_name(text, before + 1, most=3) if before > 0 else 0
    for head in (first, first - 1, first - 2):
        if head < 0 or not text.is_capital(head) or head >= before:
            continue
        between = text.lower[head + 1 : first]
        if text.lower[head] in GERMAN_HEADS and all(
            word in GERMAN_ARTICLES for word in between
        ):
            joined = all(map(text.is_joined, range(head + 1, first + 1)))
            return Street(head, at, is_sure=False) if joined else None
    return None


_Reading = Callable[[Text, int], Street | None]
_TO_THE_RIGHT: tuple[_Reading, ...] = (_english, _small_english, _ahead, _glued_behind)
_TO_THE_LEFT: tuple[_Reading, ...] = (_first, _last, _glued, _german)
