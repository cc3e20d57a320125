"""Of whom or what does the sentence speak at this word: a person, a pet, a thing, a film?"""

from collections.abc import Sequence

from governance.scrubbing.special.generic import speaks_of_nobody
from governance.scrubbing.special.words import Sentence

# "My cat takes insulin", "the hero of the film has cancer": whatever follows is theirs.
_NOBODY = frozenset({"pet", "thing", "topic"})
_VERBS = frozenset({"be", "have", "do"})
_AGAIN = frozenset({"pro", "who", "and"})
# Nearer than a film or a book, these tie what follows to a person after all.
_TIES = frozenset({"be", "have", "pro", "poss"})
_NOUNS = frozenset({"topic", "place"})
# "Is blind and writes code", "her DNA results show": what follows is another matter.
_PARTS = frozenset({"and", "result"})
_UNTIL_PAUSE = ("topic", "work")
_NEXT = 2


class Subject:
    """Moved along a sentence, it knows the last word of each class that counts."""

    def __init__(
        self,
        sentence: Sentence,
        classes: Sequence[frozenset[str]],
        in_lexicon: Sequence[bool],
    ) -> None:
        self._sentence = sentence
        self._classes = classes
        self._tells = in_lexicon
        self._size = len(classes)
        self.last: dict[str, int] = {}
        names = any(map(self._is_name, range(self._size - 1)))
        self.near = self._all_classes(names=names)
        self._generic = not names and speaks_of_nobody(sentence, classes, in_lexicon)
        # The classes of what is spoken of if that is nobody: a pet, a thing, a topic.
        self._nobody: frozenset[str] = frozenset()
        self._tied = -1
        self._moved = 0

    def _all_classes(self, *, names: bool) -> set[str]:
        near = set().union(*self._classes)
        if names:
            near.add("who")
        if near & {"pro", "who", "poss"} or self._classes[0] & _VERBS:
            near.add("person")
        return near

    def _is_name(self, at: int) -> bool:
        """ "Anna takes", "Peter is"; not "There is" or "The app is"."""
        return (
            self._sentence.capitals[at]
            and not self._classes[at]
            and not self._tells[at]
            and bool(self._classes[at + 1] & _VERBS)
        )

    def move_to(self, at: int) -> None:
        while self._moved <= at:
            self._move_on(self._moved)
            self._moved += 1

    def _move_on(self, at: int) -> None:
        if at - 1 in self._sentence.pauses or "why" in self._classes[at]:
            self._nobody = frozenset()
            for passing in _UNTIL_PAUSE:
                self.last.pop(passing, None)
        classes = self._classes[at]
        # "The app has my voiceprint", but "her cat takes its insulin".
        if classes & _AGAIN or ("own" in classes and "pet" not in self._nobody):
            self._nobody = frozenset()
        linked = classes & _VERBS or ("with" in classes and self._tie() < 0)
        nobody = self._of_nobody(at) if linked else frozenset[str]()
        if nobody:
            self._nobody = nobody
            return
        for name in classes - {"work"}:
            self.last[name] = at
        if classes & _TIES and not self._is_genitive(at):
            self._tied = at
        begins = at and "post" in classes and "work" in self._classes[at - 1]
        if begins or "study" in classes:
            self.last["work"] = at

    def _is_genitive(self, at: int) -> bool:
        """ "At the children's hospital"; not "she's"."""
        return self._sentence.words[at] == "'s" and "pro" not in self._classes[at - 1]

    def _of_nobody(self, verb: int) -> frozenset[str]:
        """Is what stands just before the verb a pet or a thing? Then its classes."""
        for at in range(verb - 1, max(-1, verb - 1 - _NEXT), -1):
            if at in self._sentence.pauses or self._classes[at] & _AGAIN:
                break
            if self._classes[at] & _NOBODY:
                return self._classes[at] & _NOBODY
        return frozenset()

    def at_work(self) -> bool:
        """ "Works as a nurse on the cancer ward", but not "works less since her stroke"."""
        return self.last.get("work", -1) >= max(self._tied, 0)

    def hushed(self, at: int, end: int) -> bool:
        """Is the phrase said of no person but of a pet, a film, a book?"""
        if self._nobody or self._generic:
            return True
        # Not by its own first word: "my shop steward".
        if self._tie() < self.last.get("topic", -1) < at:
            return True
        return self._topic_follows(end)

    def _tie(self) -> int:
        return max(self.last.get(tie, -1) for tie in _TIES)

    def _topic_follows(self, end: int) -> bool:
        """ "Cancer charity", "hospital drama": the phrase only describes the next noun."""
        for at in range(end, min(end + _NEXT, self._size)):
            if at - 1 in self._sentence.pauses or self._classes[at] & _PARTS:
                return False
            if self._classes[at] & _NOUNS:
                return "prep" not in self._classes[at]
        return False

    def opens(self, at: int, end: int) -> bool:
        """Does the phrase open a note, or stand between two pauses?"""
        pauses = self._sentence.pauses
        start = at
        while start > 0 and start - 1 not in pauses and start > at - 3:
            if "lead" not in self._classes[start - 1]:
                return False
            start -= 1
        if start > 0 and start - 1 not in pauses:
            return False
        closed = end == self._size or end - 1 in pauses
        return closed or (start == 0 and "tail" in self._classes[end])
