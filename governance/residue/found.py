"""What a search tells: the place and how often, never the words around it."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Found:
    """One place that holds the phrase."""

    place: str
    part: str
    times: int


def spellings(phrase: str) -> tuple[bytes, ...]:
    """The phrase as bytes, as JSON escapes it, and as PostgreSQL prints bytes."""
    plain = phrase.encode()
    escaped = "".join(
        char if char.isascii() else "".join(f"\\u{unit:04x}" for unit in _units(char))
        for char in phrase
    )
    return tuple(dict.fromkeys([plain, escaped.encode(), plain.hex().encode()]))


def _units(char: str) -> list[int]:
    """UTF-16, as JSON writes it."""
    raw = char.encode("utf-16-be")
    return [int.from_bytes(raw[at : at + 2]) for at in range(0, len(raw), 2)]
