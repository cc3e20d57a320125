"""A worker whose clock is two days off: what it says to others, and when it begins, goes by the
clock of the database."""

from datetime import UTC, datetime, timedelta

import pytest
from standardwebhooks import Webhook as Verifier

from tests.faults.conftest import erase_by_operator, finished_once, grow, left
from tests.faults.oracle import letters_once, request_by_letter, state
from tests.faults.running import start, until

pytestmark = pytest.mark.slow

MANY = 3_000
DAYS = timedelta(days=2)


@pytest.mark.parametrize("off", [DAYS, -DAYS], ids=["ahead", "behind"])
def test_a_worker_whose_clock_is_two_days_off(folder, outside, off):
    told = folder.parent / "believed"
    told.touch()
    told.chmod(0o666)
    by = ["-m", "tests.faults.skewed", str(off.total_seconds()), str(told)]
    product = start(folder, by=by, **outside.environment)
    try:
        hook = outside.listen(product)
        believed = datetime.fromisoformat(told.read_text())
        assert abs(believed - datetime.now(UTC) - off) < timedelta(minutes=5)
        later = forgotten(product)
        run_id = erase_by_operator(product, grow(product, MANY))
        finished_once(product, outside, run_id, many=MANY)
        assert state(product, later)["state"] == "waiting"
        times = (
            "SELECT now() - started_at, now() - finished_at, now() - certified_at "
            "FROM erasure_run WHERE id = %s::uuid"
        )
        for ago in product.sql(times, run_id)[0]:
            assert timedelta(0) <= ago < timedelta(minutes=5)
        entered = product.shell(
            "from governance.ledger import entries\n"
            "print(*(each['at'] for each in entries()), sep='\\n')"
        )
        for at in entered.split():
            ago = datetime.now(UTC) - datetime.fromisoformat(at)
            assert abs(ago) < timedelta(minutes=5)
        assert entered.split()
        for message in list(outside.receiver.received):
            Verifier(hook["secret"]).verify(message.body, message.headers)
        asked, request_id = request_by_letter(product, grow(product, 5))
        until(lambda: state(product, asked).get("state") == "done", seconds=90)
        letters_once(product, outside, request_id)
        for mail in list(outside.mails.received):
            ago = datetime.now(UTC) - mail["Date"].datetime
            assert abs(ago) < timedelta(minutes=5)
        assert left(product) == 0
    finally:
        product.stop()


def forgotten(product):
    """Forgotten with a day in which it can be undone; gives the run."""
    body = {"text": "Prefers the window seat.", "source": {"type": "user_message"}}
    _, memory = product.call("POST", "people/anna/memories", body)
    status, answer = product.call("POST", "people/anna/forget", {"ids": [memory["id"]]})
    assert status in {200, 202}, answer
    return answer["erasure"]
