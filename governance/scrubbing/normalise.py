"""Text → the plain form that the rules read, with a map back to the input.

Only the rules see it: what is kept is kept as the person wrote it.
"""

import re
import unicodedata
from functools import lru_cache

from governance.scrubbing.escapes import decode_escapes
from governance.scrubbing.lookalikes import unmask
from governance.scrubbing.mapped import Mapped

# Escapes can be nested ("%2540"); a third layer is no accident but also no address.
_LAYERS = 3

# Fillers and selectors that show nothing, though Unicode does not class them as format.
_INVISIBLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
_LINE_ENDS = frozenset("\x0b\x0c\x85\u2028\u2029")
# Minus sign, hyphen bullet and the long vowel mark that Japanese numbers use as a dash.
_MORE_DASHES = frozenset("\u2212\u2043\u30fc\uff70")
_MARKS = frozenset({"Mn", "Me"})
_PLAIN = re.compile(r"[\t\n\r -~]*")
_RUNS = re.compile(r"(?P<plain>[\t\n\r -~]+)|[^\t\n\r -~]")
_FINAL = " .!?…。,;:"


def views(text: str) -> tuple[Mapped, ...]:
    """The forms to search: characters unified and, if it differs, escapes decoded.

    Both, because decoding could also tear a number apart ("100%4111…").
    """
    plain = unify(text)
    decoded = plain
    for _ in range(_LAYERS):
        before = decoded.text
        decoded = decoded.then(decode_escapes).then(unify)
        if decoded.text == before:
            break
    return (plain,) if decoded.text == plain.text else (plain, decoded)


def unify(text: str) -> Mapped:
    """Compatibility forms, digits, dashes, spaces, soft characters, look-alikes."""
    if _PLAIN.fullmatch(text):
        return Mapped.same(text)
    chars: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    for run in _RUNS.finditer(text):
        index, char = run.start(), run.group()
        if run.lastgroup:
            # Nothing to fold: a text pays by the character for what is not ASCII only.
            chars += char
            starts += range(index, run.end())
            ends += range(index + 1, run.end() + 1)
            continue
        joined = _join(chars, char)
        if joined is not None:
            chars[-1:] = joined
            ends[-1] = index + 1
            continue
        folded = _folded(char)
        chars += folded
        starts += [index] * len(folded)
        ends += [index + 1] * len(folded)
    return Mapped(unmask("".join(chars)), starts, ends)


def _join(chars: list[str], char: str) -> str | None:
    """What the last character becomes if this one only adds to it, else None.

    Marks are composed or, on ASCII, dropped; what shows nothing goes, and its place is
    covered with the character before it so that no remnant stays behind.
    """
    if char.isascii() and char.isprintable():
        return None
    if not chars:
        return None
    if not _folded(char):
        return chars[-1]
    if unicodedata.category(char) not in _MARKS:
        return None
    composed = unicodedata.normalize("NFC", chars[-1] + char)
    if len(composed) == 1:
        return composed
    return chars[-1] if chars[-1].isascii() else None


# One entry a character of the alphabet, never a piece of anybody's text.
@lru_cache(maxsize=4096)
def _folded(char: str) -> str:
    category = unicodedata.category(char)
    if char in "\t\n\r":
        return char
    if char in _LINE_ENDS:
        return "\n"
    if category in {"Cf", "Cc"} or char in _INVISIBLE or _is_selector(char):
        return ""
    digit = unicodedata.digit(char, None)
    if digit is not None:
        return str(digit)
    if category == "Pd" or char in _MORE_DASHES:
        return "-"
    return " " if category == "Zs" else _compatible(char)


def _compatible(char: str) -> str:
    """NFKC, which may itself yield spaces and digits of the odd kind."""
    folded = unicodedata.normalize("NFKC", char)
    return folded if folded == char else "".join(_folded(c) for c in folded)


def _is_selector(char: str) -> bool:
    return "\ufe00" <= char <= "\ufe0f" or "\U000e0100" <= char <= "\U000e01ef"


# "10⁶" is not "106", and "2½" not "21/2": compatibility forms would make them so.
_APART = {
    **{ord(sign): f"^{digit}" for digit, sign in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹")},
    **{ord(sign): f"_{digit}" for digit, sign in enumerate("₀₁₂₃₄₅₆₇₈₉")},
    **{ord(sign): f" {sign}" for sign in "¼½¾⅐⅑⅒⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞"},
}


def with_powers(text: str) -> str:
    """The text with raised and lowered digits and fractions set apart from the digits
    beside them."""
    return text.translate(_APART)


def normalised(text: str) -> str:
    """The form by which two texts are the same to dedupe, numbers and "not" intact."""
    folded = unicodedata.normalize("NFKC", with_powers(text)).casefold()
    # Casefolding can undo NFKC ("ŉ"), and the form must be stable.
    folded = unicodedata.normalize("NFKC", folded)
    return " ".join(folded.split()).rstrip(_FINAL).lstrip()
