"""Three questions: what, about what, and whatever else they want to say."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from typing_extensions import override

from governance.models import Right

ASKED = [
    (Right.ACCESS, _("I want a copy of what is remembered about me")),
    (Right.RECTIFICATION, _("Something is wrong and has to be corrected")),
    (Right.ERASURE, _("I want it erased")),
    (Right.RESTRICTION, _("I want it kept, but not used")),
    (Right.OBJECTION, _("I object to its use")),
    (Right.PORTABILITY, _("I want to take what I said along, as a file")),
]


class File(forms.Form):
    """Whose memories is known: they are signed in."""

    right = forms.ChoiceField(
        label=_("What do you want?"), choices=ASKED, widget=forms.RadioSelect
    )
    about = forms.ChoiceField(
        label=_("About what?"),
        choices=[("all", _("Everything")), ("app", _("Only what one app has"))],
        widget=forms.RadioSelect,
        initial="all",
    )
    app = forms.ChoiceField(label=_("Which app?"), required=False)
    words = forms.CharField(
        label=_("Is there anything else we should know?"),
        required=False,
        max_length=4_000,
        help_text=_("What is wrong, and what would be right. You may leave it empty."),
        widget=forms.Textarea(attrs={"rows": 4, "dir": "auto"}),
    )

    def __init__(self, apps: Any, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        which: Any = self.fields["app"]
        which.choices = [("", "–"), *apps]
        if len(apps) < 2:
            del self.fields["about"], self.fields["app"]

    @override
    def clean(self) -> dict[str, Any]:
        """Which app is asked only where it makes a difference."""
        given: dict[str, Any] = super().clean() or {}
        if given.get("about") == "app" and not given.get("app"):
            self.add_error("app", _("Choose the app."))
        return given


class Say(forms.Form):
    """A note to the staff, or the answer to their question."""

    text = forms.CharField(
        label=_("What do you want to say?"),
        max_length=4_000,
        widget=forms.Textarea(attrs={"rows": 4, "dir": "auto"}),
    )
