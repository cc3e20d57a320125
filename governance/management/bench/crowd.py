"""One person's memories scattered among everybody else's, as in a table that grew for
years: put straight into the tables, with vectors and sentences as real ones have them."""

import random
import uuid
from dataclasses import dataclass
from typing import Any

import numpy as np
from django.db import connections, transaction

from governance.access import find_or_make_person, make_account, make_service
from governance.audit import SYSTEM
from governance.embedding import DIMENSIONS, embed
from governance.management.bench.crowd_sql import AFTERWARDS, STATEMENTS
from governance.management.bench.sentences import sentences
from governance.models import Account, Person

POOL = 1_000
"""Sentences that are really embedded; each row's vector is one of theirs, moved a
little, so that no two are alike and a search by meaning finds what it should."""
MOVED = 0.5
"""How far a vector is moved before it is brought back to length 1."""
CHUNK = 50
OTHERS_EACH = 100
"""Memories of each other person."""


@dataclass(frozen=True)
class Crowd:
    """Whom the rows are about."""

    account: Account
    records: list[Person]
    """Of the account, the largest first; the link opens it."""
    memory_id: uuid.UUID
    """One that is in use."""

    @property
    def ids(self) -> list[uuid.UUID]:
        """Of the records."""
        return [record.id for record in self.records]


def make_crowd(*, memories: int, others: int, reads: int) -> Crowd:
    """The person's memories among the others', and reads of the person's."""
    account = make_account("person@example.org", None)
    records = [_record(name, account) for name in ("Travel", "Kitchen")]
    sizes: dict[str, Any] = {
        "all": memories + others,
        "step": (memories + others) // memories,
        "memories": memories,
        "reads": reads,
        "each": OTHERS_EACH,
        "pool": POOL,
        "records": [record.id for record in records],
        "services": [record.service_id for record in records],
        "key": records[0].hash_key_id,
    }
    with transaction.atomic(using="owner"), connections["owner"].cursor() as cursor:
        _fill_pool(cursor)
        for statement in STATEMENTS:
            cursor.execute(statement, sizes)
        cursor.execute("SELECT memory_id FROM mine WHERE k = 7")
        memory_id = cursor.fetchone()[0]
    with connections["owner"].cursor() as cursor:
        for statement in AFTERWARDS:  # not in a transaction
            cursor.execute(statement)
    return Crowd(account, records, memory_id)


def _record(name: str, account: Account) -> Person:
    service, _ = make_service(f"{name} benchmark", actor=SYSTEM)
    person = find_or_make_person(service.id, "person")
    Person.objects.using("owner").filter(id=person.id).update(account=account)
    person.account = account
    return person


def _fill_pool(cursor: Any) -> None:
    texts = sentences(POOL, seed=11, marked=0)
    chance = np.random.default_rng(11)
    noise = chance.normal(size=(POOL, DIMENSIONS))
    noise *= MOVED / np.linalg.norm(noise, axis=1, keepdims=True)
    meanings = [
        vector
        for start in range(0, POOL, CHUNK)
        for vector in embed(texts[start : start + CHUNK])
    ]
    cursor.execute(
        f"CREATE TEMPORARY TABLE pool (n integer PRIMARY KEY, text text, "
        f"meaning halfvec({DIMENSIONS}), noise halfvec({DIMENSIONS})) ON COMMIT DROP"
    )
    cursor.executemany(
        "INSERT INTO pool VALUES (%s, %s, %s::halfvec, %s::halfvec)",
        [(n, texts[n], _written(meanings[n]), _written(noise[n])) for n in range(POOL)],
    )


def _written(vector: Any) -> str:
    return "[" + ",".join(f"{float(each):.6f}" for each in vector) + "]"


def some_words(seed: int) -> str:
    """Words that some of the person's memories hold."""
    return random.Random(seed).choice(sentences(POOL, seed=11, marked=0))  # noqa: S311
