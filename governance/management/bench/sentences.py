"""Made-up sentences as an agent would note them: no two alike, about nobody."""

import random

NAMES = [
    "Ada",
    "Ben",
    "Cleo",
    "Dara",
    "Edvin",
    "Fern",
    "Gil",
    "Hanne",
    "Ivo",
    "Juno",
    "Kai",
    "Lena",
    "Milo",
    "Nora",
    "Otis",
]
PLACES = [
    "Lisbon",
    "Vienna",
    "Oslo",
    "Cork",
    "Ghent",
    "Turin",
    "Graz",
    "Porto",
    "Malmö",
    "Basel",
    "Bergen",
    "Nantes",
]
THINGS = (
    "a table by the window", "the night train", "two seats at the back", "the red bicycle",
    "a room to the garden", "the early ferry", "a cello lesson", "the large tent",
)  # fmt: skip
FRAMES = (
    "{name} booked {thing} in {place} for the {day}th and paid {price} euros.",
    "Prefers {thing} in {place} over anything under {price} euros, says {name}.",
    "On the {day}th {name} travels to {place}; {thing} costs {price} euros.",
    "{name} decided on {thing} in {place}, reference {price}, leaving on day {day}.",
    "Wants {thing} reserved in {place} when {name} comes on the {day}th, at {price}.",
)
MARKED = (
    "{name} pays {price} euros by {card} for day {day} in {place}, "
    "receipt to {name}@example.org."
)
"""A sentence that holds what has to be taken out."""


def sentences(count: int, *, seed: int, marked: float = 0.1) -> list[str]:
    """That many different sentences, the same for a seed; of these, one in ten holds
    what has to be taken out, or as many as are asked for."""
    chance = random.Random(seed)  # noqa: S311 - no secret
    found: dict[str, None] = {}
    while len(found) < count:
        frame = MARKED if chance.random() < marked else chance.choice(FRAMES)
        found[
            frame.format(
                name=chance.choice(NAMES),
                place=chance.choice(PLACES),
                thing=chance.choice(THINGS),
                day=chance.randint(4, 28),
                price=chance.randint(20, 99_999),
                card=_card(chance),
            )
        ] = None
    return list(found)


def _card(chance: random.Random) -> str:
    """Sixteen digits that a card could have (Luhn; ISO/IEC 7812-1)."""
    digits = [4, *(chance.randint(0, 9) for _ in range(14))]
    doubled = sum(sum(divmod(2 * each, 10)) for each in digits[::2])
    check = -(doubled + sum(digits[1::2])) % 10
    return "".join(map(str, [*digits, check]))
