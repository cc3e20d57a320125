"""The guard of paths: nothing but a plain path under ``/memories``, however it is spelt."""

import unicodedata
from urllib.parse import unquote

from governance.files.refusal import FileRefusal
from governance.models import PATH_BYTES

ROOT = "/memories"
MOST_SEGMENTS = 20
DECODINGS = 5
"""A path that still changes after so many is refused."""
UNSEEN = {"Cc", "Cs", "Cn", "Zl", "Zp"}
"""Controls, lone surrogates, line ends: what no name has."""
REVERSING = frozenset(
    "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f"
)
"""Marks that show a name otherwise than it is."""


def checked(path: str) -> str:
    """The path in its normal form NFC, without a slash at its end; raises
    :class:`FileRefusal` for any that is not a plain one under ``/memories``."""
    plain = unicodedata.normalize("NFC", path)
    if any(unicodedata.category(each) in UNSEEN or each in REVERSING for each in plain):
        raise FileRefusal("Error: The path holds characters that no name can have.")
    if len(plain.encode()) > PATH_BYTES:
        raise FileRefusal(f"Error: A path can have {PATH_BYTES:,} bytes at most.")
    plain = plain.removesuffix("/") if plain != "/" else plain
    if _hidden_steps(plain) or not _below_root(plain):
        raise FileRefusal(
            f"Error: The path {path} is not allowed. A path begins with {ROOT} and has "
            "no empty, . or .. part, however it is encoded."
        )
    if plain.count("/") > MOST_SEGMENTS:
        raise FileRefusal(f"Error: A path can have {MOST_SEGMENTS} parts at most.")
    return plain


def parents(path: str) -> list[str]:
    """The folders above it, the root left out."""
    parts = path.split("/")
    return ["/".join(parts[:end]) for end in range(3, len(parts))]


def _below_root(path: str) -> bool:
    if path == ROOT:
        return True
    parts = path.removeprefix(f"{ROOT}/").split("/")
    return path.startswith(f"{ROOT}/") and all(part.strip(" .") for part in parts)


def _hidden_steps(path: str) -> bool:
    """Whether a way out of its folder shows when it is decoded, once or several times."""
    seen = path
    for _ in range(DECODINGS):
        if "\\" in seen or seen.count("/") != path.count("/") or _steps(seen):
            return True
        decoded = unquote(seen)
        if decoded == seen:
            return False
        seen = unicodedata.normalize("NFKC", decoded)
    return True


def _steps(path: str) -> bool:
    parts = path.split("/")[1:]
    unseen = any(unicodedata.category(each) == "Cc" for each in path)
    return unseen or ".." in parts or "." in parts
