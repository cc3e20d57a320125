"""Is a sentence about the world and nobody in it? "People with asthma should …"."""

from collections.abc import Sequence
from itertools import takewhile

from governance.scrubbing.special.words import Sentence

_PERSONAL = frozenset({"pro", "own", "who"})
_OPENING = 2


def speaks_of_nobody(
    sentence: Sentence, classes: Sequence[frozenset[str]], in_lexicon: Sequence[bool]
) -> bool:
    """A question, a task, a rule or a definition in which no single person is named."""
    general = (
        sentence.asks
        or bool(classes[0] & {"task", "asks"})
        or any("crowd" in each for each in classes[:_OPENING])
        or _defines(classes, in_lexicon)
        or _tells_of_a_work(classes)
    )
    return general and not any(map(_is_somebody, classes))


def _is_somebody(classes: frozenset[str]) -> bool:
    return bool(classes & _PERSONAL) and not classes & {"vague", "crowd"}


def _defines(classes: Sequence[frozenset[str]], in_lexicon: Sequence[bool]) -> bool:
    """ "Diabetes is a disease"; not "Anna is a diabetic", nor "Christian is one"."""
    return any(
        "be" in classes[at] and "article" in classes[at + 1]
        for at in range(1, min(_OPENING + 1, len(classes) - 1))
        if all(in_lexicon[:at]) and not any("named" in each for each in classes[:at])
    )


def _tells_of_a_work(classes: Sequence[frozenset[str]]) -> bool:
    """ "The priest in the film …", "A cliché, says the review"."""
    if "article" not in classes[0]:
        return False
    before_and = takewhile(lambda each: "and" not in each, classes)
    return any("topic" in each for each in before_and)
