"""Erasures that their service has not asked for, so that it has to be told of them. Run inside
the product: ``manage.py shell -c "from tests.faults import asking; …"``."""

import json
import sys
import uuid

from governance.access import as_service_with, as_staff
from governance.audit import SYSTEM, Actor, ActorKind
from governance.erasure import NO_UNDO, ask
from governance.models import (
    Account,
    Channel,
    Decision,
    Ground,
    Memory,
    Right,
    Role,
)
from governance.requests.assigning import take_up
from governance.requests.changing import changing
from governance.requests.filing import Filed, file_request
from governance.requests.review import decide
from governance.requests.scope import preview


def by_operator(memory_id: str) -> None:
    """Says the run."""
    memory = Memory.objects.using("owner").get(id=memory_id)
    with as_service_with(memory.service_id, memory.person_id):
        run = ask(
            [memory.id],
            person_id=memory.person_id,
            service_id=memory.service_id,
            actor=SYSTEM,
            undo=NO_UNDO,
        )
    _say(run=run.id)


def by_request(memory_id: str, address: str) -> None:
    """A letter asks for it, an officer decides; says the request."""
    memory = Memory.objects.using("owner").get(id=memory_id)
    officer = Account.objects.filter(role=Role.OFFICER).first()
    assert officer
    actor = Actor(ActorKind.STAFF, officer.id)
    filed = Filed(
        Right.ERASURE,
        Channel.LETTER,
        "en",
        contact=address,
        person_ids=[memory.person_id],
        memory_ids=[memory.id],
        verified_by="staff",
    )
    with as_staff():
        request, *_ = file_request(filed, actor)
    with as_staff(), changing(request.id) as row:
        take_up(row, officer.id, actor)
    seen = preview(row).digest
    with as_staff(), changing(request.id) as row:
        decide(
            row,
            Decision.FULFIL,
            actor,
            ground=Ground.CONSENT_WITHDRAWN,
            scope_seen=seen,
        )
    _say(request=request.id)


def _say(**told: uuid.UUID) -> None:
    sys.stdout.write(json.dumps({name: str(each) for name, each in told.items()}))
