"""Credentials in headers of requests and on command lines."""

import re
from collections.abc import Iterator

from governance.scrubbing.recognisers.rule import PROVEN
from governance.scrubbing.recognisers.secrets.looks import (
    is_made_by_machine,
    is_mixed,
    is_reference,
)
from governance.scrubbing.results import Match

_SCHEMES = r"(?:bearer|basic|token|apikey|api-key|digest|negotiate|ntlm|key|bot|splunk|sso-key|genie ?key|hawk|signature|aws4-hmac-sha256)"
_AUTHORIZATION = re.compile(
    r"(?<![a-z])authorization[\"'`]?[ \t]{0,4}(?:[:=]|=>|,)[ \t]{0,4}[\"'`]?(?P<scheme>"
    rf"{_SCHEMES}[ \t:=]{{1,3}})?[\"']?(?P<value>[\w.~+/=:-]{{8,8000}}+)(?!\()",
    re.IGNORECASE,
)
_BEARER = re.compile(
    r"\bbearer(?:[ \t]+token)?[ \t:]{1,3}[\"'`]?(?P<value>[\w.~+/-]{8,8000}+=*+)",
    re.IGNORECASE,
)
_DIGEST = re.compile(
    r"\b(?:response|nonce|cnonce|signature|credential)=\"?(?P<value>[A-Za-z0-9+/=%_-]{16,600}+)",
    re.IGNORECASE,
)
_COOKIES = re.compile(
    r"(?<![a-z])(?:set-)?cookies?[\"'`]?[ \t]{0,4}[:=][ \t]{0,4}[\"'`]?(?P<value>[^\n]{3,4000})",
    re.IGNORECASE,
)
_COOKIE = re.compile(r"(?P<name>[\w.$!%*-]{1,80})=(?P<value>[^;\s,\"'\\]{6,4000}+)")
_SESSION_NAME = re.compile(
    r"sess|sid\b|auth|token|csrf|xsrf|jwt|remember|login|user|credential|\bs\b",
    re.IGNORECASE,
)
# Names that nothing but a session has, so they tell without the word "cookie".
_SESSION = re.compile(
    r"\b(?:PHPSESSID|JSESSIONID|ASP\.NET_SessionId|ASPSESSIONID\w{8}|connect\.sid|sessionid|csrftoken|XSRF-TOKEN|CFTOKEN"
    r"|laravel_session|wordpress_(?:logged_in|sec)_\w{32}|_gitlab_session|_session_id|remember_(?:user_)?token|li_at|xs|SAPISID)"
    r"[\"']?[ \t]?[=:][ \t]?[\"']?(?P<value>[A-Za-z0-9%._|+/=-]{8,1000}+)",
    re.IGNORECASE,
)
_OPTION = re.compile(
    r"(?<![\w-])--?(?P<name>(?:[a-z0-9]{1,20}-){0,4}(?:password|passwd|pass|passphrase|pwd|token|secret|api-?key|access-?key"
    r"|secret-?key|auth-?token|private-?key|psk|pin))[ \t=]{1,3}(?:\"(?P<double>[^\"\n]{3,200})\"|'(?P<single>[^'\n]{3,200})'|(?P<value>[^\s\"']{3,400}+))",
    re.IGNORECASE,
)
_USER = re.compile(
    r"(?<![\w-])(?:-u|--(?:proxy-)?user|--creds|--auth|-a)[ \t=]{0,3}[\"']?(?P<name>[\w.@+-]{1,80}):(?P<value>[^\s\"']{3,200}+)"
)
_GLUED = re.compile(
    r"\b(?:mysql(?:dump|admin)?|mariadb|7z|unzip|zip)\b[^\n|;&]{0,120}?[ \t]-[pP](?P<quote>[\"']?)(?P<value>[^\s\"'-][^\s\"']{2,100}+)"
)
_SSHPASS = re.compile(r"\bsshpass[ \t]+-p[ \t]?[\"']?(?P<value>[^\s\"']{3,100}+)")
_NETRC = re.compile(
    r"\b(?:machine[ \t]+\S{1,120}\s+)?login[ \t]+\S{1,120}\s+password[ \t]+(?P<value>\S{3,200}+)"
)


def find_authorizations(text: str) -> Iterator[Match]:
    for found in _AUTHORIZATION.finditer(text):
        if found["scheme"] or is_made_by_machine(found["value"]):
            yield from _unless_reference("ACCESS_TOKEN", found)
    for form in (_BEARER, _SESSION):
        for found in form.finditer(text):
            if is_made_by_machine(found["value"]):
                yield from _unless_reference("ACCESS_TOKEN", found)
    if "igest" in text or "AWS4" in text:
        for found in _DIGEST.finditer(text):
            yield Match("ACCESS_TOKEN", *found.span("value"), PROVEN)


def find_cookies(text: str) -> Iterator[Match]:
    for header in _COOKIES.finditer(text):
        for found in _COOKIE.finditer(text, *header.span("value")):
            value = found["value"]
            named = _SESSION_NAME.search(found["name"]) and is_made_by_machine(value)
            if named or (len(value) > 15 and is_mixed(value)):
                yield Match("ACCESS_TOKEN", *found.span("value"), PROVEN)


def find_options(text: str) -> Iterator[Match]:
    if "-" in text:
        for found in _OPTION.finditer(text):
            group = next(g for g in ("double", "single", "value") if found[g])
            if not is_reference(found[group]) and not found[group].startswith("-"):
                entity = "PASSWORD" if "p" in found["name"][:5].lower() else "API_KEY"
                yield Match(entity, *found.span(group), PROVEN)
        for form in (_USER, _GLUED, _SSHPASS):
            for found in form.finditer(text):
                yield from _unless_reference("PASSWORD", found)
    for found in _NETRC.finditer(text):
        yield from _unless_reference("PASSWORD", found)


def _unless_reference(entity: str, found: re.Match[str]) -> Iterator[Match]:
    if not is_reference(found["value"]):
        yield Match(entity, *found.span("value"), PROVEN)
