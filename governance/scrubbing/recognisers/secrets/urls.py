"""Credentials in addresses: before the "@", in the query, and in the path of a webhook."""

import re
from collections.abc import Iterator

from governance.scrubbing.recognisers.cued import Cued, lowered
from governance.scrubbing.recognisers.rule import PROVEN
from governance.scrubbing.recognisers.secrets.looks import (
    is_made_by_machine,
    is_reference,
)
from governance.scrubbing.results import Match

_SCHEME = r"(?<![a-z0-9+.-])[a-z][a-z0-9+.-]{1,20}+://"
_USER = re.compile(
    rf"{_SCHEME}(?P<value>[^\s/@:?#\[]{{0,200}}+:(?P<password>[^\s/?#\[]{{1,200}}))@",
    re.IGNORECASE,
)
# A password that nobody escaped may hold a slash; only databases and queues get one so.
_UNESCAPED = re.compile(
    r"(?<![a-z0-9+.-])(?:postgres(?:ql)?|mysql|mariadb|mongodb|rediss?|valkey|amqps?|mssql|sqlserver|oracle|clickhouse|kafka"
    r"|cockroachdb|nats|ldaps?|smtps?|imaps?|s?ftps?|ssh)(?:\+[a-z0-9]{1,20})?://"
    r"(?P<value>[^\s/@:?#\[]{0,200}+:(?P<password>[^\s\"'<>@\[]{1,200}))@",
    re.IGNORECASE,
)
_PLACEHOLDERS = frozenset(
    {"password", "passwd", "pass", "pw", "pwd", "secret", "xxx", "xxxx", "token", "key"}
)
# A token alone stands before the "@".
_TOKEN_USER = re.compile(
    rf"{_SCHEME}(?P<value>[A-Za-z0-9_-]{{20,200}}+)@", re.IGNORECASE
)
_PART = (
    r"[?&;#](?:(?:x-(?:amz|goog|oss|cos|bz)-)?(?:security-token|credential|signature)"
    r"|[a-z_.-]{0,20}(?:token|secret|password|passwd|signature|api_?key|apikey|access_?key|subscription-key|sessionid|credential)"
    r"|(?P<short>sig|key|auth|pwd|pw|pass|code|sid|session|jwt|sas|otp|hash|access|hmac|rlkey|resourcekey|k|appid))="
    r"(?P<value>[^&\s#\"'<>\[\]{}|]{4,4000}+)"
)
_QUERY = re.compile(_PART, re.IGNORECASE)
_LEAST = 6
_HOOKS = Cued(
    re.compile(
        r"(?<![a-z0-9-])(?:"
        r"hooks\.slack(?:-gov)?\.com/(?:services|workflows|triggers)/"
        r"|(?:(?:ptb|canary)\.)?discord(?:app)?\.com/api/(?:v[0-9]{1,2}/)?webhooks/"
        r"|[a-z0-9-]{0,60}\.?webhook\.office\.com/webhookb?2?/|outlook\.office(?:365)?\.com/webhook/"
        r"|hooks\.zapier\.com/hooks/|maker\.ifttt\.com/trigger/[^\s/]{1,80}/(?:json/)?with/key/"
        r"|hook\.(?:[a-z0-9]{2,10}\.)?(?:make|integromat)\.com/|api\.telegram\.org/(?:file/)?bot"
        r"|hc-ping\.com/|open\.(?:feishu\.cn|larksuite\.com)/open-apis/bot/(?:v[0-9]/)?hook/"
        r"|events\.pagerduty\.com/integration/|api\.opsgenie\.com/v1/json/|alert\.victorops\.com/integrations/"
        r"|webhooks?\.site/|[a-z0-9-]{1,60}\.m\.pipedream\.net/|connect\.pabbly\.com/workflow/sendwebhookdata/"
        r"|[a-z0-9-]{1,60}\.infura\.io/(?:ws/)?v[0-9]/|[a-z0-9-]{1,60}\.(?:g\.)?alchemy(?:api)?\.(?:com|io)/(?:nft/)?v[0-9]/"
        r"|[a-z0-9.-]{1,80}\.quiknode\.pro/|rpc\.ankr\.com/[a-z_]{2,30}/"
        r"|calendar\.google\.com/calendar/ical/[^\s/]{1,120}/private-"
        r"|[a-z0-9.-]{1,80}/api/webhook/|[a-z0-9.-]{1,80}/hooks/(?=[a-z0-9/]{17,})"
        r")(?P<value>[^\s\"'<>?#\[\]]{8,400}+)"
    ),
    (
        "hooks",
        "webhook",
        "api.telegram",
        "hook.",
        "hc-ping",
        "open-apis",
        "ifttt",
        "pagerduty",
        "opsgenie",
        "victorops",
        "pipedream",
        "pabbly",
        "infura",
        "alchemy",
        "quiknode",
        "ankr",
        "calendar/ical",
    ),
    100,
)
# Links that let in whoever has them.
_LINK = Cued(
    re.compile(
        r"/(?:[a-z_-]{0,30}(?:reset|magic|verify|confirm|activate|invit(?:e|ation)s?|unsubscribe|one-?time|login|signin|recover)[a-z_-]{0,30})"
        r"/(?:[a-z0-9]{1,12}/)?(?P<value>(?=[^\s/]{0,80}[0-9])[a-z0-9_.~=-]{16,400}+)"
    ),
    (
        "reset",
        "magic",
        "verify",
        "confirm",
        "activate",
        "invit",
        "unsubscribe",
        "one-time",
        "onetime",
        "login",
        "signin",
        "recover",
    ),
    34,
)
_CUT = re.compile(r"[.,;:!?)]+\Z")


def find_user_passwords(text: str) -> Iterator[Match]:
    if "://" not in text:
        return
    for form in (_USER, _UNESCAPED):
        for found in form.finditer(text):
            password = found["password"]
            if password.lower() in _PLACEHOLDERS or is_reference(password):
                continue
            yield Match("PASSWORD", *found.span("value"), PROVEN)
    for found in _TOKEN_USER.finditer(text):
        if is_made_by_machine(found["value"]):
            yield Match("ACCESS_TOKEN", *found.span("value"), PROVEN)


def find_query_secrets(text: str) -> Iterator[Match]:
    if "=" not in text:
        return
    for found in _QUERY.finditer(text):
        start, end = _whole(found)
        value = text[start:end]
        if end - start < _LEAST or is_reference(value):
            continue
        if found["short"] is None or is_made_by_machine(value):
            yield Match("ACCESS_TOKEN", start, end, PROVEN)


def find_secret_paths(text: str) -> Iterator[Match]:
    if "/" not in text:
        return
    low = lowered(text)
    for found in _HOOKS.finditer(low):
        start, end = _whole(found)
        if is_made_by_machine(text[start:end]):
            yield Match("API_KEY", start, end, PROVEN)
    for found in _LINK.finditer(low):
        yield Match("ACCESS_TOKEN", *_whole(found), PROVEN)


def _whole(found: re.Match[str]) -> tuple[int, int]:
    """Without the point that ends the sentence."""
    start, end = found.span("value")
    return start, start + len(_CUT.sub("", found.string[start:end]))
