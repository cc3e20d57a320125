"""A text → its sentences, in any script. Pure: no database, no model."""

import re
from dataclasses import dataclass

CLOSERS = "\"'”’»)]}」』）"
ENDS = ".!?…。！？｡؟।"
EMOJI = "\U0001f1e6-\U0001faff\u2600-\u27bf\ufe0f\u200d"

# A full stop of Chinese or Japanese needs no space behind it; "3.5" shows that ours does.
# An emoji behind the full stop still belongs to what it comments on.
_END = re.compile(
    rf"[。！？｡]+[{re.escape(CLOSERS)}]*"
    rf"|[.!?…؟।]+[{re.escape(CLOSERS)}]*(?:[^\S\n]?[{EMOJI}]+)*(?=\s|$)"
    r"|\n"
)
_WORD_BEFORE = re.compile(r"(\S+)$")

# Never the last word of a sentence: a name or a number follows.
_TITLES = frozenset(
    [
        "mr",
        "mrs",
        "ms",
        "dr",
        "prof",
        "rev",
        "hon",
        "sr",
        "jr",
        "st",
        "ca",
        "approx",
        "vs",
        "bzw",
        "str",
        "hr",
        "fr",
        "z.b",
        "e.g",
        "i.e",
        "d.h",
        "cf",
    ]
)
# The same before a number: "No. 12", but "Would she go? No. She stayed."
_NUMBERED = frozenset(["no", "nos", "nr", "fig", "vol", "p", "pp", "art", "sec"])
_NUMBER_OR_LETTER = re.compile(r"\d{1,3}|[^\W\d_]")


@dataclass(frozen=True)
class Sentence:
    """One sentence as it stands in its text; ``gap`` is what stands before it there: a
    space, a line end, or nothing."""

    text: str
    gap: str = ""


def sentences(text: str) -> list[Sentence]:
    """The sentences in their order. Nothing is lost or changed but the space between
    them; a text without punctuation is one sentence a line."""
    found: list[Sentence] = []
    gap, start = "", 0
    for end in _ends(text):
        part = text[start:end]
        sentence = part.strip()
        gap += part[: len(part) - len(part.lstrip())]
        if sentence:
            found.append(Sentence(sentence, _plain(gap)))
            gap = part[len(part.rstrip()) :]
        start = end
    return found


def ends_whole(text: str) -> bool:
    """Whether a text ends as a sentence does, so that another may follow it in line."""
    return text.rstrip(CLOSERS)[-1:] in set(ENDS)


def _ends(text: str) -> list[int]:
    lower_case = text == text.lower()
    ends = [
        match.end()
        for match in _END.finditer(text)
        if _is_end(text, match, lower_case=lower_case)
    ]
    return [*ends, len(text)]


def _is_end(text: str, match: re.Match[str], *, lower_case: bool) -> bool:
    """Whether a sentence ends here, and not an abbreviation or a quotation in it."""
    if match.group()[0] in "\n。！？｡":
        return True
    after = text[match.end() :].lstrip()
    if after[:1].islower() and not lower_case:
        return False
    return match.group() != "." or not _abbreviated(text[: match.start()], after)


def _abbreviated(before: str, after: str) -> bool:
    """Whether the full stop behind this belongs to the word: "Dr.", the "J." of a name,
    the "2." that begins a line."""
    line = before.rpartition("\n")[2]
    word = _WORD_BEFORE.search(line)
    if word is None:
        return False
    last = word.group().lstrip("([\"'“„«").casefold()
    if last in _TITLES or (last in _NUMBERED and after[:1].isdigit()):
        return True
    if not _NUMBER_OR_LETTER.fullmatch(last):
        return False
    begins_line = not line[: word.start()].strip()
    # "Hepatitis B. Lives in …" is rarer than "Anna B. Quux".
    return begins_line or (last.isalpha() and word.group().lstrip("(").isupper())


def _plain(gap: str) -> str:
    return "\n" if "\n" in gap else " " if gap else ""
