"""What has to hold after every fault: the erased is nowhere, each was told once, the record is
whole."""

import json
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from uuid import uuid4

from tests.faults.running import Product, until
from tests.requests.letters.mail_server import MailServer
from tests.telling.receiver import Receiver

CARD = "4929 4212 3456 7897"
"""Is scrubbed before it is written; no byte of any file may hold it."""

SCRIPT = (
    "import subprocess; from django.conf import settings;"
    "from memoryhub.backups.tools import tools_for;"
    "tools = tools_for(settings.DATABASES['owner']);"
    "subprocess.run(tools.command('pg_restore', '--file={}', '{}'), check=True)"
)
ONCE = (
    "SELECT count(*) FROM audit_entry WHERE verb = %s AND subject_ids = ARRAY[%s::uuid]"
)
DELIVERIES = """
SELECT webhook_id, state, event_id, service_id FROM webhook_delivery WHERE run_id = %s::uuid
"""
LETTERS = "SELECT id, kind, state, reason FROM letter WHERE request_id = %s::uuid"


@dataclass
class Outside:
    """Who is told: a service by its webhook, a person by mail."""

    receiver: Receiver = field(default_factory=Receiver)
    mails: MailServer = field(default_factory=MailServer)

    @property
    def environment(self) -> dict[str, str]:
        return {
            "MEMORYHUB_WEBHOOK_NETWORKS": "127.0.0.0/8",
            "MEMORYHUB_WEBHOOK_LEASE": "25",
            "MEMORYHUB_SMTP_HOST": "127.0.0.1",
            "MEMORYHUB_SMTP_PORT": str(self.mails.port),
            "MEMORYHUB_SMTP_TLS": "0",
        }

    def listen(self, product: Product) -> dict[str, Any]:
        """The service makes its webhook."""
        status, hook = product.call("POST", "webhooks", {"url": self.receiver.url})
        assert status == 201
        return dict(hook)

    def messages(self, run_id: str) -> list[str]:
        """The ids of the messages that told of a run, each as often as it came."""
        return [
            each.headers["webhook-id"]
            for each in list(self.receiver.received)
            if each.document["data"].get("erasure") == run_id
        ]

    def close(self) -> None:
        self.receiver.close()
        self.mails.close()


def request_by_letter(product: Product, memory_id: str) -> tuple[str, str]:
    """The person asks by letter for one to go; gives the run and the request."""
    code = f"asking.by_request('{memory_id}', 'mara@example.org')"
    said = product.shell(f"from tests.faults import asking; {code}")
    request_id = str(json.loads(said)["request"])
    begun = "SELECT id::text FROM erasure_run WHERE unit = %s::uuid"
    until(lambda: bool(product.sql(begun, request_id)), seconds=90)
    return str(product.sql(begun, request_id)[0][0]), request_id


def state(product: Product, run_id: str) -> dict[str, object]:
    return dict(product.call("GET", f"erasures/{run_id}")[1])


def ledger_entries(product: Product, run_id: str) -> list[str]:
    lines = (product.data / "ledger" / "erasures.jsonl").read_text().splitlines()
    return [line for line in lines if json.loads(line).get("run") == run_id]


def done_once(product: Product, run_id: str, memories: int) -> None:
    """Every row of the plan, and one entry in ledger and audit record each."""
    told = state(product, run_id)
    assert told["state"] == "done"
    assert told["counts"] == told["planned"]
    counts = told["counts"]
    assert isinstance(counts, dict)
    assert counts["memories"] == memories
    assert len(ledger_entries(product, run_id)) == 1
    assert product.sql(ONCE, "erasure.done", run_id) == [(1,)]
    items = "SELECT count(*) FROM erasure_item WHERE run_id = %s::uuid"
    assert product.sql(items, run_id) == [(0,)]
    certified = "SELECT count(*) FROM certificate WHERE run_id = %s::uuid"
    until(lambda: product.sql(certified, run_id) == [(1,)], seconds=90)
    assert product.sql(ONCE, "certificate.issued", run_id) == [(1,)]


def nothing_left(product: Product, phrase: str) -> None:
    """In rows, history, indexes, statistics, queues, the cache, packages and files."""
    searched = product.manage("residue", phrase)
    assert (searched.returncode, searched.stdout) == (0, ""), searched.stderr


def told_once(product: Product, outside: Outside, run_id: str, *, itself: bool) -> None:
    """Each recipient by one message, known by its id, and none that asked ``itself``."""
    if not itself:
        until(lambda: _delivered(product, run_id), seconds=180)
    rows = product.sql(DELIVERIES, run_id)
    assert len({webhook for webhook, *_ in rows}) == len(rows) == 1
    wanted = set() if itself else {_message(product, rows[0][0], run_id)}
    assert set(outside.messages(run_id)) == wanted


def _delivered(product: Product, run_id: str) -> bool:
    return [row[1] for row in product.sql(DELIVERIES, run_id)] == ["delivered"]


def _message(product: Product, webhook_id: object, run_id: str) -> str:
    path = f"webhooks/{webhook_id}/deliveries"
    rows = product.call("GET", path)[1]["results"]
    [found] = [each["message"] for each in rows if each["erasure"] == run_id]
    return str(found)


def letters_once(product: Product, outside: Outside, request_id: str) -> None:
    """The answer, and a receipt where there was time for one. Each mail went out once, or its worker died with it in its
    hands: then somebody is asked, and it went out once at most."""
    until(lambda: _settled(product, request_id), seconds=180)
    rows = product.sql(LETTERS, request_id)
    assert sorted(kind for _id, kind, *_ in rows) in (["done"], ["done", "receipt"])
    sent = Counter(str(mail["Message-ID"]) for mail in list(outside.mails.received))
    for letter_id, _kind, how, reason in rows:
        times = sum(sent[each] for each in sent if str(letter_id) in each)
        assert (how, times) == ("sent", 1) or (
            (how, reason) == ("failed", "uncertain") and times <= 1
        ), (how, reason, times)


def _settled(product: Product, request_id: str) -> bool:
    """As if the five minutes were over that a letter belongs to a worker that is gone."""
    product.sql(
        "UPDATE letter SET lease_until = now() WHERE state = 'sending' "
        "AND lease_until < now() + interval '4 minutes'"
    )
    rows = product.sql(LETTERS, request_id)
    told = any(kind == "done" for _id, kind, *_ in rows)
    return told and all(how in {"sent", "failed"} for *_, how, _ in rows)


def record_whole(product: Product) -> None:
    """The audit chain, from its first link."""
    checked = product.manage("verify-audit")
    assert checked.returncode == 0, checked.stderr


def in_no_dump(product: Product, *phrases: str) -> None:
    """Byte by byte in the SQL that a dump becomes; in its file it is compressed."""
    dump = product.data.parent / f"dump-{uuid4().hex}"
    assert product.manage("backup", str(dump)).returncode == 0
    script = dump.with_suffix(".sql")
    code = SCRIPT.format(script, dump)
    product.shell(code)
    written = script.read_bytes()
    assert b"CREATE TABLE" in written
    assert [each for each in phrases if each.encode() in written] == []


def in_no_byte(folder: Path, *marks: str) -> None:
    """Of any file, the servers' own included; call it when all is stopped."""
    found = [
        str(path)
        for path in folder.rglob("*")
        if path.is_file() and any(mark.encode() in path.read_bytes() for mark in marks)
    ]
    assert found == []
