"""Government ids whose check digits hold, of some thirty countries.

Each is told as people tell it, with the name that the number has in its country; the name
is no part of the labelled span.
"""

import importlib
import random

from governance.management.bench.scrubbing.filling import Maker, Makers, Value

LABEL = "GOVERNMENT_ID"
# What it is called, its form (# digit, ? capital), the module of python-stdnum that checks.
KINDS: dict[str, tuple[str, str, str]] = {
    "au_tfn": ("TFN", "### ### ###", "au.tfn"),
    "be_nn": ("rijksregisternummer", "YMD-###.##", "be.nn"),
    "bg_egn": ("EGN", "YMD####", "bg.egn"),
    "br_cpf": ("CPF", "###.###.###-##", "br.cpf"),
    "ca_sin": ("SIN", "### ### ###", "ca.sin"),
    "ch_ssn": ("AHV-Nummer", "756.####.####.##", "ch.ssn"),
    "cz_rc": ("rodné číslo", "YMD/####", "cz.rc"),
    "de_idnr": ("Steuer-ID", "## ### ### ###", "de.idnr"),
    "dk_cpr": ("CPR-nummer", "DMY-####", "dk.cpr"),
    "ee_ik": ("isikukood", "3YMD####", "ee.ik"),
    "es_dni": ("DNI", "########?", "es.dni"),
    "es_nie": ("NIE", "X#######?", "es.nie"),
    "fi_hetu": ("henkilötunnus", "DMY-###?", "fi.hetu"),
    "fr_nir": ("numéro de sécurité sociale", "1 YM 75 ### ### ##", "fr.nir"),
    "gb_nhs": ("NHS number", "### ### ####", "gb.nhs"),
    "hr_oib": ("OIB", "###########", "hr.oib"),
    "ie_pps": ("PPS number", "#######?", "ie.pps"),
    "il_idnr": ("Teudat Zehut", "#########", "il.idnr"),
    "in_aadhaar": ("Aadhaar", "#### #### ####", "in_.aadhaar"),
    "it_codicefiscale": ("codice fiscale", "??????##A##?###?", "it.codicefiscale"),
    "kr_rrn": ("resident registration number", "YMD-1######", "kr.rrn"),
    "lt_asmens": ("asmens kodas", "3YMD####", "lt.asmens"),
    "nl_bsn": ("BSN", "#########", "nl.bsn"),
    "no_fodselsnummer": ("fødselsnummer", "DMY #####", "no.fodselsnummer"),
    "pl_pesel": ("PESEL", "YMD#####", "pl.pesel"),
    "pt_cc": ("número de contribuinte", "2########", "pt.nif"),
    "ro_cnp": ("CNP", "1YMD######", "ro.cnp"),
    "se_personnummer": ("personnummer", "YMD-####", "se.personnummer"),
    "tr_tckimlik": ("TC kimlik no", "###########", "tr.tckimlik"),
    "za_idnr": ("South African ID", "YMD #### ###", "za.idnr"),
}
DIGITS = "0123456789"
CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def government_ids(chance: random.Random) -> Makers:
    """Of each country, and of any: with its name before it, and alone."""
    alone = {place: _maker(place, chance) for place in KINDS}

    def any_told() -> Value:
        place = chance.choice(list(KINDS))
        between = chance.choice([" ", ": ", " is ", " = ", " no. "])
        return Value(alone[place]().text, LABEL, KINDS[place][0] + between)

    return {**alone, "government_id": any_told}


def _maker(place: str, chance: random.Random) -> Maker:
    _, form, module = KINDS[place]

    def make() -> Value:
        holds = importlib.import_module(f"stdnum.{module}").is_valid
        while True:
            drawn = _drawn(form, chance)
            if holds(drawn):
                return Value(drawn, LABEL)

    return make


def _drawn(form: str, chance: random.Random) -> str:
    day = f"{chance.randint(1, 28):02}"
    month, year = f"{chance.randint(1, 12):02}", f"{chance.randint(50, 99)}"
    dates = {"YMD": year + month + day, "DMY": day + month + year, "YM": year + month}
    for name, digits in dates.items():
        form = form.replace(name, digits)
    drawn = [
        chance.choice({"#": DIGITS, "?": CAPITALS}[char]) if char in "#?" else char
        for char in form
    ]
    return "".join(drawn)
