"""One small form for each deed; each carries the version of the request that was seen."""

import uuid
from collections.abc import Sequence
from datetime import date
from typing import Any

from django import forms
from django.core.validators import MaxValueValidator
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from governance.models import (
    Channel,
    Decision,
    Exception17,
    Ground,
    Right,
    SubjectRequest,
)
from governance.requests.assigning import colleagues
from governance.requests.office import office

LONGEST = 4_000


def words(label: Any, *, required: bool = True, rows: int = 4) -> forms.CharField:
    """A free text; it is scrubbed before it is kept."""
    return forms.CharField(
        label=label,
        required=required,
        max_length=LONGEST,
        widget=forms.Textarea(attrs={"rows": rows, "dir": "auto"}),
    )


class Deed(forms.Form):
    """``version`` is that of the request which whoever decides has seen, and ``seen`` the
    number of its last event: what came after it is told where somebody was quicker."""

    version = forms.IntegerField(widget=forms.HiddenInput)
    seen = forms.IntegerField(required=False, widget=forms.HiddenInput)


def seen_of(row: SubjectRequest) -> dict[str, Any]:
    """What the hidden fields say of the request as it is."""
    return {"version": row.version, "seen": row.events}


class TakeUp(Deed):
    pass


class Assign(Deed):
    """Who looks after it from now on; nobody is a choice too."""

    owner = forms.ChoiceField(label=_("Who looks after it"), required=False)

    def __init__(self, *args: Any, **kw: Any) -> None:
        super().__init__(*args, **kw)
        chosen: Any = self.fields["owner"]
        chosen.choices = [("", _("nobody")), *colleagues()]

    def clean_owner(self) -> uuid.UUID | None:
        """The account; None for nobody."""
        given: str = self.cleaned_data["owner"]
        return uuid.UUID(given) if given else None


class Merge(Deed):
    """The earlier request that this one repeats."""

    reference = forms.CharField(
        label=_("Reference of the earlier request"), max_length=20
    )


class Note(Deed):
    text = words(_("Note, for the staff alone"))


class AskIdentity(Deed):
    text = words(_("What you need to know; never an identity document"), rows=3)
    why = words(_("Why you are not sure who asks"), rows=2)


class ConfirmIdentity(Deed):
    text = words(_("By what you are sure who asks"), rows=3)


class Clarify(Deed):
    text = words(_("What you want to know"))


class Clarified(Deed):
    text = words(_("What the person has answered"))


class Lift(Deed):
    text = words(_("Why the restriction ends; the person is told this before"))


class UseAgain(Deed):
    text = words(_("By what you know that the person wants it used again"), rows=2)


class GoOn(Deed):
    pass


class Extend(Deed):
    text = words(_("Why it takes longer; the person is told this"))


class SendBack(Deed):
    text = words(_("Why you do not agree"))


class Withdraw(Deed):
    pass


class AllCorrected(Deed):
    pass


class LookAgain(Deed):
    pass


class TryAgain(Deed):
    pass


class GiveAddress(Deed):
    contact = forms.EmailField(
        label=_("E-mail address for the answer"),
        max_length=254,
        help_text=_("A link to the copy goes there; it needs a code by mail, too."),
    )
    text = words(_("By what you know that it is theirs"), rows=2)


class HandedOver(Deed):
    text = words(_("How, where and to whom you handed it over"), rows=2)


class TakeCopy(forms.Form):
    """Why a member of the staff takes somebody's copy."""

    reason = words(_("Why you hand it over yourself"), rows=2)


class Approve(Deed):
    scope_seen = forms.CharField(
        required=False, max_length=64, widget=forms.HiddenInput
    )


class Received(Deed):
    received_at = forms.DateTimeField(
        label=_("When it arrived"),
        widget=forms.DateTimeInput(
            attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"
        ),
        help_text=_("In the time of the office."),
    )
    text = words(_("Why the date was wrong"), rows=2)


class Decide(Deed):
    """What the law needs of a decision is checked by the room, which knows it."""

    scope_seen = forms.CharField(
        required=False, max_length=64, widget=forms.HiddenInput
    )
    decision = forms.ChoiceField(
        label=_("Decision"), choices=Decision.choices, widget=forms.RadioSelect
    )
    ground = forms.ChoiceField(
        label=_("Ground (Art. 17(1))"),
        required=False,
        choices=[("", "–"), *Ground.choices],
    )
    text = words(
        _("Reasons; the person is told them"),
        required=False,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["text"].help_text = _("If nothing is held: where you looked.")


class Records(Deed):
    """Which record is meant: an app, and its own id for the person."""

    service = forms.TypedChoiceField(label=_("App"), coerce=uuid.UUID)
    ref = forms.CharField(label=_("The app's own id for the person"), max_length=255)
    text = words(_("By what you know that it is theirs"), rows=2)

    def __init__(self, apps: Sequence[tuple[str, str]], *args: Any, **kw: Any) -> None:
        super().__init__(*args, **kw)
        chosen: Any = self.fields["service"]
        chosen.choices = apps


class Look(forms.Form):
    """Why somebody wants to see what is masked."""

    reason = words(_("Why you need to see it"), rows=2)


class Keep(Deed):
    """An exception of Art. 17(3), for one memory."""

    memory_id = forms.UUIDField(label=_("Id of the memory"))
    law = forms.ChoiceField(label=_("Exception"), choices=Exception17.choices)
    until = forms.DateField(
        label=_("Until"),
        widget=forms.DateInput(attrs={"type": "date"}),
        validators=[MaxValueValidator(date(2199, 12, 31))],
    )
    text = words(_("Reason"), rows=2)


class AboutSource(forms.Form):
    """Why a whole source is dropped or let into use."""

    reason = words(_("Why; it stands on record"), rows=2)


class EndHold(forms.Form):
    """Why a hold ends early; ``seen`` is what would go when it was looked at."""

    seen = forms.CharField(required=False, max_length=60, widget=forms.HiddenInput)
    text = words(_("Why it ends now"), rows=2)


class Enter(forms.Form):
    """A letter or a call, entered by staff."""

    channel = forms.ChoiceField(
        label=_("It came by"),
        choices=[(each.value, each.label) for each in (Channel.LETTER, Channel.CALL)],
        widget=forms.RadioSelect,
    )
    right = forms.ChoiceField(label=_("What is asked for"), choices=Right.choices)
    received_at = forms.DateTimeField(
        label=_("When it arrived"),
        widget=forms.DateTimeInput(
            attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"
        ),
        help_text=_("In the time of the office, whether it was read then or not."),
    )
    contact = forms.EmailField(
        label=_("E-mail address for the answer"), required=False, max_length=254
    )
    language = forms.ChoiceField(
        label=_("Language of the answer"),
        choices=[("en", "English"), ("de", "Deutsch")],
    )
    text = words(_("What they ask for, in their words"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("initial", {})
        now = timezone.now().astimezone(office().tz)
        kwargs["initial"].setdefault("received_at", now.replace(tzinfo=None))
        super().__init__(*args, **kwargs)
