"""People who ask, staff who answer."""

import uuid
from dataclasses import dataclass
from typing import Any

import pytest
from django.db.models import Model

from governance.access import as_account, as_staff, make_account
from governance.audit import Actor, ActorKind
from governance.models import (
    Account,
    Channel,
    Person,
    RequestEvent,
    Right,
    Role,
    SubjectRequest,
)
from governance.requests.assigning import take_up
from governance.requests.changing import changing
from governance.requests.filing import SIGNED_IN, Filed, file_request
from tests.world import World


def staff_actor(account: Account) -> Actor:
    return Actor(ActorKind.STAFF, account.id)


@dataclass(frozen=True)
class Office:
    """The world's owner with an account, two officers and an approver."""

    world: World
    asker: Account
    officer: Account
    approver: Account

    @property
    def by_officer(self) -> Actor:
        return staff_actor(self.officer)

    @property
    def by_approver(self) -> Actor:
        return staff_actor(self.approver)

    @property
    def by_asker(self) -> Actor:
        return Actor(ActorKind.ACCOUNT, self.asker.id)

    def files(self, right: Right, **more: Any) -> SubjectRequest:
        """The owner asks on their page."""
        with as_account(self.asker.id) as persons:
            filed = Filed(
                right=right,
                channel=Channel.PAGE,
                language="en",
                account_id=self.asker.id,
                person_ids=persons,
                contact=self.asker.email,
                verified_by=SIGNED_IN,
                **more,
            )
            return file_request(filed, self.by_asker)[0]

    def in_review(self, right: Right, **more: Any) -> SubjectRequest:
        """The same, taken up by the officer."""
        request = self.files(right, **more)
        with as_staff(), changing(request.id) as row:
            take_up(row, self.officer.id, self.by_officer)
        return row


@pytest.fixture
def office(world: World) -> Office:
    asker = make_account("jo@example.org", None)
    Person.objects.using("owner").filter(id=world.owner.id).update(account=asker)
    return Office(
        world,
        asker,
        make_account("officer@example.org", None, role=Role.OFFICER),
        make_account("approver@example.org", None, role=Role.APPROVER),
    )


def now(request: Model) -> SubjectRequest:
    """The row as it is."""
    return SubjectRequest.objects.using("owner").get(pk=request.pk)


def kinds(request_id: uuid.UUID) -> list[str]:
    """What happened, in order."""
    events = RequestEvent.objects.using("owner").filter(request_id=request_id)
    return list(events.order_by("number").values_list("kind", flat=True))
