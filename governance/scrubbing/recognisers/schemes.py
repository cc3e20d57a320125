"""The numbers that states give to people: how each is written, and what proves it.

One check digit fits every tenth number, so digits alone wait for a word nearby; letters,
a date or a second check digit in a form of its own speak for themselves.
"""

from collections.abc import Callable
from typing import NamedTuple

from stdnum import luhn
from stdnum.at import vnr
from stdnum.au import tfn
from stdnum.be import nn
from stdnum.bg import egn
from stdnum.br import cpf
from stdnum.ca import sin
from stdnum.ch import ssn as ahv
from stdnum.cl import rut
from stdnum.cn import ric
from stdnum.cz import rc
from stdnum.de import idnr
from stdnum.ee import ik
from stdnum.es import dni, nie
from stdnum.fi import hetu
from stdnum.fr import nif as french_tax
from stdnum.fr import nir
from stdnum.gb import nhs, utr
from stdnum.gr import amka
from stdnum.hr import oib
from stdnum.ie import pps
from stdnum.il import idnr as teudat
from stdnum.in_ import aadhaar, pan
from stdnum.is_ import kennitala
from stdnum.it import codicefiscale
from stdnum.jp import in_ as my_number
from stdnum.lt import asmens
from stdnum.lv import pvn
from stdnum.mx import curp
from stdnum.nl import bsn
from stdnum.no import fodselsnummer
from stdnum.nz import ird
from stdnum.pl import pesel
from stdnum.pt import cc, nif
from stdnum.ro import cnp
from stdnum.se import personnummer
from stdnum.si import emso
from stdnum.tr import tckimlik
from stdnum.us import itin, ssn
from stdnum.za import idnr as south_african

from governance.scrubbing.recognisers import checks
from governance.scrubbing.recognisers.rule import LIKELY, POSSIBLE, PROVEN

Check = Callable[[str], bool]


class Scheme(NamedTuple):
    form: str
    is_valid: Check
    score: float
    cues: tuple[str, ...] = ()
    # Looked at first, since most places of a text hold no digit.
    begins: str = "[0-9]"


class Bare(NamedTuple):
    """Nothing but so many digits, in one piece or in these groups."""

    size: int
    is_valid: Check
    cues: tuple[str, ...]


def _always(_: str) -> bool:
    return True


_LETTER = "[A-Za-z]"
_TAX = (
    "tax",
    "steuer",
    "fiscal",
    "tin",
    "idnr",
    "skatt",
    "impôt",
    "contribuinte",
    "podatk",
)
_SOCIAL = (
    "social",
    "sozial",
    "ssn",
    "insurance",
    "versicherung",
    "sécurité",
    "ahv",
    "avs",
)
# Words for any of them, in any country; "id number" alone may be that of an order.
ANY = ("ssn", "social security", "social insurance", "national insurance", "national id", "identity number",
       "identity card", "personal id", "personal number", "citizen", "government id", "tax id", "tax number", "tin",
       "ausweis", "personnummer", "identification number", "carte d'identité", "documento de identidad", "carta d'identità")  # fmt: skip

