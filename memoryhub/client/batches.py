"""Any number of memories, cut into batches that the server takes."""

from collections.abc import Iterable, Iterator

import msgspec

from memoryhub.client.errors import TooLarge
from memoryhub.client.given import NewMemory
from memoryhub.client.problem import Problem

MOST_ITEMS = 100
MOST_BYTES = 512 * 1024
"""The server's limit for a body, unless its operator has set another."""
FRAME = len('{"items":[]}')


def batches(
    items: Iterable[NewMemory], *, most_bytes: int = MOST_BYTES
) -> Iterator[list[NewMemory] | TooLarge]:
    """In order: lists of up to 100 that fit into one body, and an error in the place of
    each item that alone does not fit."""
    batch: list[NewMemory] = []
    size = FRAME
    for item in items:
        own = len(msgspec.json.encode(item.members())) + 1  # with its comma
        if batch and (len(batch) == MOST_ITEMS or size + own > most_bytes):
            yield batch
            batch, size = [], FRAME
        if size + own > most_bytes:
            yield _too_large(most_bytes)
        else:
            batch.append(item)
            size += own
    if batch:
        yield batch


def _too_large(most_bytes: int) -> TooLarge:
    detail = f"This item alone is over {most_bytes:,} bytes; it was not sent."
    return TooLarge(Problem(413, "The item is too large", detail))
