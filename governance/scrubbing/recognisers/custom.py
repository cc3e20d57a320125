"""Recognisers of the deployment's own, from a TOML file: numbers of staff, of customers,
of patients, that no list of ours knows.

A pattern runs on RE2 (Cox 2010), which has no backtracking; what RE2 cannot read, such as
a look-behind, is refused, and so is what takes long on texts made to be its worst.
"""

import re
import time
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import re2

from governance.scrubbing.entities import KINDS, Category, Kind
from governance.scrubbing.recognisers.rule import LIKELY, POSSIBLE, Rule
from governance.scrubbing.results import Match

NAME = re.compile(r"[A-Z][A-Z0-9_]{1,39}")
WORDS = re.compile(r"[\w][\w '-]{0,39}")
CATEGORIES = {
    each.value: each
    for each in (
        Category.CREDENTIALS,
        Category.PAYMENT,
        Category.GOVERNMENT_ID,
        Category.CONTACT,
        Category.OTHER,
    )
}
LONGEST_PATTERN = 1_000
BAIT = 20_000
SLOWEST = 0.2
_KNOWN = {"entity", "words", "pattern", "category", "cues"}


class BadRecogniser(ValueError):
    """What is wrong with which of them, for whoever wrote the file."""


@dataclass(frozen=True)
class Custom:
    """One recogniser: what it calls what it finds, and the rule that finds it."""

    entity: str
    kind: Kind
    rule: Rule


def custom_recognisers(toml: str) -> tuple[Custom, ...]:
    """Those of a file with tables ``[[recogniser]]``: ``entity`` (CAPITALS), ``words``
    (what stands in the placeholder), ``pattern``, and if wanted ``category`` and ``cues``
    (without one of these words nearby a match does not count)."""
    try:
        tables = tomllib.loads(toml).get("recogniser", [])
    except tomllib.TOMLDecodeError as error:
        raise BadRecogniser(f"The file is no TOML: {error}") from None
    if not isinstance(tables, list) or not all(isinstance(t, dict) for t in tables):
        raise BadRecogniser("Each recogniser is a table [[recogniser]].")
    found = tuple(_custom(table, number) for number, table in enumerate(tables, 1))
    names = [each.entity for each in found]
    twice = {name for name in names if names.count(name) > 1 or name in KINDS}
    if twice:
        raise BadRecogniser(f"The name {min(twice)} is taken.")
    return found


def _custom(table: Mapping[str, Any], number: int) -> Custom:
    where = f"Recogniser {number}"
    if not table.keys() <= _KNOWN:
        unknown = ", ".join(sorted(table.keys() - _KNOWN))
        raise BadRecogniser(f"{where} has no use for: {unknown}.")
    entity = _text(table, "entity", NAME, f"{where}: entity is a NAME_IN_CAPITALS")
    where = f"{where} ({entity})"
    words = _text(table, "words", WORDS, f"{where}: words are a few plain words")
    category = CATEGORIES.get(table.get("category", Category.OTHER.value))
    if category is None:
        known = ", ".join(CATEGORIES)
        raise BadRecogniser(f"{where}: the category is one of {known}.")
    cues = table.get("cues", [])
    if not isinstance(cues, list) or not all(isinstance(c, str) and c for c in cues):
        raise BadRecogniser(f"{where}: cues are a list of words.")
    find = _finder(
        entity, table.get("pattern"), LIKELY if not cues else POSSIBLE, where
    )
    rule = Rule(entity.lower(), (entity,), find, tuple(c.lower() for c in cues))
    return Custom(entity, Kind(category, words), rule)


def _text(
    table: Mapping[str, Any], name: str, form: re.Pattern[str], wrong: str
) -> str:
    value = table.get(name)
    if not isinstance(value, str) or not form.fullmatch(value):
        raise BadRecogniser(f"{wrong}.")
    return value


def _finder(
    entity: str, pattern: object, score: float, where: str
) -> Callable[[str], Iterator[Match]]:
    if not isinstance(pattern, str) or not 0 < len(pattern) <= LONGEST_PATTERN:
        raise BadRecogniser(
            f"{where}: the pattern has 1 to {LONGEST_PATTERN} characters."
        )
    try:
        compiled = re2.compile(pattern)
    except re2.error:
        raise BadRecogniser(
            f"{where}: RE2 cannot read the pattern; it has no look-around and no "
            "back-references."
        ) from None
    if compiled.search("") is not None:
        raise BadRecogniser(f"{where}: the pattern matches nothing at all, everywhere.")

    def find(text: str) -> Iterator[Match]:
        for found in compiled.finditer(text):
            yield Match(entity, found.start(), found.end(), score)

    _refuse_slow(find, pattern, where)
    return find


def _refuse_slow(
    find: Callable[[str], Iterator[Match]], pattern: str, where: str
) -> None:
    """RE2 is linear in one search; many searches that each read to the end are not."""
    for bait in _baits(pattern):
        began = time.process_time()
        for _ in find(bait):
            if time.process_time() - began > SLOWEST:
                break
        if time.process_time() - began > SLOWEST:
            raise BadRecogniser(
                f"{where}: the pattern takes too long on a text of {BAIT:,} characters "
                "that was made to be its worst."
            )


def _baits(pattern: str) -> Iterator[str]:
    """Rows of what the pattern itself names, alone and by twos, and of usual things."""
    named = sorted(set(re.sub(r"\\.|[^\w@.,:;/#-]", "", pattern)))[:12]
    units = [*named, *(a + b for a in named for b in named if a != b)]
    for unit in [*units, "a", "1", "a1", "1-", "a.", "A ", "0 ", "é"]:
        yield (unit * BAIT)[:BAIT]