SCHEMES = (
    Scheme(r"[0-9]{3}[- ][0-9]{2}[- ][0-9]{4}", ssn.is_valid, LIKELY),
    # With the word beside it even one that was never issued, as in a sample.
    Scheme(r"[0-9]{3}-[0-9]{2}-[0-9]{4}", _always, POSSIBLE, ("ssn", "social security")),
    Scheme(r"9[0-9]{2}[- ][0-9]{2}[- ][0-9]{4}", itin.is_valid, LIKELY),
    # Without check digits, so no glued letter: "ABC123456D" is a part.
    Scheme(r"(?<![A-Za-z])(?!(?i:BG|GB|KN|NK|NT|TN|ZZ))[A-CEGHJ-PR-TW-Za-ceghj-pr-tw-z][A-CEGHJ-NPR-TW-Za-ceghj-npr-tw-z] ?[0-9]{2} ?[0-9]{2} ?[0-9]{2} ?[A-Da-d]", _always, LIKELY, begins=_LETTER),
    Scheme(r"(?<![A-Za-z])[A-Z]{2} ?[0-9]{2} ?[0-9]{2} ?[0-9]{2} ?[A-Z]", _always, POSSIBLE, ("national insurance", "nino", "ni number", "ssn", "social security"), _LETTER),
    Scheme(r"[0-9]{3}[- ][0-9]{3}[- ][0-9]{4}", nhs.is_valid, POSSIBLE, ("nhs",)),
    Scheme(r"[0-9]{2} [0-9]{3} [0-9]{3} [0-9]{3}", idnr.is_valid, LIKELY),
    Scheme(r"[0-9]{2} ?[0-9]{6} ?[A-Za-z] ?[0-9]{2} ?[0-9]", checks.german_pension, LIKELY),
    Scheme(r"[CFGHJKLMNPRTVWXYcfghjklmnprtvwxy][0-9CFGHJKLMNPRTVWXYZcfghjklmnprtvwxyz]{8} ?[0-9]", checks.german_card, POSSIBLE, ("ausweis", "reisepass", "passport", "identity", "perso"), _LETTER),
    Scheme(r"[12] ?[0-9]{2} ?[0-9]{2} ?[0-9][0-9ABab] ?[0-9]{3} ?[0-9]{3}[ -]?[0-9]{2}", nir.is_valid, PROVEN),
    Scheme(r"[0-3][0-9] [0-9]{2} [0-9]{3} [0-9]{3} [0-9]{3}", french_tax.is_valid, LIKELY),
    Scheme(r"[0-9]{8}[- ]?[A-Za-z]|[0-9]{2}\.[0-9]{3}\.[0-9]{3}[- ]?[A-Za-z]", dni.is_valid, LIKELY),
    Scheme(r"[XYZxyz][- ]?[0-9]{7}[- ]?[A-Za-z]", nie.is_valid, LIKELY, begins="[XYZxyz]"),
    Scheme(r"[A-Za-z]{6}[0-9]{2}[A-Za-z][0-9]{2}[A-Za-z][0-9]{3}[A-Za-z]|[A-Za-z]{3} [A-Za-z]{3} [0-9]{2}[A-Za-z][0-9]{2} [A-Za-z][0-9]{3}[A-Za-z]", codicefiscale.is_valid, PROVEN, begins=_LETTER),
    Scheme(r"[0-9]{4}\.[0-9]{2}\.[0-9]{3}", bsn.is_valid, PROVEN),
    Scheme(r"(?:[0-9]{2})?[0-9]{6}[-+][0-9]{4}", personnummer.is_valid, LIKELY),
    Scheme(r"[0-9]{6}-[0-9]{4}", kennitala.is_valid, LIKELY),
    Scheme(r"[0-9]{6}[- ][0-9]{4}", checks.danish_cpr, POSSIBLE, ("cpr", "personnummer", *ANY)),
    Scheme(r"[0-9]{6}[-+A-Fa-f][0-9]{3}[0-9A-Ya-y]", hetu.is_valid, LIKELY),
    Scheme(r"[0-9]{6}-[0-9]{5}", pvn.is_valid, LIKELY),
    Scheme(r"[0-9]{6} ?/ ?[0-9]{3,4}", rc.is_valid, LIKELY),
    Scheme(r"[0-9]{6} [0-9]{5}", fodselsnummer.is_valid, LIKELY),
    Scheme(r"[0-9]{2}\.[0-9]{2}\.[0-9]{2}-[0-9]{3}\.[0-9]{2}", nn.is_valid, PROVEN),
    Scheme(r"756[. -]?[0-9]{4}[. -]?[0-9]{4}[. -]?[0-9]{2}", ahv.is_valid, PROVEN),
    Scheme(r"[0-9]{4} [0-9]{6}", vnr.is_valid, POSSIBLE, _SOCIAL),
    Scheme(r"[0-9]{3}\.[0-9]{3}\.[0-9]{3}-[0-9]{2}", cpf.is_valid, PROVEN),
    Scheme(r"[0-9]{1,2}\.[0-9]{3}\.[0-9]{3}-[0-9kK]", rut.is_valid, PROVEN),
    Scheme(r"[0-9]{7,8}-[0-9kK]", rut.is_valid, POSSIBLE, ("rut", "run", *ANY)),
    Scheme(r"[A-Za-z]{4}[0-9]{6}[HMhm][A-Za-z]{5}[0-9A-Za-z][0-9]", curp.is_valid, PROVEN, begins=_LETTER),
    Scheme(r"[0-9]{3}[- ][0-9]{3}[- ][0-9]{3}", sin.is_valid, POSSIBLE, ("sin", *_SOCIAL)),
    Scheme(r"[0-9]{3}[- ][0-9]{3}[- ][0-9]{3}", tfn.is_valid, POSSIBLE, ("tfn", "tax file", *ANY)),
    Scheme(r"[0-9]{2,3}[- ][0-9]{3}[- ][0-9]{3}", ird.is_valid, POSSIBLE, ("ird", *ANY)),
    Scheme(r"[0-9]{3}[ .][0-9]{3}[ .][0-9]{3}", nif.is_valid, POSSIBLE, ("nif", "contribuinte")),
    Scheme(r"[0-9]{3}[- ][0-9]{3}[- ][0-9]{3}", checks.hungarian_taj, POSSIBLE, ("taj", "társadalom")),
    Scheme(r"[0-9]{4} ?[0-9]{5} ?[0-9](?:[ /-]?[1-9])?", checks.australian_medicare, POSSIBLE, ("medicare",)),
    Scheme(r"[0-9]{8} ?[0-9] ?[A-Z0-9]{2}[0-9]", cc.is_valid, POSSIBLE, ("cidadão", "cidadao", "citizen")),
    Scheme(r"[0-9]{7}[A-W][A-IW]?", pps.is_valid, LIKELY),
    Scheme(r"[STFGMstfgm][0-9]{7}[A-Za-z]", checks.singapore_nric, LIKELY, begins="[STFGMstfgm]"),
    Scheme(r"[A-Z]{3}[ABCFGHJLPT][A-Z][0-9]{4}[A-Z]", pan.is_valid, POSSIBLE, ("pan", *_TAX), _LETTER),
    Scheme(r"[0-9]{4}[ -][0-9]{4}[ -][0-9]{4}", aadhaar.is_valid, POSSIBLE, ("aadhaar", "aadhar", "uid", "uidai")),
    Scheme(r"[0-9]{4}[ -][0-9]{4}[ -][0-9]{4}", my_number.is_valid, POSSIBLE, ("my number", "個人番号", "mynumber", *ANY)),
    Scheme(r"[0-9]{6} ?[0-9]{8} ?[0-9]{3}[0-9Xx]", ric.is_valid, LIKELY),
    Scheme(r"[0-9]{6}-[1-8][0-9]{6}", checks.korean_rrn, LIKELY),
    Scheme(r"[0-9]{6} [0-9]{4} [0-9]{2} ?[0-9]", south_african.is_valid, LIKELY),
)  # fmt: skip

