"""The schemas of packages are there for anybody."""

import json

import pytest
from django.test import Client


@pytest.mark.parametrize("name", ["access", "memories"])
def test_a_schema_is_published(world, name):
    answer = Client().get(f"/.well-known/memoryhub-{name}-1.schema.json")
    assert answer.headers["Content-Type"] == "application/schema+json"
    published = json.loads(answer.content)
    assert published["properties"]["format"]["const"] == f"memoryhub.{name}/1"


def test_what_is_none_is_not_there(world, static_files):
    path = "/.well-known/memoryhub-other-1.schema.json"
    assert Client().get(path).status_code == 404
