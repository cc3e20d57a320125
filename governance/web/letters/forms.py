"""The form of a letter's text."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from typing_extensions import override

from governance.models import LONGEST_BODY, LONGEST_SUBJECT, LetterKind
from governance.requests.letters import (
    BadTemplate,
    LetterIncomplete,
    Text,
    checked,
)
from governance.web.letters.words import refusal_words


class TextForm(forms.Form):
    """Subject and body. ``version`` is the one that was opened: two officers at once do not
    overwrite each other unseen."""

    subject = forms.CharField(label=_("Subject"), max_length=LONGEST_SUBJECT)
    body = forms.CharField(
        label=_("Text"),
        max_length=LONGEST_BODY,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 24}),
    )
    version = forms.IntegerField(
        label=_("Version"), widget=forms.HiddenInput, min_value=0
    )

    def __init__(self, kind: LetterKind, text: Text, data: Any = None) -> None:
        super().__init__(
            data,
            initial={
                "subject": text.subject,
                "body": text.body,
                "version": text.version,
            },
        )
        self.kind = kind

    @override
    def clean(self) -> dict[str, Any]:
        """Placeholders and mandatory parts, as they are checked when it is saved."""
        given: dict[str, Any] = super().clean() or {}
        if "subject" in given and "body" in given:
            try:
                checked(self.kind, given["subject"], given["body"])
            except (BadTemplate, LetterIncomplete) as refused:
                self.add_error("body", refusal_words(refused, self.kind))
        return given

    def text(self) -> Text:
        """As it would be saved."""
        return checked(
            self.kind, self.cleaned_data["subject"], self.cleaned_data["body"]
        )
