"""The words of a sentence → what it says of the person, however it begins: "The user
likes", "I like" and "Likes" are one thing, "My sister likes" and "Like" are others."""

from collections.abc import Container
from dataclasses import replace

from governance.writing.differences.vocabulary import (
    AUXILIARIES,
    CONDITIONS,
    FREQUENCY,
    FROM_THIRD,
    IDLE,
    JOINING,
    OF_THE_PERSON,
    OPENERS,
    OPENINGS,
    OTHER_USERS,
    PARTICIPLES,
    PAST,
    REPORTING,
    SCOPED,
    STATIVE,
    VERBS,
)
from governance.writing.differences.wordings import reworded
from governance.writing.differences.words import (
    BREAK,
    Word,
    Words,
    sentences,
    text_at,
    texts,
)

NOBODY, USER, SPEAKER, THEY, OWN = "", "the user", "i", "they", "my"
"""Whom a sentence begins with, as far as it is the person; ``OWN`` is something of theirs."""

_IS = frozenset({"is", "are"})
_THINGS_ARE = _IS | {"was", "were", ":"}


def plain(text: str) -> Words:
    """The words that must stand in any text that says the same, in their order."""
    words: Words = []
    of_person = True
    for sentence in sentences(text):
        subject, meant = _meant(sentence)
        # "Ben is my boss. Likes tea." may be about Ben.
        if subject and not of_person:
            meant = [Word(subject), *meant]
        of_person = of_person and _is_of_person(subject, meant)
        words += [BREAK, *meant] if words else meant
    return words


def _meant(words: Words) -> tuple[str, Words]:
    subject, words = _subject(_fronted_last(_unopened(words)))
    if subject == OWN:
        words = [replace(word, article=OWN) for word in words[:1]] + words[1:]
    else:
        words = _said(words, subject)
    return subject, reworded([word for word in words if word.text not in IDLE])


def _is_of_person(subject: str, words: Words) -> bool:
    unsaid = subject == NOBODY and text_at(words, 0).startswith("to ")
    return unsaid or subject in {USER, SPEAKER, THEY}


def _unopened(words: Words) -> Words:
    """Without "please" and "remember that"."""
    start, length = 0, 1
    while length:
        opening = (o for o in OPENINGS if texts(words[start : start + len(o)]) == o)
        length = len(next(opening, ()))
        start += length
    return words[start:]


def _fronted_last(words: Words) -> Words:
    """ "When flying, likes tea" is "likes tea when flying", where nothing else could
    belong to the clause."""
    if text_at(words, 0) not in OPENERS:
        return words
    end = next((n for n in range(len(words)) if _ends_clause(words, n)), 0)
    rest = words[end + 1 :] if words[end].text == "," else words[end:]
    if end < 2 or not rest or SCOPED & {*texts(words[1:end]), *texts(rest)}:
        return words
    return rest + words[:end]


def _ends_clause(words: Words, place: int) -> bool:
    word = words[place]
    the_user = word.text == "user" and word.article == "the"
    return word.text == "," or (the_user and _is_verbal(words[place + 1 :], FROM_THIRD))


def _subject(words: Words) -> tuple[str, Words]:
    """The subject as far as it is the person, and what is said of it."""
    for other in OTHER_USERS:
        if texts(words[: len(other)]) == other:
            return USER, words[len(other) :]
    first = text_at(words, 0)
    if first == "my":
        return OWN, words[1:]
    if first == "i" and _is_of_speaker(words[1:]):
        return SPEAKER, words[1:]
    if first == "user" and words[0].article != "a":
        return _user(words)
    return NOBODY, words


def _user(words: Words) -> tuple[str, Words]:
    after = text_at(words, 1)
    # "The user's paid weekly" is what is done to them.
    if after == "'s" and not _is_participle(text_at(words, 2)):
        return OWN, words[2:]
    if after in REPORTING or texts(words[1:3]) == ("told", "me"):
        return _reported(words)
    # "User interviews" and "the user manual" are not about the person.
    return (USER, words[1:]) if _is_verbal(words[1:], FROM_THIRD) else (NOBODY, words)


