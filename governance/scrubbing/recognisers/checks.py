"""Check digits of ids that `python-stdnum` does not know, each by its public rule."""

import re
from datetime import date

_ICAO_WEIGHTS = (7, 3, 1)
_RVNR_WEIGHTS = (2, 1, 2, 5, 7, 1, 2, 1, 2, 1, 2, 1)
_NRIC_WEIGHTS = (2, 7, 6, 5, 4, 3, 2)
_MEDICARE_WEIGHTS = (1, 3, 7, 9, 1, 3, 7, 9)
_KRR_WEIGHTS = (2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5)


def _plain(number: str) -> str:
    return re.sub(r"[^0-9A-Z]", "", number.upper())


def _weighed(number: str, weights: tuple[int, ...]) -> int:
    return sum(
        int(digit) * weight for digit, weight in zip(number, weights, strict=False)
    )


def german_card(number: str) -> bool:
    """Personalausweis and Reisepass: nine signs and a digit by ICAO Doc 9303, part 3."""
    plain = _plain(number)
    values = (int(sign, 36) for sign in plain[:9])
    total = sum(value * _ICAO_WEIGHTS[at % 3] for at, value in enumerate(values))
    return plain[9:10].isdigit() and total % 10 == int(plain[9])


def german_pension(number: str) -> bool:
    """Rentenversicherungsnummer, by § 4 VKVV: the letter counts as two digits."""
    plain = _plain(number)
    spread = plain[:8] + f"{ord(plain[8]) - 64:02d}" + plain[9:11]
    products = (int(d) * w for d, w in zip(spread, _RVNR_WEIGHTS, strict=True))
    return sum(p // 10 + p % 10 for p in products) % 10 == int(plain[11])


def singapore_nric(number: str) -> bool:
    plain = _plain(number)
    head, total = plain[0], _weighed(plain[1:8], _NRIC_WEIGHTS)
    total += {"T": 4, "G": 4, "M": 3}.get(head, 0)
    letters = {
        "S": "JZIHGFEDCBA",
        "T": "JZIHGFEDCBA",
        "F": "XWUTRQPNMLK",
        "G": "XWUTRQPNMLK",
    }
    return plain[8] == letters.get(head, "KLJNPQRTUWX")[total % 11]


def australian_medicare(number: str) -> bool:
    plain = _plain(number)
    return plain[0] in "23456" and _weighed(plain, _MEDICARE_WEIGHTS) % 10 == int(
        plain[8]
    )


def hungarian_taj(number: str) -> bool:
    plain = _plain(number)
    return _weighed(plain, (3, 7) * 4) % 10 == int(plain[8])


def hungarian_tax(number: str) -> bool:
    plain = _plain(number)
    return plain[0] == "8" and _weighed(plain, tuple(range(1, 10))) % 11 == int(
        plain[9]
    )


def hungarian_personal(number: str) -> bool:
    """Személyi azonosító: the weights turned round for those born since 1997."""
    plain = _plain(number)
    weights = tuple(range(1, 11))
    totals = (_weighed(plain, w) % 11 for w in (weights, weights[::-1]))
    return _has_date(plain[1:7]) and int(plain[10]) in set(totals)


def korean_rrn(number: str) -> bool:
    """The digit is random for those born since October 2020, but not the date."""
    plain = _plain(number)
    return _has_date(plain[:6]) and (
        11 - _weighed(plain, _KRR_WEIGHTS) % 11
    ) % 10 == int(plain[12])


def danish_cpr(number: str) -> bool:
    """Since 2007 without a check digit, so the date must do (and a word nearby)."""
    plain = _plain(number)
    return _has_date(plain[4:6] + plain[2:4] + plain[:2])


def _has_date(digits: str) -> bool:
    """Year, month, day in two digits each; the leap years of both centuries count."""
    try:
        return (
            date(2000 + int(digits[:2]), int(digits[2:4]), int(digits[4:6])) is not None
        )
    except ValueError:
        return False
