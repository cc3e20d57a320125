"""A certificate in words: what was signed, in a reader's language."""

import json
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext

from governance.erasure.certificate.ring import verifying_keys
from governance.erasure.certificate.wording import SENTENCES
from governance.signing import WrongSignature, checked
from governance.telling import Recipient

NO_NAMES: Mapping[uuid.UUID, str] = {}


@dataclass(frozen=True)
class Shown:
    """``told`` is everything that was signed, its sentences and times made readable;
    ``holds`` whether one of this deployment's keys has signed it, ``answers`` how far the
    recipients are today, each with what its reader may call it."""

    told: dict[str, Any]
    holds: bool
    answers: Sequence[tuple[str, Recipient]] = ()


def shown(
    signed: str,
    answers: Sequence[Recipient] = (),
    names: Mapping[uuid.UUID, str] = NO_NAMES,
) -> Shown:
    """For the template ``components/certificate.html``. ``answers`` is what recipients
    have said by now: it comes after the certificate, and is not what was signed. Nor are
    the ``names`` of services, for a reader who may know them."""
    told = _readable(json.loads(signed))
    for each in told["recipients"]:
        each["name"] = names.get(uuid.UUID(each["service"]), "")
    named = [(names.get(each.service_id, ""), each) for each in answers]
    return Shown(told, _holds(signed), named)


def _holds(signed: str) -> bool:
    try:
        checked(signed.encode(), verifying_keys())
    except WrongSignature:
        return False
    return True


def _readable(value: Any, member: str = "") -> Any:
    if isinstance(value, list):
        return [_readable(each) for each in value]
    if isinstance(value, dict):
        inner = {name: _readable(each, name) for name, each in value.items()}
        if value.get("code") in SENTENCES:
            inner["says"] = gettext(SENTENCES[value["code"]])
        return inner
    if value and member.endswith(("_at", "_by")) and member != "asked_by":
        return datetime.fromisoformat(value)
    return value
