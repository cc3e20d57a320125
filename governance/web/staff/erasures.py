"""A stopped erasure is set going again, also one that no request has asked for."""

import uuid

from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from governance.access import as_staff
from governance.condensing import try_stuck_again
from governance.erasure import NotStopped, retry
from governance.models import ErasureRun, Role
from governance.web.answers import see_other
from governance.web.me.done import note_words
from governance.web.requests.roles import for_roles
from governance.web.visitor import Request

MEND = frozenset({Role.OFFICER, Role.OPERATOR})
"""Why it stopped is mostly a matter of the machine: whoever looks after it may say that it
is mended. Nothing about anybody is shown for it."""


@require_POST
@for_roles(*MEND)
def try_erasure_again(request: Request, run_id: uuid.UUID) -> HttpResponse:
    """One that waits for somebody; another is left as it is."""
    with as_staff():
        run = ErasureRun.objects.filter(id=run_id).first()
        if run is None:
            raise Http404
        try:
            retry(run, actor=request.visitor.staff_actor)
        except NotStopped:
            words = _("Nothing was done: this erasure goes on already, or has ended.")
        else:
            words = _("The erasure is tried again.")
    note_words(request, words)
    return see_other("compliance")


@require_POST
@for_roles(*MEND)
def derive_again(request: Request) -> HttpResponse:
    """The texts that could not be made again from what stayed."""
    freed = try_stuck_again(request.visitor.staff_actor)
    note_words(
        request,
        ngettext(
            "%(number)d text is tried again.",
            "%(number)d texts are tried again.",
            freed,
        )
        % {"number": freed},
    )
    return see_other("compliance")
