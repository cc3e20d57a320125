"""What the person is told of a request: whole sentences, and nothing of the house's own."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy

from governance.models import RequestEvent, RequestState

STEPS: Mapping[str, object] = {
    "filed": gettext_lazy("You asked for this."),
    "joined": gettext_lazy("You asked again; it was joined to this request."),
    "joined_to": gettext_lazy("It goes on in your earlier request for the same."),
    "received_corrected": gettext_lazy("We corrected the day on which it arrived."),
    "assigned": gettext_lazy("Somebody looks after your request."),
    "note": gettext_lazy("You added something."),
    "identity_asked": gettext_lazy("We asked you to show that it is you."),
    "identity_received": gettext_lazy("We know that it is you."),
    "verified": gettext_lazy("We know that it is you."),
    "clarification_asked": gettext_lazy("We asked you what you mean."),
    "clarification_received": gettext_lazy("You answered."),
    "clarification_unanswered": gettext_lazy(
        "We had no answer to our question, and go on without one."
    ),
    "extended": gettext_lazy("It takes longer. This is why:"),
    "begun": gettext_lazy("It is being done now."),
    "nothing_found": gettext_lazy("We looked, and hold nothing about you."),
    "corrected": gettext_lazy("A memory was corrected."),
    "all_corrected": gettext_lazy("Everything that was wrong was corrected."),
    "held": gettext_lazy("Something has to be kept for now, by law."),
    "done": gettext_lazy("It is done."),
    "ending_told": gettext_lazy("We wrote to you that the restriction ends."),
    "lifted": gettext_lazy("It ended: your data is no longer held back by it."),
    "refused": gettext_lazy("It was refused. We wrote to you why."),
    "withdrawn": gettext_lazy("You took your request back."),
}
"""Events that are not here are steps of the house, and shown to nobody else."""

NEXT: Mapping[str, object] = {
    RequestState.RECEIVED: gettext_lazy(
        "Somebody will look at it. You need not do anything."
    ),
    RequestState.NEEDS_IDENTITY: gettext_lazy(
        "We need to be sure that it is you. Please answer our question."
    ),
    RequestState.IN_REVIEW: gettext_lazy(
        "Somebody is looking at it. You need not do anything."
    ),
    RequestState.ON_HOLD: gettext_lazy("We wait for your answer."),
    RequestState.RUNNING: gettext_lazy("It is being done. You need not do anything."),
}


def said(event: RequestEvent) -> str:
    return str(STEPS.get(event.kind, ""))
