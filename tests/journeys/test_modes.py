"""The journeys of a person, each in every way that people use a browser: what stands in
the database at the end is the same."""

import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from governance.models import (
    AuditEntry,
    Consent,
    ErasureRun,
    Memory,
    MemoryState,
    Person,
)
from tests.bell import Bell
from tests.journeys.browser import Open
from tests.journeys.hand import EVERY, PAIRS, PLAIN, Hand, Mode
from tests.web.people import PASSWORD, People

pytestmark = pytest.mark.browser

TRAINS = "Prefers trains to planes."
TEA = "Drinks tea in the morning."
LEAFLET = "The leaflet says breakfast is at seven."


@dataclass
class Scene:
    """What a journey starts from."""

    people: People
    hand: Hand
    bell: Bell
    ids: dict[str, str] = field(default_factory=dict)

    def write(self, text: str, **more: Any) -> str:
        """Has the service remember something."""
        written = self.people.world.write(text, **more)
        self.ids[text] = written["id"]
        return str(written["id"])


def see(scene: Scene) -> None:
    """What is remembered, and where it came from."""
    hand = scene.hand
    hand.sign_in("owner")
    hand.reads(TRAINS)
    hand.press("link", "Details", TRAINS)
    hand.sees("Where it came from")


def correct(scene: Scene) -> None:
    """One is wrong."""
    hand = scene.hand
    hand.sign_in("owner")
    hand.press("link", "Correct", TRAINS)
    hand.type("What it says", "Prefers night trains.")
    hand.press("button", "Save")
    hand.reads("Prefers night trains.")
    hand.holds_focus()


def forget_and_undo(scene: Scene) -> None:
    """Two are forgotten, one is taken back."""
    hand = scene.hand
    hand.sign_in("owner")
    for text in (TEA, TRAINS):
        hand.press("button", "Forget", text)
        expect(hand.find("button", "Forget", text)).to_have_count(0)
        hand.holds_focus()
    # Without JavaScript a note on top of the list offers it.
    hand.press("button", "Undo", TRAINS if hand.mode.javascript else "")
    expect(hand.find("button", "Forget", TRAINS)).to_be_visible()
    expect(hand.find("button", "Forget", "Travels green.")).to_be_visible()
    hand.holds_focus()


def forget_topic(scene: Scene) -> None:
    """All about trains: one box, one page, one button."""
    hand = scene.hand
    hand.sign_in("owner")
    hand.press("link", "Forget a topic")
    hand.type("What it is about", "trains")
    hand.press("button", "Show what is found")
    hand.sees("This is about it")
    hand.reads(TRAINS)
    hand.press("button", "Forget what is ticked")
    hand.sees("Forgotten.")
    expect(hand.find("button", "Undo")).to_be_visible()


def pause(scene: Scene) -> None:
    """One is kept and not used."""
    hand = scene.hand
    hand.sign_in("owner")
    hand.press("button", "Pause", TRAINS)
    expect(hand.find("button", "Use again", TRAINS)).to_be_visible()
    hand.holds_focus()


def review(scene: Scene) -> None:
    """A sensitive one waits for a yes, another comes from a leaflet."""
    hand = scene.hand
    hand.sign_in("owner")
    hand.go("/me/review/")
    hand.press("button", "Keep", "I have asthma.")
    hand.sees("Kept. It is in use from now on.")
    hand.press("button", "Do not keep", LEAFLET)
    hand.sees("Nothing waits")


def trace(scene: Scene) -> None:
    """From a summary to what it was made from."""
    hand = scene.hand
    hand.sign_in("owner")
    hand.press("link", "Details", "Travels green.")
    hand.sees("Made from")
    hand._press(hand.page.locator("main .texts a").filter(has_text=TRAINS))
    hand.sees("What was made from it")
    assert scene.ids[TRAINS] in hand.page.url


def who_read(scene: Scene) -> None:
    """Who read it, and what for."""
    hand = scene.hand
    hand.sign_in("owner")
    hand.press("link", "Details", TRAINS)
    hand.sees("Who read it")
    hand.reads("assist")
    hand.go("/me/activity/")
    told = hand.page.locator("main li").filter(has_text="Travel assistant")
    expect(told.first).to_be_visible()


def export(scene: Scene) -> None:
    """Everything, as a page to read."""
    hand = scene.hand
    hand.sign_in("owner")
    hand.go("/me/export/")
    hand.press("button", "Make a page")
    # Everything at once is handed out to who shows once more that it is them.
    hand.sees("Is it still you?")
    hand.type("Password", PASSWORD)
    hand.press("button", "Go on")
    hand.sees("Your export is ready")
    with hand.page.expect_download() as file:
        hand.press("button", "Download")
    assert TRAINS in Path(file.value.path()).read_text(encoding="utf-8")


def switch_off(scene: Scene) -> None:
    """No app remembers or uses anything."""
    hand = scene.hand
    hand.sign_in("owner")
    hand.press("link", "On or off")
    hand.press("button", "Switch memory off")
    hand.sees("Switch memory on")


