"""Bad input gets a clear 4xx problem, never a 500, and is repeated nowhere."""

import base64
import json
from uuid import uuid4

import pytest

from governance.access import make_service
from governance.audit import SYSTEM
from tests.world import Program, memories_of

URL = "/api/v1/people/owner/memories"
MARK = "Xylophonzebra"
CHAT = {"type": "user_message"}


def body(**changes):
    return {"text": f"Likes {MARK}.", "source": CHAT, **changes}


BODIES = {
    "empty text": body(text=""),
    "only spaces": body(text="  \n "),
    "no text": {"source": CHAT},
    "text is null": body(text=None),
    "text is a number": body(text=5),
    "text is a list": body(text=[MARK]),
    "NUL": body(text=f"{MARK}\0"),
    "lone surrogate": body(text=f"{MARK}\ud800"),
    "too long": body(text=MARK * 4_000),
    "no source": {"text": MARK},
    "source is text": body(source=MARK),
    "source without type": body(source={"ref": MARK}),
    "unknown source type": body(source={"type": MARK}),
    "unknown field": body(**{MARK: 1}),
    "unknown field in source": body(source={**CHAT, MARK: 1}),
    "unknown kind": body(kind=MARK),
    "importance 0": body(importance=0),
    "importance 11": body(importance=11),
    "importance as text": body(importance="5"),
    "importance true": body(importance=True),
    "pinned as text": body(pinned="yes"),
    "naive time": body(expires_at="2999-01-01T00:00:00"),
    "a date only": body(expires_at="2999-01-01"),
    "a time that is none": body(expires_at="2999-02-31T00:00:00Z"),
    "a time beyond the calendar": body(expires_at="9999-12-31T23:59:59-14:00"),
    "a time before the calendar": body(expires_at="0001-01-01T00:00:00+14:00"),
    "naive said_at": body(source={**CHAT, "said_at": "2020-01-01T00:00:00"}),
    "expiry in the past": body(expires_at="2020-01-01T00:00:00Z"),
    "two expiries": body(expires_at="2999-01-01T00:00:00Z", ttl_seconds=5),
    "ttl 0": body(ttl_seconds=0),
    "ttl of an age": body(ttl_seconds=10**12),
    "derived from no id": body(derived_from=[MARK]),
    "derived from text": body(derived_from=MARK),
    "metadata is a list": body(metadata=[MARK]),
    "metadata too deep": body(metadata={"a": [[[[[[[[[[MARK]]]]]]]]]]}),
    "metadata with NUL": body(metadata={"a": f"{MARK}\0"}),
    "metadata with a NUL name": body(metadata={f"{MARK}\0": 1}),
    "metadata with a surrogate": body(metadata={"a": f"{MARK}\udfff"}),
    "metadata with too much": body(metadata={str(n): MARK for n in range(200)}),
    "a NUL in a name": body(space=f"{MARK}\0"),
    "a key too long": body(key=MARK * 20),
    "a ref with a card": body(source={**CHAT, "ref": "4111 1111 1111 1111"}),
    "a space with a mail": body(space="anna@example.org"),
    "nothing but a card": body(text="4111 1111 1111 1111"),
    "a list": [body()],
    "a string": MARK,
    "null": None,
}

DEEP = base64.urlsafe_b64encode(b"[" * 5_000).decode()
FAR = base64.urlsafe_b64encode(
    f'[false, "2026-01-01T00:00:00+23:59:59", "{uuid4()}"]'.encode()
).decode()

RAW = {
    "no JSON": MARK.encode(),
    "broken JSON": b'{"text": "' + MARK.encode(),
    "NaN": b'{"text": "a", "importance": NaN}',
    "an infinite number": b'{"text": "a", "source": {"type": "user_message"}, '
    b'"metadata": {"n": 1e999}}',
    "not UTF-8": b'{"text": "\xff\xfe"}',
    "deeply nested": b"[" * 100_000,
    "a number of 10,000 digits": b'{"importance": ' + b"9" * 10_000 + b"}",
    "1 MB": json.dumps(body(text=MARK * 80_000)).encode(),
    "an empty body": b"",
}


