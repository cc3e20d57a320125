"""One wording where there are several for a thing that is called, dated, liked or listed."""

from dataclasses import replace

from governance.writing.differences.vocabulary import (
    JOINING,
    LIKING,
    LISTING,
    NAMING,
    NO_COMMA_BEFORE,
    ing_form,
)
from governance.writing.differences.words import BE, Word, Words, text_at, texts


def reworded(words: Words) -> Words:
    """The same sentence in the one wording."""
    made: Words = []
    plain = _of_the_person(_with_few_commas(words))
    for place, word in enumerate(plain):
        made.append(BE if word.text in {"is", ":"} else word)
        for rule in (_called, _dated, _liked, _allergic):
            rule(made, text_at(plain, place + 1))
    return _in_order(made)


def _with_few_commas(words: Words) -> Words:
    """Without those that are a matter of taste; "Anna, Maria" are two, "Anna Maria" is
    one."""
    made: Words = []
    for place, word in enumerate(words):
        after = text_at(words, place + 1)
        if word.text != "," or (made and after not in NO_COMMA_BEFORE | {"", ","}):
            made.append(word)
    return made


def _of_the_person(words: Words) -> Words:
    """The person in the midst of a sentence."""
    made: Words = []
    for place, word in enumerate(words):
        the_user = word.text == "user" and word.article == "the" and place > 0
        if word.text == "'s" and made and made[-1].text == "me":
            made[-1] = Word("my")
        else:
            made.append(Word("me") if the_user or word.text == "i" else word)
    return made


def _called(made: Words, after: str) -> None:
    """ "The dog's name is" and "the dog is named" are "the dog is called"."""
    if made[-1].text == "named" and after not in NAMING:
        made[-1] = Word("called")
    if made[-1] is not BE or len(made) < 2 or made[-2].text != "name":
        return
    if len(made) == 2 or made[-3].text == "'s":
        made[max(0, len(made) - 3) :] = [BE, Word("called")]


def _dated(made: Words, after: str) -> None:
    """ "Birthday: on 4 June" is "birthday: 4 June"."""
    if texts(made[-2:]) == (BE.text, "on") and after[:1].isdigit():
        made.pop()


def _liked(made: Words, after: str) -> None:
    """ "Likes to swim" is "likes swimming"."""
    verb, to, done = ("", "", *texts(made[-3:]))[-3:]
    if verb in LIKING and to == "to" and done.isalpha():
        made[-2:] = [replace(made[-1], text=ing_form(done))]


def _allergic(made: Words, after: str) -> None:
    """ "Has a peanut allergy" is "allergic to (a) peanut"."""
    if len(made) == 3 and texts(made[::2]) == ("to have", "allergy"):
        made[:] = [Word("allergic"), Word("to"), replace(made[1], article="a")]


def _in_order(words: Words) -> Words:
    """ "Speaks Dutch and Czech" in one order: single words between the verb and the end,
    where nothing before or after could belong to one of them alone."""
    place = _list_start(words)
    items = words[place:]
    parts, signs = items[::2], texts(items[1::2])
    listed = len(items) > 2 and len(items) % 2 and signs[-1] in JOINING
    if not listed or set(signs[:-1]) - {","} or not "".join(texts(parts)).isalpha():
        return words
    ordered = iter(sorted(parts, key=lambda word: word.text))
    return words[:place] + [
        item if n % 2 else next(ordered) for n, item in enumerate(items)
    ]


def _list_start(words: Words) -> int:
    """Behind the last verb that lists, or "allergic to"."""
    for place in range(len(words), 0, -1):
        last = texts(words[max(0, place - 2) : place])
        if last[-1] in LISTING or last == ("allergic", "to"):
            return place
    return len(words)
