"""Electronic addresses: e-mail (also "name at host dot org"), IP and MAC."""

import ipaddress
import re
from collections.abc import Iterator

from governance.scrubbing.recognisers.rule import LIKELY, NOT_WITHIN, PROVEN, Rule
from governance.scrubbing.results import Match

# Read left and right from each "@", so that no bait makes the search quadratic.
# Without "=", "/" and "?", which stand before an address more often than in one.
_LOCAL = re.compile(r"[\w.!#$%&'*+~-]")
# Ends of hosts that are sure enough where spaces stand around the "@" or for the point:
# "@app.route" and "@pytest.fixture" are code.
_TOPS = """
    com net org edu gov mil int info biz eu io de at ch li fr uk ie us ca au nz nl be lu it es
    pt pl cz sk hu si hr rs ro bg gr tr se no dk fi is ee lv lt ru ua mx br ar cl jp cn kr tw
    hk sg my th vn id ph in pk za ng ke eg ma il ae sa ir
"""
_SURE = frozenset(_TOPS.split())
_SURE_TOP = rf"(?:{'|'.join(sorted(_SURE))})\b"
# A space beside the point as well, before the ends that are no word.
_SPACED_POINT = r"(?:[ ]\.[ ]?|\.[ ])(?=(?:com|net|org|edu)\b)"
# The ideographic full stop only between Latin letters: elsewhere it ends a sentence.
_POINT = (
    rf"(?:\.|{_SPACED_POINT}"
    r"|(?<=[A-Za-z0-9])。(?=[A-Za-z0-9])|[ ]?[\[({<][ ]?(?:dot|punkt|\.)[ ]?[\])}>][ ]?"
    rf"|[ ]dot[ ](?=(?:[\w-]{{1,40}}[ ]dot[ ]){{0,2}}{_SURE_TOP}))"
)
_HOST = re.compile(
    rf"(?:[^\W_](?:[\w-]{{0,61}}[^\W_])?{_POINT}){{1,20}}(?P<top>xn--[\w-]{{2,58}}|[^\W\d_]{{2,24}})",
    re.IGNORECASE,
)
_SPACE_BEHIND = re.compile(r"\s{0,2}")
_PACKAGE = re.compile(r"[0-9]+\.[0-9]+\.[0-9]")
# "icon@2x.png" is a file; the list holds no ending that is also a country.
_FILES = frozenset({"png", "jpg", "jpeg", "gif", "svg", "webp", "css", "js", "json", "html", "txt", "pdf"})  # fmt: skip

_SPELT = re.compile(
    r"(?<![\w.+-])[\w.+-]{1,64}[ ]?(?:[\[({<][ ]?(?:at|@|ät)[ ]?[\])}>]|[ ]at[ ](?=[\w-]{1,63}[ ]dot[ ]))[ ]?"
    r"[\w-]{1,63}(?:[ ]?[\[({<][ ]?(?:dot|punkt|\.)[ ]?[\])}>][ ]?[\w-]{1,63}|[ ]dot[ ][\w-]{1,63}|\.[\w-]{1,63}){1,4}",
    re.IGNORECASE,
)

_WORDS = """
    us me him her them it you look looks looked looking meet met is are was were be available here there online
    shop store buy bought website site find found get got sold order live work worked works working stay
    arrive arrived start starts end ends up down out sign register people was order posted read more visit
"""
_BEFORE_AT = frozenset(_WORDS.split())

