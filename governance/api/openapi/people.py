"""What the answers about a person hold."""

from rest_framework import serializers

from governance.api.fields import Moment
from governance.api.openapi.bodies import Answer, Choice, Counts, Number, Uuid
from governance.models import SpecialCategory


class Settings(Answer):
    """What the person has switched."""

    memory_enabled = serializers.BooleanField()
    remembering = serializers.BooleanField(
        help_text="Whether this service may learn anything new about the person."
    )
    using = serializers.BooleanField(
        help_text="Whether this service may use what is remembered."
    )
    temporary_until = Moment(
        allow_null=True, help_text="Until then nothing is remembered."
    )
    restricted = serializers.BooleanField(
        help_text="Processing is restricted (Art. 18 GDPR)."
    )
    consents = serializers.ListField(
        child=Choice(choices=SpecialCategory.values),
        help_text="Special categories that may be remembered.",
    )


class ConsentGiven(Answer):
    """The person's yes to a special category."""

    category = Choice(choices=SpecialCategory.values)
    given_at = Moment()


class ConsentWithdrawn(Answer):
    """Nothing of the category is remembered any more."""

    erasure = Uuid(allow_null=True, help_text="What erases it; null if nothing was.")


class PersonOut(Answer):
    """A person as this service knows them."""

    created_at = Moment()
    memories = Counts(
        child=Number(), help_text="By state; a state with none is absent."
    )
    sources = Number(min_value=0)
    conversations = Number(min_value=0)
    files = Number(min_value=0)
    settings = Settings()


class Link(Answer):
    """A link that opens once."""

    url = serializers.URLField()
    expires_at = Moment()
