"""References that can be read over the telephone: Crockford's base 32 has no I, L, O, U."""

import secrets

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
MISREAD = str.maketrans({"I": "1", "L": "1", "O": "0"})
LENGTH = 8


def new_reference() -> str:
    """Such as ``7K3M-92QX``: forty random bits, so nobody guesses the next one."""
    signs = "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))
    return f"{signs[:4]}-{signs[4:]}"


def read_reference(typed: str) -> str:
    """What was typed or heard, as it is kept; '' where it is no reference."""
    signs = "".join(typed.upper().split()).replace("-", "").translate(MISREAD)
    if len(signs) != LENGTH or set(signs) - set(ALPHABET):
        return ""
    return f"{signs[:4]}-{signs[4:]}"