def _reported(words: Words) -> tuple[str, Words]:
    """ "The user said that they …": who says it is who it is about. "He" and "she" may
    be somebody whom the text has lost."""
    place = 3 if text_at(words, 1) == "told" else 2
    place += text_at(words, place) == "that"
    if text_at(words, place) == "they":
        return THEY, words[place + 1 :]
    if text_at(words, place) == "their":
        return OWN, words[place + 1 :]
    return NOBODY, words


def _is_verbal(words: Words, present: Container[str]) -> bool:
    place = _past_adverbs(words)
    verb, after = text_at(words, place), text_at(words, place + 1)
    past = verb in PAST or (verb.endswith("ed") and not verb.endswith("eed"))
    return (past or verb in present or verb in AUXILIARIES) and after not in _THINGS_ARE


def _is_of_speaker(words: Words) -> bool:
    """Whether "I" is the person and not the assistant that writes it down."""
    place = _past_adverbs(words)
    verb = text_at(words, place)
    done = text_at(words, _past_adverbs(words, place + 1))
    if verb in {"can", "must", "do"}:
        return done in OF_THE_PERSON
    if verb in {"am", "have"}:
        return not _is_participle(done) or done in CONDITIONS
    return verb in OF_THE_PERSON


def _past_adverbs(words: Words, start: int = 0) -> int:
    place = start
    while text_at(words, place) in FREQUENCY | IDLE:
        place += 1
    return place


def _said(words: Words, subject: str) -> Words:
    """The sentence from its verb on, with "is" left out where that changes nothing, and
    verbs as "to like", whoever likes."""
    place = _past_adverbs(words)
    verb = text_at(words, place)
    if verb in _IS or (verb == "am" and subject == SPEAKER):
        return _being(words, place, subject)
    if verb in {"do", "does"} and text_at(words, place + 1) == "not":
        if verb == "do" and subject == NOBODY:
            return words  # an order
        words = words[:place] + words[place + 1 :]
        return _own_things(_infinitive(words, place, SPEAKER), subject)
    words = _infinitive(words, place, subject)
    if text_at(words, place).startswith("to "):
        words = _joined_verbs(words, subject)
    return _own_things(words, subject)


def _being(words: Words, place: int, subject: str) -> Words:
    """ "Is allergic" is "allergic", but "is paid" is not "paid"."""
    start = _past_adverbs(words, place + 1)
    how, after = text_at(words, start), text_at(words, start + 1)
    asked = subject == NOBODY and start < len(words) and words[start].named
    done = _is_participle(how) and not (how in CONDITIONS and after in {"", "to", "in"})
    if asked or done or how == "to":
        return words
    return words[:place] + words[place + 1 :]


def _is_participle(word: str) -> bool:
    return word in PARTICIPLES or word.endswith("ed")


def _infinitive(words: Words, start: int, subject: str) -> Words:
    """The verb behind adverbs as "to …"; a bare one that nobody does is an order."""
    place = _past_adverbs(words, start)
    verb = text_at(words, place)
    if not verb or words[place].article or words[place].named:
        return words
    if text_at(words, place + 1) in _THINGS_ARE:  # "rent is": a thing
        return words
    meant = _verb_meant(verb, subject)
    return [*words[:place], replace(words[place], text=meant), *words[place + 1 :]]


def _verb_meant(verb: str, subject: str) -> str:
    if subject != SPEAKER and verb in FROM_THIRD:
        return f"to {FROM_THIRD[verb]}"
    if verb in STATIVE or (subject in {SPEAKER, THEY} and verb in VERBS):
        return f"to {verb}"
    return f"! {verb}" if subject == NOBODY and verb in VERBS else verb


def _joined_verbs(words: Words, subject: str) -> Words:
    """Verbs behind "and" are about the same person."""
    third = subject if subject == SPEAKER else USER
    for place, word in enumerate(words):
        if word.text in JOINING or word.text == "but":
            words = _infinitive(words, place + 1, third)
    return words


def _own_things(words: Words, subject: str) -> Words:
    """ "The user sold their car": right behind the verb nobody else can be meant. "His"
    and "her" stay, since they differ."""
    if subject not in {USER, THEY}:
        return words
    verb = _past_adverbs(words)
    place = verb + 3 if text_at(words, verb + 1) == "to" else verb + 1
    if text_at(words, place) != "their":
        return words
    return [*words[:place], Word("my"), *words[place + 1 :]]
