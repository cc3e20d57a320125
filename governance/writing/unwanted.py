"""Do not learn it again: a text that says what the person had erased and does not want
back is refused, by fingerprints under the person's own key.

It catches the same words, in any order, however they are written. It does not catch the
same thing said in other words: for that the words would have to be kept.
"""

import hashlib
import hmac
import re
import uuid
from collections.abc import Iterable

from governance.access import (
    Refused,
    Switch,
    enter_switch,
    own_key_of,
    unwanted_detail,
)
from governance.models import Person, Ready, Unwanted
from governance.scrubbing import normalised

USE = b"not to be learnt again"
WORDS = re.compile(r"\w+")
NOT_WANTED = "not_to_be_learnt"


def refuse_unwanted(person_id: uuid.UUID, text: str) -> None:
    """Raises ``Refused`` for a text that is not wanted; call it with the person locked."""
    if not _ANY(person_id=person_id):
        return
    in_order, in_any_order = _fingerprints(own_key_of(person_id), text)
    mine = Unwanted.objects.owned_by(person_id)
    known = mine.filter(in_order=in_order) | mine.filter(in_any_order=in_any_order)
    if known.exists():
        raise Refused(NOT_WANTED)


def note_unwanted(
    texts: Iterable[str],
    *,
    person_id: uuid.UUID,
    service_id: uuid.UUID,
    run_id: uuid.UUID,
) -> None:
    """Keeps the fingerprints of texts that are to be erased by a run; call it with the
    person locked."""
    key = own_key_of(person_id)
    Unwanted.objects.bulk_create(
        Unwanted(
            person_id=person_id,
            service_id=service_id,
            run_id=run_id,
            in_order=in_order,
            in_any_order=in_any_order,
        )
        for in_order, in_any_order in {_fingerprints(key, text) for text in texts}
    )
    detail = unwanted_detail(run_id, person_id)
    if detail:
        whose = Person(id=person_id, service_id=service_id)
        enter_switch(Switch.DONT_LEARN, whose, protects=True, detail=detail)


_ANY = Ready[uuid.UUID](
    lambda person_id: (
        Unwanted.objects.owned_by(person_id).order_by().values_list("id", flat=True)[:1]
    )
)


def _fingerprints(key: bytes, text: str) -> tuple[bytes, bytes]:
    own = hmac.digest(key, USE, hashlib.sha256)
    words = WORDS.findall(normalised(text).casefold())
    return _digest(own, b"order", words), _digest(own, b"set", sorted(set(words)))


def _digest(key: bytes, kind: bytes, words: list[str]) -> bytes:
    return hmac.digest(key, kind + b"\0" + " ".join(words).encode(), hashlib.sha256)
