"""The person's apps: what each may do and did; narrow, pause, disconnect, let go."""

import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.core.exceptions import PermissionDenied
from django.db.models import Count, Max, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Now
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
    require_safe,
)

from governance.access import as_service_with
from governance.audit import Actor
from governance.choices import (
    NotTheirs,
    connect_again,
    disconnect,
    forgetting,
    let_go,
    set_learning,
    set_using,
    switch_memory,
    undo_time,
)
from governance.erasure import TooLate, previewed
from governance.models import (
    EraseScope,
    KeyScope,
    Memory,
    Person,
    Read,
    ServiceKey,
)
from governance.web.again import signed_in_again
from governance.web.answers import see_other
from governance.web.me.deeds import purpose
from governance.web.me.dials import one_of
from governance.web.me.find import records_of
from governance.web.me.powers import DIALS, POWERS
from governance.web.me.records import record_of
from governance.web.me.things import Beside, beside_by_record
from governance.web.visitor import Request, visitors_only
from governance.web.words import STORES, Moment, moment

Deed = Callable[[Person, Actor], object]

SWITCHES: Mapping[str, Callable[..., None]] = {
    "memory": switch_memory,
    "learn": set_learning,
    "use": set_using,
}


@dataclass(frozen=True)
class App:
    """One connected service in words."""

    person: Person
    may: str
    connected: Moment
    memories: int
    beside: Beside
    last_wrote: Moment | None
    last_read: Moment | None

    @property
    def purposes(self) -> list[str]:
        """What it says it reads for."""
        return [purpose(each) for each in self.person.service.purposes]


@require_safe
@visitors_only
def apps(request: Request) -> HttpResponse:
    """All of them."""
    with request.visitor.scope() as persons:
        shown = _apps(records_of(persons))
    return render(request, "me/apps.html", {"apps": shown})


@require_safe
@visitors_only
def app(request: Request, person_id: uuid.UUID) -> HttpResponse:
    """One of them, with every switch that it has."""
    now = timezone.now()
    with request.visitor.scope() as persons:
        person = record_of(persons, person_id)
        [shown] = _apps([person])
        run = forgetting(person)
    context = {
        "app": shown,
        "person": person,
        "powers": _powers(person),
        "run": run,
        "goes": moment(run.due_at, now) if run else None,
        "refused": request.GET.get("too") == "late",
    }
    return render(request, "me/app.html", context)


@require_POST
@visitors_only
def app_may(request: Request, person_id: uuid.UUID) -> HttpResponse:
    """What it may: ``memory`` (pause), ``learn`` or ``use``, each on or off."""
    dial = next((each for each in SWITCHES if each in request.POST), "")
    on = one_of(request, dial, {"on": True, "off": False})
    back = request.POST.get("back", "")
    _do(request, person_id, lambda p, by: SWITCHES[dial](p, on=on, actor=by))
    return see_other("dials") if back == "dials" else _to(person_id)


