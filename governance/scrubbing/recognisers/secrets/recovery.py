"""Lists of recovery codes, told by what announces them."""

import re
from collections.abc import Iterator

from governance.scrubbing.recognisers.cued import Cued, lowered
from governance.scrubbing.recognisers.rule import PROVEN
from governance.scrubbing.recognisers.secrets.looks import is_made_by_machine
from governance.scrubbing.results import Match

_CUE = Cued(
    re.compile(
        r"(?:\b(?:recovery|backup|back-up|emergency|rescue|scratch|bypass|single[ -]use|one[ -]time|2fa|mfa|two[ -]factor|account recovery|bitlocker|filevault)"
        r"[ -](?:(?:recovery|backup|login|verification|security|access)[ -])?(?:codes?|keys?)"
        r"|(?:wiederherstellungs|notfall|backup-?|ersatz|reserve|einmal|herstel|back-upcode|återställnings|reserv)-?(?:codes?|schlüssel|kod(?:er)?|sleutel)"
        r"|(?:codes?|clés?) de (?:récupération|secours|sauvegarde)|códigos? de (?:recuperación|recuperação|respaldo|seguridad|backup|reserva)"
        r"|codic[ei] di (?:recupero|backup|riserva|emergenza)|kody? (?:zapasowe?|odzyskiwania|awaryjn[ey]))\b"
    ),
    ("code", "key", "código", "codic", "kod", "schl", "clé", "sleutel"),
    48,
)
_CODE = re.compile(
    r"(?<![\w-])(?:[A-Za-z0-9]{3,8}(?:-[A-Za-z0-9]{3,8}){1,8}|[0-9]{3,5} [0-9]{3,5}|[A-Za-z0-9]{5,32})(?![\w-])"
)
_OPENING = re.compile(
    r"[^\n:=]{0,70}[:=]\s{0,4}|(?:[ \t]+[\w']+){0,6}?[ \t]+(?:is|are|were|ist|sind|lauten|lautet|sont|est|son|es|sono|são|zijn|to|är)[ \t]+|\s{1,4}"
)
_GAP = re.compile(
    r"[\s,;|/•*\"'`()\[\]-]{0,8}(?:(?:and|und|or|et|y|e|en|oraz|i|och)[ \t])?(?:[0-9]{1,2}[.):][ \t]{0,2})?[\"'`]?"
)
_REACH = 1500


def find_recovery_codes(text: str) -> Iterator[Match]:
    for cue in _CUE.finditer(lowered(text)):
        opening = _OPENING.match(text, cue.end())
        if opening:
            yield from _listed(text, opening.end())


def _listed(text: str, start: int) -> Iterator[Match]:
    """One after the other, as long as nothing but list marks stands between."""
    at = start
    for found in _CODE.finditer(text, start, min(len(text), start + _REACH)):
        gap = _GAP.fullmatch(text, at, found.start())
        if not gap or not any(char.isdigit() for char in found.group()):
            break
        if len(found.group()) > 5 or is_made_by_machine(found.group()):
            yield Match("RECOVERY_CODE", *found.span(), PROVEN)
        at = found.end()