def temporary(scene: Scene) -> None:
    """For an hour."""
    hand = scene.hand
    hand.sign_in("owner")
    hand.press("link", "On or off")
    hand.press("button", "For 1 hour")
    hand.sees("End it now")


Journey = Callable[[Scene], None]
JOURNEYS: list[Journey] = [
    see,
    correct,
    forget_and_undo,
    forget_topic,
    pause,
    review,
    trace,
    who_read,
    export,
    switch_off,
    temporary,
]
IN_USE = {TRAINS: "active", TEA: "active", "Travels green.": "active"}
AT_THE_END: dict[str, dict[str, Any]] = {
    "see": {},
    "correct": {
        "memories": {"Prefers night trains.": "active", TEA: "active"},
        "verbs": ["erasure.asked", "memory.corrected"],
    },
    "forget_and_undo": {
        "memories": {**IN_USE, TEA: "forgotten"},
        "runs": ["undone", "waiting"],
        "verbs": ["erasure.asked", "erasure.asked", "erasure.undone"],
    },
    "forget_topic": {
        "memories": {TRAINS: "forgotten", TEA: "active", "Travels green.": "forgotten"},
        "runs": ["waiting"],
        "verbs": ["erasure.asked"],
    },
    "pause": {"memories": {**IN_USE, TRAINS: "paused"}, "verbs": ["memory.paused"]},
    "review": {
        "memories": {**IN_USE, "I have asthma.": "active", LEAFLET: "forgotten"},
        "runs": ["waiting"],
        "verbs": ["erasure.asked", "memory.let_in"],
    },
    "trace": {},
    "who_read": {},
    "export": {"verbs": ["export.downloaded", "export.made"]},
    "switch_off": {"on": False, "verbs": ["memory.switched_off"]},
    "temporary": {"temporary": True, "verbs": ["temporary.begun"]},
}


def _ways() -> list[Any]:
    """Each journey once, and the pairs of modes spread over the journeys twice."""
    plain = [(journey, PLAIN) for journey in JOURNEYS]
    paired = [
        (journey, PAIRS[(number + shift) % len(PAIRS)])
        for shift in (0, 1)
        for number, journey in enumerate(JOURNEYS)
    ]
    return [_named(*way) for way in dict.fromkeys([*plain, *paired])]


def _named(journey: Journey, mode: Mode, **more: Any) -> Any:
    return pytest.param(journey, mode, id=f"{journey.__name__}-{mode.name}", **more)


MATRIX = [_named(journey, mode) for journey in JOURNEYS for mode in EVERY]


@pytest.mark.parametrize(("journey", "mode"), _ways())
def test_a_journey(
    people: People, open_browser: Open, bell: Bell, journey: Journey, mode: Mode
) -> None:
    _travel(people, open_browser, bell, journey, mode)


@pytest.mark.matrix
@pytest.mark.parametrize(("journey", "mode"), MATRIX)
def test_every_journey_in_every_mode(
    people: People, open_browser: Open, bell: Bell, journey: Journey, mode: Mode
) -> None:
    _travel(people, open_browser, bell, journey, mode)


def _travel(
    people: People, open_browser: Open, bell: Bell, journey: Journey, mode: Mode
) -> None:
    scene = Scene(people, Hand.of(open_browser, mode), bell)
    root = scene.write(TRAINS)
    scene.write(TEA)
    scene.write("Travels green.", derived_from=[root], kind="summary")
    if journey is review:
        Person.objects.using("owner").filter(id=people.world.owner.id).update(
            seen_at="2026-01-01T00:00:00Z"
        )
        scene.write(LEAFLET, source={"type": "document"})
        scene.write("I have asthma.")
    if journey is who_read:
        people.world.travel.client().get(f"/api/v1/people/owner/memories/{root}")
    before = set(AuditEntry.objects.using("owner").values_list("id", flat=True))
    journey(scene)
    assert scene.hand.visit.overflow() == 0 if mode.javascript else True
    _is_at_the_end(people, AT_THE_END[journey.__name__], before)


def _is_at_the_end(
    people: People, expected: dict[str, Any], before: set[uuid.UUID]
) -> None:
    memories = Memory.objects.using("owner")
    found = dict(memories.values_list("text", "status"))
    gone = {text: state for text, state in found.items() if state != "erased"}
    wanted = expected.get("memories", IN_USE)
    assert {text: gone.get(text) for text in wanted} == wanted
    runs = ErasureRun.objects.using("owner")
    if "runs" in expected:
        assert sorted(runs.values_list("state", flat=True)) == expected["runs"]
    person = Person.objects.using("owner").get(id=people.world.owner.id)
    assert person.memory_enabled is expected.get("on", True)
    assert (person.temporary_until is not None) is expected.get("temporary", False)
    entries = AuditEntry.objects.using("owner").exclude(id__in=before)
    verbs = sorted(each.verb for each in entries)
    if "verbs" in expected:
        assert [each for each in verbs if each in expected["verbs"]] == expected[
            "verbs"
        ]
    assert Consent.objects.using("owner").count() == 0
    assert MemoryState.PROPOSED not in found.values()
