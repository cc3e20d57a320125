"""Forgetting, and how far an erasure is."""

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from memoryhub.client import read
from memoryhub.client.call import Call, Endpoint
from memoryhub.client.given import Id, given
from memoryhub.client.results import Candidates, Certificate, Erasure, ErasurePlan

AT = "people/{person}/forget"
FORGET = Endpoint("forget", "POST", AT, read.erasure_id)
PLAN = Endpoint("forget", "POST", AT, read.plan, repeatable=True)
SEARCH = Endpoint("forget", "POST", AT, read.reader(Candidates), repeatable=True)
UNDO = Endpoint("undoForget", "POST", "erasures/{run_id}/undo", read.reader(Erasure))
GET = Endpoint(
    "getErasure", "GET", "erasures/{run_id}", read.reader(Erasure), repeatable=True
)
ACKNOWLEDGE = Endpoint(
    "acknowledgeErasure",
    "POST",
    "erasures/{run_id}/acknowledge",
    read.reader(Erasure),
    repeatable=True,
)
CERTIFICATE = Endpoint(
    "getCertificate",
    "GET",
    "erasures/{run_id}/certificate",
    read.certificate,
    repeatable=True,
)


def forget(
    person: str,
    *,
    ids: Iterable[Id] | None = None,
    source_ref: str | None = None,
    conversation: str | None = None,
    everything: bool = False,
    messages: bool = False,
    undo_hours: int | None = None,
) -> Call[UUID]:
    """Takes memories, and what was made from them, out of use at once, and erases them
    when ``undo_hours`` are over (None: as the person has chosen, or 24). Choose by exactly one of the four; with
    ``messages`` those of conversations go along that it came from. Gives the erasure's
    id."""
    chosen = _chosen(
        ids, source_ref, conversation, everything=everything, messages=messages
    )
    undo = {} if undo_hours is None else {"undo_hours": undo_hours}
    body = {**chosen, **undo}
    return FORGET.call({"person": person}, body=body)


def plan_forget(
    person: str,
    *,
    ids: Iterable[Id] | None = None,
    source_ref: str | None = None,
    conversation: str | None = None,
    everything: bool = False,
    messages: bool = False,
) -> Call[ErasurePlan]:
    """What :func:`forget` would reach; nothing changes."""
    chosen = _chosen(
        ids, source_ref, conversation, everything=everything, messages=messages
    )
    return PLAN.call({"person": person}, body={**chosen, "dry_run": True})


def find_to_forget(person: str, query: str) -> Call[Candidates]:
    """Looks for a topic; forget what you choose of it by id."""
    body = {"query": query, "dry_run": True}
    return SEARCH.call({"person": person}, body=body)


def undo(erasure_id: Id) -> Call[Erasure]:
    """Takes a forget back while its time lasts: everything returns to what it was."""
    return UNDO.call({"run_id": erasure_id})


def erasure(erasure_id: Id) -> Call[Erasure]:
    """How far an erasure of this service is, and what its check of every store found."""
    return GET.call({"run_id": erasure_id})


def acknowledge(erasure_id: Id) -> Call[Erasure]:
    """Says that the copies which this service has made itself are gone."""
    return ACKNOWLEDGE.call({"run_id": erasure_id})


def certificate(erasure_id: Id) -> Call[Certificate]:
    """The signed proof that an erasure is done; :class:`NotFound` before that. Keep its
    ``content`` as it is: it is what was signed."""
    return CERTIFICATE.call({"run_id": erasure_id})


def _chosen(
    ids: Iterable[Id] | None,
    source_ref: str | None,
    conversation: str | None,
    *,
    everything: bool,
    messages: bool,
) -> dict[str, Any]:
    return given(
        ids=None if ids is None else list(ids),
        source_ref=source_ref,
        conversation=conversation,
        everything=everything or None,
        messages=messages or None,
    )
