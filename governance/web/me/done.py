"""What was just done, told on the next page: for a browser that does not swap parts."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from governance.models import ErasureRun, RunState
from governance.web.answers import SeeOther, see_other
from governance.web.visitor import Request

DONE = "deed_done"


@dataclass(frozen=True)
class Done:
    """The note; ``run`` is what it offers to undo."""

    words: str
    run: ErasureRun | None = None


def note_words(request: Request, words: str) -> None:
    """Keeps a sentence for the next page; never what somebody else wrote."""
    request.session[DONE] = {"words": words}


def note_forgotten(request: Request, run: ErasureRun) -> None:
    """Keeps a forget for the next page, which offers to undo it."""
    request.session[DONE] = {"run": str(run.id)}


def deed_done(request: Request, persons: Sequence[uuid.UUID]) -> Done | None:
    """The note about what was just done; it is shown once."""
    kept = request.session.pop(DONE, None)
    if not kept:
        return None
    if "words" in kept:
        return Done(kept["words"])
    run = ErasureRun.objects.owned_by(*persons).filter(id=kept["run"]).first()
    words = [_("Forgotten."), *stays(int(run.plan["held"]) if run else 0)]
    waits = run and run.state == RunState.WAITING and run.epoch is None
    return Done(" ".join(words), run if waits else None)


def stays(held: int) -> list[str]:
    """What the law keeps of what somebody wants gone, in a sentence; none for nothing."""
    if not held:
        return []
    said = ngettext(
        "%(number)s memory has to stay for now, by law. Nobody uses it, and it is erased "
        "by itself when that ends.",
        "%(number)s memories have to stay for now, by law. Nobody uses them, and they are "
        "erased by themselves when that ends.",
        held,
    )
    return [said % {"number": held}]


def back(request: Request) -> HttpResponseRedirect:
    """To the page of ours that the button or its form named, else to the list."""
    to = request.POST.get("then") or request.POST.get("next", "")
    if to.startswith("/me/") and url_has_allowed_host_and_scheme(
        to, allowed_hosts=None
    ):
        return SeeOther(to)
    return see_other("me")
