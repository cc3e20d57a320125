"""Sample people for ``up --demo``: invented, and written through the same verbs as all.

Passwords and the key are made here, once, and kept beside the data with mode 600, so
that every start prints the same ones.
"""

import json
import os
import secrets
import uuid
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from django.utils import timezone

from governance.access import (
    Caller,
    Opened,
    Whose,
    add_key,
    as_service_with,
    as_staff,
    authenticate,
    claim,
    find_or_make_person,
    make_account,
    make_service,
)
from governance.audit import SYSTEM
from governance.conversations import add_items
from governance.files import Create, Insert, View, run_command
from governance.management.demo_requests import file_samples
from governance.models import (
    Account,
    KeyScope,
    Kind,
    ReadKind,
    Role,
    Service,
    SourceType,
)
from governance.recall import log_read
from governance.writing import Draft, SourceDraft, remember

SERVICE = "Travel assistant"
PERSON = "anna"
SCOPES = [scope.value for scope in KeyScope if scope != KeyScope.CONSENTS]
SIGN_INS = {
    "anna@example.org": Role.PERSON,
    "officer@example.org": Role.OFFICER,
    "approver@example.org": Role.APPROVER,
}

CHAT, DOCUMENT = SourceType.USER_MESSAGE, SourceType.DOCUMENT

# text, kind, key, source, conversation, days ago
MEMORIES = [
    ("Prefers a window seat on trains and planes.", Kind.PREFERENCE,
     "preference:seat", CHAT, "booking-lisbon", 40),
    ("Her daughter Mia likes the aquarium more than any museum.", Kind.FACT,
     "", CHAT, "booking-lisbon", 40),
    ("Wants distances in kilometres.", Kind.PREFERENCE,
     "preference:units", CHAT, "weekend", 21),
    ("Decided on the night train to Vienna, arriving on a Saturday.", Kind.DECISION,
     "", CHAT, "vienna", 6),
    ("Booked with the card 4111 1111 1111 1111, answer to anna@example.org.",
     Kind.EVENT, "", CHAT, "vienna", 6),
    ("Travels with one small suitcase only.", Kind.FACT, "", CHAT, "vienna", 5),
    ("The hotel's leaflet says that breakfast starts at seven.", Kind.FACT,
     "", DOCUMENT, "vienna", 5),
    ("Has asthma and carries an inhaler.", Kind.FACT, "", CHAT, "vienna", 5),
]  # fmt: skip
NOTE = "trips/vienna.md"
NOTE_LINES = (
    "# Vienna",
    "",
    "- Night train, arrives on a Saturday morning.",
    "- One small suitcase, so no luggage to store.",
    "- A room on the quiet side, if there is one.",
)
TALK: list[dict[str, Any]] = [
    {"role": "user", "content": "I would like to be in Vienna on a Saturday morning."},
    {"role": "assistant", "content": "Then the night train suits you. Shall I look?"},
    {"role": "user", "content": "Yes, with a window seat, please."},
    {"type": "function_call", "call_id": "c1", "name": "find_trains",
     "arguments": {"to": "Vienna", "seat": "window"}},
    {"role": "tool", "tool_call_id": "c1", "content": "Two seats are left by the window."},
    {"role": "assistant", "content": [
        {"type": "text", "text": "Two window seats are left. I can hold one for a day."},
    ]},
]  # fmt: skip
"""Said in the conversation from which most of the memories are."""
SUMMARY = "A calm trip to Vienna by night train, with little to carry."
SUMMED_UP = (3, 5)
"""Which of the memories the summary is made from."""


def make_demo(folder: Path) -> dict[str, Any]:
    """Makes what is missing and gives sign-ins, service, key and person."""
    notes = folder / "demo.json"
    if notes.exists():
        kept: dict[str, Any] = json.loads(notes.read_text())
        if authenticate(kept["key"]):
            return kept
    key = _service_key()
    made = {
        "signins": [_sign_in(email, role) for email, role in SIGN_INS.items()],
        "service": SERVICE,
        "key": key,
        "person": PERSON,
    }
    caller = authenticate(key)
    if caller:
        _fill(caller)
    _keep(notes, made)
    return made


def _service_key() -> str:
    with as_staff():
        service = Service.objects.filter(name=SERVICE).first()
    if service:
        return add_key(service, SCOPES, actor=SYSTEM)
    _, key = make_service(SERVICE, scopes=SCOPES, actor=SYSTEM)
    return key


def _sign_in(email: str, role: Role) -> dict[str, str]:
    password = secrets.token_urlsafe(12)
    account = Account.objects.filter(email=email).first()
    if account:
        account.set_password(password)
        account.save(update_fields=["password"])
    else:
        make_account(email, password, role=role)
    return {"email": email, "password": password, "role": role.value}


def _fill(caller: Caller) -> None:
    person = find_or_make_person(caller.service_id, PERSON)
    whose = Whose(caller.service_id, PERSON, person.id)
    account = Account.objects.get(email=next(iter(SIGN_INS)))
    claim(Opened(uuid.uuid4(), person.id, caller.service_id), account)
    kept = [
        remember(_draft(*memory), whose=whose, caller=caller).memory
        for memory in MEMORIES
    ]
    summary = replace(
        _draft(SUMMARY, Kind.SUMMARY, "", SourceType.SERVICE, "vienna", 4),
        derived_from=[kept[each].id for each in SUMMED_UP],
        inferred=True,
    )
    remember(summary, whose=whose, caller=caller)
    _tell(whose, caller)
    file_samples(account)
    with as_service_with(caller.service_id, person.id):
        log_read(
            ReadKind.LIST,
            [kept[each] for each in SUMMED_UP],
            person_id=person.id,
            caller=caller,
            purpose=caller.purposes[0],
        )


def _tell(whose: Whose, caller: Caller) -> None:
    """A note that was changed and opened since, and a conversation."""
    path, purpose = f"/memories/{NOTE}", caller.purposes[0]
    first, last = "\n".join(NOTE_LINES[:-1]), NOTE_LINES[-1]
    for command in (
        Create(path, f"{first}\n"),
        Insert(path, len(NOTE_LINES) - 1, f"{last}\n"),
        View(path),
    ):
        run_command(command, whose=whose, caller=caller, purpose=purpose)
    add_items("vienna", TALK, whose=whose, caller=caller)


def _draft(
    text: str,
    kind: Kind,
    key: str,
    source: SourceType,
    conversation: str,
    days_ago: int,
) -> Draft:
    said_at: datetime = timezone.now() - timedelta(days=days_ago)
    where = SourceDraft(type=source, said_at=said_at, conversation=conversation)
    return Draft(text=text, kind=kind, key=key, source=where)


def _keep(notes: Path, made: dict[str, Any]) -> None:
    descriptor = os.open(notes, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w") as file:
        json.dump(made, file)
