"""What a person types about one memory."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from typing_extensions import override

from governance.models import TEXT_LIMIT, Kind, Memory, Person, Sensitivity

TYPED_KINDS = [
    Kind.FACT,
    Kind.PREFERENCE,
    Kind.DECISION,
    Kind.EVENT,
    Kind.PROCEDURE,
]
ENDS = {
    "keep": None,
    "none": None,
    "week": timedelta(days=7),
    "month": timedelta(days=30),
    "year": timedelta(days=365),
}

UNWRITABLE = {
    "nothing_left_worth_storing": _(
        "Nothing is left of this once what must not be stored is taken out, such as a "
        "card number or a password. Say it in other words."
    ),
    "said_by_another_memory": _("Another memory says just this already."),
    "too_long": _("This is too long. At most 8,000 characters can be kept."),
    "hard_identifier": _("This holds a number or an address that must not be stored."),
}
"""Why a text cannot be stored, in words, by the reason of ``Unwritable``."""
OTHERWISE = _("This cannot be stored as it is.")

MOST_TOPICS = 10


def text_field() -> forms.CharField:
    """One memory's text."""
    return forms.CharField(
        label=_("What it says"),
        max_length=TEXT_LIMIT,
        widget=forms.Textarea(attrs={"rows": 3, "dir": "auto"}),
        error_messages={"required": _("Write what should be remembered.")},
    )


class CorrectForm(forms.Form):
    """The text as it should be."""

    text = text_field()


class AddForm(forms.Form):
    """A memory that the person adds."""

    text = text_field()
    kind = forms.ChoiceField(
        label=_("What sort of thing it is"),
        choices=[(kind.value, kind.label) for kind in TYPED_KINDS],
    )
    app = forms.ChoiceField(label=_("Which app may know it"))

    def __init__(self, records: Sequence[Person], data: Any = None) -> None:
        super().__init__(data)
        field = self.fields["app"]
        if isinstance(field, forms.ChoiceField):
            field.choices = [(str(each.id), each.service.name) for each in records]


class DetailsForm(forms.Form):
    """How long it stays, and how private it is."""

    ends = forms.ChoiceField(
        label=_("Ends"),
        choices=[
            ("keep", _("As it is now")),
            ("none", _("No end")),
            ("week", _("In a week")),
            ("month", _("In 30 days")),
            ("year", _("In a year")),
        ],
    )
    sensitivity = forms.ChoiceField(
        label=_("How private it is"), choices=Sensitivity.choices
    )

    def changes(self, memory: Memory, now: datetime) -> dict[str, Any]:
        """What is to change; nothing where all was left as it is."""
        ends, sensitivity = self.cleaned_data["ends"], self.cleaned_data["sensitivity"]
        changes: dict[str, Any] = {}
        if ends != "keep":
            span = ENDS[ends]
            changes["expires_at"] = now + span if span else None
        if sensitivity != memory.sensitivity:
            changes["sensitivity"] = sensitivity
        return changes


class TopicForm(forms.Form):
    """What to forget: a topic in words, or all of an app or a time."""

    topics_text = forms.CharField(
        label=_("What it is about"),
        help_text=_(
            "A name, a thing, a few words. Write several on lines of their own to find "
            "what is about any of them."
        ),
        max_length=500,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2, "dir": "auto"}),
    )
    app = forms.ChoiceField(label=_("In which app"), required=False)
    since = forms.DateField(
        label=_("Learned from"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}),
    )
    until = forms.DateField(
        label=_("Learned until"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}),
    )

    def __init__(self, records: Sequence[Person], data: Any = None) -> None:
        super().__init__(data)
        field = self.fields["app"]
        if isinstance(field, forms.ChoiceField):
            named = [(str(each.id), each.service.name) for each in records]
            field.choices = [("", _("All apps")), *named]

    @property
    def topics(self) -> list[str]:
        """One for each line that says something."""
        lines = self.cleaned_data["topics_text"].replace("\0", "").splitlines()
        return [" ".join(line.split()) for line in lines if line.strip()][:MOST_TOPICS]

    @override
    def clean(self) -> dict[str, Any]:
        """Something has to be said; a time has to run forwards."""
        given = super().clean() or self.cleaned_data
        if not any(given.get(name) for name in self.fields) and not self.errors:
            raise forms.ValidationError(
                _("Say what it is about, or choose an app or a time.")
            )
        since, until = given.get("since"), given.get("until")
        if since and until and since > until:
            self.add_error("until", _("This is before the first day."))
        return given