_IPV4 = re.compile(
    NOT_WITHIN + r"(?<![_.])(?:[0-9]{1,3}\.){3}[0-9]{1,3}(?!\.?[A-Za-z0-9_])"
)
_IPV6 = re.compile(
    r"(?<![A-Za-z0-9_:.])[0-9A-Fa-f:]{4,39}(?:\.[0-9]{1,3}){0,3}(?![A-Za-z0-9_:])"
)
_NETWORK = re.compile(r"/[0-9]{1,2}(?![0-9])")
_VERSION = re.compile(
    r"(?<![a-z])(?:version|release|build|chapter|section|kapitel|ver\.?|v|§|[=<>~!]=|[A-Za-z]/)[ :=]{0,2}\Z",
    re.IGNORECASE,
)
_UPGRADE = re.compile(
    r"(?:\b(?:upgrad|updat|bump|patch|install|downgrad)[a-z]{0,5}|\b(?:oid|git|java|jdk|firmware|driver|kernel|chrome|firefox|v8|node))\b[^,;:\n]{0,16}\Z",
    re.IGNORECASE,
)
_HIGHEST_VERSION = 20
_MAC = re.compile(
    rf"{NOT_WITHIN}(?<!:)(?<!\b[0-9A-Fa-f]{{2}}-)(?:[0-9A-Fa-f]{{2}}(?:(?::[0-9A-Fa-f]{{2}}){{5}}|(?:-[0-9A-Fa-f]{{2}}){{5}})"
    r"|[0-9A-Fa-f]{4}(?:\.[0-9A-Fa-f]{4}){2})(?![A-Za-z0-9_:-])"
)


def find_mails(text: str) -> Iterator[Match]:
    at = text.find("@")
    while at >= 0:
        found = _mail_around(text, at)
        if found:
            yield found
        at = text.find("@", at + 1)
    for spelt in _SPELT.finditer(text):
        if _is_spelt_out(spelt):
            yield Match("EMAIL", *spelt.span(), LIKELY)


def _is_spelt_out(spelt: re.Match[str]) -> bool:
    """ "meet us at cafe dot com" tells a place."""
    words = spelt.group().lower().split()
    if len(words) < 2 or words[1] != "at":
        return True
    return words[0] not in _BEFORE_AT and words[-1].rpartition(".")[2] in _SURE


def _mail_around(text: str, at: int) -> Match | None:
    end = _end_of_local(text, at)
    space = _SPACE_BEHIND.match(text, at + 1)
    host = _HOST.match(text, space.end() if space else at + 1)
    start = _start_of_local(text, end)
    if host is None or start == end or not _is_mail(text[start:end], host):
        return None
    is_spaced = end < at or host.start() > at + 1
    if is_spaced and host["top"].lower() not in _SURE:
        return None
    return Match("EMAIL", start, host.end(), PROVEN)


def _end_of_local(text: str, at: int) -> int:
    """Up to two spaces are no way to hide an address: "anna @ example.com"."""
    before = text[max(0, at - 2) : at]
    return at - len(before) + len(before.rstrip(" \t"))


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
        is_network = _NETWORK.match(text, match.end()) and match.group()[-2:] == ".0"
        if is_network or _VERSION.search(before) or _is_upgrade(text, match):
            continue
        if _tells_a_place(match.group()):
            yield Match("IP_ADDRESS", *match.span(), PROVEN)
    for match in _IPV6.finditer(text):
        if match.group().count(":") > 1 and _tells_a_place(match.group()):
            yield Match("IP_ADDRESS", *match.span(), PROVEN)


def _is_upgrade(text: str, match: re.Match[str]) -> bool:
    """ "upgrade V8 to 3.6.6.7": versions of four parts begin low."""
    first = int(match.group().partition(".")[0])
    before = text[max(0, match.start() - 34) : match.start()]
    return first <= _HIGHEST_VERSION and _UPGRADE.search(before) is not None


def _tells_a_place(address: str) -> bool:
    """ "127.0.0.1" and "0.0.0.0" are every machine's own, and masks are no address."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return False
    return not (
        ip.is_loopback
        or ip.is_multicast
        or ip.is_unspecified
        or address.startswith("255.")
    )


def find_macs(text: str) -> Iterator[Match]:
    for match in _MAC.finditer(text):
        if ":" in match.group() or re.search(r"[A-Fa-f]", match.group()):
            yield Match("MAC_ADDRESS", *match.span(), PROVEN)


RULES = (
    Rule("mails", ("EMAIL",), find_mails),
    Rule("ips", ("IP_ADDRESS",), find_ips),
    Rule("macs", ("MAC_ADDRESS",), find_macs),
)
