"""A walk over every registered address as people who have no business there."""

from collections.abc import Iterator
from uuid import UUID, uuid4

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from governance.access import make_account
from governance.models import ConversationItem, MemoryFile, Read, RetentionRule, Role
from tests.told import Talk, note
from tests.world import memories_of

pytestmark = pytest.mark.usefixtures("static_files")

SECRET = "Likes marzipan potatoes."
METHODS = ["post", "get", "put", "patch", "delete"]
BODY = {"text": "Likes tea.", "source": {"type": "user_message"}}
DOCUMENT = {
    "format": "memoryhub.memories/1",
    "sources": [
        {
            "id": "0a4c1b8e-7d5b-4b1c-9d3e-2f6a7b8c9d0e",
            "type": "user_message",
            "trust": "user",
            "said_at": "2026-05-04T09:30:00Z",
        }
    ],
    "memories": [
        {
            "id": "5f0d7c52-3c0e-4c57-8a5c-1f1f4a1f7c11",
            "source": "0a4c1b8e-7d5b-4b1c-9d3e-2f6a7b8c9d0e",
            "text": "Likes tea.",
        }
    ],
}
ITEM = {"role": "user", "content": "Likes tea."}
BODIES = {
    "api:items": {"items": [ITEM]},
    "api:memory-tool": {"command": "view", "path": "/memories/secret.md"},
    "api:memory": {"importance": 3},
    "api:redact-version": {"number": 1},
    "api:batch": {"items": [BODY]},
    "api:forget": {"everything": True},
    "api:import": DOCUMENT,
    # No name, so nobody is asked what it means; nothing is ever sent there.
    "api:webhooks": {"url": "https://1.1.1.1/hooks"},
    "api:requests": {"right": "access"},
    "api:answer-request": {"answer": "The second one."},
}
# The same id at another service is another person, made by writing.
MAKES = {
    ("api:memories", "post"): 201,
    ("api:batch", "post"): 207,
    ("api:import", "post"): 207,
    ("api:webhooks", "post"): 201,
    ("api:items", "post"): 201,
    ("api:items", "put"): 200,
    # In the tool's own words: there is no such file.
    ("api:memory-tool", "post"): 200,
    ("api:consent", "put"): 200,
    ("api:consent", "delete"): 202,
}

# Open to everybody, with why: what they show is about nobody.
OPEN = {
    "live": "health",
    "ready": "health",
    "home": "sends everybody to their own page",
    "how-it-works": "explains what memory is",
    "styleguide": "shows components with made-up content",
    "open-link": "a button; opens nothing without a valid token",
    "receipt": "opens nothing without a valid token; tells nothing about anybody",
    "receipt-file": "the same as a file",
    "receipt-pdf": "the same as a sheet",
    "published-keys": "public keys",
    "published-schema": "a schema of files that are handed out",
    "ask": "the public form; answers the same whatever the address",
    "asked": "what comes next, with a reference of this browser",
    "confirm-by-code": "opens nothing without reference and code",
    "confirm-request": "a button; confirms nothing without a valid token",
    "calendar-feed": "opens nothing without its key; references and days",
    "package-link": "opens nothing without a valid token and a code",
    "signed-out": "says goodbye",
    "mfa_login_webauthn": "signs in by a passkey",
    "api:schema": "describes the calls and nobody's memories",
    "api:docs": "the same as a page",
}
SIGN_IN = "account_"
# Ids in addresses of pages: one of somebody else's is not found.
FOUND_BY = {
    "memory_id",
    "note_id",
    "conversation_id",
    "message_id",
    "run_id",
    "row_id",
    "person_id",
}


def addresses(patterns, space="") -> Iterator[tuple[str, URLPattern]]:
    """Every address there is, by its full name."""
    for each in patterns:
        if isinstance(each, URLResolver):
            inner = f"{each.namespace}:" if each.namespace else space
            yield from addresses(each.url_patterns, inner)
        else:
            yield f"{space}{each.name}", each


ADDRESSES = dict(addresses(get_resolver().url_patterns))