@pytest.mark.parametrize("case", BODIES)
def test_a_wrong_body_is_refused_without_repeating_it(world, caplog, capfd, case):
    sent = json.dumps(BODIES[case])
    refused_quietly(world, sent.encode(), caplog, capfd)


@pytest.mark.parametrize("case", RAW)
def test_what_is_no_body_at_all_is_refused(world, caplog, capfd, case):
    refused_quietly(world, RAW[case], caplog, capfd)


def refused_quietly(world, sent, caplog, capfd):
    client = world.travel.client()
    answer = client.post(URL, sent, content_type="application/json")
    assert 400 <= answer.status_code < 500
    assert answer.headers["Content-Type"] == "application/problem+json"
    problem = answer.json()
    assert {"type", "title", "status", "detail"} <= set(problem)
    assert problem["status"] == answer.status_code
    said = answer.content.decode() + caplog.text + "".join(capfd.readouterr())
    assert MARK not in said
    assert "4111" not in said
    assert "owner" not in caplog.text
    assert memories_of(world.owner) == []


def test_a_body_over_the_limit_gets_413(world):
    big = b'{"text": "' + b"a" * 1_000_000
    answer = world.travel.client().post(URL, big, content_type="application/json")
    assert answer.status_code == 413


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded"])
def test_another_content_type_gets_415(world, kind):
    answer = world.travel.client().post(URL, b"a=b", content_type=kind)
    assert answer.status_code == 415


@pytest.mark.parametrize(
    "query",
    [
        "page_size=0",
        "page_size=101",
        "page_size=-1",
        "page_size=٣",
        "page_size=9999999999999999999999",
        "cursor=x",
        "cursor=W10=",
        "cursor=%00",
        "page_size=0001000",
        "page_size=0100999999999999999999999",
        pytest.param(f"cursor={DEEP}", id="a deep cursor"),
        pytest.param(f"cursor={FAR}", id="a cursor beyond any zone"),
        "status=none",
        "kind=x",
        "space=%00",
        "unknown=1",
    ],
)
def test_a_wrong_query_gets_400_or_an_empty_page(world, query):
    answer = world.travel.client().get(f"{URL}?{query}")
    assert answer.status_code == (200 if FAR in query else 400)
    if answer.status_code == 400:
        assert answer.headers["Content-Type"] == "application/problem+json"


@pytest.mark.parametrize(
    "header",
    ["", "Bearer", "Bearer x", "Basic x", "Bearer mh_aaaaaaaaaaaa_" + "a" * 43],
)
def test_a_call_without_a_valid_key_gets_401(world, api, header):
    answer = api.get(URL, HTTP_AUTHORIZATION=header)
    assert answer.status_code == 401
    assert "Bearer" in answer.headers["WWW-Authenticate"]


def test_a_key_without_the_scope_gets_403_and_is_told_which(world):
    reader = Program(*make_service("Reader", scopes=["memories:read"], actor=SYSTEM))
    answer = reader.client().post(URL, body(), format="json")
    assert answer.status_code == 403
    assert answer.json()["scope"] == "memories:write"


@pytest.mark.parametrize("ref", ["a" * 256, "%00", "%FF%FE"])
def test_a_persons_id_that_cannot_be_is_refused(world, ref):
    answer = world.travel.client().get(f"/api/v1/people/{ref}/memories")
    assert answer.status_code in {400, 404}


def test_an_unknown_person_answers_404_and_is_not_made_by_asking(world, as_owner):
    before = as_owner(type(world.owner)).count()
    answer = world.travel.client().get("/api/v1/people/nobody/memories")
    assert answer.status_code == 404
    assert as_owner(type(world.owner)).count() == before


def test_head_needs_the_scope_of_get(world):
    writer = world.travel.client_with(scopes=["memories:write"])
    assert writer.head(URL).status_code == 403


def test_only_json_is_answered(world):
    answer = world.travel.client().get(URL, HTTP_ACCEPT="text/html")
    assert answer.status_code == 406
    assert answer.headers["Content-Type"] == "application/problem+json"
