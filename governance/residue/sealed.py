"""Columns that are sealed: searched by what they open to. What does not open is told as a
finding: nothing unsearched may pass for clean."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from django.apps import apps
from django.db.models import Model

from governance.access import HELD_USE, unseal, unsealed_own
from governance.models import Memory, Person
from governance.residue.found import Found
from governance.residue.spellings import spellings

BY_MASTER_KEY = {
    ("person", "ref_sealed"): ("hash_key_id", "person ref"),
    ("goneperson", "ref_sealed"): ("hash_key_id", "person ref"),
    ("letter", "addressee_sealed"): ("addressee_sealed_by_id", "letter addressee"),
    ("subjectrequest", "contact_sealed"): ("contact_sealed_by_id", "request contact"),
    ("packagelink", "address_sealed"): ("hash_key_id", "package address"),
    ("controllercallback", "url_sealed"): ("url_sealed_by_id", "controller callback"),
    ("webhook", "url_sealed"): ("url_sealed_by_id", "webhook address"),
}
"""Which column names the key, and for which use it was sealed."""

NOT_WORDS = {
    ("package", "key_sealed"): "a key",
    ("webhook", "secret_sealed"): "a random secret",
    ("webhook", "earlier_secret_sealed"): "a random secret",
}
Opens = Callable[[Any], str]


def in_sealed(phrase: str) -> Iterator[Found]:
    """Every sealed column of every row."""
    wanted = spellings(phrase)
    for (name, column), (key, use) in BY_MASTER_KEY.items():
        model = apps.get_model("governance", name)
        yield from _in_column(model, column, wanted, _by_master_key(column, key, use))
    keys = {
        person.id: person
        for person in Person.objects.using("owner").exclude(own_key=None)
    }

    def held(memory: Memory) -> str:
        return unsealed_own(
            keys.get(memory.person_id), HELD_USE, bytes(memory.sealed or b"")
        )

    yield from _in_column(Memory, "sealed", wanted, held)


def _by_master_key(column: str, key: str, use: str) -> Opens:
    return lambda row: unseal(use, bytes(getattr(row, column)), getattr(row, key))


def _in_column(
    model: type[Model], column: str, wanted: Sequence[str], opens: Opens
) -> Iterator[Found]:
    table = f"table {model._meta.db_table}"
    times = shut = 0
    rows = model._default_manager.using("owner").exclude(**{column: None})
    for row in rows.exclude(**{column: b""}).iterator(chunk_size=500):
        try:
            said = opens(row).lower()
        except ValueError:
            shut += 1
            continue
        times += any(each in said for each in wanted)
    if times:
        yield Found(table, f"{column}, sealed", times)
    if shut:
        yield Found(table, f"{column}: {shut} not searched, they do not open", 0)