@pytest.fixture
def places(world, bell):
    """What stands in the owner's addresses."""
    kept = world.write(SECRET)
    erased = world.write("Likes halva.", source={"type": "user_message", "ref": "m-1"})
    client = world.travel.client()
    run = client.delete(f"/api/v1/people/owner/memories/{erased['id']}").json()
    client.get(f"/api/v1/people/owner/memories/{kept['id']}")
    Talk(client).add(SECRET)
    note(client, "/memories/secret.md", SECRET)
    message = ConversationItem.objects.using("owner").get()
    asked = client.post(
        "/api/v1/people/owner/requests", BODIES["api:requests"], format="json"
    )
    hooks = client.post("/api/v1/webhooks", BODIES["api:webhooks"], format="json")
    return {
        "person": "owner",
        "conversation": "vienna",
        "webhook_id": UUID(hooks.json()["id"]),
        "request_id": UUID(asked.json()["id"]),
        "memory_id": UUID(kept["id"]),
        "note_id": MemoryFile.objects.using("owner").get().id,
        "conversation_id": message.conversation_id,
        "message_id": message.id,
        "run_id": UUID(run["erasure"]),
        "token": "x" * 43,
        "category": "health",
        "person_id": world.owner.id,
        "row_id": Read.objects.using("owner").latest("created_at").id,
        "number": 1,
        "step": 1,
        "passkey_id": 1,
        "package_id": uuid4(),
        "letter_id": uuid4(),
        "hold_id": uuid4(),
        "deed_id": uuid4(),
        "kind": "receipt",
        "language": "en",
        "name": "take-up",
        "deed": "send",
        "rule_id": RetentionRule.objects.using("owner").earliest("id").id,
    }


def url_of(name, places):
    converters = ADDRESSES[name].pattern.converters
    return reverse(name, kwargs={each: places[each] for each in converters})


def private(*, rest):
    return sorted(
        name
        for name in ADDRESSES
        if name not in OPEN and not name.startswith(SIGN_IN) and is_rest(name) == rest
    )


def is_rest(name):
    return "governance.api" in ADDRESSES[name].callback.__module__


def test_there_is_something_to_walk():
    assert len(private(rest=True)) >= 4
    assert len(private(rest=False)) >= 4


@pytest.mark.parametrize("name", private(rest=True))
def test_another_service_finds_nothing(world, places, name):
    bank = world.bank.client()
    for method in METHODS:
        answer = call(bank, method, url_of(name, places), BODIES.get(name, BODY))
        assert SECRET.encode() not in answer.content
        if (name, method) in MAKES:
            assert answer.status_code == MAKES[name, method]
            continue
        assert answer.status_code in {200, 404, 405}
        if answer.status_code == 200:
            if name == "api:items":
                assert [each["item"] for each in answer.json()["items"]] == [ITEM]
                continue
            mine = answer.json()["results"]
            if name == "api:webhooks":
                assert str(places["webhook_id"]) not in {each["id"] for each in mine}
            else:
                assert [each["text"] for each in mine] == [BODY["text"]]
    assert SECRET in [row.text for row in memories_of(world.owner)]


@pytest.mark.parametrize("name", private(rest=True))
def test_without_a_key_nothing_is_answered(api, places, name):
    for method in METHODS:
        assert call(api, method, url_of(name, places), {}).status_code == 401


@pytest.mark.parametrize("name", private(rest=True))
def test_a_key_with_no_scope_may_do_nothing(world, places, name):
    bare = world.travel.client_with(scopes=[])
    for method in METHODS:
        answer = call(bare, method, url_of(name, places), {})
        assert answer.status_code in {403, 405}


@pytest.mark.parametrize("name", private(rest=False))
def test_a_page_is_nothing_to_a_stranger(world, places, name):
    stranger = signed_in(Role.PERSON)
    for method in METHODS:
        answer = call(stranger, method, url_of(name, places), {})
        assert SECRET.encode() not in answer.content
        if FOUND_BY & set(ADDRESSES[name].pattern.converters):
            assert answer.status_code in {404, 405}
    assert SECRET in [row.text for row in memories_of(world.owner)]


@pytest.mark.parametrize("name", private(rest=False))
def test_a_page_asks_whoever_is_not_signed_in_to_sign_in(places, name):
    for method in METHODS:
        answer = call(Client(), method, url_of(name, places), {})
        assert answer.status_code in {302, 405}
        assert SECRET.encode() not in answer.content


@pytest.mark.parametrize("name", private(rest=False))
def test_staff_read_no_memory_by_walking_the_pages(places, name):
    answer = call(signed_in(Role.OFFICER), "get", url_of(name, places), {})
    assert SECRET.encode() not in answer.content


def test_a_made_up_run_is_found_by_nobody(world):
    answer = world.travel.client().get(f"/api/v1/erasures/{uuid4()}")
    assert answer.status_code == 404


def call(client, method, url, body):
    if isinstance(client, Client) and not hasattr(client, "credentials"):
        return getattr(client, method)(url, body)
    if method == "get":
        return client.get(url)
    return getattr(client, method)(url, body, format="json")


def signed_in(role):
    account = make_account(f"{uuid4().hex}@example.org", uuid4().hex, role=role)
    client = Client()
    client.force_login(
        account, backend="allauth.account.auth_backends.AuthenticationBackend"
    )
    return client
