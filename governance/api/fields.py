"""Fields that take their own type and nothing that merely resembles it."""

import math
import re
import uuid
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any, ClassVar

from rest_framework import serializers
from typing_extensions import override

DEEPEST = 8
MOST_VALUES = 64
LONGEST_VALUE = 10_000
# Times beyond these are mistakes, and at the calendar's ends a time zone overflows.
FIRST_YEAR, LAST_YEAR = 1900, 2200
SURROGATE = re.compile("[\ud800-\udfff]")
RFC_3339 = re.compile(
    r"\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(\.\d{1,9})?([Zz]|[+-]\d\d:\d\d)"
)


class Text(serializers.CharField):
    """A JSON string; a number is not taken for one."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("trim_whitespace", False)
        super().__init__(**kwargs)

    @override
    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class Whole(serializers.IntegerField):
    """A JSON whole number, also written 5.0; neither text nor true."""

    @override
    def to_internal_value(self, data: Any) -> int:
        if isinstance(data, float) and data.is_integer():
            data = int(data)
        if not isinstance(data, int) or isinstance(data, bool):
            self.fail("invalid")
        return super().to_internal_value(data)


class Yes(serializers.BooleanField):
    """JSON true or false."""

    @override
    def to_internal_value(self, data: Any) -> bool:
        if not isinstance(data, bool):
            self.fail("invalid")
        return data


class Id(serializers.UUIDField):
    """A UUID as text; a number is not taken for one."""

    @override
    def to_internal_value(self, data: Any) -> uuid.UUID:
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class Moment(serializers.Field[Any, Any, Any, Any]):
    """An RFC 3339 time with its offset, as UTC."""

    @override
    def to_internal_value(self, data: Any) -> datetime:
        if not isinstance(data, str) or not RFC_3339.fullmatch(data):
            raise serializers.ValidationError(code="naive_time", detail="")
        try:
            moment = datetime.fromisoformat(data.upper()).astimezone(UTC)
        except (ValueError, OverflowError):
            raise serializers.ValidationError(code="invalid", detail="") from None
        if not FIRST_YEAR <= moment.year <= LAST_YEAR:
            raise serializers.ValidationError(code="out_of_range", detail="")
        return moment

    @override
    def to_representation(self, value: datetime) -> str:
        return value.astimezone(UTC).isoformat().replace("+00:00", "Z")


class Metadata(serializers.Field[Any, Any, Any, Any]):
    """A JSON object of bounded depth and size."""

    deepest: ClassVar[int] = DEEPEST
    most_values: ClassVar[int] = MOST_VALUES
    longest_value: ClassVar[int] = LONGEST_VALUE

    @override
    def to_internal_value(self, data: Any) -> dict[str, Any]:
        if not isinstance(data, Mapping):
            raise serializers.ValidationError(code="not_a_dict", detail="")
        for number, value in enumerate(_values(data, self.deepest)):
            if number >= self.most_values:
                raise serializers.ValidationError(code="too_much", detail="")
            _refuse_unstorable(value, self.longest_value)
        return dict(data)


class Strict(serializers.Serializer[Any]):
    """Refuses members that the call does not know, instead of losing them."""

    rules: ClassVar[dict[str, Any]] = {}
    """What ``validate`` asks for beyond the fields, as JSON Schema says it."""

    @override
    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, Mapping):
            unknown = [name for name in data if name not in self.fields]
            if unknown:
                # A member's name is submitted text too, so it is not repeated.
                raise serializers.ValidationError(
                    {"body": [serializers.ErrorDetail("", code="unknown")]}
                )
        return super().to_internal_value(data)


def rfc_3339(moment: datetime | None) -> str | None:
    """A time as the answers write it: UTC, microseconds, ``Z``."""
    return None if moment is None else Moment().to_representation(moment)


def _values(value: Any, levels: int) -> Iterator[Any]:
    """Every name and value in a JSON document of at most so many levels."""
    if levels < 0:
        raise serializers.ValidationError(code="too_deep", detail="")
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield key
            yield from _values(inner, levels - 1)
    elif isinstance(value, list):
        for inner in value:
            yield from _values(inner, levels - 1)
    else:
        yield value


def _refuse_unstorable(value: Any, longest: int) -> None:
    if isinstance(value, str) and len(value) > longest:
        raise serializers.ValidationError(code="max_length", detail="")
    if isinstance(value, float) and not math.isfinite(value):
        raise serializers.ValidationError(code="invalid", detail="")
    if isinstance(value, str) and "\0" in value:
        raise serializers.ValidationError(code="null_characters_not_allowed", detail="")
    if isinstance(value, str) and SURROGATE.search(value):
        raise serializers.ValidationError(
            code="surrogate_characters_not_allowed", detail=""
        )
