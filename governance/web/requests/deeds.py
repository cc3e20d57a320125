"""Staff do something to a request: one transaction, and back to the page; or the page again,
with the reason, and nothing typed lost."""

import uuid
from contextlib import AbstractContextManager

from django import forms
from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from governance.access import as_staff, as_staff_with
from governance.models import SubjectRequest
from governance.requests.changing import changing
from governance.requests.clock import Refused
from governance.requests.filing import scrubbed
from governance.requests.refusals import NoSuchRequest, NotPossible, Stale
from governance.scrubbing import ScrubFailed
from governance.web.answers import see_other
from governance.web.me.done import note_words
from governance.web.requests.kinds import KINDS, Kind
from governance.web.requests.one import shown
from governance.web.requests.roles import LOOK, for_roles, role_of
from governance.web.requests.words import refused
from governance.web.visitor import Request


@require_POST
@for_roles(*LOOK)
def deed(request: Request, request_id: uuid.UUID, name: str) -> HttpResponse:
    """One of them. A conflict is 409, what is missing 422; the page says what it is."""
    kind = KINDS.get(name)
    if kind is None or role_of(request) not in kind.roles:
        raise Http404
    form = kind.form(request.POST)
    if form.is_valid():
        why_not = _try(request, request_id, kind, form)
        if why_not is None:
            note_words(request, str(kind.done))
            return see_other("request", request_id=request_id)
        form.add_error(None, refused(why_not))
        status = 409 if why_not == "stale" else 422
    else:
        status = 422
    return shown(request, request_id, failed=(name, form), status=status)


def _try(
    request: Request, request_id: uuid.UUID, kind: Kind, form: forms.Form
) -> str | None:
    """Does it; a fixed word, or the clock's own sentence, says why it was not done."""
    given = dict(form.cleaned_data)
    actor = request.visitor.staff_actor
    try:
        if "text" in given:
            given["text"] = scrubbed(given["text"])
        with (
            _scope(request_id, kind),
            changing(request_id, version=given["version"]) as row,
        ):
            kind.verb(row, given, actor)
    except NoSuchRequest:
        raise Http404 from None
    except Stale:
        return "stale"
    except ScrubFailed:
        return "not_scrubbed"
    except NotPossible as reason:
        return reason.reason
    except Refused as reason:
        return _("%(reason)s (rule %(rule)s)") % {
            "reason": str(reason),
            "rule": reason.rule or "–",
        }
    return None


def _scope(request_id: uuid.UUID, kind: Kind) -> AbstractContextManager[None]:
    if not kind.effect:
        return as_staff()
    with as_staff():
        row = SubjectRequest.objects.filter(id=request_id).first()
    return as_staff_with(*(row.person_ids if row else ()))
