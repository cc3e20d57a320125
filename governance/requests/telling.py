"""Which letter a request wants, and what it says: the facts come from the request, its clock
and its erasures; what staff wrote is handed in."""

import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

from django.conf import settings
from django.db.models import QuerySet
from django.urls import reverse

from governance.access import as_staff, database_now
from governance.audit import SYSTEM, Actor
from governance.erasure import make_receipt_link
from governance.models import (
    Account,
    Decision,
    ErasureRun,
    Letter,
    LetterKind,
    Right,
    SubjectRequest,
)
from governance.requests import letters
from governance.requests.changing import changing
from governance.requests.clock import Dates
from governance.requests.contact import contact_of
from governance.requests.doing import what_is_left
from governance.requests.keeping import kept_of
from governance.requests.letters import (
    AlreadyWritten,
    BadAddressee,
    BadTemplate,
    CleanFacts,
    Facts,
    LetterIncomplete,
    Reader,
)
from governance.requests.office import office
from governance.requests.packing import PACKED, package_told
from governance.requests.scope import runs_of
from governance.requests.timeline import dates_of, events_of
from governance.requests.wanting import (
    ANSWERS,
    MISSING,
    without_answer,
    without_receipt,
)
from governance.scrubbing import ScrubFailed

log = logging.getLogger(__name__)

BATCH = 100
PAGE_OF = "my-request"


def facts_of(request: SubjectRequest, dates: Dates, **more: Any) -> Facts:
    """What every letter of it says; ``more`` is what this one adds."""
    return Facts(
        reference=request.reference,
        right=request.right,
        received=dates.received,
        due=dates.due,
        extended_due=dates.extended_due,
        status_link=_page(request),
        **more,
    )


def reader_of(request: SubjectRequest) -> Reader:
    """Who it is for; the address is opened for the letter alone. An account that was
    closed meanwhile has no page on which it could be read."""
    account_id = request.account_id
    if (
        account_id
        and not Account.objects.filter(id=account_id, is_active=True).exists()
    ):
        account_id = None
    return Reader(address=contact_of(request), account_id=account_id)


def send(
    request: SubjectRequest, kind: LetterKind, facts: CleanFacts, actor: Actor
) -> Letter:
    """The letter is kept and released in the caller's transaction, with the step that it
    tells of; once for that step. Raises ``LetterIncomplete`` and ``BadAddressee``."""
    letter = letters.keep(
        request.id,
        kind,
        letters.language_for(request.language),
        facts,
        reader=reader_of(request),
        actor=actor,
        occasion=_occasion(kind, request),
    )
    return letters.release(letter.id, actor=actor)


def write_receipts() -> int:
    """Confirms every request that is known to be somebody's, once; gives how many."""
    return sum(map(_receipt, _first(without_receipt)))


def write_answers() -> int:
    """Tells of every request that was done, once; gives how many."""
    return sum(map(_answer, _first(without_answer)))


def _first(wanting: Callable[[], QuerySet[SubjectRequest]]) -> list[SubjectRequest]:
    """What cannot be written waits for staff, and holds up nobody else's letter."""
    with as_staff():
        rows = wanting().exclude(trouble=MISSING)
        return list(rows.order_by("received_at", "id")[:BATCH])


def _receipt(request: SubjectRequest) -> bool:
    with as_staff():
        facts = facts_of(request, dates_of(request))
    return _sent(request, LetterKind.RECEIPT, facts)


def _answer(request: SubjectRequest) -> bool:
    with as_staff():
        events = events_of(request.id)
        dates = dates_of(request, events)
        decided = [each.text for each in events if each.kind == "decided"]
        runs = list(runs_of(request).order_by("created_at", "id"))
        kept = kept_of(request)
    if request.decision == Decision.NOTHING:
        found = facts_of(request, dates, nothing=True, done=decided[-1])
        return _sent(request, LetterKind.DONE, found)
    erases = request.right == Right.ERASURE
    if erases and not kept and what_is_left(request):
        # A hold has ended since: what it kept is going, and has to be gone to be told.
        return False
    # What a hold kept at first and keeps no more was done as well.
    partly = request.decision == Decision.PARTLY and (bool(kept) or not erases)
    kind = LetterKind.PARTLY_DONE if partly else LetterKind.DONE
    more: dict[str, Any] = {"reasons": decided[-1] if decided and partly else ""}
    if erases:
        more |= {
            "erased": sum((run.counts or {}).get("memories", 0) for run in runs),
            "kept": kept,
            "backups_gone": _backups_gone(),
        }
    return _sent(request, kind, facts_of(request, dates, **more), runs)


def _sent(
    request: SubjectRequest,
    kind: LetterKind,
    facts: Facts,
    runs: Sequence[ErasureRun] = (),
) -> bool:
    """Drafted and released; what cannot be written waits for staff, and says so. A link in
    it is made with it: a letter that does not go leaves none behind."""
    try:
        clean = letters.scrubbed(facts)
        with as_staff():
            if kind in ANSWERS:
                clean = replace(clean, **_links(request, runs))
            send(request, kind, clean, SYSTEM)
    except AlreadyWritten:
        return False
    except (BadAddressee, BadTemplate, LetterIncomplete):
        with as_staff(), changing(request.id, quiet=True) as row:
            row.trouble = MISSING
        return False
    except ScrubFailed:
        log.warning("a letter of request %s waits: nothing can be scrubbed", request.id)
        return False
    return True


def _links(request: SubjectRequest, runs: Sequence[ErasureRun]) -> dict[str, Any]:
    if request.right == Right.ERASURE:
        return {"certificate_link": _certificate(runs)}
    return package_told(request) if request.right in PACKED else {}


def _backups_gone() -> date | None:
    days = settings.BACKUP_RETENTION_DAYS
    today = database_now().astimezone(office().tz).date()
    return today + timedelta(days=days) if days else None


def _certificate(runs: Sequence[ErasureRun]) -> str:
    """A link to the first certificate; a request of several records has one for each,
    and the others stand on the request's page."""
    if not runs:
        return ""
    token = make_receipt_link(runs[0], actor=SYSTEM)
    return settings.PUBLIC_URL + reverse("receipt", kwargs={"token": token})


def _page(request: SubjectRequest) -> str:
    """Where the person sees how it stands, if they sign in."""
    if request.account_id is None:
        return ""
    path = reverse(PAGE_OF, kwargs={"request_id": request.id})
    return settings.PUBLIC_URL + path


def _occasion(kind: LetterKind, request: SubjectRequest) -> str:
    """What may come several times is told for each event; the rest once."""
    if kind in {LetterKind.IDENTITY, LetterKind.CLARIFICATION}:
        return str(request.events)
    return ""
