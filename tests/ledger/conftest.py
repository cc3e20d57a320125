"""Both places for a ledger: a file, and a table of a second database."""

from uuid import uuid4

import psycopg
import pytest
from django.db import transaction
from psycopg import conninfo

from governance import ledger
from tests.servers import admin_url


@pytest.fixture
def file_ledger(settings, tmp_path):
    settings.LEDGER_DIR = tmp_path / "ledger"
    return settings.LEDGER_DIR / "erasures.jsonl"


@pytest.fixture
def table_ledger(settings):
    """A second database on the server of the tests; its address."""
    name = f"ledger_{uuid4().hex}"
    with psycopg.connect(admin_url(), autocommit=True) as server:
        server.execute(f"CREATE DATABASE {name} TEMPLATE template0")
        settings.LEDGER_URL = conninfo_url(name)
        yield settings.LEDGER_URL
        settings.LEDGER_URL = ""
        server.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(params=["file_ledger", "table_ledger"])
def either(request):
    return request.getfixturevalue(request.param)


def conninfo_url(name):
    at = conninfo.conninfo_to_dict(admin_url())
    return (
        f"postgresql://{at['user']}:{at['password']}@{at['host']}:{at['port']}/{name}"
    )


def an_erasure(run=None, **more):
    """Facts as an erasure has them."""
    return {"kind": "erasure", "run": run or str(uuid4()), "roots": [], **more}


def enter(facts=None):
    """Enters something in a transaction of its own."""
    with transaction.atomic():
        return ledger.enter(facts or an_erasure())
