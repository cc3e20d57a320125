"""Two texts, word by word. Agents leave articles out and write "an aisle seat" for "aisle
seats"; whatever else differs is a difference."""

import re
from functools import cached_property

from governance.writing.differences.sentences import plain
from governance.writing.differences.vocabulary import (
    GENERIC,
    NOT_ITS_PLURAL,
    PLURALS,
    PREPOSITIONS,
    WITH_OR_WITHOUT_A,
)
from governance.writing.differences.words import BREAK, Word, Words

_LONG_NUMBER = re.compile(r"\d{4,}")


def says_the_same(a: str, b: str) -> bool:
    """Whether the words of two texts allow that they are one fact."""
    return Said(a).the_same_as(b)


class Said:
    """A text that is compared with several: its own words are looked at once."""

    def __init__(self, text: str) -> None:
        self._text = text

    @cached_property
    def _words(self) -> Words:
        return plain(self._text)

    def the_same_as(self, other: str) -> bool:
        """Whether the words of both allow that they are one fact."""
        if _far_apart(self._text, other):
            return False
        words = plain(other)
        return len(self._words) == len(words) > 0 and _agree(self._words, words)


def _far_apart(a: str, b: str) -> bool:
    """Cheap, and outside of what the lists can make alike: the length, and long numbers,
    which nobody writes in words one time and in figures the other."""
    if max(len(a), len(b)) > 3 * min(len(a), len(b)) + 80:
        return True
    return sorted(_LONG_NUMBER.findall(a)) != sorted(_LONG_NUMBER.findall(b))


def _agree(one: Words, other: Words) -> bool:
    generic = False
    for place, (here, there) in enumerate(zip(one, other, strict=True)):
        if here.text == there.text:
            if not _articles_agree(one, other, place):
                return False
        elif not generic or not (
            _is_plural(one, other, place) or _is_plural(other, one, place)
        ):
            return False
        generic = _is_generic(here, generic)
    return True


def _is_generic(word: Word, before: bool) -> bool:
    """Whether from here on "an aisle seat" is any of them: "prefers", but not "has"."""
    if word is BREAK or word.text.startswith("to "):
        return word.text in GENERIC
    return before or word.text in GENERIC


def _articles_agree(one: Words, other: Words, place: int) -> bool:
    """Left out, but not another: "the dog" is not "my dog", "likes the tea" is not "likes
    tea", "wants a change" is not "wants change"."""
    here, there = one[place], other[place]
    articles = {here.article, there.article}
    if len(articles) == 1:
        return True
    if articles == {"", "a"}:
        return here.text in WITH_OR_WITHOUT_A or _is_followed(one, place)
    if "" not in articles or here.named or there.named:
        return False
    plays = "the" in articles and place > 0 and one[place - 1].text == "to play"
    return plays or _is_first(one, place)


def _is_followed(words: Words, place: int) -> bool:
    """Whether more of the noun comes: "a night owl"."""
    after = words[place + 1] if place + 1 < len(words) else BREAK
    return after.spoken and after.text not in PREPOSITIONS


def _is_first(words: Words, place: int) -> bool:
    """Whether it begins the sentence, as one thing: "cats are old" is about any."""
    noun = words[place].text
    first = place == 0 or words[place - 1] is BREAK
    return first and not noun.endswith("s") and noun not in PLURALS


def _is_plural(many: Words, single: Words, place: int) -> bool:
    """ "Aisle seats" and "an aisle seat": with an "a" before the one, and no name."""
    ones, several = single[place], many[place]
    if ones.named or several.named or ones.text in NOT_ITS_PLURAL:
        return False
    phrase = slice(max(0, place - 2), place + 1)
    articles = {word.article for word in single[phrase]}
    if "a" not in articles or {word.article for word in many[phrase]} != {""}:
        return False
    return several.text in _plurals(ones.text)


def _plurals(noun: str) -> set[str]:
    if noun.endswith("y"):
        return {noun + "s", noun[:-1] + "ies"}
    return {noun + "s", noun + "es"}
