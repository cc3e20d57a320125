"""What the answers about requests hold (``governance.api.requests`` makes them)."""

from rest_framework import serializers

from governance.api.fields import Moment
from governance.api.openapi.bodies import Answer, Choice, Number, Uuid, Word
from governance.models import Channel, RequestState, Right

Day = serializers.DateField


class SubjectRequest(Answer):
    """A person's request, and its dates. Days are of `zone` and last until their end."""

    id = Uuid()
    reference = Word(help_text="What letters and people call it.")
    right = Choice(choices=Right.values)
    state = Choice(choices=RequestState.values)
    channel = Choice(choices=Channel.values, help_text="By which way it came.")
    received_at = Moment()
    received_on = Day()
    due = Day(help_text="It is answered by then, extension included once there is one.")
    due_at = Moment(help_text="The last second of that day.")
    due_with_pause = Day(
        allow_null=True,
        help_text="With lawful pauses left out; null while one is open.",
    )
    extended = serializers.BooleanField(help_text="Whether the person was told so.")
    extended_due = Day(help_text="What an extension gives, or would give.")
    paused_since = Day(
        allow_null=True, help_text="Since when an answer of the person is awaited."
    )
    question = Word(
        allow_null=True,
        help_text="What the office asks the person, while their answer is awaited: show "
        "it to them.",
    )
    closed_at = Moment(
        allow_null=True, help_text="null while it is open; otherwise `state` says how."
    )
    erasures = serializers.ListField(
        child=Uuid(),
        help_text="The erasures of your part that it began; their certificates are the "
        "proof.",
    )
    explanation = serializers.ListField(
        child=Word(), help_text="Why these dates, in sentences."
    )
    rule = Word(help_text="Whose rules, where, and in which version.")
    zone = Word(help_text="Such as `Europe/Berlin`.")


class SubjectRequestPage(Answer):
    """One page of requests."""

    count = Number(min_value=0, help_text="Of the whole list.")
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)
    results = SubjectRequest(many=True)
