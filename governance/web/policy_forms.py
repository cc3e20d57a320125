"""The forms of the policies."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from typing_extensions import override

from governance.models import LONGEST_DAYS, Kind, RetentionRule, Sensitivity
from governance.retention import range_of

ANY = [("", _("any"))]


class ChangeForm(forms.Form):
    """Age and on/off of a rule, as far as it has them."""

    age = forms.IntegerField(label=_("Days"))
    on = forms.ChoiceField(
        label=_("This rule is"),
        widget=forms.RadioSelect,
        choices=[("on", _("on")), ("off", _("off"))],
    )

    def __init__(self, rule: RetentionRule, data: Any = None) -> None:
        now = {"age": rule.days, "on": "on" if rule.enabled else "off"}
        super().__init__(data, initial=now)
        self.rule = rule
        if rule.own_end:
            del self.fields["age"]
        else:
            least, most = range_of(rule.about)
            self.fields["age"] = _days(least, most)
        if rule.always_on:
            del self.fields["on"]

    def days(self) -> int | None:
        """The age as given; its own where it has none to give."""
        given: int | None = self.cleaned_data.get("age", self.rule.days)
        return given

    def enabled(self) -> bool:
        """Whether it is to be on."""
        return bool(self.cleaned_data.get("on", "on") == "on")


class AddForm(forms.Form):
    """A new rule about memories of one kind or privacy."""

    kind = forms.ChoiceField(
        label=_("Kind"), required=False, choices=[*ANY, *Kind.choices]
    )
    sensitivity = forms.ChoiceField(
        label=_("Privacy"), required=False, choices=[*ANY, *Sensitivity.choices]
    )
    days = forms.IntegerField(
        label=_("Forget after so many days"), min_value=1, max_value=LONGEST_DAYS
    )

    def what(self) -> dict[str, str]:
        """What it is about."""
        return {name: self.cleaned_data[name] for name in ("kind", "sensitivity")}

    @override
    def clean(self) -> dict[str, Any]:
        """About everything it would be another rule."""
        given: dict[str, Any] = super().clean() or {}
        if not given.get("kind") and not given.get("sensitivity"):
            self.add_error(
                "kind", _("Choose a kind, a privacy, or both: not everything at once.")
            )
        return given


def _days(least: int, most: int) -> forms.IntegerField:
    return forms.IntegerField(label=_("Days"), min_value=least, max_value=most)
