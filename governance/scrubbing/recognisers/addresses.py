"""Electronic addresses: e-mail (also "name at host dot org"), IP and MAC."""

import ipaddress
import re
from collections.abc import Iterator

from governance.scrubbing.recognisers.rule import LIKELY, NOT_AFTER, PROVEN, Rule
from governance.scrubbing.results import Match

# Read left and right from each "@", so that no bait makes the search quadratic.
# Without "=", "/" and "?", which stand before an address more often than in one.
_LOCAL = re.compile(r"[\w.!#$%&'*+~-]")
_HOST = re.compile(
    r"(?:[^\W_](?:[\w-]{0,61}[^\W_])?\.){1,20}(?P<top>xn--[\w-]{2,58}|[^\W\d_]{2,24})"
)
_PACKAGE = re.compile(r"[0-9]+\.[0-9]+\.[0-9]")
# "icon@2x.png" is a file; the list holds no ending that is also a country.
_FILES = frozenset({"png", "jpg", "jpeg", "gif", "svg", "webp", "css", "js", "json", "html", "txt", "pdf"})  # fmt: skip

_SPELT = re.compile(
    r"(?<![\w.+-])[\w.+-]{1,64}[ ]?(?:[\[({<][ ]?(?:at|@|ät)[ ]?[\])}>]|[ ]at[ ](?=[\w-]{1,63}[ ]dot[ ]))[ ]?"
    r"[\w-]{1,63}(?:[ ]?[\[({<][ ]?(?:dot|punkt|\.)[ ]?[\])}>][ ]?[\w-]{1,63}|[ ]dot[ ][\w-]{1,63}|\.[\w-]{1,63}){1,4}",
    re.IGNORECASE,
)

_IPV4 = re.compile(
    r"(?<![A-Za-z0-9_.])(?:[0-9]{1,3}\.){3}[0-9]{1,3}(?!\.?[A-Za-z0-9_])"
)
_IPV6 = re.compile(
    r"(?<![A-Za-z0-9_:.])[0-9A-Fa-f:]{4,39}(?:\.[0-9]{1,3}){0,3}(?![A-Za-z0-9_:])"
)
_VERSION = re.compile(
    r"(?:version|release|build|chapter|section|kapitel|ver\.?|v|§|[=<>~!]=|[A-Za-z]/)[ :=]?\Z",
    re.IGNORECASE,
)
_MAC = re.compile(
    rf"{NOT_AFTER}(?<![:-])(?:[0-9A-Fa-f]{{2}}(?:(?:[:][0-9A-Fa-f]{{2}}){{5}}|(?:-[0-9A-Fa-f]{{2}}){{5}})"
    r"|[0-9A-Fa-f]{4}(?:\.[0-9A-Fa-f]{4}){2})(?![A-Za-z0-9_:-])"
)


def find_mails(text: str) -> Iterator[Match]:
    at = text.find("@")
    while at >= 0:
        host = _HOST.match(text, at + 1)
        start = _start_of_local(text, at)
        if host and start < at and _is_mail(text[start:at], host):
            yield Match("EMAIL", start, host.end(), PROVEN)
        at = text.find("@", at + 1)
    for spelt in _SPELT.finditer(text):
        yield Match("EMAIL", *spelt.span(), LIKELY)


def _start_of_local(text: str, at: int) -> int:
    """As far left as it goes: it ends at the last "@", so the whole stays linear."""
    start = at
    while start > 0 and _LOCAL.match(text[start - 1]):
        start -= 1
    while start < at and not text[start].isalnum():
        start += 1
    return start


def _is_mail(local: str, host: re.Match[str]) -> bool:
    after = host.string[host.end() : host.end() + 1]
    is_repository = local == "git" and after in {":", "/"}
    is_file = host["top"].lower() in _FILES
    return not (is_repository or is_file or _PACKAGE.match(host.group()))


def find_ips(text: str) -> Iterator[Match]:
    for match in _IPV4.finditer(text):
        before = text[max(0, match.start() - 9) : match.start()]
        if not _VERSION.search(before) and _tells_a_place(match.group()):
            yield Match("IP_ADDRESS", *match.span(), PROVEN)
    for match in _IPV6.finditer(text):
        if match.group().count(":") > 1 and _tells_a_place(match.group()):
            yield Match("IP_ADDRESS", *match.span(), PROVEN)


def _tells_a_place(address: str) -> bool:
    """ "127.0.0.1" and "0.0.0.0" are every machine's own, and masks are no address."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return False
    return not (ip.is_loopback or ip.is_unspecified or address.startswith("255."))


def find_macs(text: str) -> Iterator[Match]:
    for match in _MAC.finditer(text):
        if ":" in match.group() or re.search(r"[A-Fa-f]", match.group()):
            yield Match("MAC_ADDRESS", *match.span(), PROVEN)


RULES = (
    Rule("mails", ("EMAIL",), find_mails),
    Rule("ips", ("IP_ADDRESS",), find_ips),
    Rule("macs", ("MAC_ADDRESS",), find_macs),
)
