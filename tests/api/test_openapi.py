"""The description of REST: checked in, whole, and shown as a page."""

import json
import re
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from governance.api.cursor import ORDERS
from governance.api.filters import FILTERS, PAGING
from governance.api.openapi.views import described

CHECKED_IN = Path(__file__).parents[2] / "docs" / "openapi.json"
REWRITE = (
    "docs/openapi.json is not what the code says. If the change is meant, write it anew: "
    "uv run manage.py spectacular --format openapi-json --file docs/openapi.json"
)
UNDESCRIBED = (
    "Something is not described. A new call gets a decorator out of "
    "governance/api/openapi/calls; the lines above on standard error name it."
)

# Every page asks whether the database was restored.
pytestmark = pytest.mark.usefixtures("database")
PATHS = json.loads(CHECKED_IN.read_text())["paths"]
OPERATIONS = [
    (method, path, operation)
    for path, item in PATHS.items()
    for method, operation in item.items()
]


def named(operation):
    return operation[2]["operationId"]


def test_the_file_says_what_the_code_says(tmp_path):
    fresh = tmp_path / "openapi.json"
    written = {"format": "openapi-json", "file": str(fresh)}
    try:
        call_command("spectacular", **written, fail_on_warn=True, validate=True)
    except CommandError as error:
        pytest.fail(f"{UNDESCRIBED} ({error})")
    assert fresh.read_text() == CHECKED_IN.read_text(), REWRITE


def test_the_server_answers_what_the_file_says():
    answer = Client().get("/api/v1/schema")
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "application/json"
    assert answer.json() == json.loads(CHECKED_IN.read_text())


def test_it_is_openapi_3_1_of_no_particular_server():
    assert described()["openapi"] == "3.1.0"
    assert "servers" not in described()


def test_every_filter_of_the_list_is_described():
    given = PATHS["/api/v1/people/{person}/memories"]["get"]["parameters"]
    query = {each["name"]: each["schema"] for each in given if each["in"] == "query"}
    assert set(query) == FILTERS.keys() | PAGING
    assert {each.removeprefix("-") for each in query["ordering"]["enum"]} == set(ORDERS)


@pytest.mark.parametrize("operation", OPERATIONS, ids=named)
def test_every_call_names_its_scope(operation):
    _, _, described_as = operation
    [[scope]] = [each["serviceKey"] for each in described_as["security"]]
    assert f"Scope: `{scope}`." in described_as["description"]


@pytest.mark.parametrize("operation", OPERATIONS, ids=named)
def test_every_error_is_a_problem_document(operation):
    _, _, described_as = operation
    errors = {
        status: list(answer["content"])
        for status, answer in described_as["responses"].items()
        if status >= "400"
    }
    assert {"401", "403", "404", "429"} <= errors.keys()
    assert all(each == ["application/problem+json"] for each in errors.values())


@pytest.fixture
def reference(static_files):
    answer = Client().get("/api/v1/docs")
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_page_shows_every_call_with_an_example(reference):
    for method, path, operation in OPERATIONS:
        assert f'id="{operation["operationId"]}"' in reference
        assert f"<code>{path}</code>" in reference
        assert f"curl -X {method.upper()} " in reference


def test_every_link_on_the_page_leads_somewhere_on_it(reference):
    targets = {part.split('"')[0] for part in reference.split('href="#')[1:]}
    assert {each for each in targets if f'id="{each}"' not in reference} == set()


def test_the_page_has_no_inline_script_and_needs_nobody_elses_server(reference):
    assert re.findall(r"<script(?![^>]* src=\"/static/)", reference) == []
    assert "cdn" not in reference.lower()
