"""The published schemas (JSON Schema 2020-12) of what packages hold."""

from pathlib import Path

ACCESS, MEMORIES, MESSAGES = "access", "memories", "messages"
SCHEMAS = {ACCESS: 2, MEMORIES: 1, MESSAGES: 1}
"""Each with its version: 1 of ``access`` had memories alone."""


def schema(name: str) -> str:
    """The schema, as it is served and as it lies in a package."""
    return Path(__file__).with_name(f"{name}.json").read_text()
