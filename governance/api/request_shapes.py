"""What comes in with a person's request, as a service hands it over."""

from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from rest_framework import serializers
from typing_extensions import override

from governance.api.fields import Id, Moment, Strict, Text, Yes
from governance.models import Right
from governance.requests.filing import LONGEST_WORDS
from governance.requests.handing import Handed
from governance.requests.joining import MOST_CHOSEN

LONGEST_ADDRESS = 254
LANGUAGES = ("en", "de")


class MailAddress(Text):
    """An e-mail address; another text is refused without being repeated."""

    @override
    def to_internal_value(self, data: Any) -> str:
        given = super().to_internal_value(data)
        try:
            validate_email(given)
        except ValidationError:
            raise serializers.ValidationError("", code="not_an_address") from None
        return given


class RequestIn(Strict):
    """A person's request, handed over by a service."""

    right = serializers.ChoiceField(
        choices=Right.values, help_text="Which right they exercise (Art. 15–21 GDPR)."
    )
    words = Text(
        max_length=LONGEST_WORDS,
        default="",
        allow_blank=True,
        help_text="What they said, for whoever answers; it is scrubbed.",
    )
    language = serializers.ChoiceField(
        choices=LANGUAGES, default="en", help_text="Of the letters to them."
    )
    contact = MailAddress(
        max_length=LONGEST_ADDRESS,
        required=False,
        help_text="The e-mail address that answers go to. It is never told again.",
    )
    memories = serializers.ListField(
        child=Id(),
        min_length=1,
        max_length=MOST_CHOSEN,
        required=False,
        help_text="The memories that they mean; without it, everything.",
    )
    received_at = Moment(
        required=False,
        help_text="When it reached you, which is when its month begins; now unless given.",
    )
    identity_checked = Yes(
        default=False,
        help_text="true: you have made sure that it is the person. Otherwise the "
        "office does, before anything is done.",
    )

    def handed(self, words: str) -> Handed:
        """The checked input as the room takes it; ``words`` are scrubbed."""
        given = self.validated_data
        return Handed(
            right=Right(given["right"]),
            language=given["language"],
            words=words,
            contact=given.get("contact", ""),
            memory_ids=given.get("memories", ()),
            received_at=given.get("received_at"),
            checked=given["identity_checked"],
        )


class AnswerIn(Strict):
    """What the person says to the office's question."""

    answer = Text(
        max_length=LONGEST_WORDS,
        help_text="In their words, for whoever asked; it is scrubbed.",
    )
