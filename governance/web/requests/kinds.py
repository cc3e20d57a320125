"""The deeds of the staff: for each its form, who may do it, and the verb that does it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from governance.audit import Actor
from governance.models import Decision, LetterKind, RequestState, Right, SubjectRequest
from governance.requests import (
    assigning,
    identity,
    joining,
    lifting,
    reaching,
    review,
)
from governance.requests.correcting import corrected
from governance.requests.office import office
from governance.requests.packing import PASSAGES
from governance.requests.receipt import correct_receipt
from governance.web.requests import forms as of
from governance.web.requests.roles import ACT, AGREE

Given = Mapping[str, Any]
Verb = Callable[[SubjectRequest, Given, Actor], object]


@dataclass(frozen=True)
class Kind:
    """A deed: its form, who may do it, and the verb that does it. ``title`` stands on
    its button, ``about`` says what it does."""

    form: type[forms.Form]
    verb: Verb
    title: object
    done: object
    roles: frozenset[str] = ACT
    # Persons change as well: it takes effect in the same transaction.
    effect: bool = False
    # The letter that tells the person, and by which of its parts what was written.
    letter: LetterKind | None = None
    parts: Mapping[str, str] = field(default_factory=dict)


def _decide(row: SubjectRequest, given: Given, actor: Actor) -> None:
    review.decide(
        row,
        Decision(given["decision"]),
        actor,
        reasons=given["text"],
        ground=given["ground"],
        scope_seen=given["scope_seen"],
    )


def _local(at: datetime) -> datetime:
    """What was typed is the time of the office."""
    return at.replace(tzinfo=office().tz)


KINDS: Mapping[str, Kind] = {
    "take-up": Kind(
        of.TakeUp,
        lambda row, _given, actor: assigning.take_up(row, actor.id or row.id, actor),
        gettext_lazy("Look after it"),
        gettext_lazy("You look after this request now."),
    ),
    "assign": Kind(
        of.Assign,
        lambda row, given, actor: assigning.assign(row, given["owner"], actor),
        gettext_lazy("Give it to somebody"),
        gettext_lazy("It is noted who looks after this request."),
    ),
    "merge": Kind(
        of.Merge,
        lambda row, given, actor: joining.merge(row, given["reference"], actor),
        gettext_lazy("It repeats an earlier request"),
        gettext_lazy(
            "This request ended in the earlier one, which has the earlier date of both."
        ),
        effect=True,
    ),
    "note": Kind(
        of.Note,
        lambda row, given, actor: review.note(row, given["text"], actor, internal=True),
        gettext_lazy("Add a note"),
        gettext_lazy("The note was added."),
        roles=ACT | AGREE,
    ),
    "ask-identity": Kind(
        of.AskIdentity,
        lambda row, given, actor: identity.ask_identity(row, given["text"], actor),
        gettext_lazy("Ask who it is"),
        gettext_lazy("The letter is on its way, and the clock notes that you asked."),
        letter=LetterKind.IDENTITY,
        parts={"text": "asked", "why": "reasons"},
    ),
    "confirm-identity": Kind(
        of.ConfirmIdentity,
        lambda row, given, actor: identity.confirm_identity(
            row, actor, by=identity.BY_STAFF, how=given["text"]
        ),
        gettext_lazy("I am sure who asks"),
        gettext_lazy("It is on record that you are sure who asks."),
        effect=True,
    ),
    "clarify": Kind(
        of.Clarify,
        lambda row, given, actor: review.clarify(row, given["text"], actor),
        gettext_lazy("Ask what they mean"),
        gettext_lazy("The letter is on its way; the request waits for the answer."),
        letter=LetterKind.CLARIFICATION,
        parts={"text": "questions"},
    ),
    "clarified": Kind(
        of.Clarified,
        lambda row, given, actor: review.clarified(row, given["text"], actor),
        gettext_lazy("They have answered"),
        gettext_lazy("The request is in review again."),
    ),
    "no-answer": Kind(
        of.GoOn,
        lambda row, _given, actor: review.go_on(row, actor),
        gettext_lazy("No answer came: go on"),
        gettext_lazy("The request is in review again, without an answer."),
    ),
    "extend": Kind(
        of.Extend,
        lambda row, given, actor: review.extend(row, given["text"], actor),
        gettext_lazy("Extend by two months"),
        gettext_lazy("The letter is on its way, and the request is extended."),
        letter=LetterKind.EXTENSION,
        parts={"text": "reasons"},
    ),
    "received": Kind(
        of.Received,
        lambda row, given, actor: correct_receipt(
            row, _local(given["received_at"]), given["text"], actor
        ),
        gettext_lazy("Correct the date of receipt"),
        gettext_lazy("The date of receipt was corrected, and every date with it."),
    ),
    "decide": Kind(
        of.Decide,
        _decide,
        gettext_lazy("Decide"),
        gettext_lazy("It was decided."),
        effect=True,
    ),
    "approve": Kind(
        of.Approve,
        lambda row, given, actor: review.approve(
            row, actor, scope_seen=given["scope_seen"]
        ),
        gettext_lazy("I agree"),
        gettext_lazy("You agreed."),
        roles=AGREE,
        effect=True,
    ),
    "send-back": Kind(
        of.SendBack,
        lambda row, given, actor: review.send_back(row, given["text"], actor),
        gettext_lazy("I do not agree"),
        gettext_lazy("The request is in review again."),
        roles=AGREE,
    ),
    "lift": Kind(
        of.Lift,
        lambda row, given, actor: lifting.announce(row, given["text"], actor),
        gettext_lazy("End the restriction"),
        gettext_lazy(
            "The letter is on its way; the restriction ends when it has gone."
        ),
        effect=True,
        letter=LetterKind.LIFTED,
        parts={"text": "reasons"},
    ),
    "use-again": Kind(
        of.UseAgain,
        lambda row, given, actor: lifting.use_again(row, actor, how=given["text"]),
        gettext_lazy("The person wants it used again"),
        gettext_lazy("It ended, and holds nothing back any more."),
        effect=True,
    ),
    "all-corrected": Kind(
        of.AllCorrected,
        lambda row, _given, actor: corrected(row, actor),
        gettext_lazy("Everything is corrected"),
        gettext_lazy("It is looked over once more, and then done."),
    ),
    "give-address": Kind(
        of.GiveAddress,
        lambda row, given, actor: reaching.give_address(
            row, given["contact"], given["text"], actor
        ),
        gettext_lazy("Enter an address"),
        gettext_lazy("The address was entered, and the letter goes there."),
    ),
    "handed-over": Kind(
        of.HandedOver,
        lambda row, given, actor: reaching.handed_over(row, given["text"], actor),
        gettext_lazy("I have handed it over"),
        gettext_lazy("It is on record that you handed it over."),
    ),
    "look-again": Kind(
        of.LookAgain,
        lambda row, _given, actor: review.look_again(row, actor),
        gettext_lazy("Back to the review"),
        gettext_lazy("The request is in review again."),
    ),
    "try-again": Kind(
        of.TryAgain,
        lambda row, _given, actor: review.try_again(row, actor),
        gettext_lazy("Try again"),
        gettext_lazy("It is tried again."),
    ),
    "withdraw": Kind(
        of.Withdraw,
        lambda row, _given, actor: review.withdraw(row, actor),
        gettext_lazy("The person has withdrawn it"),
        gettext_lazy("The request is withdrawn."),
        effect=True,
    ),
}


def offered(
    row: SubjectRequest, role: str, *, in_force: bool = False, told: bool = False
) -> list[str]:
    """Which deeds make sense in the state in which the request is, for that role.
    ``in_force``: it was granted and can be ended; ``told``: the letter about that goes."""
    names = _by_state(row)
    if in_force:
        ends = row.right == Right.RESTRICTION and not told
        names = [*(["lift"] if ends else []), "use-again", *names]
    return [name for name in names if role in KINDS[name].roles]


def _by_state(row: SubjectRequest) -> list[str]:
    if row.trouble == "nobody_there":
        return [*_usual(row), "look-again"]
    if row.trouble == reaching.NO_WAY:
        return ["give-address", "handed-over", *_usual(row)]
    again = row.trouble and row.trouble != PASSAGES  # that waits for no machine
    return [*_usual(row), *(["try-again"] if again else [])]


def _usual(row: SubjectRequest) -> list[str]:
    if row.state == RequestState.RUNNING and row.right == Right.RECTIFICATION:
        return ["all-corrected", "note"]
    if row.state == RequestState.RUNNING or not row.is_open:
        return ["note"]
    names = ["take-up", "assign"]
    if row.verified_at is None:
        names += ["ask-identity", "confirm-identity"]
    if row.state == RequestState.IN_REVIEW:
        names += ["clarify"]
    if row.state == RequestState.ON_HOLD:
        names += ["clarified", "no-answer"]
    if not row.extended:
        names += ["extend"]
    merges = ["merge"] if row.verified_at and row.state in joining.JOINABLE else []
    return [*names, "note", *merges, "received", "withdraw"]
