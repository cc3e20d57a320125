"""Sample requests for ``up --demo``: invented people, one of each sort that needs somebody."""

from datetime import datetime, timedelta

from django.utils import timezone

from governance.access import as_account, as_staff
from governance.audit import SYSTEM, Actor, ActorKind
from governance.models import Account, Channel, Right, SubjectRequest
from governance.requests.changing import changing
from governance.requests.clock import due_dates
from governance.requests.filing import SIGNED_IN, Filed, file_request
from governance.requests.identity import ask_identity
from governance.requests.listing import today
from governance.requests.office import office

# right, channel, address, words, days until it is due
LETTERS = [
    (Right.ACCESS, Channel.LETTER, "tomas@example.org",
     "Please send me a copy of everything that you have about me.", -2),
    (Right.OBJECTION, Channel.CALL, "", "Does not want to be profiled.", 0),
    (Right.ERASURE, Channel.LETTER, "mara@example.org",
     "I have moved on. Please erase what you hold about me.", 3),
]  # fmt: skip


def file_samples(account: Account) -> None:
    """Once: a second start finds them."""
    with as_staff():
        if SubjectRequest.objects.exists():
            return
    _of_their_own(account)
    for right, channel, address, words, left in LETTERS:
        with as_staff():
            filed = Filed(
                right,
                channel,
                "en",
                words=words,
                contact=address,
                received_at=_received_for(left),
            )
            made, _ = file_request(filed, SYSTEM)
            if left > 0:
                with changing(made.id) as row:
                    ask_identity(row, "Which app is it, and your name there?", SYSTEM)


def _of_their_own(account: Account) -> None:
    actor = Actor(ActorKind.ACCOUNT, account.id)
    with as_account(account.id) as persons:
        filed = Filed(
            Right.PORTABILITY,
            Channel.PAGE,
            "en",
            account_id=account.id,
            person_ids=persons,
            contact=account.email,
            verified_by=SIGNED_IN,
        )
        file_request(filed, actor)


def _received_for(left: int) -> datetime:
    """A moment of which the request is due in so many days, or the day nearest to it."""
    wanted = today() + timedelta(days=left)
    moments = (timezone.now() - timedelta(days=each) for each in range(20, 45))
    return min(
        moments,
        key=lambda at: abs((due_dates(at, where=office()).due - wanted).days),
    )
