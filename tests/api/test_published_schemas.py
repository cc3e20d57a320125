"""The schemas of packages are there for anybody."""

import json

import pytest
from django.test import Client


@pytest.mark.parametrize(
    ("name", "version"), [("access", 2), ("memories", 1), ("messages", 1)]
)
def test_a_schema_is_published(world, name, version):
    answer = Client().get(f"/.well-known/memoryhub-{name}-{version}.schema.json")
    assert answer.headers["Content-Type"] == "application/schema+json"
    published = json.loads(answer.content)
    assert published["properties"]["format"]["const"] == f"memoryhub.{name}/{version}"


def test_what_is_none_is_not_there(world, static_files):
    for name in ("other-1", "access-1", "memories-2", "messages-2"):
        path = f"/.well-known/memoryhub-{name}.schema.json"
        assert Client().get(path).status_code == 404
