"""What `up` tells when it is ready: to a person, or as JSON to a program."""

import json
import shlex
from typing import Any
from urllib.parse import quote

from memoryhub.embedded.installation import Installation

SAMPLE = {
    "text": "Prefers trains to planes. My card is 4111 1111 1111 1111.",
    "source": {"type": "user_message"},
}


def complete(made: dict[str, Any], installation: Installation) -> dict[str, Any]:
    url = f"http://127.0.0.1:{installation.web_port}"
    ready = {
        "url": url,
        "api": f"{url}/api/v1",
        "docs": f"{url}/api/v1/docs",
        "data_dir": str(installation.folder.path),
        **made,
    }
    if "key" in made:
        ready["curl"] = _curl(ready["api"], made)
    return ready


def _curl(api: str, made: dict[str, Any]) -> str:
    person = quote(made["person"], safe="")
    words = [
        *("curl", "-X", "POST", f"{api}/people/{person}/memories"),
        *("-H", f"Authorization: Bearer {made['key']}"),
        *("-H", "Content-Type: application/json"),
        *("-d", json.dumps(SAMPLE)),
    ]
    return shlex.join(words)


def as_text(ready: dict[str, Any]) -> str:
    closed = _outstanding(ready)
    lines = [
        "",
        f"Memoryhub {'is up' if closed else 'is ready'} at {ready['url']}",
        f"  REST API    {ready['api']} (reference: {ready['docs']})",
        f"  Data        {ready['data_dir']}",
        *closed,
        *_sign_ins(ready.get("signins", [])),
        *_first_call(ready),
        "",
        "Ctrl-C stops everything.",
    ]
    return "\n".join(lines)


def _outstanding(ready: dict[str, Any]) -> list[str]:
    """After a restore, or without its ledger, it is up, and answers 503 to everybody."""
    if "ledger" in ready:
        return [
            "",
            "The ledger cannot be read, or is not this database's. Nobody is served until it",
            f"is back; what is wrong with it says: {ready['ledger']}",
        ]
    if "replay" not in ready:
        return []
    return [
        "",
        "The database was restored from a backup. What was erased or switched off since",
        f"must not come back, so nobody is served until you run: {ready['replay']}",
    ]


def _sign_ins(sign_ins: list[dict[str, str]]) -> list[str]:
    if not sign_ins:
        return []
    rows = [f"  {s['role']:<10}  {s['email']}   {s['password']}" for s in sign_ins]
    return ["", "Sign in as (role, e-mail, password):", *rows]


def _first_call(ready: dict[str, Any]) -> list[str]:
    if "curl" not in ready:
        return []
    return ["", f"Write a memory as the service {ready['service']}:", ready["curl"]]
