"""The client says what the server says: every call, its parameters, its answers; and the
twins say the same."""

import json
from dataclasses import fields
from inspect import Parameter, signature
from pathlib import Path
from typing import get_args
from uuid import uuid4

import pytest

from memoryhub.client import AsyncMemoryhub, Memoryhub, given, results
from memoryhub.client import calls as described
from memoryhub.client.problem import Problem

OPENAPI = json.loads((Path(__file__).parents[2] / "docs/openapi.json").read_text())
SCHEMAS = OPENAPI["components"]["schemas"]
OPERATIONS = {
    operation["operationId"]: (method.upper(), path, operation)
    for path, item in OPENAPI["paths"].items()
    for method, operation in item.items()
}
OWN_METHODS = {"remember_many", "memories_page", "export_part"}
LIFE = {"close", "aclose"}
LISTS = {
    "Kind": given.Kind,
    "Sensitivity": given.Sensitivity,
    "SourceType": given.SourceType,
    "Trust": given.Trust,
    "MemoryStatus": given.MemoryState,
    "SpecialCategory": given.SpecialCategory,
    "Event": given.Event,
    "Right": given.Right,
    "Language": given.Language,
}
SHAPES = {
    "Memory": results.Memory,
    "CorrectedMemory": results.Corrected,
    "Finding": results.Finding,
    "SourceOut": results.StoredSource,
    "MemoryPage": results.Page,
    "Version": results.Version,
    "Actor": results.Actor,
    "Graph": results.Provenance,
    "MemoryInGraph": results.MemoryInGraph,
    "SourceInGraph": results.SourceInGraph,
    "Plan": results.ErasurePlan,
    "Erasure": results.Erasure,
    "Recipient": results.Recipient,
    "Webhook": results.Webhook,
    "NewWebhook": results.NewWebhook,
    "Delivery": results.Delivery,
    "SubjectRequest": results.Request,
    "PersonOut": results.Person,
    "Settings": results.Settings,
    "ConsentGiven": results.Consent,
    "TakenItem": results.Imported,
    "TakenMemory": results.ImportedMemory,
    "Link": results.Link,
    "Item": results.ConversationItem,
    "ToolResult": results.ToolResult,
    "MemoryIn": given.NewMemory,
    "SourceIn": given.Source,
}


def methods(hub):
    return {name for name in dir(hub) if not name.startswith("_")} - LIFE


def sample(make):
    """The call that ``make`` describes, with something in every place."""
    needed = [
        each
        for each in signature(make).parameters.values()
        if each.default is Parameter.empty
    ]
    filled = {each.name: SAMPLES[each.name] for each in needed}
    return make(**filled)


SAMPLES = {
    "answer": "The second one.",
    "person": "anna",
    "text": "Likes tea.",
    "source": given.Source("user_message"),
    "items": [],
    "conversation": "vienna",
    "command": {"command": "view", "path": "/memories"},
    "memory_id": uuid4(),
    "erasure_id": uuid4(),
    "webhook_id": uuid4(),
    "request_id": uuid4(),
    "right": "access",
    "url": "https://example.org/hooks",
    "number": 1,
    "query": "tea",
    "category": "health",
    "document": {},
}
MAKERS = [getattr(described, name) for name in described.__all__]


def test_the_twins_have_the_same_methods_with_the_same_parameters():
    assert methods(Memoryhub) == methods(AsyncMemoryhub)
    for name in methods(Memoryhub):
        one, other = getattr(Memoryhub, name), getattr(AsyncMemoryhub, name)
        assert signature(one).parameters == signature(other).parameters, name
        assert one.__doc__ == other.__doc__


def test_every_described_call_is_a_method():
    assert methods(Memoryhub) == set(described.__all__) | OWN_METHODS


