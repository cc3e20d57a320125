"""What the launcher says instead of a traceback."""

from typing import NoReturn

WRONG_USE = 2


class Refused(Exception):
    """One clear line for the person at the terminal, and the next step for them."""


def refuse(sentence: str) -> NoReturn:
    raise Refused(sentence)