@require_http_methods(["GET", "HEAD", "POST"])
@visitors_only
def disconnect_app(request: Request, person_id: uuid.UUID) -> HttpResponse:
    """The page with the choice, and what it decides."""
    if request.method == "POST":
        return _disconnect(request, person_id)
    with request.visitor.scope() as persons:
        person = record_of(persons, person_id)
        with previewed(
            person.id, person.service_id, scope=EraseScope.SERVICE_PART
        ) as plan:
            reached = plan.counts
        kept = _wrote([person.id]).get(person.id)
        hours = int(undo_time(person.id).total_seconds() // 3600)
    context = {
        "person": person,
        "memories": kept[0] if kept else 0,
        "stores": [
            (words, reached[name])
            for name, words in STORES.items()
            if reached.get(name)
        ],
        "hours": hours,
    }
    return render(request, "me/disconnect.html", context)


@require_POST
@visitors_only
def connect(request: Request, person_id: uuid.UUID) -> HttpResponse:
    """Connected as it was before."""
    try:
        _do(request, person_id, lambda p, by: connect_again(p, actor=by))
    except TooLate:
        answer = _to(person_id)
        answer["Location"] += "?too=late"
        return answer
    return _to(person_id)


@require_http_methods(["GET", "HEAD", "POST"])
@visitors_only
def let_go_of_app(request: Request, person_id: uuid.UUID) -> HttpResponse:
    """The account gives the record back; asked first."""
    account = request.visitor.account
    if account is None:
        raise PermissionDenied
    with request.visitor.scope() as persons:
        person = record_of(persons, person_id)
    if request.method != "POST":
        return render(request, "me/let_go.html", {"person": person})
    try:
        let_go(person, account)
    except NotTheirs:
        raise Http404 from None
    return see_other("apps")


def _disconnect(request: Request, person_id: uuid.UUID) -> HttpResponse:
    if one_of(request, "wrote", {"keep": False, "forget": True}):
        with request.visitor.scope() as persons:
            record_of(persons, person_id)  # a stranger's is not there, signed in or not
        return _disconnect_and_forget(request, person_id)
    _do(request, person_id, lambda p, by: disconnect(p, forget=False, actor=by))
    return _to(person_id)


@signed_in_again
def _disconnect_and_forget(request: Request, person_id: uuid.UUID) -> HttpResponse:
    """All that one app wrote goes: not for a link, nor for a browser left open."""
    _do(request, person_id, lambda p, by: disconnect(p, forget=True, actor=by))
    return _to(person_id)


def _do(request: Request, person_id: uuid.UUID, deed: Deed) -> None:
    with request.visitor.scope() as persons:
        deed(record_of(persons, person_id), request.visitor.actor)


def _to(person_id: uuid.UUID) -> HttpResponse:
    return see_other("app", person_id=person_id)


def _apps(records: Sequence[Person]) -> list[App]:
    now = timezone.now()
    ids = [each.id for each in records]
    wrote, others = _wrote(ids), beside_by_record(ids)
    read = dict(Person.objects.filter(id__in=ids).values_list("id", _last_read()))
    return [
        _app(each, wrote.get(each.id), others[each.id], read[each.id], now)
        for each in records
    ]


def _app(
    person: Person,
    wrote: tuple[int, datetime] | None,
    others: Beside,
    read: datetime | None,
    now: datetime,
) -> App:
    number, last = wrote or (0, None)
    return App(
        person=person,
        may=str(DIALS[_state(person)]),
        connected=moment(person.claimed_at or person.created_at, now),
        memories=number,
        beside=others,
        last_wrote=moment(last, now) if last else None,
        last_read=moment(read, now) if read else None,
    )


def _state(person: Person) -> str:
    if person.disconnected_at:
        return "disconnected"
    if not person.memory_enabled:
        return "paused"
    learn = "learn" if person.remembering else ""
    use = "use" if person.using else ""
    return f"{learn}+{use}"


def _wrote(ids: Sequence[uuid.UUID]) -> dict[uuid.UUID, tuple[int, datetime]]:
    """By record how many memories are kept, and when the last of them was learned."""
    kept = Memory.objects.owned_by(*ids).shown().staying()
    counted = kept.values_list("person_id").annotate(Count("id"), Max("created_at"))
    return {person: (number, last) for person, number, last in counted}


def _last_read() -> Subquery:
    reads: QuerySet[Read] = Read.objects.filter(person_id=OuterRef("id"))
    return Subquery(reads.order_by("-created_at").values("created_at")[:1])


def _powers(person: Person) -> list[str]:
    """What its keys allow, in words. Keys are the service's: they are seen in a scope of
    its own only."""
    with as_service_with(person.service_id, person.id):
        live = ServiceKey.objects.filter(
            Q(expires_at=None) | Q(expires_at__gt=Now()),
            service_id=person.service_id,
            revoked_at=None,
        )
        found = {
            scope
            for scopes in live.values_list("scopes", flat=True)
            for scope in scopes
        }
    return [str(POWERS[each]) for each in KeyScope if each in found]