def test_every_call_of_the_server_is_there_at_its_address_and_no_other():
    endpoints = [sample(make).endpoint for make in MAKERS]
    mine = {each.operation: (each.method, f"/api/v1/{each.path}") for each in endpoints}
    assert mine == {name: (verb, path) for name, (verb, path, _) in OPERATIONS.items()}


@pytest.mark.parametrize("make", MAKERS, ids=lambda make: make.__name__)
def test_a_call_takes_the_parameters_of_the_server(make):
    call = sample(make)
    _, _, operation = OPERATIONS[call.endpoint.operation]
    theirs = {
        each["name"].replace("-", "_").lower()
        for each in operation.get("parameters", [])
        if each["in"] in {"query", "header"}
    }
    assert theirs <= set(signature(make).parameters)


# What may be sent again without a key, and why.
HARMLESS = {
    described.plan_forget: "a dry run",
    described.find_to_forget: "a dry run",
    described.acknowledge: "the same again changes nothing",
    described.redact_version: "the same again changes nothing",
    described.import_part: "sent twice, it makes nothing twice",
    described.erase: "the second answer names the erasure of the first",
}


def test_what_is_sent_again_has_a_key_or_does_nothing_a_second_time():
    for make in set(MAKERS) - HARMLESS.keys():
        call = sample(make)
        if call.endpoint.method != "GET":
            _, _, operation = OPERATIONS[call.endpoint.operation]
            names = {each["name"] for each in operation.get("parameters", [])}
            assert call.repeatable == ("Idempotency-Key" in names), make
            assert call.repeatable == ("Idempotency-Key" in call.headers), make
    assert all(sample(make).repeatable for make in HARMLESS)


def test_bodies_have_the_members_of_the_server():
    written = set(signature(described.remember).parameters)
    assert (
        written - {"person", "idempotency_key"}
        == SCHEMAS["MemoryIn"]["properties"].keys()
    )
    corrected = set(signature(described.correct).parameters)
    assert (
        corrected - {"person", "memory_id", "if_match"}
        == SCHEMAS["MemoryPatch"]["properties"].keys()
    )
    hooked = set(signature(described.make_webhook).parameters)
    assert hooked == SCHEMAS["WebhookIn"]["properties"].keys()
    filed = set(signature(described.file_request).parameters)
    assert (
        filed - {"person", "idempotency_key"}
        == SCHEMAS["RequestIn"]["properties"].keys()
    )
    forgotten = set(signature(described.forget).parameters)
    assert forgotten - {"person"} == SCHEMAS["ForgetIn"]["properties"].keys() - {
        "query",
        "dry_run",
    }


@pytest.mark.parametrize("name", LISTS)
def test_a_closed_list_is_that_of_the_server(name):
    assert list(get_args(LISTS[name])) == SCHEMAS[name]["enum"]


def test_what_lists_are_ordered_by_is_that_of_the_server():
    _, _, operation = OPERATIONS["listMemories"]
    [ordering] = [p for p in operation["parameters"] if p["name"] == "ordering"]
    assert list(get_args(given.Ordering)) == ordering["schema"]["enum"]


@pytest.mark.parametrize("name", SHAPES)
def test_a_result_has_the_members_of_the_server(name):
    mine = {each.name for each in fields(SHAPES[name])}
    assert mine == SCHEMAS[name]["properties"].keys()


def test_a_written_memory_has_the_members_of_every_answer_to_a_write():
    mine = {each.name for each in fields(results.Remembered)}
    names = ("WrittenMemory", "RefreshedMemory", "HeldMemory")
    assert mine == {member for name in names for member in SCHEMAS[name]["properties"]}


def test_a_problem_has_the_members_of_every_problem_document():
    mine = {each.name for each in fields(Problem)}
    names = (
        "Problem",
        "Invalid",
        "LacksScope",
        "Refused",
        "Gone",
        "NotStorable",
        "Conflict",
        "ItemProblem",
    )
    assert mine == {member for name in names for member in SCHEMAS[name]["properties"]}
