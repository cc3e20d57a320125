"""The tour of the first visit: three short pages that can be skipped."""

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST, require_safe

from governance.choices import note_tour
from governance.web.answers import see_other
from governance.web.visitor import Request, visitors_only

STEPS = 3


@require_safe
@visitors_only
def tour(request: Request, step: int) -> HttpResponse:
    """One of the pages."""
    if not 1 <= step <= STEPS:
        raise Http404
    context = {"step": step, "steps": STEPS, "next": step + 1, "before": step - 1}
    return render(request, f"me/tour_{step}.html", context)


@require_POST
@visitors_only
def end_tour(request: Request) -> HttpResponse:
    """Seen, or skipped: it is not offered again."""
    if request.visitor.account:
        note_tour(request.visitor.account)
    return see_other("me")
