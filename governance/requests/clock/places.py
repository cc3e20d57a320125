"""Where the controller is: whose law, whose holidays, and what time it is there."""

import zoneinfo
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

import holidays

from governance.requests.clock.refusals import Refused


class Law(StrEnum):
    EU = "eu-gdpr"
    UK = "uk-gdpr"
    CALIFORNIA = "ccpa"

    @property
    def extension_rule(self) -> str:
        """Whose breach makes an extension void."""
        return "T11" if self is Law.CALIFORNIA else "T6"


# The member states of the European Economic Area, each with the zone of its capital. A
# country of several zones has the others under REGION_ZONES, by region.
EEA_ZONES = {
    "AT": "Europe/Vienna",
    "BE": "Europe/Brussels",
    "BG": "Europe/Sofia",
    "CY": "Asia/Nicosia",
    "CZ": "Europe/Prague",
    "DE": "Europe/Berlin",
    "DK": "Europe/Copenhagen",
    "EE": "Europe/Tallinn",
    "ES": "Europe/Madrid",
    "FI": "Europe/Helsinki",
    "FR": "Europe/Paris",
    "GR": "Europe/Athens",
    "HR": "Europe/Zagreb",
    "HU": "Europe/Budapest",
    "IE": "Europe/Dublin",
    "IS": "Atlantic/Reykjavik",
    "IT": "Europe/Rome",
    "LI": "Europe/Vaduz",
    "LT": "Europe/Vilnius",
    "LU": "Europe/Luxembourg",
    "LV": "Europe/Riga",
    "MT": "Europe/Malta",
    "NL": "Europe/Amsterdam",
    "NO": "Europe/Oslo",
    "PL": "Europe/Warsaw",
    "PT": "Europe/Lisbon",
    "RO": "Europe/Bucharest",
    "SE": "Europe/Stockholm",
    "SI": "Europe/Ljubljana",
    "SK": "Europe/Bratislava",
}
REGION_ZONES = {
    "ES-CN": "Atlantic/Canary",
    "FR-971": "America/Guadeloupe",
    "FR-972": "America/Martinique",
    "FR-973": "America/Cayenne",
    "FR-974": "Indian/Reunion",
    "FR-976": "Indian/Mayotte",
    "FR-BL": "America/St_Barthelemy",
    "FR-MF": "America/Marigot",
    "FR-NC": "Pacific/Noumea",
    "FR-PF": "Pacific/Tahiti",
    "FR-PM": "America/Miquelon",
    "FR-TF": "Indian/Kerguelen",
    "FR-WF": "Pacific/Wallis",
    "PT-20": "Atlantic/Azores",
    "PT-30": "Atlantic/Madeira",
}
ZONES = {**EEA_ZONES, "GB": "Europe/London", "US": "America/Los_Angeles"}

# Of the library's subdivisions, those that are of school holidays and languages alone.
NOT_REGIONS = {
    "BE": {"Flemish", "French", "German"},
    "FR": {"Zone A", "Zone B", "Zone C"},
    "NL": {"Midden", "Noord", "Zuid"},
}
OTHERWISE_CALLED = {"UK": "GB", "EL": "GR"}

# Zone names that mean whatever the machine is set to, or nothing.
NOT_ZONES = {"localtime", "Factory"}


@dataclass(frozen=True, slots=True)
class Place:
    """A controller's seat. Made by ``place``, which checks it."""

    country: str
    region: str | None
    zone: str

    @property
    def name(self) -> str:
        """As in ISO 3166-2: ``DE``, ``DE-BY``, ``GB-ENG``, ``US-CA``."""
        return f"{self.country}-{self.region}" if self.region else self.country

    @property
    def law(self) -> Law:
        if self.country in EEA_ZONES:
            return Law.EU
        return Law.UK if self.country == "GB" else Law.CALIFORNIA

    @property
    def tz(self) -> zoneinfo.ZoneInfo:
        return zoneinfo.ZoneInfo(self.zone)


def place(
    jurisdiction: str, region: str | None = None, zone: str | None = None
) -> Place:
    """``place("DE", "BY")``, ``place("DE-BY")``, ``place("US-CA")``.

    Regions are those of ISO 3166-2 that have holidays of their own, as the library
    `holidays` knows them, and a few cities by name (Augsburg). Without a zone: the
    region's, or else the capital's. `Refused` for what is not known.
    """
    country, _, joined = jurisdiction.strip().partition("-")
    country = _country(country.upper())
    wanted = {
        part.strip().casefold() for part in (joined, region or "") if part.strip()
    }
    if len(wanted) > 1:
        raise Refused("The jurisdiction names one region and the option another.")
    known = _region(country, wanted.pop()) if wanted else None
    if country == "US" and known != "CA":
        raise Refused("Of the United States only California is known: US-CA.")
    return Place(country, known, _zone(zone) if zone else _default_zone(country, known))


def regions(country: str) -> tuple[str, ...]:
    """Codes of the regions whose holidays are known."""
    if country == "US":
        return ("CA",)
    known: tuple[str, ...] = getattr(holidays, country).subdivisions
    return tuple(each for each in known if each not in NOT_REGIONS.get(country, ()))


def _country(code: str) -> str:
    if code in ZONES:
        return code
    if code in OTHERWISE_CALLED:
        raise Refused(f"The ISO code of {code} is {OTHERWISE_CALLED[code]}.")
    raise Refused(
        "No rules are known for this jurisdiction. Known are the ISO codes of the EEA "
        f"({', '.join(EEA_ZONES)}), GB and US-CA."
    )


def _region(country: str, wanted: str) -> str:
    for each in regions(country):
        if each.casefold() == wanted:
            return each
    known = ", ".join(regions(country)) or "none"
    raise Refused(f"No such region of {country} is known. Known are: {known}.")


def _default_zone(country: str, region: str | None) -> str:
    return REGION_ZONES.get(f"{country}-{region}", ZONES[country])


def _zone(name: str) -> str:
    if name not in _zones():
        raise Refused("No such time zone. It is a name such as Europe/Berlin.")
    return name


@lru_cache
def _zones() -> frozenset[str]:
    return frozenset(zoneinfo.available_timezones() - NOT_ZONES)
