"""Values that are nobody's: of machines, shops and kitchens. They must stay."""

import random
import uuid
from datetime import UTC, datetime, timedelta

from stdnum import ean, isbn

from governance.management.bench.scrubbing.filling import Makers, Value

BEGINNING = datetime(2018, 1, 1, tzinfo=UTC)
SPAN_SECONDS = 9 * 365 * 24 * 3600
UNITS = ("kg", "cm", "ml", "km", "°C", "lbs", "mg", "GB", "kWh", "sq ft", "m²", "mm")
MONEY = ("€{}", "{} EUR", "${}", "£{}", "{} kr", "USD {}", "{} €")
HEX = "0123456789abcdef"


def machine_values(chance: random.Random) -> Makers:
    """None of them has a label."""
    made = _Machine(chance)
    return {
        name: lambda make=make: Value(make())  # type: ignore[misc]
        for name, make in {
            "uuid": made.uuid,
            "commit": lambda: made.of(HEX, chance.choice([7, 8, 40])),
            "digest": lambda: made.of(HEX, 64),
            "version": made.version,
            "iso_time": lambda: made.moment("%Y-%m-%dT%H:%M:%SZ"),
            "log_time": lambda: made.moment("%Y-%m-%d %H:%M:%S,%f")[:-3],
            "stamp": lambda: made.moment("%Y%m%d_%H%M%S"),
            "epoch": lambda: str(int(made.when().timestamp())),
            "epoch_ms": lambda: str(int(made.when().timestamp() * 1000)),
            "day": lambda: made.moment(
                chance.choice(["%Y-%m-%d", "%d.%m.%Y", "%d/%m/%Y", "%B %d"])
            ),
            "clock": lambda: made.moment("%H:%M"),
            "year_only": lambda: str(chance.randint(1900, 2035)),
            "isbn": made.isbn,
            "order": made.order,
            "price": made.price,
            "measure": made.measure,
            "small": lambda: str(chance.randint(2, 99)),
            "hundreds": lambda: str(chance.randint(100, 999)),
            "thousands": lambda: str(chance.randint(1000, 9999)),
            "millions": lambda: f"{chance.randint(1_000_000, 99_999_999):,}",
            "decimal": lambda: f"{chance.uniform(0, 500):.{chance.randint(2, 14)}f}",
            "place_on_earth": made.place_on_earth,
            "colour": lambda: "#" + made.of(HEX, 6),
            "row": lambda: ", ".join(str(chance.randint(1, 60)) for _ in range(6)),
        }.items()
    }


class _Machine:
    def __init__(self, chance: random.Random) -> None:
        self.chance = chance

    def of(self, alphabet: str, length: int) -> str:
        return "".join(self.chance.choices(alphabet, k=length))

    def when(self) -> datetime:
        return BEGINNING + timedelta(seconds=self.chance.uniform(0, SPAN_SECONDS))

    def moment(self, form: str) -> str:
        return self.when().strftime(form)

    def uuid(self) -> str:
        return str(uuid.UUID(int=self.chance.getrandbits(128), version=4))

    def version(self) -> str:
        parts = [str(self.chance.randint(0, 40)) for _ in range(3)]
        return ".".join(parts) + self.chance.choice(["", "", "-rc.1", "-beta", "b2"])

    def isbn(self) -> str:
        body = "978" + self.of("0123456789", 9)
        whole = body + ean.calc_check_digit(body)
        return str(self.chance.choice([whole, isbn.format(whole), f"978-{whole[3:]}"]))

    def order(self) -> str:
        digits = self.of("0123456789", 17)
        return self.chance.choice(
            [
                digits[:8],
                digits[:10],
                f"{digits[:3]}-{digits[3:10]}-{digits[10:]}",
                f"SO-{digits[:6]}",
                f"R{digits[:9]}",
            ]
        )

    def price(self) -> str:
        amount = f"{self.chance.uniform(1, 4000):,.2f}"
        return self.chance.choice(MONEY).format(amount)

    def measure(self) -> str:
        return f"{self.chance.randint(1, 400)} {self.chance.choice(UNITS)}"

    def place_on_earth(self) -> str:
        north, east = self.chance.uniform(-80, 80), self.chance.uniform(-170, 170)
        return f"{north:.5f}, {east:.5f}"
