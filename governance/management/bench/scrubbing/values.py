"""Makes values for templates, in the manner of one country, as people write them."""

import random
from collections.abc import Callable
from typing import TYPE_CHECKING

from governance.management.bench.scrubbing.filling import Makers, Value
from governance.management.bench.scrubbing.government import government_ids
from governance.management.bench.scrubbing.machine import machine_values
from governance.management.bench.scrubbing.phones import phone

if TYPE_CHECKING:
    from faker import Faker

LOCALES = (
    "en_US", "en_GB", "de_DE", "fr_FR", "es_ES", "it_IT", "nl_NL", "sv_SE",
)  # fmt: skip
NATIONS = [
    "Swedish",
    "Dutch",
    "Spanish",
    "Italian",
    "French",
    "German",
    "British",
    "Kenyan",
    "Peruvian",
]
PEOPLES = [
    "Swedes",
    "Italians",
    "Germans",
    "Kenyans",
    "Peruvians",
    "Danes",
    "Norwegians",
]
DATES = ("%Y-%m-%d", "%d.%m.%Y", "%m/%d/%Y", "%d %B %Y", "%B %d, %Y")
LICENCES = ("?#######", "#########", "########", "?############", "??######?")
# Names that a country's faker has under no name of its own.
PLAIN = {
    "person": ("name", "PERSON"),
    "name": ("name", "PERSON"),
    "name_male": ("name_male", "PERSON"),
    "name_female": ("name_female", "PERSON"),
    "first_name": ("first_name", "PERSON"),
    "first_name_male": ("first_name_male", "PERSON"),
    "first_name_female": ("first_name_female", "PERSON"),
    "first_name_nonbinary": ("first_name", "PERSON"),
    "last_name": ("last_name", "PERSON"),
    "last_name_male": ("last_name", "PERSON"),
    "last_name_female": ("last_name", "PERSON"),
    "prefix": ("prefix", ""),
    "prefix_male": ("prefix_male", ""),
    "prefix_female": ("prefix_female", ""),
    "organization": ("company", "ORGANIZATION"),
    "company": ("company", "ORGANIZATION"),
    "city": ("city", "LOCATION"),
    "country": ("country", "LOCATION"),
    "state_abbr": ("state_abbr", "LOCATION"),
    "postcode": ("postcode", "LOCATION"),
    "zipcode": ("postcode", "LOCATION"),
    "street_name": ("street_name", "street"),
    "building_number": ("building_number", "number"),
    "secondary_address": ("secondary_address", "unit"),
    "email": ("email", "EMAIL"),
    "url": ("url", "URL"),
    "iban": ("iban", "IBAN"),
    "mac_address": ("mac_address", "MAC_ADDRESS"),
    "card_code": ("credit_card_security_code", "CARD_CODE"),
    "job": ("job", ""),
    "day_of_week": ("day_of_week", "DATE"),
    "year": ("year", "DATE"),
}


def makers_of(locale: str, chance: random.Random) -> Makers:
    """Everything that a template may ask for."""
    made = _Made(locale, chance)
    simple = {
        place: made.plainly(method, label) for place, (method, label) in PLAIN.items()
    }
    return {
        **simple,
        "address": made.address,
        "age": lambda: Value(str(chance.randint(1, 99)), "AGE"),
        "credit_card_number": made.card,
        "date_of_birth": made.date,
        "date_time": made.date,
        "driving_licence": made.licence,
        "iban": made.iban,
        "ip_address": made.ip_address,
        "nation_plural": lambda: Value(chance.choice(PEOPLES), "NATIONALITY"),
        "nation_woman": lambda: Value(chance.choice(NATIONS), "NATIONALITY"),
        "nationality": lambda: Value(chance.choice(NATIONS), "NATIONALITY"),
        "phone_number": made.phone,
        "ssn": lambda: Value(made.american.ssn(), "SSN"),
        "us_driver_license": made.licence,
        **government_ids(chance),
        **machine_values(chance),
    }


class _Made:
    """Values that need more than one call."""

    def __init__(self, locale: str, chance: random.Random) -> None:
        self.chance = chance
        self.locale = locale
        self.faker = seeded(locale, chance)
        self.american = seeded("en_US", chance)

    def plainly(self, method: str, label: str) -> Callable[[], Value]:
        """A call of the country's faker, or of the American where it has none."""
        try:
            maker = getattr(self.faker, method)
        except AttributeError:
            maker = getattr(self.american, method)
        return lambda: Value(str(maker()), label)

    def address(self) -> Value:
        lines = self.faker.address()
        one_line = lines.replace("\n", ", ")
        return Value(self.chance.choice([lines, one_line]), "STREET_ADDRESS")

    def card(self) -> Value:
        digits = self.american.credit_card_number()
        between = self.chance.choice(["", "", " ", "-"])
        return Value(grouped(digits, between), "CREDIT_CARD")

    def iban(self) -> Value:
        digits = self.faker.iban()
        between = self.chance.choice(["", " "])
        return Value(between.join(in_fours(digits)), "IBAN")

    def phone(self) -> Value:
        """Half as the country's faker has it, half of any country by numbering plan."""
        if self.chance.random() < 0.5:
            return Value(self.faker.phone_number(), "PHONE")
        return Value(phone(self.chance), "PHONE")

    def date(self) -> Value:
        day = self.faker.date_of_birth()
        return Value(day.strftime(self.chance.choice(DATES)), "DATE")

    def licence(self) -> Value:
        form = self.chance.choice(LICENCES)
        return Value(self.american.bothify(form).upper(), "DRIVING_LICENCE")

    def ip_address(self) -> Value:
        maker = self.chance.choice([self.american.ipv4, self.american.ipv6])
        return Value(maker(), "IP_ADDRESS")


def grouped(digits: str, between: str) -> str:
    """As printed on the card: by fours, American Express 4-6-5."""
    if len(digits) == 15:
        return between.join([digits[:4], digits[4:10], digits[10:]])
    return between.join(in_fours(digits))


def in_fours(digits: str) -> list[str]:
    """The last may be shorter."""
    return [digits[at : at + 4] for at in range(0, len(digits), 4)]


def seeded(locale: str, chance: random.Random) -> "Faker":
    """A faker that repeats itself for a seed."""
    from faker import Faker  # noqa: PLC0415 - of the benchmarks' own group

    faker = Faker(locale)
    faker.seed_instance(chance.getrandbits(64))
    return faker
