"""Schemathesis over the description: whatever is sent, the answer is one that is described.

It makes requests that fit the description and requests that do not, and looks at status,
media type, headers and body of each answer.
"""

import json
import re
import zlib
from pathlib import Path

import hypothesis
import pytest
import schemathesis
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi import checks

from governance.models import Person
from memoryhub.wsgi import application

CHECKED_IN = Path(__file__).parents[2] / "docs" / "openapi.json"

# What no schema can say: the clock, the calendar, a cursor's inside, what a mailbox is called, sizes in all, the
# purposes of a service.
ITEM = re.compile(r"items\.\d+")
BEYOND_A_SCHEMA = {
    "expires_at",
    "exported_at",
    "created_at",
    "said_at",
    "received_at",
    "cursor",
    "ordering",
    "metadata",
    "text",
    "purpose",
    "contact",
}


@schemathesis.check
def what_fits_is_not_malformed(ctx, response, case):
    """A request that fits the description may be refused, but not as malformed."""
    if case.meta.generation.mode.is_positive and response.status_code in {400, 415}:
        errors = response.json().get("errors", {"body": []})
        # An item of a conversation is any JSON: what is wrong in it has no name.
        names = {each.rpartition(".")[2] for each in errors if not ITEM.fullmatch(each)}
        assert all(
            name in BEYOND_A_SCHEMA or name.endswith(("_after", "_before"))
            for name in names
        ), names


CHECKS = [
    not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
    checks.negative_data_rejection,
    what_fits_is_not_malformed,
]
# These refuse their items one by one, inside an answer that is well.
PER_ITEM = {
    "/api/v1/people/{person}/memories/batch": [checks.negative_data_rejection],
    "/api/v1/people/{person}/import": [checks.negative_data_rejection],
}
UNHURRIED = hypothesis.settings(
    deadline=None, suppress_health_check=list(hypothesis.HealthCheck)
)


def closed(document):
    """With no room in a body for members that are not named: who calls must expect new
    ones, but here they are to be noticed."""
    for shape in document["components"]["schemas"].values():
        if "properties" in shape:
            shape["additionalProperties"] = False
    return document


def described():
    document = closed(json.loads(CHECKED_IN.read_text()))
    schema = schemathesis.openapi.from_dict(document)
    schema.app = application
    return schema


schema = described()


@pytest.fixture
def send(world, bell, settings):
    """Sends a case with a key, to something that is there as often as not."""
    settings.API_KEY_RATE = "1000000/min"
    there = places(world, bell)
    headers = {"Authorization": f"Bearer {world.travel.key}"}

    def sent(case):
        if case.meta.generation.mode.is_positive:
            aim(case, there)
        case.call_and_validate(
            headers=headers,
            checks=CHECKS,
            excluded_checks=PER_ITEM.get(case.operation.path, []),
        )

    return sent


def places(world, bell):
    """A memory with two versions and something made of it, an erased one, its erasure,
    a forget that can be undone, and a person who has switched memory off."""
    client = world.travel.client()
    source = {"type": "user_message", "ref": "message-1"}
    kept, gone = world.write("Likes tea.", source=source), world.write("Likes halva.")
    world.write("Likes hot drinks.", derived_from=[kept["id"]])
    mine = "/api/v1/people/owner"
    text = {"text": "Likes green tea."}
    client.patch(f"{mine}/memories/{kept['id']}", text, format="json")
    erasure = client.delete(f"{mine}/memories/{gone['id']}").json()["erasure"]
    bell.answer()
    ids = {"ids": [world.write("Likes mint.")["id"]]}
    forget = client.post(f"{mine}/forget", ids, format="json").json()["erasure"]
    # A number, so that no name is asked for; the bell is not answered, so nothing is sent.
    hook = client.post(
        "/api/v1/webhooks", {"url": "https://1.1.1.1/hooks"}, format="json"
    ).json()["id"]
    client.post(f"/api/v1/webhooks/{hook}/test")
    access = client.post(f"{mine}/requests", {"right": "access"}, format="json")
    talk = {"items": [{"role": "user", "content": "Tea, please."}]}
    client.post(f"{mine}/conversations/vienna/items", talk, format="json")
    Person.objects.using("owner").filter(id=world.colleague.id).update(
        memory_enabled=False
    )
    return {
        "memory_id": [kept["id"], gone["id"]],
        "run_id": [erasure, forget],
        "webhook_id": [hook],
        "request_id": [access.json()["id"]],
        "person": ["owner", "colleague"],
        "conversation": ["vienna"],
    }


def aim(case, there):
    """Puts into the path what is there, what was there or, as it came, what never was."""
    for name in there.keys() & case.path_parameters.keys():
        choices = [*there[name], case.path_parameters[name]]
        chosen = zlib.crc32(f"{name} {case!r}".encode()) % len(choices)
        case.path_parameters[name] = choices[chosen]


@schema.parametrize()
@hypothesis.settings(UNHURRIED, max_examples=8, derandomize=True)
def test_every_answer_is_one_that_is_described(case, send):
    send(case)


@pytest.mark.slow
@schema.parametrize()
@hypothesis.settings(UNHURRIED, max_examples=1000)
def test_every_answer_is_one_that_is_described_in_a_long_run(case, send):
    send(case)
