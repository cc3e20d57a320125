"""What a controller sends (OpenDSR, 5 and 7). Members that we do not know are passed over:
controllers send theirs to every processor alike."""

from typing import Any

from rest_framework import serializers
from typing_extensions import override

from governance.api.callers import LONGEST_REF
from governance.api.fields import Id, Moment, Text
from governance.models import Right
from governance.requests.opendsr.taking import MOST_CALLBACKS, Wanted
from governance.telling import LONGEST_URL

TYPES = {
    "access": Right.ACCESS,
    "portability": Right.PORTABILITY,
    "erasure": Right.ERASURE,
}
IDENTITY = {"identity_type": "controller_customer_id", "identity_format": "raw"}
MOST_IDENTITIES = 20
UUID_VERSION = 4


class IdentityIn(serializers.Serializer[Any]):
    """Who is meant, in one of the ways that there are."""

    identity_type = Text(max_length=100)
    identity_value = Text(max_length=LONGEST_REF)
    identity_format = Text(max_length=100)


class ControllerRequestIn(serializers.Serializer[Any]):
    """A request of a controller."""

    # Required by the specification; sent by few. What is done is the same.
    regulation = serializers.ChoiceField(choices=["gdpr", "ccpa"], default="gdpr")
    subject_request_id = Id()
    subject_request_type = serializers.ChoiceField(choices=list(TYPES))
    submitted_time = Moment()
    subject_identities = IdentityIn(many=True)
    status_callback_urls = serializers.ListField(
        child=Text(max_length=LONGEST_URL), max_length=MOST_CALLBACKS, default=list
    )

    @override
    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """One person, named in the way that we know."""
        if attrs["subject_request_id"].version != UUID_VERSION:
            said = {"subject_request_id": [serializers.ErrorDetail("", code="invalid")]}
            raise serializers.ValidationError(said)
        named = attrs["subject_identities"]
        known = {each["identity_value"] for each in named if _supported(each)}
        if len(known) != 1 or len(named) > MOST_IDENTITIES:
            said = {
                "subject_identities": [serializers.ErrorDetail("", code="one_identity")]
            }
            raise serializers.ValidationError(said)
        return {**attrs, "ref": known.pop()}

    def wanted(self) -> Wanted:
        """The checked input as the room takes it."""
        given = self.validated_data
        return Wanted(
            subject_request_id=given["subject_request_id"],
            right=TYPES[given["subject_request_type"]],
            submitted_at=given["submitted_time"],
            ref=given["ref"],
            callbacks=given["status_callback_urls"],
        )


def _supported(identity: dict[str, Any]) -> bool:
    return all(identity[name] == value for name, value in IDENTITY.items())
