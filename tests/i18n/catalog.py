"""Message catalogs as gettext writes them, read without gettext."""

import ast
import re
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[2]
GERMAN = ROOT / "memoryhub" / "locale" / "de" / "LC_MESSAGES"
CONTEXT = "\x04"
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]")
LINE = re.compile(r'(msgctxt|msgid_plural|msgid|msgstr(?:\[\d\])?)?\s*(".*")')


@dataclass
class Message:
    """One entry: what the code says, and how it is said in the language."""

    parts: dict[str, str] = field(default_factory=dict)
    fuzzy: bool = False

    @property
    def key(self) -> str:
        """As the compiled catalog knows it: with its context, without its plural."""
        context = self.parts.get("msgctxt")
        one = self.parts["msgid"]
        return one if context is None else f"{context}{CONTEXT}{one}"

    @property
    def sources(self) -> list[str]:
        """The English of each form."""
        return [self.parts[n] for n in ("msgid", "msgid_plural") if n in self.parts]

    @property
    def forms(self) -> list[str]:
        """The translation of each form."""
        return [text for name, text in self.parts.items() if name.startswith("msgstr")]


def read(path: Path) -> list[Message]:
    """All messages of a .po file, the header left out."""
    blocks = path.read_text(encoding="utf-8").split("\n\n")
    messages = [_message(block) for block in blocks]
    return [message for message in messages if message.parts.get("msgid")]


def _message(block: str) -> Message:
    message, name = Message(), ""
    for line in block.splitlines():
        if line.startswith("#,") and "fuzzy" in line:
            message.fuzzy = True
        found = LINE.fullmatch(line)
        if not found:
            continue
        name = found[1] or name
        text = ast.literal_eval(found[2])
        message.parts[name] = message.parts.get(name, "") + text
    return message
