"""What the pages of requests say: days left, events, refusals, decisions; whole sentences."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from governance.models import RequestEvent, Right, SubjectRequest
from governance.requests.listing import SOON

RIGHTS = {
    Right.ACCESS: gettext_lazy("A copy"),
    Right.RECTIFICATION: gettext_lazy("Correction"),
    Right.ERASURE: gettext_lazy("Erasure"),
    Right.RESTRICTION: gettext_lazy("Restriction"),
    Right.PORTABILITY: gettext_lazy("To take along"),
    Right.OBJECTION: gettext_lazy("Objection"),
}
"""As short as the queue needs them."""

EVENTS: Mapping[str, object] = {
    "filed": gettext_lazy("The request was received."),
    "joined": gettext_lazy("The same was asked for again, and joined to this one."),
    "joined_to": gettext_lazy("It goes on in an earlier request for the same."),
    "received_corrected": gettext_lazy("The date of receipt was corrected."),
    "assigned": gettext_lazy("Somebody looks after it."),
    "let_go": gettext_lazy("Nobody looks after it any more."),
    "note": gettext_lazy("Note"),
    "identity_asked": gettext_lazy("Proof of who asks was asked for."),
    "asked_again": gettext_lazy("The address was written to once more."),
    "identity_received": gettext_lazy("It was proved who asks."),
    "verified": gettext_lazy("It is known who asks."),
    "persons_named": gettext_lazy("Records were named that this is about."),
    "clarification_asked": gettext_lazy("The person was asked what they mean."),
    "clarification_received": gettext_lazy("The person has answered."),
    "clarification_unanswered": gettext_lazy("No answer came; it goes on without one."),
    "extended": gettext_lazy("It was extended by two months, and the person told why."),
    "decided": gettext_lazy("It was decided."),
    "approved": gettext_lazy("A second person agreed."),
    "sent_back": gettext_lazy("A second person did not agree."),
    "begun": gettext_lazy("It is being done."),
    "nothing_found": gettext_lazy("Somebody looked, and there is no record."),
    "corrected": gettext_lazy("A memory was corrected."),
    "all_corrected": gettext_lazy("Everything that was wrong was corrected."),
    "looked_again": gettext_lazy("It is in review again: nobody is there any more."),
    "address_given": gettext_lazy("An address for the answer was entered."),
    "copy_taken": gettext_lazy("Somebody took the copy, to hand it over."),
    "copy_handed_over": gettext_lazy("The copy was handed over."),
    "tried_again": gettext_lazy("It was taken up again."),
    "letter_wanted": gettext_lazy("Another letter was asked for."),
    "alarmed": gettext_lazy(
        "Its day came nearer, or something could not go on. No mail has told the staff yet."
    ),
    "reminded": gettext_lazy(
        "The staff were told by mail: its day came nearer, or something could not go on."
    ),
    "held": gettext_lazy("A memory has to be kept, by law."),
    "hold_ended": gettext_lazy(
        "A memory no longer has to be kept, and goes as was asked."
    ),
    "looked": gettext_lazy("Somebody looked at what is masked."),
    "done": gettext_lazy("It is done, and nothing is left of it to do."),
    "ending_told": gettext_lazy(
        "The person is told that the restriction ends; it ends when the letter has gone."
    ),
    "lifted": gettext_lazy("It ended, and holds nothing back any more."),
    "refused": gettext_lazy("It was refused."),
    "withdrawn": gettext_lazy("It was withdrawn."),
}

REFUSALS: Mapping[str, object] = {
    "reason_missing": gettext_lazy("Give the reasons: the law wants them."),
    "question_missing": gettext_lazy("Write what you want to know."),
    "text_missing": gettext_lazy("Write something first."),
    "ground_missing": gettext_lazy("Choose the ground of the erasure (Art. 17(1))."),
    "persons_missing": gettext_lazy(
        "Nobody's records are named yet: name those that this is about first. If you looked "
        "and there are none, decide that nothing is held."
    ),
    "nothing_held": gettext_lazy(
        "Nothing of this is held, so all of it would be erased. First hold what has to be "
        "kept, on the page of its record; or decide to do all of it."
    ),
    "looked_missing": gettext_lazy("Write where you looked; the person is told."),
    "records_there": gettext_lazy(
        "There are records that this is about, so something is held."
    ),
    "not_in_force": gettext_lazy("There is nothing here that could be ended."),
    "not_theirs_to_end": gettext_lazy(
        "An objection ends when the person wants it: say by what you know that they do."
    ),
    "wanted_still": gettext_lazy(
        "Another request of the same person wants it still, so that nothing would end."
    ),
    "person_unknown": gettext_lazy("That app knows nobody by this id."),
    "memory_unknown": gettext_lazy(
        "There is no such memory among these records, or it is held already."
    ),
    "second_person": gettext_lazy(
        "Somebody else has to agree: you decided this yourself."
    ),
    "scope_changed": gettext_lazy(
        "What this is about has changed since it was decided. Look at it and decide again."
    ),
    "nothing_to_approve": gettext_lazy("Nothing waits for a second person here."),
    "identity_known": gettext_lazy("It is known already who asks."),
    "decided": gettext_lazy("It was decided already."),
    "under_way": gettext_lazy("It is being done already, and cannot be stopped."),
    "received_when": gettext_lazy("Give a time of receipt that is over."),
    "when_wrong": gettext_lazy("Give a time to come."),
    "not_asked": gettext_lazy(
        "No correction of this person's is being done. Decide on the request first."
    ),
    "not_correctable": gettext_lazy("This cannot be written so."),
    "nothing_corrected": gettext_lazy("Nothing was corrected yet."),
    "data_left": gettext_lazy("Something that this is about is still there."),
    "erasure_failed": gettext_lazy("An erasure could not be finished."),
    "no_document": gettext_lazy(
        "Do not ask for an identity document: ask only for what is needed."
    ),
    "letter_incomplete": gettext_lazy(
        "The letter would not say what the law wants it to say. Write more."
    ),
    "bad_addressee": gettext_lazy("The address of the person is none."),
    "already_written": gettext_lazy("Such a letter was sent already."),
    "no_mail": gettext_lazy(
        "No mail is sent from here, so a link would open for nobody. Hand the copy over "
        "yourself."
    ),
    "other_way": gettext_lazy("The copy reaches the person by another way."),
    "copy_gone": gettext_lazy("The file does not open any more. Have it made anew."),
    "copy_not_taken": gettext_lazy("Download the copy first: nobody has taken it yet."),
    "same_owner": gettext_lazy("Nothing would change: that is how it is already."),
    "no_such_colleague": gettext_lazy("Nobody of this name looks after requests."),
    "no_such_request": gettext_lazy("There is no other request with this reference."),
    "another_request": gettext_lazy(
        "That request asks for something else, or nobody has proved yet that it is theirs."
    ),
    "not_earlier": gettext_lazy(
        "That request came later than this one. Open it, and let it end in this one."
    ),
    "not_to_merge": gettext_lazy(
        "One of the two is being done already, or is closed; each goes on by itself."
    ),
    "stale": gettext_lazy(
        "Somebody else has changed this request meanwhile. Nothing was done: look at what "
        "happened, then press again."
    ),
    "not_scrubbed": gettext_lazy(
        "The text could not be checked for private things just now, so nothing was kept. "
        "Try again in a moment."
    ),
}
TROUBLES: Mapping[str, object] = {
    "erasure_failed": gettext_lazy(
        "An erasure stopped before its end. What it is about is out of use already."
    ),
    "mail_failed": gettext_lazy(
        "The address could not be written to. Prove who asks by other means, or try again."
    ),
    "nobody_there": gettext_lazy(
        "Whom this is about is not there any more, so nothing can be handed out."
    ),
    "mail_withheld": gettext_lazy(
        "Too many requests came for this address in one day, so no mail was sent. Prove "
        "who asks by other means, or try again."
    ),
    "letter_missing": gettext_lazy(
        "The letter about it could not be written: its address or its text is not right."
    ),
    "passages_undecided": gettext_lazy(
        "Passages about other people wait for a decision. Until then the copy is not made."
    ),
    "no_way_to_hand_over": gettext_lazy(
        "The copy is ready, but nobody can get it: there is no account and no address "
        "to which a link can go. Enter an address, or download the copy and hand it over "
        "yourself. Until then the request is not done."
    ),
    "package_failed": gettext_lazy("The copy could not be made."),
    "stuck": gettext_lazy(
        "It does not go on: a step of it failed, or nothing has moved for hours. It is tried "
        "again by itself; whoever looks after the machine finds the reason in its log."
    ),
}
NOT_NOW = gettext_lazy("That cannot be done in the state in which the request is.")


def refused(reason: str) -> str:
    """The sentence of a fixed word; what is a sentence already stays one."""
    if " " in reason:
        return reason
    return str(REFUSALS.get(reason, NOT_NOW))


def left(days: int) -> str:
    """``in 3 days``, ``today``, ``2 days overdue``: never nothing."""
    if days == 0:
        return _("today")
    if days > 0:
        return ngettext("in %(days)d day", "in %(days)d days", days) % {"days": days}
    over = -days
    return ngettext("%(days)d day overdue", "%(days)d days overdue", over) % {
        "days": over
    }


def urgency(days: int) -> str:
    """The shape and colour beside the words."""
    if days < 0:
        return "overdue"
    return "today" if days == 0 else "soon" if days <= SOON else "calm"


def said(event: RequestEvent) -> str:
    return str(EVENTS.get(event.kind, event.kind))


def masked(request: SubjectRequest) -> str:
    """Who asks, as far as the queue may say."""
    if request.account_id:
        return _("somebody who is signed in")
    if request.contact_sealed:
        return _("an address that is hidden")
    return _("a person of a service") if request.service_id else _("nobody named yet")
