"""The keyed hashes by which a text is known again, each for one use."""

from governance.access import HELD_USE, KeyedHash, hashes, keyed_hash
from governance.scrubbing import normalised
from governance.writing.draft import Draft

TEXT_USE = "memory text"


def text_hash(text: str) -> KeyedHash:
    """Of a text in use."""
    return keyed_hash(TEXT_USE, normalised(text))


def text_hashes(text: str) -> list[bytes]:
    """The same under every key still in use, to look rows up."""
    return hashes(TEXT_USE, normalised(text))


def held_hash(draft: Draft) -> KeyedHash:
    """Of a text that waits for consent; its key is sealed with it, so it counts here."""
    return keyed_hash(HELD_USE, _told(draft))


def held_hashes(draft: Draft) -> list[bytes]:
    """The same under every key still in use."""
    return hashes(HELD_USE, _told(draft))


def _told(draft: Draft) -> str:
    return f"{draft.key}\0{normalised(draft.text)}"
