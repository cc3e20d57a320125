"""A key that calls too often waits; others do not."""

import pytest
from limits.storage import RedisStorage
from redis.exceptions import ConnectionError as NoBroker

URL = "/api/v1/people/owner/memories"


@pytest.fixture
def slow(settings):
    settings.API_KEY_RATE = "3/min"


def test_over_the_rate_a_call_gets_429_and_is_told_when(world, slow):
    world.write("Likes tea.")
    client = world.travel.client()
    statuses = [client.get(URL).status_code for _ in range(3)]
    assert statuses == [200, 200, 429]
    refused = client.get(URL)
    assert refused.headers["Content-Type"] == "application/problem+json"
    assert 1 <= int(refused.headers["Retry-After"]) <= 60
    assert (
        world.travel.client_with(scopes=["memories:read"]).get(URL).status_code == 200
    )


def test_without_a_broker_calls_are_answered_all_the_same(world, slow, monkeypatch):
    world.write("Likes tea.")

    def dead(*args, **kwargs):
        raise NoBroker

    monkeypatch.setattr(RedisStorage, "acquire_sliding_window_entry", dead)
    client = world.travel.client()
    assert {client.get(URL).status_code for _ in range(5)} == {200}
