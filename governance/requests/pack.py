"""The audit pack of one case (Art. 5(2) GDPR): what was asked, every step, every date with its
reason, the letters, the certificates, and the entries of the audit record with their seals.
The address of who asked is not in it."""

import io
import json
import uuid
import zipfile
from collections.abc import Iterator
from typing import Any

from django.db.models import Q

from governance.erasure import certificate_of, certificate_sheet
from governance.models import (
    AuditEntry,
    AuditSeal,
    ErasureRun,
    Letter,
    RequestEvent,
    SubjectRequest,
)
from governance.porting import csv_lines
from governance.requests.letters import letters_of
from governance.requests.scope import runs_of
from governance.requests.timeline import dates_of, events_of

ABOUT = """The case {reference}, as it stood when this was made.

request.json      what was asked, and how it stands
dates.json        every date, and why it is that day (rules and sources)
timeline.csv      every step, by people and by machines
letters/          what was written, and what became of it
certificates/     of each erasure: as it was signed, and to be read; check one with
                  manage.py verify-certificate FILE
audit.csv         the entries of the audit record about it, with number and hash in the chain
"""
MOST_ENTRIES = 10_000


def audit_pack(request: SubjectRequest) -> bytes:
    """The zip; in a scope of the staff. The caller records that it was made."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as pack:
        for name, content in _files(request):
            pack.writestr(f"{request.reference}/{name}", content)
    return packed.getvalue()


def _files(request: SubjectRequest) -> Iterator[tuple[str, str | bytes]]:
    events = events_of(request.id)
    runs = list(runs_of(request).order_by("created_at", "id"))
    yield "README.txt", ABOUT.format(reference=request.reference)
    yield "request.json", _json(_told(request))
    yield "dates.json", _json(dates_of(request, events).as_json())
    yield "timeline.csv", "".join(csv_lines(STEPS, map(_step, events)))
    for number, letter in enumerate(letters_of(request.id), 1):
        yield f"letters/{number:02}-{letter.kind}.txt", _letter(letter)
    for run in runs:
        signed = certificate_of(run)
        if signed:
            yield f"certificates/{run.id}.json", signed
            yield f"certificates/{run.id}.pdf", certificate_sheet(signed)
    yield "audit.csv", "".join(csv_lines(ENTRIES, _entries(request, runs)))


def _told(request: SubjectRequest) -> dict[str, Any]:
    return {
        "id": str(request.id),
        "reference": request.reference,
        "right": request.right,
        "state": request.state,
        "channel": request.channel,
        "words": request.words,
        "records": [str(each) for each in request.person_ids],
        "memories": [str(each) for each in request.memory_ids],
        "received_at": request.received_at.isoformat(),
        "verified_at": request.verified_at and request.verified_at.isoformat(),
        "verified_by": request.verified_by,
        "decision": request.decision,
        "ground": request.ground,
        "decided_by": _id(request.decided_by),
        "approved_by": _id(request.approved_by),
        "closed_at": request.closed_at and request.closed_at.isoformat(),
    }


STEPS = ("number", "at", "entered", "what", "by", "by_id", "from", "to", "text")


def _step(event: RequestEvent) -> list[object]:
    return [
        event.number,
        event.at.isoformat(),
        event.created_at.isoformat(),
        event.kind,
        event.actor_kind,
        _id(event.actor_id),
        event.old_state,
        event.new_state,
        event.text,
    ]


ENTRIES = ("number", "hash", "at", "verb", "by", "by_id", "about")


def _entries(request: SubjectRequest, runs: list[ErasureRun]) -> Iterator[list[object]]:
    named = [request.id, *(run.id for run in runs)]
    about = Q()
    for name in named:
        about |= Q(subject_ids__contains=[name])
    rows = list(
        AuditEntry.objects.filter(about).order_by("created_at", "id")[:MOST_ENTRIES]
    )
    seals = AuditSeal.objects.filter(entry_id__in=[each.id for each in rows])
    by_entry = {seal.entry_id: seal for seal in seals}
    for each in rows:
        seal = by_entry.get(each.id)
        yield [
            seal.number if seal else "",
            bytes(seal.hash).hex() if seal else "",
            each.created_at.isoformat(),
            each.verb,
            each.actor_kind,
            _id(each.actor_id),
            " ".join(str(one) for one in each.subject_ids),
        ]


def _letter(letter: Letter) -> str:
    sent = letter.sent_at.isoformat() if letter.sent_at else ""
    return (
        f"State: {letter.state}\nBy: {letter.channel}\nSent: {sent}\n"
        f"Subject: {letter.subject}\n\n{letter.body}\n"
    )


def _id(value: uuid.UUID | None) -> str:
    return str(value) if value else ""


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2)
