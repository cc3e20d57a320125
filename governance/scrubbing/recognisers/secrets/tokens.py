"""JSON web tokens, whose header really decodes, and keys that carry their check sum."""

import base64
import hashlib
import json
import re
from collections.abc import Iterator

from governance.scrubbing.recognisers.rule import PROVEN
from governance.scrubbing.results import Match

# Possessive: each character is read once. A line may be broken where a part ends.
_TOKEN = re.compile(
    r"(?<![A-Za-z0-9])(?P<header>(?:eyJ|eyA|ewo|ew0)[A-Za-z0-9_-]{6,4000}+)"
    r"(?:\s{0,2}\.\s{0,2}[A-Za-z0-9_-]++){1,4}\.?+"
)
_WIF = re.compile(r"(?<![A-Za-z0-9])[5KLc9][1-9A-HJ-NP-Za-km-z]{50,51}(?![A-Za-z0-9])")
_BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
_BITLOCKER = re.compile(r"(?<![0-9-])[0-9]{6}(?:[- ][0-9]{6}){7}(?![0-9-])")


def find_web_tokens(text: str) -> Iterator[Match]:
    if "ey" not in text and "ew" not in text:
        return
    for found in _TOKEN.finditer(text):
        if _decodes(found["header"]):
            yield Match("ACCESS_TOKEN", *found.span(), PROVEN)


def _decodes(header: str) -> bool:
    """RFC 7515: an object that names the algorithm, in base64url without padding."""
    padded = header + "=" * (-len(header) % 4)
    try:
        decoded = json.loads(base64.urlsafe_b64decode(padded))
    except (ValueError, RecursionError):
        return False
    return isinstance(decoded, dict) and bool(
        {"alg", "typ", "kid", "enc"} & set(decoded)
    )


def find_summed_keys(text: str) -> Iterator[Match]:
    for found in _WIF.finditer(text):
        if _is_wallet_key(found.group()):
            yield Match("PRIVATE_KEY", *found.span(), PROVEN)
    for found in _BITLOCKER.finditer(text):
        groups = re.findall(r"[0-9]{6}", found.group())
        # Each group is 16 bits times 11 (Microsoft, BitLocker recovery password).
        if all(int(group) % 11 == 0 and int(group) < 11 << 16 for group in groups):
            yield Match("RECOVERY_CODE", *found.span(), PROVEN)


def _is_wallet_key(value: str) -> bool:
    """Base58Check: the last four bytes are the hash of those before."""
    number = 0
    for char in value:
        number = number * 58 + _BASE58.index(char)
    raw = number.to_bytes((number.bit_length() + 7) // 8, "big")
    body, check = raw[:-4], raw[-4:]
    return hashlib.sha256(hashlib.sha256(body).digest()).digest()[:4] == check
