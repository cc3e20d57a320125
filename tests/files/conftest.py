"""The memory tool of an agent that works for the owner."""

import pytest

from tests.told import run_tool


@pytest.fixture(autouse=True)
def ledger(settings, tmp_path):
    settings.LEDGER_DIR = tmp_path / "ledger"


@pytest.fixture
def answered(world):
    """Runs a command and gives the whole answer."""
    client = world.travel.client()
    return lambda command, **fields: run_tool(client, command, **fields)


@pytest.fixture
def tool(answered):
    """Runs a command and gives what the model is told, with a mark where it is an error."""

    def run(command, **fields):
        answer = answered(command, **fields)
        assert answer.status_code == 200, answer.content
        told = answer.json()
        return f"! {told['content']}" if told["is_error"] else told["content"]

    return run
