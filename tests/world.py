"""Who lives in the tests: two services, and three people who must not see each other."""

from dataclasses import dataclass
from typing import Any

from rest_framework.test import APIClient

from governance.access import (
    Caller,
    add_key,
    authenticate,
    find_or_make_person,
    make_service,
)
from governance.audit import SYSTEM
from governance.models import KeyScope, Memory, Person, Service

ALL_SCOPES = [scope.value for scope in KeyScope]


@dataclass(frozen=True)
class Program:
    """A service with its key."""

    service: Service
    key: str

    @property
    def caller(self) -> Caller:
        """What its key proves."""
        caller = authenticate(self.key)
        assert caller is not None
        return caller

    def client(self) -> APIClient:
        """A REST client that presents the key."""
        client = APIClient(raise_request_exception=False)
        client.credentials(HTTP_AUTHORIZATION=f"Bearer {self.key}")
        return client

    def client_with(self, *, scopes: list[str]) -> APIClient:
        """A client with another key of the same service."""
        key = add_key(self.service, scopes, actor=SYSTEM)
        return Program(self.service, key).client()


@dataclass(frozen=True)
class World:
    """``owner`` and ``colleague`` are persons of ``travel``; ``stranger`` of ``bank``."""

    travel: Program
    bank: Program
    owner: Person
    colleague: Person
    stranger: Person

    def write(
        self,
        text: str,
        *,
        ref: str = "owner",
        program: Program | None = None,
        **more: Any,
    ) -> dict[str, Any]:
        """Writes a memory over REST and gives the answer's body."""
        client = (program or self.travel).client()
        body = {"text": text, "source": {"type": "user_message"}, **more}
        url = f"/api/v1/people/{ref}/memories"
        response = client.post(url, body, format="json")
        assert response.status_code in {200, 201, 202}, response.content
        return dict(response.json())

    def consent(self, category: str, *, ref: str = "owner") -> None:
        """A person of ``travel`` says yes to a special category."""
        url = f"/api/v1/people/{ref}/consents/{category}"
        assert self.travel.client().put(url).status_code == 200


def make_world() -> World:
    """Everybody, with nothing remembered yet."""
    travel = Program(*make_service("Travel assistant", scopes=ALL_SCOPES, actor=SYSTEM))
    bank = Program(*make_service("Bank assistant", scopes=ALL_SCOPES, actor=SYSTEM))
    return World(
        travel=travel,
        bank=bank,
        owner=find_or_make_person(travel.service.id, "owner"),
        colleague=find_or_make_person(travel.service.id, "colleague"),
        stranger=find_or_make_person(bank.service.id, "stranger"),
    )


def memories_of(person: Person) -> list[Memory]:
    """All rows there are of a person, read behind row-level security."""
    return list(Memory.objects.using("owner").filter(person_id=person.id))
