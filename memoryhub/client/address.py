"""Where the server is and who calls: what both twins open their connections with."""

from typing import Any

import httpx2

from memoryhub.client.call import checked

SECONDS = 30.0
"""For one attempt; a full batch takes the server a second or two."""
CONNECT_SECONDS = 5.0
KEEP_SECONDS = 2.0
"""Shorter than servers keep a silent connection, so that none is used that just ended."""


def options(base_url: str, key: str, timeout: float) -> dict[str, Any]:
    """For httpx2's clients. Raises ``ValueError`` with a sentence that holds no key."""
    url = httpx2.URL(base_url.rstrip("/") + "/api/v1/")
    if url.scheme not in {"http", "https"} or not url.host:
        raise ValueError("base_url must begin with http:// or https:// and a host")
    if url.userinfo or url.query or url.fragment:
        raise ValueError("base_url must hold no user name, query or fragment")
    if not key or " " in key:
        raise ValueError("the key must be mh_<prefix>_<secret>")
    return {
        "base_url": url,
        "headers": {
            "Authorization": checked("the key", f"Bearer {key}"),
            "Accept": "application/json",
            "User-Agent": "memoryhub-client",
        },
        "timeout": httpx2.Timeout(timeout, connect=CONNECT_SECONDS),
        "limits": httpx2.Limits(keepalive_expiry=KEEP_SECONDS),
    }
