"""Put values into a text: the whole template language, which is names in braces.

Pure, and nothing is ever executed: one expression finds ``{name}``, a table gives its
value, and what was put in is not looked at again. Double braces are text.
"""

import re
import unicodedata
from collections.abc import Collection, Mapping

NAME = re.compile(r"(?<!\{)\{([a-z_]+)\}(?!\})")
# A brace with something like a name behind it is meant as a placeholder, so that a typing
# error does not go out as it stands.
MEANT = re.compile(r"(?<!\{)\{\s*[^\W\d][^{}\n]*\}(?!\})")


def names_in(text: str) -> list[str]:
    """The names that stand in single braces, each once, in order."""
    return list(dict.fromkeys(NAME.findall(text)))


def not_placeholders(text: str, known: Collection[str]) -> list[str]:
    """What looks like a placeholder and is none: unknown names, and names with a dot, a
    format or anything else beside them."""
    meant = [match.group() for match in MEANT.finditer(text)]
    return list(dict.fromkeys(each for each in meant if each[1:-1] not in known))


def filled(text: str, values: Mapping[str, str]) -> str:
    """The text with its values. A line whose placeholders all have nothing to say is left
    out, and no more than one line is empty between two others."""
    lines = (_line(each, values) for each in text.split("\n"))
    kept = "\n".join(line.rstrip() for line in lines if line is not None)
    return re.sub(r"\n{3,}", "\n\n", kept).strip("\n")


def one_line(text: str) -> str:
    """For a subject: no line breaks, no control characters."""
    return " ".join(plain(text).split())


def plain(text: str) -> str:
    """Without control characters and with line breaks of one kind."""
    unified = re.sub(r"\r\n?|[\u2028\u2029\x85\x0b\x0c]", "\n", text)
    return "".join(
        each
        for each in unified
        if each in "\n\t" or unicodedata.category(each) not in {"Cc", "Cs"}
    )


def _line(line: str, values: Mapping[str, str]) -> str | None:
    used = [name for name in NAME.findall(line) if name in values]
    if used and not any(values[name] for name in used):
        return None
    return NAME.sub(lambda match: values.get(match[1], match[0]), line)
