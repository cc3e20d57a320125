"""Keys and tokens that tell by their form what they are, wherever they stand."""

import re
from collections.abc import Iterator
from functools import partial

from governance.scrubbing.recognisers.rule import NOT_WITHIN, PROVEN, Rule
from governance.scrubbing.results import Match

# A token may stand behind "_" or a letter of another script, never inside a longer one.
_KEYS = (
    r"mh_[A-Za-z0-9]{2,40}_[A-Za-z0-9_-]{8,200}",
    r"gh[opusr]_[A-Za-z0-9]{20,255}",
    r"github_pat_[A-Za-z0-9_]{22,255}",
    r"gl(?:pat|dt|rt|cbt|ptt|ft|soat|agent|oas)-[A-Za-z0-9_.-]{16,128}",
    r"(?:AKIA|ASIA|ABIA|ACCA|AROA|AIDA)[A-Z0-9]{16}",
    r"AIza[A-Za-z0-9_-]{30,45}",
    r"GOCSPX-[A-Za-z0-9_-]{20,40}",
    r"ya29\.[A-Za-z0-9_.-]{20,2000}",
    r"xox[abceoprs]-[A-Za-z0-9-]{10,250}",
    r"xapp-[A-Za-z0-9-]{10,250}",
    r"(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{10,250}",
    r"whsec_[A-Za-z0-9+/=]{16,100}",
    # With a digit somewhere and no letter before, or "sk-learn-…" and "ask-…" would be keys.
    r"(?<![A-Za-z])sk-(?=[A-Za-z_-]{0,60}[0-9])[A-Za-z0-9_-]{18,250}",
    r"npm_[A-Za-z0-9]{30,60}",
    r"pypi-[A-Za-z0-9_-]{40,400}",
    r"hf_[A-Za-z0-9]{30,60}",
    r"SG\.[A-Za-z0-9_-]{16,40}\.[A-Za-z0-9_-]{30,60}",
    r"do[opr]_v1_[a-f0-9]{64}",
    r"shp(?:at|ca|pa|ss)_[A-Fa-f0-9]{32}",
    r"[0-9]{8,10}:AA[A-Za-z0-9_-]{32,34}",
    r"(?:glsa|glc)_[A-Za-z0-9+/=_]{30,200}",
)
_KEY = re.compile(rf"{NOT_WITHIN}(?:{'|'.join(_KEYS)})")
_JWT = re.compile(
    rf"{NOT_WITHIN}eyJ[A-Za-z0-9_-]{{8,8000}}\.[A-Za-z0-9_-]{{8,16000}}(?:\.[A-Za-z0-9_-]*)?"
)
_WEBHOOK = re.compile(
    r"hooks\.slack\.com/(?:services|workflows)/[A-Za-z0-9/_-]{20,200}", re.IGNORECASE
)
_BEARER = re.compile(
    r"(?:authorization[\"']?[ \t]*[:=][ \t]*[\"']?(?:(?:bearer|basic|token|apikey|digest)[ \t]+)?"
    r"|\bbearer[ \t]+(?=[\w.~+/-]{0,60}[0-9]))(?P<value>[\w.~+/=-]{8,8000})",
    re.IGNORECASE,
)
_IN_URL = re.compile(
    r"(?<![a-z0-9+.-])[a-z][a-z0-9+.-]{1,20}://(?P<value>[^\s/@:?#\[]{0,200}:[^\s/?#\[]{1,200})@",
    re.IGNORECASE,
)
_IN_QUERY = re.compile(
    r"[?&;](?:[a-z_-]{0,20}(?:token|secret|password|passwd|signature|api_?key)|sig|key|auth|pwd|code)=(?P<value>[^&\s#\"'<>\[]{6,4000})",
    re.IGNORECASE,
)
_BEGIN = re.compile(r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----")
_END = re.compile(r"-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----")


def _find(entity: str, form: re.Pattern[str], text: str) -> Iterator[Match]:
    group = "value" if "value" in form.groupindex else 0
    for match in form.finditer(text):
        yield Match(entity, *match.span(group), PROVEN)


def find_private_keys(text: str) -> Iterator[Match]:
    """From BEGIN to END; a key that was cut off takes the rest of the text with it."""
    begin = _BEGIN.search(text)
    while begin:
        end = _END.search(text, begin.end())
        stop = end.end() if end else len(text)
        yield Match("PRIVATE_KEY", begin.start(), stop, PROVEN)
        begin = _BEGIN.search(text, stop)


def _rule(name: str, entity: str, form: re.Pattern[str]) -> Rule:
    return Rule(name, (entity,), partial(_find, entity, form))


RULES = (
    _rule("keys", "API_KEY", _KEY),
    _rule("json web tokens", "ACCESS_TOKEN", _JWT),
    _rule("webhook addresses", "API_KEY", _WEBHOOK),
    _rule("authorization headers", "ACCESS_TOKEN", _BEARER),
    _rule("url credentials", "PASSWORD", _IN_URL),
    _rule("query secrets", "ACCESS_TOKEN", _IN_QUERY),
    Rule("private keys", ("PRIVATE_KEY",), find_private_keys),
)
