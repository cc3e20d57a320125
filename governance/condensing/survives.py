"""What a condensed text must not lose: numbers and ids, names, decisions, open questions,
preferences (design.md, Condense). Pure: words and shapes, no model."""

import re

_NUMBER = re.compile(r"\d")
# "GB-2231", "INV7", "a3f9-11": letters and figures in one word.
_ID = re.compile(r"\b(?=\w*[-_/]?\w*\d)(?=[\w/-]*[^\W\d_])[\w/-]{3,}\b")
# A word with a capital that does not begin the sentence; a placeholder of the gate.
_NAME = re.compile(r"(?<=[^\s.!?…]\s)[^\W\d_a-z][^\W\d_]+|<[A-Z_]{3,}>")
_QUESTION = re.compile(
    r"[?？؟]|\b(?:to be (?:decided|clarified|confirmed)|not (?:yet )?(?:clear|decided|sure)|"
    r"undecided|unclear|open question|asked (?:whether|if|when|who|what|how)|wonders?)\b",
    re.IGNORECASE,
)
_DECISION = re.compile(
    r"\b(?:decid(?:es?|ed)|decision|agreed|chose|chosen|settled|booked|signed|promised|"
    r"will|must|never|always|from now on|no longer|instead of|deadline|due)\b",
    re.IGNORECASE,
)
_PREFERENCE = re.compile(
    r"\b(?:prefers?|preferred|likes?|dislikes?|loves?|hates?|wants?|needs?|favou?rite|"
    r"avoids?|allergic|rather|cannot|can't|(?:does|do) not|doesn't|don't)\b",
    re.IGNORECASE,
)

WEIGHTS = (
    (_NUMBER, 0.25),
    (_ID, 0.15),
    (_NAME, 0.2),
    (_DECISION, 0.3),
    (_QUESTION, 0.25),
    (_PREFERENCE, 0.25),
)
"""Each counts once a sentence, beside a closeness of −1 to 1 and an importance of up to
0.5: chosen by hand, so that a plain sentence close to the middle does not push out a
distant one with a name and a number."""


def weight(sentence: str) -> float:
    """How much of what must survive a sentence holds, from 0 up to the sum of all."""
    return round(sum(each for shape, each in WEIGHTS if shape.search(sentence)), 6)
