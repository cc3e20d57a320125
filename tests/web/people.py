"""The people of the tests, with accounts: owner, colleague and stranger, and staff."""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import pytest
from django.contrib.auth.hashers import make_password
from django.core.cache import cache
from django.test import Client

from governance.access import make_account, make_link
from governance.audit import SYSTEM
from governance.models import Account, Person, Role
from tests.world import Program, World

PASSWORD = "three calm green boats"


@dataclass(frozen=True)
class People:
    """Everybody of ``world`` with a sign-in."""

    world: World
    owner: Account
    colleague: Account
    stranger: Account
    staff: Account

    def link(self, person: Person, program: Program) -> str:
        """A fresh dashboard link, as a path."""
        address, _ = make_link(program.service.id, person.id, actor=SYSTEM)
        return "/link/" + address.rsplit("/link/", 1)[1]


@pytest.fixture
def people(world: World, static_files: None) -> People:
    """Accounts for everybody; nothing is remembered, and no try to sign in counted."""
    cache.clear()
    return People(
        world=world,
        owner=_account("owner", world.owner),
        colleague=_account("colleague", world.colleague),
        stranger=_account("stranger", world.stranger),
        staff=_made("staff", role=Role.OFFICER),
    )


def as_(account: Account | None) -> Client:
    """A browser in which this account is signed in, or nobody."""
    client = Client(raise_request_exception=False)
    if account:
        client.force_login(
            account, "allauth.account.auth_backends.AuthenticationBackend"
        )
    return client


def words(response: Any) -> str:
    """What a page says, without its markup."""
    body: str = response.content.decode()
    return " ".join(re.sub(r"<[^>]+>", " ", body.split("<main", 1)[-1]).split())


def location(response: Any) -> str:
    """Where an answer sends the browser."""
    return str(response.headers["Location"])


def _account(name: str, person: Person) -> Account:
    account = _made(name)
    Person.objects.using("owner").filter(id=person.id).update(account=account)
    return account


def _made(name: str, role: Role = Role.PERSON) -> Account:
    account = make_account(f"{name}@example.org", None, role=role)
    account.password = _hashed()
    account.save(update_fields=["password"])
    return account


@lru_cache
def _hashed() -> str:
    """Hashing is slow by design: once is enough for everybody."""
    return make_password(PASSWORD)
