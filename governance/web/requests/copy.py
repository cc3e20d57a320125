"""Staff take a copy that nobody else could get, to hand it over: with a reason, on record."""

import uuid

from django.http import Http404, HttpResponse
from django.views.decorators.http import require_POST

from governance.requests import packages
from governance.requests.filing import scrubbed
from governance.requests.reaching import take_copy
from governance.requests.refusals import NoSuchRequest, NotPossible
from governance.scrubbing import ScrubFailed
from governance.web.again import signed_in_again
from governance.web.packages.handing import as_download
from governance.web.requests.forms import TakeCopy
from governance.web.requests.one import shown
from governance.web.requests.roles import ACT, for_roles
from governance.web.requests.words import refused
from governance.web.visitor import Request


@require_POST
@for_roles(*ACT)
@signed_in_again
def take(request: Request, request_id: uuid.UUID) -> HttpResponse:
    """The file, or the page with what is wrong."""
    form = TakeCopy(request.POST)
    if form.is_valid():
        why_not, outgoing = _taken(request, request_id, form.cleaned_data["reason"])
        if outgoing is not None:
            return as_download(outgoing)
        form.add_error(None, refused(why_not))
    return shown(request, request_id, taking=form, status=422)


def _taken(
    request: Request, request_id: uuid.UUID, reason: str
) -> tuple[str, packages.Outgoing | None]:
    """The file, or why there is none as a fixed word."""
    try:
        actor = request.visitor.staff_actor
        return "", take_copy(request_id, scrubbed(reason), actor)
    except NoSuchRequest:
        raise Http404 from None
    except ScrubFailed:
        return "not_scrubbed", None
    except NotPossible as why:
        return why.reason, None
    except packages.NotThere:
        return "copy_gone", None
