"""Correct a memory for the person who asked for it."""

import uuid

from django import forms
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from governance.access import Refused, as_staff_with
from governance.correcting import NothingToCorrect
from governance.models import TEXT_LIMIT, Memory
from governance.requests.correcting import correct_for
from governance.requests.looking import may_see
from governance.requests.refusals import NotPossible
from governance.scrubbing import ScrubFailed
from governance.web.again import account_of
from governance.web.answers import see_other
from governance.web.me.done import note_words
from governance.web.requests.roles import ACT, for_roles
from governance.web.requests.words import refused
from governance.web.visitor import Request
from governance.writing import Unwritable


class Correct(forms.Form):
    text = forms.CharField(
        label=gettext_lazy("What is right"),
        max_length=TEXT_LIMIT,
        widget=forms.Textarea(attrs={"rows": 4, "dir": "auto"}),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@for_roles(*ACT)
def correct_one(
    request: Request, person_id: uuid.UUID, memory_id: uuid.UUID
) -> HttpResponse:
    """Who has given a reason of late sees the text and may correct it."""
    with as_staff_with(person_id):
        if not may_see(person_id, account_of(request).id):
            return see_other("person-of-staff", person_id=person_id)
        memory = Memory.objects.owned_by(person_id).filter(id=memory_id).first()
        if memory is None or memory.sealed is not None:
            raise Http404
    form = Correct(
        request.POST if request.method == "POST" else None,
        initial={"text": memory.text},
    )
    if form.is_valid() and _corrected(request, memory, form):
        note_words(request, _("Corrected. What was made from it is made again."))
        return see_other("person-of-staff", person_id=person_id)
    status = 422 if form.is_bound else 200
    context = {"form": form, "person_id": person_id}
    return render(request, "compliance/correct.html", context, status=status)


def _corrected(request: Request, memory: Memory, form: Correct) -> bool:
    text = form.cleaned_data["text"]
    try:
        correct_for(memory.person_id, memory.id, text, request.visitor.staff_actor)
    except ScrubFailed:
        form.add_error("text", refused("not_scrubbed"))
    except NotPossible as reason:
        form.add_error(None, refused(reason.reason))
    except (NothingToCorrect, Refused, Unwritable):
        form.add_error("text", refused("not_correctable"))
    return not form.errors
