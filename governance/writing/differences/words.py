"""Text → its words as they are compared: small words resolved, one spelling for each
meaning, sentences kept apart. What is not understood stays as it is written."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, replace

from governance.scrubbing import with_powers
from governance.writing.differences.vocabulary import (
    ABBREVIATIONS,
    CONTRACTED,
    ENDINGS,
    LONGEST_PHRASE,
    MONTHS,
    NAMED_BY_LETTER,
    NUMBERS,
    PHRASES,
    SIGNS,
    TENS,
    UNITS,
    USERS,
)

# A number with its inner signs is one word ("1,000", "2-3", "7:30", "2026-05-03"): none
# of them is calculated. What is no word and no space is a word of its own.
_WORD = re.compile(r"\d+(?:[.,:/-]\d+)*|[^\W\d]\w*(?:'\w+)*|\n|\S")
_QUOTES = str.maketrans("’‘ʼ`´“”„«»–—−", "'''''\"\"\"\"\"---")
_HALF_DAYS = re.compile(r"\b([ap])\.\s?m\b\.?", re.IGNORECASE)
_FULL_HOUR = re.compile(r"0?(\d{1,2}):00")
_CLOCK = re.compile(r"0(\d:\d\d)")
_ENDS = frozenset(".!;\n…。")
_ORDINAL = frozenset({"st", "nd", "rd", "th"})
_MEASURES = UNITS | SIGNS
_BRACKETS = frozenset("()")


@dataclass(frozen=True)
class Word:
    """One word. ``article`` ("a", "the", "my") stood before it; ``named`` says that a
    capital letter inside a sentence marks it as a name; ``glued`` that no space came
    before."""

    text: str
    article: str = ""
    named: bool = False
    glued: bool = False

    @property
    def spoken(self) -> bool:
        """Letters or figures, not a sign."""
        return self.text[0].isalnum()


Words = list[Word]

BREAK = Word("|")
"""Stands between two sentences."""
BE = Word("=")
"""Stands for "is", and for the colon of "Home city: Berlin"."""


def texts(words: Words) -> tuple[str, ...]:
    """What the words say."""
    return tuple(word.text for word in words)


def text_at(words: Words, place: int) -> str:
    """What the word at this place says; nothing behind the end."""
    return words[place].text if place < len(words) else ""


def sentences(text: str) -> list[Words]:
    """The sentences of a text that hold anything, each with its plain words."""
    folded = "".join(
        char
        for char in unicodedata.normalize("NFKC", with_powers(text)).translate(_QUOTES)
        if unicodedata.category(char) != "Cf"
    )
    found: list[Words] = [[]]
    for word in _words(_HALF_DAYS.sub(r"\1m", folded)):
        if word.text in _ENDS and not _is_abbreviated(found[-1], word):
            found.append([])
        elif word.text != ".":
            found[-1].append(word)
    shouted = not any(char.islower() for char in folded)
    return [_plain(words, shouted=shouted) for words in found if words]


def _words(text: str) -> Iterator[Word]:
    end = 0
    for match in _WORD.finditer(text):
        said = match.group()
        yield Word(
            said if said == "\n" else said.casefold(),
            named=said[0].isupper()
            and said != "I"
            and (len(said) == 1 or not said.isupper()),
            glued=match.start() == end,
        )
        end = match.end()


def _is_abbreviated(before: Words, stop: Word) -> bool:
    if stop.text != "." or not before:
        return False
    last = before[-1].text
    return last in ABBREVIATIONS or (len(last) == 1 and last.isalpha())


def _plain(words: Words, *, shouted: bool) -> Words:
    words = list(_expanded(_without_hyphens(words)))
    words = [
        replace(word, named=word.named and not shouted and not _starts(words, place))
        for place, word in enumerate(words)
    ]
    return _with_articles(_with_phrases(_measured(_counted(words))))


def _starts(words: Words, place: int) -> bool:
    return place == 0 or words[place - 1].text in {":", '"'}


def _without_hyphens(words: Words) -> Iterator[Word]:
    """ "e-mail" is "e mail"; a dash beside a space or a figure stays."""
    for place, word in enumerate(words):
        inside = 0 < place < len(words) - 1 and word.glued and words[place + 1].glued
        if word.text in _BRACKETS:
            yield replace(word, text=",")
        elif not (
            word.text == "-"
            and inside
            and _joins(words[place - 1].text)
            and words[place + 1].text.isalpha()
        ):
            yield word


def _joins(text: str) -> bool:
    """ "User-made" is no user."""
    return text.isalpha() and text not in USERS


def _expanded(words: Iterator[Word]) -> Iterator[Word]:
    for word in words:
        if word.text in CONTRACTED:
            for part in CONTRACTED[word.text]:
                yield replace(word, text=part)
            continue
        ending = next((each for each in ENDINGS if word.text.endswith(each)), "")
        stem = word.text.removesuffix(ending)
        if not ending or not stem:
            yield word
            continue
        yield replace(word, text=stem)
        yield Word(ENDINGS[ending], glued=True)


def _counted(words: Words) -> Words:
    """Numbers as figures: "twenty-one" is "21"."""
    made: Words = []
    place = 0
    while place < len(words):
        text = words[place].text
        after = words[place + 1].text if place + 1 < len(words) else ""
        if text in TENS:
            unit = int(NUMBERS.get(after, "0"))
            composed = 0 < unit < 10
            made.append(Word(str(TENS[text] + (unit if composed else 0))))
            place += composed
        elif text in NUMBERS:
            made.append(Word(NUMBERS[text]))
        else:
            made.append(words[place])
        place += 1
    return made


def _measured(words: Words) -> Words:
    """Amounts, dates and times of day in one order and spelling."""
    made: Words = []
    for word in words:
        last = made[-1] if made else Word("-")
        if word.text in MONTHS and last.text in _ORDINAL and last.glued:
            made.pop()
        elif word.text in _ORDINAL and word.glued and _is_day_after_month(made):
            continue
        if _is_figure(word) and last.text in SIGNS:
            made[-1:] = [word, Word(SIGNS[last.text])]
        elif _is_day(word) and last.text in MONTHS:
            made[-1:] = [word, last]
        elif word.text in {"am", "pm"} and _is_figure(last):
            hour = _FULL_HOUR.sub(r"\1", last.text)
            made[-1:] = [Word(hour), Word(word.text[0] + ".m.")]
        elif word.text in _MEASURES and _is_figure(last):
            made.append(Word(_MEASURES[word.text]))
        else:
            made.append(replace(word, text=_CLOCK.sub(r"\1", word.text)))
    return made


def _is_figure(word: Word) -> bool:
    return word.text[0].isdigit()


def _is_day(word: Word) -> bool:
    return word.text.isdecimal() and int(word.text) <= 31


def _is_day_after_month(words: Words) -> bool:
    """ "May 3" has been turned to "3 May" already."""
    return len(words) > 1 and words[-1].text in MONTHS and _is_day(words[-2])


def _with_phrases(words: Words) -> Words:
    made: Words = []
    place = 0
    while place < len(words):
        length = _phrase_at(words, place)
        if length:
            meant = PHRASES[texts(words[place : place + length])]
            made += [replace(words[place], text=text, named=False) for text in meant]
        else:
            made.append(words[place])
        place += length or 1
    return made


def _phrase_at(words: Words, place: int) -> int:
    """How many words from here are one phrase; a name is none."""
    said = texts(words[place : place + LONGEST_PHRASE])
    for length in range(len(said), 0, -1):
        if said[:length] in PHRASES:
            return 0 if words[place].named else length
    return 0


def _with_articles(words: Words) -> Words:
    """An article is no word of its own but belongs to the next."""
    made: Words = []
    article = ""
    for place, word in enumerate(words):
        after = words[place + 1] if place + 1 < len(words) else None
        if after and _is_article(word, after, made):
            article = "the" if word.text == "the" else "a"
        else:
            made.append(replace(word, article=article))
            article = ""
    return made


def _is_article(word: Word, after: Word, before: Words) -> bool:
    if word.named or not after.spoken:
        return False
    if word.text == "the":
        return True
    # "an Anna" is no English, "glaubt an Anna" is German; "vitamin a" is a name.
    named = after.named or (before and before[-1].text in NAMED_BY_LETTER)
    return word.text in {"a", "an"} and not named
