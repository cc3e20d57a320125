"""Private keys as blocks of text: PEM, OpenSSH, PGP, PuTTY, JWK, and torn ones."""

import re
from collections.abc import Iterator

from governance.scrubbing.recognisers.rule import PROVEN
from governance.scrubbing.results import Match

_NAME = r"[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?"
_MARK = re.compile(rf"-{{2,8}} ?(?:(?P<begin>BEGIN)|END) {_NAME}(?: ?-{{2,8}})?")
# A key follows rather than talk about its first line.
_KEY_FOLLOWS = re.compile(
    r"[\s\\nr\"'+>|]{0,12}(?:MI|MH|MC|b3B|Proc-Type|Version|Comment|lQ|lI|x[co]|(?=[a-z/+]{0,40}[A-Z0-9])[A-Za-z0-9+/=]{16})"
)
_BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/= \t\r\n"
_LONG_LINE = re.compile(r"(?<!\S)\S{16,}")
# The first bytes of a private key (RFC 5208, 5915, 8017, 8410 and OpenSSH's own).
_BARE = re.compile(
    r"(?<![A-Za-z0-9+/])(?:MII[A-Za-z0-9+/]{2}(?:gIBAAKC|QIBAAKC|wIBAAKC|AIBAAKC|IBAAKC|gIBADAN|QIBADAN|wIBADAN|AIBADAN)"
    r"|MI[A-Z][A-Za-z0-9+/](?:AgEAMBAG|AgEAMBMG|AgEAMBQG)|M[A-Za-z]CAQEE|MC4CAQAwBQYDK2V|b3BlbnNzaC1rZXktdjE)"
    r"(?:[A-Za-z0-9+/=]++(?:\s{1,4}(?=[A-Za-z0-9+/=]{20}))?)++(?:\s{1,2}[A-Za-z0-9+/]{1,20}={0,2}(?![\w ]))?"
)
_PUTTY = re.compile(
    r"PuTTY-User-Key-File-[0-9]: ?(?:[^\n]{0,200}\n){0,120}?Private-MAC: ?[0-9a-f]{8,128}"
)
_PUTTY_LINES = re.compile(
    r"Private-Lines: ?[0-9]{1,3}\s{1,4}(?:[A-Za-z0-9+/=]{4,128}\s{1,4}){1,120}"
)
_JWK = re.compile(
    r"\"(?:d|k|p|q|dp|dq|qi)\"\s{0,4}:\s{0,4}\"(?P<value>[\w-]{16,2000})\""
)
_XML = re.compile(
    r"<(?P<part>D|P|Q|DP|DQ|InverseQ)>(?P<value>[A-Za-z0-9+/=\s]{16,2000})</(?P=part)>"
)


def find_private_keys(text: str) -> Iterator[Match]:
    """From BEGIN to END; a key that was cut off takes the rest of the text with it."""
    if "PRIVATE KEY" in text:
        yield from map(_match, _blocks(text))
    for form in (_BARE, _PUTTY, _PUTTY_LINES):
        yield from (_match(found.span()) for found in form.finditer(text))
    if '"kty"' in text:
        yield from (_match(found.span("value")) for found in _JWK.finditer(text))
    if "<RSAKeyValue>" in text:
        yield from (_match(found.span("value")) for found in _XML.finditer(text))


def _match(span: tuple[int, int]) -> Match:
    return Match("PRIVATE_KEY", *span, PROVEN)


def _blocks(text: str) -> Iterator[tuple[int, int]]:
    marks = list(_MARK.finditer(text))
    done = 0
    for at, mark in enumerate(marks):
        following = marks[at + 1] if at + 1 < len(marks) else None
        if not mark["begin"]:
            yield from _torn(text, done, mark)
        elif following and not following["begin"]:
            yield mark.start(), following.end()
        elif _KEY_FOLLOWS.match(text, mark.end()):
            yield mark.start(), following.start() if following else len(text)
        done = mark.end()


def _torn(text: str, start: int, end: re.Match[str]) -> Iterator[tuple[int, int]]:
    """What stands before an END, whose BEGIN may be lost or misspelt."""
    before = len(text[start : end.start()].rstrip(_BASE64))
    line = _LONG_LINE.search(text, start + before, end.start())
    if line:
        yield line.start(), end.end()
