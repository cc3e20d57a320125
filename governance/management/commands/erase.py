"""``erase --person ID (--all | --whole-person | --memory ID | --source REF)``: plans an erasure or runs it,
here and now."""

import json
import sys
import time
import uuid
from argparse import ArgumentTypeError
from collections.abc import Sequence
from typing import Any

from django.core.management.base import CommandError, CommandParser
from typing_extensions import override

from governance.access import as_service_with, lock_for_writing
from governance.audit import SYSTEM
from governance.erasure import (
    ask_for_all,
    carry_out,
    erase_memories,
    erase_whole,
    not_yet_erased,
    previewed,
    told_by_source,
)
from governance.management.clear import ClearCommand
from governance.management.progress import EVERY, watched
from governance.management.records import records_of
from governance.models import (
    EraseScope,
    ErasureRun,
    Memory,
    Person,
    RunState,
    Service,
)

ENDED = {RunState.DONE, RunState.NEEDS_ATTENTION}
LONGEST = 3_600
"""Seconds that a run is waited for; it goes on without us."""


class Command(ClearCommand):
    """JSON lines, one for each service that knows the person: the plan (``--dry-run``),
    or the run and its state. Exit 1 when a run did not end."""

    help = "Plan or run an erasure in the foreground."

    @override
    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--person", required=True, metavar="ID", help="as the service calls them"
        )
        parser.add_argument(
            "--service", metavar="NAME", help="of this service only; else of each"
        )
        what = parser.add_mutually_exclusive_group(required=True)
        what.add_argument("--all", action="store_true", help="all that is kept")
        what.add_argument(
            "--whole-person",
            action="store_true",
            help="all that is kept, and the person's own row, consents and record of reads",
        )
        what.add_argument("--memory", type=_memory_id, metavar="ID")
        what.add_argument("--source", metavar="REF", help="all that came from it")
        parser.add_argument("--dry-run", action="store_true", help="the plan only")

    @override
    def handle(self, *args: Any, **options: Any) -> None:
        records = records_of(options["service"], options["person"])
        if not records:
            raise CommandError("No service knows such a person.", returncode=2)
        done = [self._one(*record, options) for record in records]
        if not any(reached for reached, _ended in done):
            raise CommandError("There is nothing of this kind to erase.", returncode=2)
        if not all(ended for _reached, ended in done):
            sys.exit(1)

    def _one(
        self, service: Service, person: Person, options: dict[str, Any]
    ) -> tuple[bool, bool]:
        """Whether the person has such a thing there, and whether its run has ended."""
        scope = _scope(options)
        if options["dry_run"]:
            return self._preview(service, person, scope, options), True
        run = _asked(service, person, scope, options)
        if run is None:
            return False, True
        with watched(run, self.stderr):
            run = _to_its_end(run)
        self._say(
            service=service.name,
            erasure=str(run.id),
            state=run.state,
            counts=run.counts,
            trouble=run.trouble,
        )
        return True, run.state == RunState.DONE

    def _preview(
        self,
        service: Service,
        person: Person,
        scope: EraseScope,
        options: dict[str, Any],
    ) -> bool:
        with as_service_with(service.id, person.id):
            ids = _named(service, person, options)
            if scope == EraseScope.MEMORIES and not ids:
                return False
            with previewed(person.id, service.id, ids, scope=scope) as plan:
                if scope == EraseScope.SERVICE_PART and not any(plan.counts.values()):
                    return False
                self._say(service=service.name, plan=plan.as_json())
        return True

    def _say(self, **told: object) -> None:
        self.stdout.write(json.dumps(told))


def _scope(options: dict[str, Any]) -> EraseScope:
    if options["whole_person"]:
        return EraseScope.WHOLE_PERSON
    return EraseScope.SERVICE_PART if options["all"] else EraseScope.MEMORIES


def _named(
    service: Service, person: Person, options: dict[str, Any]
) -> Sequence[uuid.UUID]:
    """The memories that are meant, where it is not all of them."""
    if options["source"]:
        return told_by_source(person.id, service.id, ref=options["source"])
    named = [options["memory"]] if options["memory"] else []
    return not_yet_erased(person.id, named)


def _to_its_end(run: ErasureRun) -> ErasureRun:
    """A worker may have taken it first, or an earlier run of this person goes before it:
    then it is theirs, and waited for."""
    for _ in range(int(LONGEST / EVERY)):
        carry_out(run.id)
        with as_service_with(run.service_id, run.person_id):
            run = ErasureRun.objects.owned_by(run.person_id).get(id=run.id)
        if run.trouble or run.state in ENDED:
            break
        time.sleep(EVERY)
    return run


def _asked(
    service: Service, person: Person, scope: EraseScope, options: dict[str, Any]
) -> ErasureRun | None:
    """Committed by itself: whatever stops this command, the run goes on. What is meant is
    looked for behind the lock, so that what is being written is meant as well."""
    with as_service_with(service.id, person.id):
        if scope == EraseScope.WHOLE_PERSON:
            return erase_whole(person.id, service.id, actor=SYSTEM)
        lock_for_writing(person.id)
        if scope == EraseScope.SERVICE_PART:
            return _all_of(service, person)
        ids = _named(service, person, options)
        if not ids:
            return None
        return erase_memories(
            ids, person_id=person.id, service_id=service.id, actor=SYSTEM
        )


def _all_of(service: Service, person: Person) -> ErasureRun | None:
    here = Memory.objects.owned_by(person.id).written_by(service.id).staying()
    if not here.exists():
        return None
    return ask_for_all(person.id, service.id, actor=SYSTEM)


def _memory_id(given: str) -> uuid.UUID:
    try:
        return uuid.UUID(given)
    except ValueError:
        raise ArgumentTypeError("a memory's id is a UUID") from None
