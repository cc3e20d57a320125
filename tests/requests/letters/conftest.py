"""A request by its id alone, and a mail server."""

import uuid
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from governance.access import as_staff, make_account
from governance.audit import Actor, ActorKind
from governance.models import Account, Letter, LetterKind, LetterLanguage
from governance.requests import letters
from governance.requests.letters import Facts, Kept, Office, Reader
from tests.requests.letters.mail_server import MailServer
from tests.world import World

OFFICER = Actor(ActorKind.STAFF, uuid.UUID(int=7))
ADDRESS = "mara.lindqvist@example.org"
OFFICE = Office(
    controller="Nordlicht Reisen, Hafenweg 3, Kiel",
    contact="privacy@nordlicht.example",
    authority="ULD Schleswig-Holstein, Holstenstraße 98, Kiel",
)
FACTS = Facts(
    reference="R-2026-0042",
    right="erasure",
    received=date(2026, 3, 5),
    due=date(2026, 4, 7),
    extended_due=date(2026, 6, 5),
    reasons="The request concerns many records.",
    asked="Sign in and confirm the request.",
    questions="Which of the two trips do you mean?",
    erased=12,
    kept=(Kept(count=1, law="17-3-e", until=date(2027, 10, 3)),),
    backups_gone=date(2026, 5, 7),
    certificate_link="https://m.example/receipts/abc/",
    status_link="https://m.example/me/requests/",
)


@pytest.fixture(scope="module", autouse=True)
def process_zone() -> None:
    """A letter is given days, and reads no clock: once is enough."""


@pytest.fixture
def mail_server(settings: Any) -> Iterator[MailServer]:
    """It takes everything until a test says otherwise."""
    server = MailServer()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", server.port
    settings.EMAIL_HOST_USER = settings.EMAIL_HOST_PASSWORD = ""
    settings.EMAIL_USE_TLS, settings.EMAIL_TIMEOUT = False, 0.5
    yield server
    server.close()


@pytest.fixture
def people_account(world: World) -> Account:
    """A person who can sign in."""
    return make_account("owner@example.org", None)


def a_letter(
    kind: LetterKind = LetterKind.RECEIPT,
    *,
    request_id: uuid.UUID | None = None,
    language: LetterLanguage = LetterLanguage.ENGLISH,
    address: str = ADDRESS,
    account_id: uuid.UUID | None = None,
    occasion: str = "",
    **facts: Any,
) -> Letter:
    """A draft."""
    return letters.draft(
        request_id or uuid.uuid4(),
        kind,
        language,
        replace(FACTS, **facts),
        reader=Reader(address=address, account_id=account_id),
        actor=OFFICER,
        occasion=occasion,
    )


def released(letter: Letter) -> Letter:
    with as_staff():
        return letters.release(letter.id, actor=OFFICER)


def now_is(letter: Letter) -> Letter:
    """As it stands, behind row-level security."""
    return Letter.objects.using("owner").get(id=letter.id)


def change(letter: Letter, **columns: Any) -> None:
    Letter.objects.using("owner").filter(id=letter.id).update(**columns)
