"""What a person sets on the settings page."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.conf import settings
from django.utils.translation import get_language_info
from django.utils.translation import gettext_lazy as _

from governance.choices.settings import FORGET_MONTHS, UNDO_HOURS, Looks
from governance.erasure import DEFAULT_UNDO
from governance.models import Account, Person, RetentionRule, Theme

REGIONS = {
    "Africa", "America", "Antarctica", "Arctic", "Asia",
    "Atlantic", "Australia", "Europe", "Indian", "Pacific",
}  # fmt: skip
UNDO_WORDS = {
    0: _("Not at all: erased at once"),
    1: _("1 hour"),
    24: _("24 hours"),
    7 * 24: _("7 days"),
    30 * 24: _("30 days"),
}
FORGET_WORDS = {
    3: _("After 3 months"),
    12: _("After 12 months"),
    36: _("After 3 years"),
}
LEAVE = ("leave", _("It differs by app: leave it so"))


class LooksForm(forms.Form):
    """How the pages look; for somebody without an account, what a browser can keep."""

    language = forms.ChoiceField(label=_("Language"), required=False)
    theme = forms.ChoiceField(
        label=_("Light or dark"),
        choices=[
            (Theme.SYSTEM, _("As this device has it")),
            (Theme.LIGHT, _("Light")),
            (Theme.DARK, _("Dark")),
        ],
    )
    zone = forms.ChoiceField(label=_("Time zone"))
    shortcuts = forms.BooleanField(
        label=_("Single keys do something: / goes to the search, ? lists all keys"),
        required=False,
    )

    def __init__(self, account: Account | None, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _choices(
            self,
            "language",
            [
                ("", _("As this browser asks for it")),
                *((code, _own_name(code)) for code, _name in settings.LANGUAGES),
            ],
        )
        if account is None:
            del self.fields["zone"], self.fields["shortcuts"]
        else:
            _choices(self, "zone", _zones(account.zone))

    def looks(self) -> Looks:
        """As they are chosen."""
        given = self.cleaned_data
        return Looks(
            language=given["language"],
            zone=given.get("zone", "UTC"),
            theme=Theme(given["theme"]),
            shortcuts=given.get("shortcuts", True),
        )


class ScrubbingForm(forms.Form):
    """What is left out before anything is stored, in all of their apps. It can only be
    more than an app leaves out by itself."""

    policy = forms.ChoiceField(
        label=_("What is left out"),
        required=False,
        widget=forms.RadioSelect,
        choices=[
            ("", _("What each app leaves out by itself")),
            (
                "balanced",
                _(
                    "Passwords, card and account numbers, official numbers, telephone "
                    "numbers and addresses"
                ),
            ),
            (
                "strict",
                _(
                    "Names, places and exact dates as well; what holds a password or a "
                    "card number is not kept at all"
                ),
            ),
        ],
    )

    def __init__(self, records: Sequence[Person], data: Any = None) -> None:
        own = {person.scrub_policy for person in records}
        # Where it differs, what was chosen most cautiously is what is shown.
        chosen = next((each for each in ("strict", "balanced") if each in own), "")
        super().__init__(data, initial={"policy": chosen})


class KeepingForm(forms.Form):
    """How long things are kept, for all of a person's records."""

    undo = forms.ChoiceField(
        label=_("How long a forget can be undone"),
        help_text=_("What you forget is out of use at once in any case."),
    )
    months = forms.ChoiceField(
        label=_("Forget by itself what is old"),
        help_text=_(
            "Each night, what was learned, noted or said longer ago is forgotten. Pinned "
            "memories stay."
        ),
    )

    unused = forms.ChoiceField(
        label=_("What is of little importance and nobody uses"), required=False
    )

    def __init__(
        self,
        records: Sequence[Person],
        data: Any = None,
        *,
        rule: RetentionRule | None = None,
    ) -> None:
        default = DEFAULT_UNDO.total_seconds() // 3600
        undo = {default if p.undo_hours is None else p.undo_hours for p in records}
        months = {p.forget_after_months for p in records}
        kept = {p.keep_unused for p in records}
        now = {
            "undo": _one(undo),
            "months": _one(months),
            "unused": UNUSED[kept.pop()] if len(kept) == 1 else LEAVE[0],
        }
        super().__init__(data, initial=now)
        _choices(
            self,
            "undo",
            _leave(undo) + [(str(each), UNDO_WORDS[each]) for each in UNDO_HOURS],
        )
        _choices(
            self,
            "months",
            [
                *_leave(months),
                ("never", _("Never")),
                *((str(each), FORGET_WORDS[each]) for each in FORGET_MONTHS),
            ],
        )
        self._ask_of_unused(rule, {p.keep_unused for p in records})

    def _ask_of_unused(self, rule: RetentionRule | None, kept: set[bool]) -> None:
        """In plain words what the house does; not asked where it does not."""
        if rule is None:
            del self.fields["unused"]
            return
        self.fields["unused"].help_text = _(
            "Once a week, what was learned more than %(days)d days ago, is of little "
            "importance and was not used in that time is forgotten. Pinned memories "
            "stay, and so does everything while nothing may be used."
        ) % {"days": rule.days}
        choices = [(UNUSED[False], _("Forget it")), (UNUSED[True], _("Never: keep it"))]
        _choices(self, "unused", [*_leave(kept), *choices])

    def keep_unused(self) -> bool | None:
        """Whether to keep it; None leaves it as it is."""
        chosen = self.cleaned_data.get("unused")
        return {UNUSED[False]: False, UNUSED[True]: True}.get(chosen or "")

    def undo_hours(self) -> int | None:
        """The chosen hours; None leaves them as they are."""
        chosen = self.cleaned_data["undo"]
        return None if chosen == LEAVE[0] else int(chosen)

    def forget_months(self) -> int | None:
        """The chosen months; None is never, or not changed."""
        chosen = self.cleaned_data["months"]
        return int(chosen) if chosen.isdecimal() else None

    @property
    def leaves_months(self) -> bool:
        """Whether the age is to stay as it is in each record."""
        return bool(self.cleaned_data["months"] == LEAVE[0])


UNUSED = {False: "forget", True: "never"}


def _one(values: set[Any]) -> str:
    """What all records have in common."""
    if len(values) != 1:
        return LEAVE[0]
    [value] = values
    return "never" if value is None else str(int(value))


def _leave(values: set[Any]) -> list[tuple[str, Any]]:
    return [LEAVE] if len(values) > 1 else []


def _choices(form: forms.Form, name: str, choices: Sequence[Any]) -> None:
    field = form.fields[name]
    if isinstance(field, forms.ChoiceField):
        field.choices = choices


def _own_name(code: str) -> str:
    """A language as its own speakers call it."""
    return str(get_language_info(code)["name_local"])


def _zones(now: str) -> list[Any]:
    """Every zone by region; what is set already stays on the list."""
    known = sorted(
        name
        for name in {*available_timezones(), now}
        if name.split("/")[0] in REGIONS or name == now
    )
    by_region = groupby((n for n in known if "/" in n), lambda name: name.split("/")[0])
    return [
        ("UTC", "UTC"),
        *(
            (region, [(name, _place(name)) for name in names])
            for region, names in by_region
        ),
    ]


def _place(zone: str) -> str:
    return zone.split("/", 1)[1].replace("_", " ").replace("/", ", ")
