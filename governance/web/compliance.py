"""The staff's page: erasures by state, and whether the audit record is whole.

Ids, states and dates; no word about anybody.
"""

from django.core.paginator import Paginator
from django.db.models import Case, Count, IntegerField, QuerySet, Value, When
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from governance.access import as_staff
from governance.audit import head, last_walk, unsealed
from governance.condensing import stuck
from governance.models import ErasureRun, RunState, Service
from governance.provenance import last_check
from governance.requests.letters import for_staff
from governance.requests.listing import VIEW_WORDS, View, numbers
from governance.telling import unsaid
from governance.web.me.done import deed_done
from governance.web.requests.roles import LOOK, role_of
from governance.web.staff.chain import chain_said
from governance.web.staff.erasures import MEND
from governance.web.visitor import Request, staff_only
from governance.web.words import RECIPIENT_STATES, RUN_STATES

PAGE = 50
URGENT_FIRST = [
    RunState.NEEDS_ATTENTION,
    RunState.RUNNING,
    RunState.VERIFYING,
    RunState.WAITING,
    RunState.DONE,
    RunState.UNDONE,
]
SHOWN = ("id", "state", "created_at", "started_at", "finished_at", "tries")


@require_safe
@staff_only
def compliance_home(request: Request) -> HttpResponse:
    """What needs somebody, then everything else."""
    not_derived = stuck()
    with as_staff():
        page = Paginator(_runs(), PAGE).get_page(request.GET.get("page"))
        context = {
            "page": page,
            "runs": [(run, RUN_STATES[RunState(run.state)]) for run in page],
            "states": _by_state(),
            "unsealed": unsealed(),
            "head": head(),
            "chain": chain_said(last_walk()),
            "recipients": _recipients(),
            "edges": last_check(),
            "counts": counters() if role_of(request) in LOOK else [],
            "letters": for_staff().count(),
            "not_derived": not_derived,
            "may_mend": role_of(request) in MEND,
            "done": deed_done(request, []),
        }
    return render(request, "compliance/home.html", context)


HOME = (
    View.OVERDUE,
    View.TODAY,
    View.SOON,
    View.APPROVAL,
    View.TROUBLE,
    View.PASSAGES,
    View.IDENTITY,
    View.ON_HOLD,
    View.NOBODYS,
)
"""What the overview counts, each a link to the queue."""


def counters() -> list[tuple[View, object, int]]:
    found = numbers()
    return [(view, VIEW_WORDS[view], found[view]) for view in HOME]


def _runs() -> QuerySet[ErasureRun]:
    rank = Case(
        *(When(state=state, then=Value(at)) for at, state in enumerate(URGENT_FIRST)),
        output_field=IntegerField(),
    )
    return ErasureRun.objects.only(*SHOWN).order_by(rank, "-created_at", "-id")


def _recipients() -> list[tuple[str, object, int]]:
    """The services that have not said that their copies are gone: name, how far they
    know, and of how many erasures."""
    found = unsaid()
    named = Service.objects.filter(id__in=found).order_by("name")
    return [
        (name, word, found[each][state])
        for each, name in named.values_list("id", "name")
        for state, word in RECIPIENT_STATES.items()
        if state in found[each]
    ]


def _by_state() -> list[tuple[str, object, int]]:
    """Every state with its word and count, the urgent first, zeros included."""
    counts = dict(
        ErasureRun.objects.values_list("state").annotate(runs=Count("id")).order_by()
    )
    return [(each, RUN_STATES[each], counts.get(each, 0)) for each in URGENT_FIRST]
