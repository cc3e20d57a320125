"""The same message again and again, with two workers who wait for it: done once, told once."""

import signal

import pytest

from tests.faults.conftest import begun, erase_by_operator, finished_once, left
from tests.faults.running import until

pytestmark = pytest.mark.slow


def test_messages_that_come_three_times_to_two_workers(product, outside, grown):
    with product.second_worker():
        run_id = erase_by_operator(product, grown)
        until(lambda: begun(product))
        product.ring("erase", run_id, times=3)
        finished_once(product, outside, run_id)
        [(delivery,)] = product.sql(
            "SELECT id FROM webhook_delivery WHERE run_id = %s::uuid", run_id
        )
        for task, about in (("erase", run_id), ("certify", run_id), ("tell", delivery)):
            product.ring(task, about, times=3)
        until(lambda: idle(product))
        finished_once(product, outside, run_id)
        assert len(outside.messages(run_id)) == 1


def test_a_worker_stopped_in_a_run_that_the_other_one_takes_over(
    product, outside, grown
):
    with product.second_worker():
        run_id = erase_by_operator(product, grown)
        until(lambda: begun(product))
        product.kill("worker", signal.SIGSTOP)
        product.ring("erase", run_id, times=3)
        until(lambda: left(product) == 0, seconds=120)
        product.kill("worker", signal.SIGCONT)
        finished_once(product, outside, run_id)
        assert len(set(outside.messages(run_id))) == 1


def idle(product):
    """Nothing waits, and nothing was taken that is not done."""
    with product.broker() as broker:
        return not broker.llen("celery") and not broker.hlen("unacked")
