"""``hold``: keep one memory by law, end such a hold, or list them."""

import json
import uuid
from argparse import ArgumentTypeError
from datetime import UTC, datetime
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils.dateparse import parse_date, parse_datetime
from typing_extensions import override

from governance.access import as_service_with, as_staff, find_person
from governance.audit import SYSTEM
from governance.holding import Ground, NotToHold, ground, place, release
from governance.management.clear import ClearCommand
from governance.models import Exception17, Hold, Service
from governance.scrubbing import ScrubFailed


class Command(ClearCommand):
    """JSON lines of holds; exit status 2 where nothing can be held or released."""

    help = "Keep one memory in spite of an erasure (Art. 17(3) GDPR), or end that."

    @override
    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--service", help="the name of the service that wrote it")
        parser.add_argument("--person", help="the service's own id for the person")
        what = parser.add_mutually_exclusive_group(required=True)
        what.add_argument("--memory", type=_id, help="keep this memory")
        what.add_argument("--release", type=_id, metavar="HOLD", help="end this hold")
        what.add_argument("--list", action="store_true", help="those that stand")
        parser.add_argument("--law", choices=Exception17.values)
        parser.add_argument(
            "--reason", default="", help="is scrubbed before it is kept"
        )
        parser.add_argument(
            "--until", type=_moment, help="a date, or a time with offset"
        )

    @override
    def handle(self, *args: Any, **options: Any) -> None:
        if options["list"]:
            with as_staff():
                standing = list(
                    Hold.objects.filter(released_at=None)
                    .defer("reason")
                    .order_by("until")
                )
            for hold in standing:
                self._say(hold)
            return
        try:
            if options["release"]:
                self._say(_released(options["release"]))
            else:
                self._say(_placed(options))
        except NotToHold:
            said = "There is no such memory or hold, or it has ended already."
            raise CommandError(said, returncode=2) from None

    def _say(self, hold: Hold) -> None:
        told = {
            "hold": str(hold.id),
            "memory": str(hold.memory_id),
            "law": hold.law,
            "until": hold.until.isoformat(timespec="seconds"),
            "wanted_by": str(hold.wanted_by) if hold.wanted_by else None,
        }
        self.stdout.write(json.dumps(told))


def _placed(options: dict[str, Any]) -> Hold:
    if not (options["service"] and options["person"] and options["law"]):
        said = "Say whose memory it is (--service, --person) and by which --law."
        raise CommandError(said, returncode=2)
    why = _ground(options)
    with as_staff():
        service = Service.objects.filter(name=options["service"]).first()
    person = service and find_person(service.id, options["person"])
    if not service or not person:
        raise CommandError("No such service, or it knows no such person.", returncode=2)
    with as_service_with(service.id, person.id):
        return place(options["memory"], why, person_id=person.id, actor=SYSTEM)


def _ground(options: dict[str, Any]) -> Ground:
    try:
        end = options["until"] or datetime.min.replace(tzinfo=UTC)
        return ground(Exception17(options["law"]), options["reason"], end)
    except ValueError:
        said = "A hold needs a --reason, and an end to come (--until)."
        raise CommandError(said, returncode=2) from None
    except ScrubFailed:
        raise CommandError("The reason could not be scrubbed.", returncode=1) from None


def _released(hold_id: uuid.UUID) -> Hold:
    with as_staff():
        hold = Hold.objects.filter(id=hold_id).first()
    if hold is None:
        raise NotToHold
    with as_service_with(hold.service_id, hold.person_id):
        return release(hold_id, person_id=hold.person_id, actor=SYSTEM)


def _id(given: str) -> uuid.UUID:
    try:
        return uuid.UUID(given)
    except ValueError:
        raise ArgumentTypeError("an id is a UUID") from None


def _moment(given: str) -> datetime:
    try:
        moment, day = parse_datetime(given), parse_date(given)
    except ValueError:
        moment = day = None
    if day and len(given) == 10:
        return datetime(day.year, day.month, day.day, tzinfo=UTC)
    if moment is None or moment.tzinfo is None:
        raise ArgumentTypeError("a date, or a time with its offset")
    return moment
