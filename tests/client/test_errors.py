"""What goes wrong is told by one tree of exceptions, without a word of what was sent."""

import pickle
import traceback
from datetime import datetime
from uuid import uuid4

import pytest

from governance.access import add_key
from governance.audit import SYSTEM
from memoryhub.client import (
    Gone,
    Invalid,
    MemoryhubError,
    NotAllowed,
    NotFound,
    Source,
    TooLarge,
    TooManyRequests,
    Unauthenticated,
    Unavailable,
)
from tests.client.faults import breaks, says, unreachable

CHAT = Source("user_message")
SECRET = "marzipan potatoes"


@pytest.fixture(autouse=True)
def ledger(settings, tmp_path):
    settings.LEDGER_DIR = tmp_path / "ledger"


def test_what_is_not_valid_is_told_by_field(hub):
    naive = datetime(2026, 3, 1, 12, 30)  # noqa: DTZ001  a time without offset is the point
    with pytest.raises(Invalid) as caught:
        hub.remember(
            "owner", SECRET, source=Source("user_message", said_at=naive), importance=11
        )
    assert caught.value.errors.keys() == {"importance", "source.said_at"}
    assert "importance is too large" in str(caught.value)
    assert SECRET not in str(caught.value)


def test_what_cannot_be_stored_is_invalid_with_its_reason(hub):
    card = " ".join(["4111", *["1111"] * 3])
    with pytest.raises(Invalid) as caught:
        hub.remember("owner", "Likes tea.", source=Source("user_message", ref=card))
    assert (caught.value.status, caught.value.reason) == (422, "hard_identifier")
    assert card not in repr(caught.value)


def test_a_person_who_says_no_is_not_overruled(hub, world, as_owner):
    as_owner(type(world.owner)).update(memory_enabled=False)
    with pytest.raises(NotAllowed) as caught:
        hub.remember("owner", SECRET, source=CHAT)
    assert (caught.value.reason, caught.value.scope) == ("memory_off", "")


def test_a_key_that_lacks_a_scope_is_told_which(connect, world):
    reading = connect(add_key(world.travel.service, ["memories:read"], actor=SYSTEM))
    with pytest.raises(NotAllowed) as caught:
        reading.remember("owner", SECRET, source=CHAT)
    assert caught.value.scope == "memories:write"


@pytest.mark.usefixtures("database")
def test_an_unknown_key_is_unauthenticated(connect):
    with pytest.raises(Unauthenticated):
        connect("mh_nobody_knows").person("owner")


def test_what_is_nowhere_is_not_found(hub):
    for absent in (uuid4(), "no-uuid"):
        with pytest.raises(NotFound):
            hub.memory("owner", absent)
    with pytest.raises(NotFound):
        hub.person("nobody")


def test_what_was_erased_is_gone_and_tells_by_which_run(hub):
    written = hub.remember("owner", SECRET, source=CHAT)
    run = hub.erase("owner", written.id)
    for _ in range(2):
        with pytest.raises(Gone) as caught:
            hub.erase("owner", written.id)
        assert caught.value.erasure == run


def test_a_body_over_the_limit_is_too_large(hub, settings):
    settings.API_BODY_LIMIT = 100
    with pytest.raises(TooLarge):
        hub.remember("owner", SECRET * 10, source=CHAT)


def test_a_proxys_page_is_not_repeated(shaky, line):
    line.before = [says(302, Location="https://other.example/"), says(500)]
    with pytest.raises(MemoryhubError) as moved:
        shaky.person("owner")
    with pytest.raises(Unavailable) as failed:
        shaky.person("owner")
    for error in (moved.value, failed.value):
        assert "is the address right?" in str(error)
        assert "Proxy" not in str(error)


def test_an_answer_that_is_no_json_is_an_error_of_ours(shaky, line):
    line.after = [says(200)]
    with pytest.raises(MemoryhubError, match="Unreadable answer"):
        shaky.person("owner")


@pytest.mark.parametrize("fault", [unreachable, breaks, says(401), says(503)])
def test_neither_key_nor_text_is_in_an_exception(shaky, line, world, fault):
    line.before = [fault] * 8
    with pytest.raises(MemoryhubError) as caught:
        shaky.remember("owner", SECRET, source=CHAT)
    told = "".join(traceback.format_exception(caught.value))
    secret = world.travel.key.split("_", 2)[2]
    for each in (told, repr(caught.value), str(vars(caught.value)), repr(shaky)):
        assert secret not in each
        assert SECRET not in each
    chained = [caught.value.__cause__, caught.value.__context__]
    assert not any(hasattr(each, "request") for each in chained)


def test_an_error_survives_being_sent_to_another_process(hub):
    with pytest.raises(NotFound) as caught:
        hub.person("nobody")
    again = pickle.loads(pickle.dumps(caught.value))  # noqa: S301  our own bytes
    assert (type(again), again.status, str(again)) == (
        NotFound, 404, str(caught.value),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("address", "key"),
    [
        ("memoryhub.example", "mh_a_b"),
        ("ftp://memoryhub.example", "mh_a_b"),
        ("https://me:hidden@memoryhub.example", "mh_a_b"),
        ("https://memoryhub.example/?key=1", "mh_a_b"),
        ("https://memoryhub.example", ""),
        ("https://memoryhub.example", "mh_a_hidden\n"),
        ("https://memoryhub.example", "mh_a_híddén"),
    ],
)
def test_an_address_or_key_that_cannot_be_is_refused_without_repeating_it(
    twin, address, key
):
    with pytest.raises(ValueError, match="must") as caught:
        twin(address, key)
    assert "dd" not in str(caught.value)


def test_a_header_that_cannot_be_is_refused_without_repeating_it(hub):
    with pytest.raises(ValueError, match="must be printable ASCII") as caught:
        hub.remember("owner", "Likes tea.", source=CHAT, idempotency_key="ü\n")
    assert "ü" not in str(caught.value)


def test_too_many_requests_tell_how_long_to_wait(shaky, line):
    line.before = [says(429, Retry_After="120")]
    with pytest.raises(TooManyRequests) as caught:
        shaky.person("owner")
    assert caught.value.retry_after == 120