BARE = (
    Bare(9, ssn.is_valid, _SOCIAL),
    Bare(9, bsn.is_valid, ("bsn", "burgerservice", "sofinummer", *ANY)),
    Bare(9, nif.is_valid, ("nif", "contribuinte")),
    Bare(9, sin.is_valid, ("sin", *_SOCIAL)),
    Bare(9, tfn.is_valid, ("tfn", "tax file", *ANY)),
    Bare(9, ird.is_valid, ("ird", *ANY)),
    Bare(9, teudat.is_valid, ("teudat", "zehut", "israeli id", "תעודת", "ת.ז", *ANY)),
    Bare(9, checks.hungarian_taj, ("taj", "társadalom")),
    Bare(9, rc.is_valid, ("rodné", "rodne", "rč", *ANY)),
    Bare(10, nhs.is_valid, ("nhs",)),
    Bare(10, utr.is_valid, ("utr", "taxpayer")),
    Bare(10, personnummer.is_valid, ("personnummer", "samordning", *ANY)),
    Bare(10, checks.danish_cpr, ("cpr", *ANY)),
    Bare(10, kennitala.is_valid, ("kennitala", "kt", *ANY)),
    Bare(10, vnr.is_valid, (*_SOCIAL, "svnr", "sv-nummer")),
    Bare(10, rc.is_valid, ("rodné", "rodne", "rč", *ANY)),
    Bare(10, egn.is_valid, ("egn", "егн", *ANY)),
    Bare(10, checks.hungarian_tax, ("adóazonosító", "adószám", *_TAX)),
    Bare(11, idnr.is_valid, _TAX),
    Bare(11, pesel.is_valid, ("pesel", *ANY)),
    Bare(11, cpf.is_valid, ("cpf", *ANY)),
    Bare(11, nn.is_valid, ("rijksregister", "registre national", "insz", "niss", *ANY)),
    Bare(
        11,
        fodselsnummer.is_valid,
        ("fødselsnummer", "fodselsnummer", "personnummer", *ANY),
    ),
    Bare(11, oib.is_valid, ("oib", *ANY)),
    Bare(11, amka.is_valid, ("amka", "αμκα", *ANY)),
    Bare(11, ik.is_valid, ("isikukood", *ANY)),
    Bare(11, asmens.is_valid, ("asmens", *ANY)),
    Bare(11, pvn.is_valid, ("personas", *ANY)),
    Bare(11, checks.hungarian_personal, ("személyi", *ANY)),
    Bare(11, luhn.is_valid, ("imss", "nss", "seguro social", *ANY)),
    Bare(11, tckimlik.is_valid, ("tckn", "kimlik", "t.c.", *ANY)),
    Bare(12, personnummer.is_valid, ("personnummer", *ANY)),
    Bare(12, aadhaar.is_valid, ("aadhaar", "aadhar", "uidai")),
    Bare(12, my_number.is_valid, ("my number", "個人番号", "mynumber", *ANY)),
    Bare(13, cnp.is_valid, ("cnp", "cod numeric", *ANY)),
    Bare(13, emso.is_valid, ("emšo", "emso", "jmbg", *ANY)),
    Bare(13, south_african.is_valid, ("sa id", "rsa id", "south african", *ANY)),
    Bare(13, french_tax.is_valid, ("fiscal", "impôt", "spi")),
)

__all__ = ["ANY", "BARE", "SCHEMES", "Bare", "Scheme"]
