"""Secrets as they turn up: tokens of known issuers in files and in talk, passwords, PINs,
keys, recovery codes. Each case says what must be gone."""

import base64
import json
import random
import re
import string
from collections.abc import Iterator
from typing import NamedTuple

from governance.management.bench.scrubbing.filling import (
    Makers,
    Value,
    fill,
    unescaped,
)
from governance.management.bench.scrubbing.score import Record
from governance.management.bench.scrubbing.sets import sections
from governance.management.bench.scrubbing.split import is_unseen
from governance.management.bench.scrubbing.tokens import NAMELESS, PREFIXED, drawn
from governance.management.bench.scrubbing.words import PASSWORDS

BARE = "bare"
TALK = "in a sentence"
WRITTEN = {
    "KEY=value": "{{name}}={{token}}",
    "JSON": '{"id": 7, "{{name}}": "{{token}}"}',
    "YAML": "service:\n  {{name}}: {{token}}\n  retries: 3",
    "header": "Authorization: Bearer {{token}}",
    "URL": "https://api.example.org/v1/items?access_token={{token}}&page=2",
}
NAMES = ("API_KEY", "ACCESS_TOKEN", "api_key", "token", "SECRET_KEY", "auth_token")
SENTENCES_A_FORMAT = 4
ROUNDS = 4
"""How often each other sentence is filled."""


class Case(NamedTuple):
    """One secret in one text: of which group of figures, by what name it is told when it
    is missed, and whether its format or its sentence is kept unseen."""

    group: str
    name: str
    record: Record
    unseen: bool


def cases(chance: random.Random, *, unseen: bool) -> list[Case]:
    """All of one side of the split."""
    made = [*token_cases(chance), *nameless_cases(chance), *spoken_cases(chance)]
    return [case for case in made if case.unseen == unseen]


def token_cases(chance: random.Random) -> Iterator[Case]:
    """Every known format: alone, in files, in talk."""
    talk = [line for heading, line in sections("talk") if heading == "token"]
    for issuer, shape in PREFIXED.items():
        hidden = is_unseen(issuer)
        for way, form in {BARE: "{{token}}", **WRITTEN}.items():
            makers = _makers(chance.choice(NAMES), shape, chance)
            yield Case(f"tokens {way}", issuer, fill(form, makers), hidden)
        for line in chance.sample(talk, SENTENCES_A_FORMAT):
            # What an issuer is called, without which of its tokens it is.
            makers = _makers(re.split("[ ,]", issuer)[0], shape, chance)
            told = fill(line, makers)
            yield Case(f"tokens {TALK}", issuer, told, hidden or is_unseen(line))


def nameless_cases(chance: random.Random) -> Iterator[Case]:
    """Tokens that only a name beside them gives away."""
    for name, shape in NAMELESS.items():
        for way in ("KEY=value", "JSON", "YAML"):
            told = fill(WRITTEN[way], _makers(name, shape, chance))
            yield Case("tokens by their name alone", name, told, is_unseen(name))


def spoken_cases(chance: random.Random) -> Iterator[Case]:
    """Passwords, PINs, recovery codes and documents, as they are told."""
    makers = spoken(chance)
    told = [(kind, line) for kind, line in sections("talk") if kind != "token"]
    for kind, line in told * ROUNDS:
        record = fill(unescaped(line), makers)
        yield Case(f"{kind} in talk", line, record, is_unseen(line))


def _makers(name: str, shape: str, chance: random.Random) -> Makers:
    before, token = drawn(shape, chance)
    return {
        "name": lambda: Value(name),
        "token": lambda: Value(token, "API_KEY", before),
    }


def spoken(chance: random.Random) -> Makers:
    """Fills the sentences of `talk.txt`."""
    made = _Secret(chance)
    labelled = {
        "password": ("PASSWORD", made.password),
        "pin": ("PIN", lambda: made.digits(chance.choice([4, 4, 6]))),
        "code": ("PIN", lambda: made.digits(6)),
        "recovery": ("PIN", made.recovery),
        "seed": ("SECRET", made.seed_phrase),
        "pem": ("SECRET", made.pem),
        "pem_json": ("SECRET", lambda: json.dumps(made.pem())[1:-1]),
        "jwt": ("API_KEY", made.jwt),
        "basic": ("PASSWORD", made.basic),
    }
    return {
        name: lambda label=label, make=make: Value(make(), label)  # type: ignore[misc]
        for name, (label, make) in labelled.items()
    }


class _Secret:
    def __init__(self, chance: random.Random) -> None:
        self.chance = chance

    def of(self, alphabet: str, length: int) -> str:
        return "".join(self.chance.choices(alphabet, k=length))

    def digits(self, length: int) -> str:
        return self.of(string.digits, length)

    def password(self) -> str:
        """As people choose them, and as a manager does."""
        word = self.chance.choice(PASSWORDS)
        number = str(self.chance.randint(1, 2030))
        return self.chance.choice(
            [
                word + number,
                word.capitalize() + number + self.chance.choice("!?.$"),
                f"{word}-{self.chance.choice(PASSWORDS)}-{number}",
                self.of(string.ascii_letters + string.digits + "#%+=", 14) + "7",
                re.sub("[aeo]", lambda m: {"a": "4", "e": "3", "o": "0"}[m[0]], word)
                + number,
            ]
        )

    def recovery(self) -> str:
        alphabet = string.ascii_lowercase + string.digits
        codes = [f"{self.of(alphabet, 5)}-{self.of(alphabet, 5)}" for _ in range(4)]
        return self.chance.choice([" ", ", ", "\n"]).join(codes)

    def seed_phrase(self) -> str:
        """12 or 24 words with their checksum (BIP-39)."""
        from mnemonic import Mnemonic  # noqa: PLC0415 - of the benchmarks' own group

        entropy = self.chance.randbytes(self.chance.choice([16, 32]))
        return str(Mnemonic("english").to_mnemonic(entropy))

    def pem(self) -> str:
        kind = self.chance.choice(["RSA ", "EC ", "OPENSSH ", ""])
        body = [self.of(string.ascii_letters + string.digits + "+/", 64) for _ in "123"]
        begin, end = (
            f"-----{side} {kind}PRIVATE KEY-----" for side in ("BEGIN", "END")
        )
        return "\n".join([begin, *body, end])

    def jwt(self) -> str:
        parts = [
            {"alg": "HS256", "typ": "JWT"},
            {"sub": self.digits(8), "exp": int(self.digits(9))},
        ]
        coded = [base64.urlsafe_b64encode(json.dumps(each).encode()) for each in parts]
        head, body = (each.decode().rstrip("=") for each in coded)
        return f"{head}.{body}.{self.of(string.ascii_letters + string.digits, 43)}"

    def basic(self) -> str:
        return base64.b64encode(f"anna:{self.password()}".encode()).decode()
