"""Machine values are not prose: what lies within one and is not proven stays.

UUIDs, hashes, timestamps, versions, ISBNs, order numbers and measurements are what agents
remember about their work, and a phone number seen in one is a coincidence.
"""

import re
from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate

from governance.scrubbing.dates import days_in
from governance.scrubbing.recognisers.rule import PROVEN
from governance.scrubbing.results import Match

_UUID = r"[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}"
_HASH = r"(?:(?:sha(?:1|256|512)|md5)[:-])?[0-9A-Fa-f]{32,128}"
_TIME = r"[0-9]{1,2}:[0-9]{2}(?::[0-9]{2}(?:[.,][0-9]{1,9})?)?(?: ?Z| ?[+-][0-9]{2}:?[0-9]{2})?"
_ISO = rf"[0-9]{{4}}[-/.][0-9]{{1,2}}[-/.][0-9]{{1,2}}(?:[T ]{_TIME})?"
_COMPACT = r"(?:19|20)[0-9]{2}(?:0[1-9]|1[0-2])(?:[0-2][0-9]|3[01])(?:T?[0-9]{4,6}Z?)?"
_DATE = rf"[0-9]{{1,2}}[-/. ][0-9]{{1,2}}[-/. ](?:19|20)[0-9]{{2}}(?:,? {_TIME})?"
# No part of a version has three or four digits thrice, or a zero ahead of three.
_VERSION = r"v?(?![0-9]{3}\.[0-9]{3}\.[0-9]{4}(?![0-9])|0[0-9]{3})[0-9]{1,5}(?:\.[0-9]{1,5}){2,4}(?:[-+][0-9A-Za-z.-]{1,40})?"
_ISBN = r"(?:ISBN(?:-1[03])?:? ?)?97[89][- ]?(?:[0-9][- ]?){9}[0-9]|ISBN(?:-10)?:? ?(?:[0-9][- ]?){9}[0-9Xx]"
_YEARS = r"(?:19|20)[0-9]{2}(?: ?(?:-|to|bis|/|,|and|und) ?(?:19|20)[0-9]{2}){1,6}"
_NAMED = (
    r"(?:orders?|invoice|ticket|tracking|parcel|reference|ref|article|item|sku|batch|serial|build|issue|commit"
    r"|case|booking|flight|model|part|product|job|run|trace|request|session|pull request|pr"
    r"|bestell\w{0,12}|bestellung|rechnung\w{0,10}|auftrag\w{0,10}|sendung\w{0,10}|artikel\w{0,10}|vorgang\w{0,10}|aktenzeichen)"
    r"(?:[ _-]?(?:number|numbers|nummer|no|nr|num|id|code|#))?[.:#]{0,2}(?: is| was| ist| lautet)?[ :#]{0,3}[A-Za-z]{0,5}[-#]?[0-9][0-9A-Za-z-]{4,40}"
)
_MEASURE = (
    r"[0-9][0-9., ]{0,20} ?(?:[kmcµn]?m[²³23]?|km/h|[kmµ]?g|t|[mc]?l|[kKMGT]i?[bB]|[kMGT]?Hz|[kKM]?W[hH]?|[mk]?V|"
    r"°? ?[CFK]|%|€|\$|£|EUR|USD|CHF|GBP|euros?|dollars?|ms|s|h|min|px|rows|people|users|tokens|steps|views)"
)
_ADVISORY = r"CVE-[0-9]{4}-[0-9]{4,7}"
_VALUES = (_ADVISORY, _UUID, _HASH, _ISO, _COMPACT, _DATE, _VERSION, _ISBN, _YEARS, _NAMED, _MEASURE)  # fmt: skip
_SHIELDS = tuple(
    re.compile(
        rf"(?<![A-Za-z0-9])(?<![0-9][.:/-])(?:{value})(?![A-Za-z0-9])", re.IGNORECASE
    )
    for value in _VALUES
)


def unshielded(text: str, matches: Sequence[Match]) -> list[Match]:
    if all(match.score >= PROVEN for match in matches):
        return list(matches)
    spans = [found.span() for form in _SHIELDS for found in form.finditer(text)]
    # "14 March 2019" has the look of a house, a street and a postcode.
    shields = sorted([*spans, *((day.start, day.end) for day in days_in(text))])
    starts = [start for start, _ in shields]
    # How far the shields up to each one reach: one look tells, even on a bait.
    reaches = list(accumulate((end for _, end in shields), max))
    return [match for match in matches if not _shielded(match, starts, reaches)]


def _shielded(match: Match, starts: Sequence[int], reaches: Sequence[int]) -> bool:
    if match.score >= PROVEN:
        return False
    before = bisect_right(starts, match.start)
    return before > 0 and reaches[before - 1] >= match.end
