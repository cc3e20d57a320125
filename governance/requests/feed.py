"""A calendar of due dates that calendar programs fetch by themselves (RFC 5545): references
and days, nobody's name. The address is the key, ends with the password or the role of whom
it was given to, and is kept nowhere."""

import hmac
import uuid
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from icalendar import Calendar, Event

from governance.access import hashes, keyed_hash
from governance.models import Account, Role, SubjectRequest

FEED_USE = "calendar feed"
REFRESH = timedelta(hours=1)
READERS = (Role.OFFICER, Role.APPROVER, Role.AUDITOR)


def feed_token(account: Account) -> str:
    """The secret part of the address of this member's feed."""
    return keyed_hash(FEED_USE, _of(account)).digest.hex()


def account_of_feed(account_id: uuid.UUID, token: str) -> Account | None:
    """Whose feed it is; None for a wrong or an ended address."""
    account = Account.objects.filter(
        id=account_id, is_active=True, role__in=READERS
    ).first()
    if account is None:
        return None
    given = token.encode()
    known = [each.hex().encode() for each in hashes(FEED_USE, _of(account))]
    return account if any(hmac.compare_digest(each, given) for each in known) else None


def calendar_of(
    requests: Iterable[SubjectRequest], *, name: str, address: str
) -> bytes:
    """One all-day event on the due day of each. ``address`` leads to a request, with
    ``{id}`` in it."""
    calendar = Calendar()
    calendar.add("prodid", "-//Memoryhub//requests//EN")
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", name)
    calendar.add("refresh-interval", REFRESH, parameters={"VALUE": "DURATION"})
    for request in requests:
        calendar.add_component(_event(request, address))
    return bytes(calendar.to_ical())


def _event(request: SubjectRequest, address: str) -> Event:
    event = Event()
    event.add("uid", f"{request.id}@memoryhub")
    event.add("dtstamp", datetime.now(UTC))
    event.add("dtstart", request.due)
    event.add("dtend", request.due + timedelta(days=1))
    event.add("summary", request.reference)
    event.add("url", address.replace("{id}", str(request.id)))
    event.add("sequence", request.version)
    event.add("transp", "TRANSPARENT")
    return event


def _of(account: Account) -> str:
    return f"{account.id}/{account.role}/{account.password}"
