"""Problem documents (RFC 9457), by status, and when each is given."""

from typing import NamedTuple

from drf_spectacular.utils import OpenApiResponse
from rest_framework import serializers

from governance.api.openapi.bodies import Answer
from governance.api.problems import WRONG_TIME
from governance.api.sentences import REFUSALS, REQUESTS, UNWRITABLE
from governance.models import KeyScope, SpecialCategory

MEDIA_TYPE = "application/problem+json"


class Sentences(serializers.ListField):
    """What is wrong with one field."""

    child = serializers.CharField()


class Problem(Answer):
    """What went wrong. It never repeats what was sent."""

    type = serializers.CharField(help_text="`urn:memoryhub:problem:` and a fixed word.")
    title = serializers.CharField()
    status = serializers.IntegerField(min_value=400, max_value=599)
    detail = serializers.CharField(help_text="The next step.")


class Invalid(Problem):
    """The request is not of the form that is asked for."""

    # DRF means something else by an attribute of that name, but reads it as a field.
    errors = serializers.DictField(  # type: ignore[assignment]
        child=Sentences(),
        required=False,
        help_text="Sentences by field, such as `source.said_at`, or by parameter.",
    )
    reason = serializers.ChoiceField(choices=["too_long"], required=False)


class LacksScope(Problem):
    """The key may not do that."""

    scope = serializers.ChoiceField(choices=KeyScope.values)


class Refused(Problem):
    """The key may not do that, or the person or the law says no."""

    scope = serializers.ChoiceField(
        choices=KeyScope.values, required=False, help_text="The scope the key lacks."
    )
    reason = serializers.ChoiceField(
        choices=list(REFUSALS), required=False, help_text="Why nothing is remembered."
    )
    categories = serializers.ListField(
        child=serializers.ChoiceField(choices=SpecialCategory.values),
        required=False,
        help_text="Special categories that the text tells of.",
    )


class Gone(Problem):
    """It was erased."""

    erasure = serializers.UUIDField(
        allow_null=True, help_text="The erasure that took it; null if it expired."
    )
    reason = serializers.ChoiceField(choices=["expired"], required=False)


class NotStorable(Problem):
    """The request is well-formed, and cannot be carried out as it is."""

    errors = serializers.DictField(  # type: ignore[assignment]
        child=Sentences(), required=False
    )
    reason = serializers.ChoiceField(
        choices=[*(each for each in UNWRITABLE if each != "too_long"), WRONG_TIME],
        required=False,
    )
    rule = serializers.CharField(
        required=False,
        help_text="The rule of the clock that a time of a request breaks, such as `T6`.",
    )


class Conflict(Problem):
    """It cannot be done as things are."""

    reason = serializers.ChoiceField(
        choices=[each for each in REQUESTS if each != WRONG_TIME], required=False
    )


class When(NamedTuple):
    """The document of a status, and when it is given."""

    document: type[Problem]
    description: str


WHEN = {
    400: When(Invalid, "The body, a parameter or the person's id is not valid."),
    401: When(Problem, "No valid service key came with the call."),
    403: When(LacksScope, "The key lacks the scope that the call needs."),
    404: When(Problem, "There is nothing at this address that this key may see."),
    406: When(Problem, "The header `Accept` leaves out JSON."),
    409: When(Conflict, "It cannot be done as things are; `detail` says why."),
    410: When(Gone, "It was erased; `erasure` says by which run."),
    412: When(Problem, "It was changed meanwhile: `If-Match` names another version."),
    413: When(Problem, "The body is over the limit, 512 KiB unless set otherwise."),
    415: When(Problem, "The body is not declared as `application/json`."),
    422: When(NotStorable, "Nothing can be stored of this; `errors` tells."),
    429: When(Problem, "The key has called too often; wait as `Retry-After` says."),
    503: When(Problem, "The text could not be checked, so nothing was stored."),
}
WHEN_WRITING = {
    **WHEN,
    403: When(Refused, "The key lacks the `scope`, or nothing may be remembered."),
}
EVERYWHERE = {401, 403, 404, 406, 429}
WITH_A_BODY = {400, 413, 415}


def problems(*statuses: int) -> dict[tuple[int, str], OpenApiResponse]:
    """The answers of a call that are errors, beside those that every call may give. With
    403 among ``statuses`` the person may refuse it too."""
    table = WHEN_WRITING if 403 in statuses else WHEN
    return {
        (status, MEDIA_TYPE): OpenApiResponse(
            when.document, description=when.description
        )
        for status, when in table.items()
        if status in EVERYWHERE.union(statuses)
    }
