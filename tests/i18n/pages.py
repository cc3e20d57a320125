"""Every page of the person, with something on it, empty, and with something wrong."""

import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.test import Client
from django.utils import timezone

from governance.access import as_staff
from governance.audit import SYSTEM
from governance.models import (
    Account,
    ConversationItem,
    ErasureRun,
    Memory,
    MemoryFile,
    PackageKind,
    Person,
    Read,
    RetentionRule,
)
from governance.requests import packages
from tests.bell import Bell
from tests.i18n import asking
from tests.requests.letters.conftest import a_letter, change, released
from tests.told import Talk, insert, note, run_tool
from tests.web.people import PASSWORD, People, as_, location
from tests.web.test_passkeys import a_passkey

TRAINS = "Prefers trains to planes."
SEATS = "Likes the window."
SAID = "The night train is fine."
ANSWERED = "I looked it up."
TEXTS = (
    TRAINS,
    "Prefers slow trains.",
    "Travels green.",
    "Wants first class.",
    "I have asthma.",
    "Sleeps late.",
    "Speaks Portuguese.",
    "Drinks tea.",
    "Collects old maps.",
    "Reads at night.",
    "Reads maps. " * 120,
    SEATS,
    SAID,
    ANSWERED,
    *asking.SAID,
    asking.NAMED,
    asking.LEAFLET,
)
NAMES = (
    "Travel assistant",
    "Bank assistant",
    "my phone",
    "plan-trip",
    "assist",
    "zzzzqqq",
    "seats.md",
    "places.md",
    "vienna",
    "function_call",
)


@dataclass
class Tour:
    """A visitor, and the pages they see."""

    visitor: Client
    paths: list[str] = field(default_factory=list)


@dataclass
class Scene:
    """People with something of everything."""

    people: People
    bell: Bell
    language: str
    ids: dict[str, str] = field(default_factory=dict)

    def write(self, text: str, **more: Any) -> str:
        """Has the travel assistant remember something of the owner."""
        written = self.people.world.write(text, **more)
        self.ids[text] = str(written["id"])
        return self.ids[text]

    def visitor(self, account: Account | None) -> Client:
        """A browser in the language, signed in and asked for the password just now."""
        client = as_(account)
        client.cookies[settings.LANGUAGE_COOKIE_NAME] = self.language
        if account:
            client.post("/accounts/again/", {"password": PASSWORD})
        return client


def tours(scene: Scene) -> Iterator[Tour]:
    """Who sees what; the scene is set before the first one comes out."""
    owner = _set(scene)
    yield Tour(owner, _of_the_owner(scene, owner))
    yield Tour(scene.visitor(scene.people.colleague), _of_the_colleague())
    yield Tour(_left(scene), [f"/me/apps/{scene.people.world.stranger.id}/", "/me/"])
    yield Tour(_by_link(scene), ["/me/", "/me/export/", "/me/activity/"])
    staff = scene.visitor(scene.people.staff)
    yield Tour(
        staff,
        [
            *("/compliance/", *_policies(), *_letters(), "/me/", "/me/apps/"),
            *asking.of_the_staff(scene.people, scene.bell, staff),
        ],
    )
    unused = scene.people.link(scene.people.world.colleague, scene.people.world.travel)
    public = ["/how-memory-works/", "/accounts/login/", "/accounts/password/reset/"]
    public += ["/nothing-here/", "/link/nothing/", unused]
    public += ["/requests/package/nothing/", *asking.of_anybody()]
    yield Tour(scene.visitor(None), public)


def _policies() -> list[str]:
    """The list, one that can be changed, one that cannot, and a new one."""
    rules = RetentionRule.objects.using("owner").filter(name__in=["unused", "expired"])
    page = "/compliance/policies/"
    return [page, f"{page}new/", *(f"{page}{rule.id}/" for rule in rules)]


def _letters() -> list[str]:
    """The list, one text, letters that need somebody, and one of them."""
    failed = released(a_letter())
    change(failed, state="failed", reason="uncertain")
    page = "/compliance/letters/"
    return [page, f"{page}texts/refusal/de/", f"{page}trouble/", f"{page}{failed.id}/"]


def wrong(scene: Scene) -> Iterator[Any]:
    """Answers to forms: filled in wrongly, the preview for many at once, a fresh link."""
    owner = _set(scene)
    memory = f"/me/memories/{scene.ids[TRAINS]}/"
    yield owner.post(f"{memory}correct/", {"text": ""})
    yield owner.post("/me/add/", {"text": ""})
    yield owner.post(f"{_receipts(scene)[0]}link/")
    yield owner.post("/me/settings/password/", {"password1": "x", "password2": "y"})
    yield owner.post("/me/settings/address/", {"email": "nowhere"})
    yield owner.post("/me/settings/keeping/", {"forget_after_months": "4711"})
    for deed in ("pause", "forget", "resume"):
        ids = [scene.ids[text] for text in TEXTS if text in scene.ids]
        yield owner.post("/me/bulk/", {"deed": deed, "id": ids})
    yield owner.get("/me/activity/?since=2026-03-02&until=2026-03-01")
    staff = scene.visitor(scene.people.staff)
    text = "/compliance/letters/texts/identity/en/change/"
    yield staff.post(text, {"subject": "", "body": "", "save": "yes"})
    yield staff.post(text, {"subject": "1", "body": "passport", "version": 0})
    yield staff.post(text, {"subject": "1", "body": "{none}", "version": 0})
    anybody = scene.visitor(None)
    yield anybody.post("/accounts/login/", {"login": "x@example.org", "password": "x"})
    yield anybody.post("/accounts/login/", {"login": "", "password": ""})
    yield from asking.wrongly(scene.people, owner, staff, anybody)
    owner.post("/me/on-off/temporary/", {"temporary": "hour"})
    yield owner.get("/me/on-off/")
    owner.post("/me/on-off/memory/", {"memory": "off"})
    yield owner.get("/me/on-off/")
    yield owner.get(f"/me/apps/{scene.people.world.owner.id}/")


def _set(scene: Scene) -> Client:
    """Something of everything is remembered of the owner."""
    people = scene.people
    Person.objects.using("owner").update(seen_at=timezone.now())
    scene.ids["passkey"] = str(a_passkey(people.owner).pk)
    owner = scene.visitor(people.owner)
    root = scene.write(TRAINS)
    owner.post(f"/me/memories/{root}/correct/", {"text": "Prefers slow trains."})
    scene.write("Travels green.", derived_from=[root], kind="summary", inferred=True)
    scene.write("Wants first class.", source={"type": "web"})
    scene.write("I have asthma.")
    scene.write("Speaks Portuguese.", pinned=True)
    scene.write("Reads maps. " * 120)
    _deed(owner, scene.write("Sleeps late."), "pause", paused="yes")
    _deed(owner, scene.write("Drinks tea."), "forget")
    _deed(owner, scene.write("Collects old maps."), "erase")
    scene.bell.answer()
    _deed(owner, scene.write("Reads at night."), "erase")
    findings = [{"entity": "EMAIL"}, {"entity": "PHONE"}]
    ends = timezone.now() + timedelta(days=30)
    Memory.objects.using("owner").filter(id=root).update(
        findings=findings, expires_at=ends
    )
    _recalled(scene, root)
    _told(scene, owner)
    return owner


def _told(scene: Scene, owner: Client) -> None:
    """A note that was changed and opened, and one that was forgotten; a conversation from
    which something was learnt, with a message that is forgotten and one that ends."""
    client = scene.people.world.travel.client()
    for name in ("seats.md", "places.md"):
        note(client, f"/memories/{name}", SEATS)
        insert(client, f"/memories/{name}", 0, SAID)
    run_tool(client, "view", path="/memories/seats.md")
    talk = Talk(client)
    call = {"type": "function_call", "name": "function_call"}
    talk.add(SAID, {"role": "assistant", "content": ANSWERED}, call)
    talk.add("I have asthma.", {"role": "tool", "content": SAID})
    talk.read()
    scene.write(SEATS, source={"type": "user_message", "conversation": "vienna"})
    notes = MemoryFile.objects.using("owner")
    forgotten = notes.get(path="/memories/places.md").id
    owner.post(f"/me/notes/{forgotten}/forget/")
    scene.ids["note"] = str(notes.get(path="/memories/seats.md").id)
    item = ConversationItem.objects.using("owner").earliest("number")
    scene.ids["conversation"] = str(item.conversation_id)
    page = f"/me/conversations/{item.conversation_id}/"
    owner.post(f"{page}messages/{item.id}/forget/")


def _recalled(scene: Scene, memory_id: str) -> None:
    scores = {"relevance": 0.9, "recency": 0.5, "importance": 0.4, "total": 0.7}
    for kind in ("recall", "list", "export"):
        Read.objects.using("owner").create(
            person_id=scene.people.world.owner.id,
            service_id=scene.people.world.travel.service.id,
            kind=kind,
            purpose="plan-trip",
            memory_ids=[memory_id],
            scores={memory_id: scores} if kind == "recall" else {},
        )


def _deed(client: Client, memory_id: str, deed: str, **more: str) -> str:
    answer = client.post(f"/me/memories/{memory_id}/{deed}/", more)
    assert answer.status_code == 303, answer.content
    return location(answer)


def _of_the_owner(scene: Scene, owner: Client) -> list[str]:
    root, app = scene.ids[TRAINS], f"/me/apps/{scene.people.world.owner.id}/"
    held, gone = scene.ids["I have asthma."], scene.ids["Collects old maps."]
    receipts = _receipts(scene)
    link = location(owner.post("/me/export/link/", {"format": "html"}))
    read = (
        Read.objects.using("owner").filter(kind="recall").values_list("id", flat=True)
    )
    return [
        *("/me/", "/me/?q=zzzzqqq", "/me/?kind=decision", "/me/add/", "/me/review/"),
        *(f"/me/memories/{root}/{part}" for part in ("", "correct/", "erase/")),
        *(f"/me/memories/{held}/", f"/me/memories/{gone}/", *receipts),
        *_kept(scene),
        *("/me/forgotten/", "/me/activity/", f"/me/activity/{read[0]}/"),
        *("/me/apps/", app, f"{app}disconnect/", f"{app}let-go/", "/me/on-off/"),
        *("/me/export/", link, "/me/settings/", "/me/settings/password/"),
        *("/me/settings/address/", "/me/settings/passkeys/"),
        f"/me/settings/passkeys/{scene.ids['passkey']}/",
        *(f"/me/tour/{step}/" for step in (1, 2, 3)),
        *_packages(scene),
        *asking.of_the_person(scene.people, owner),
    ]


def _kept(scene: Scene) -> list[str]:
    """Notes and conversations."""
    note_page = f"/me/notes/{scene.ids['note']}/"
    talk_page = f"/me/conversations/{scene.ids['conversation']}/"
    app = f"?app={scene.people.world.owner.id}"
    return [
        *("/me/notes/", f"/me/notes/{app}", note_page, f"{note_page}erase/"),
        *("/me/conversations/", f"/me/conversations/{app}", talk_page),
        f"{talk_page}erase/",
    ]


def _packages(scene: Scene) -> list[str]:
    """One that is ready, one that is being made, one that was withdrawn."""
    person, owner = scene.people.world.owner, scene.people.owner
    found = []
    for state in ("withdrawn", "ready", "building"):
        with as_staff():
            package = packages.order(
                uuid.uuid4(),
                PackageKind.PORTABILITY,
                persons=[(person.id, person.service_id)],
                account_id=owner.id,
                language="en",
                actor=SYSTEM,
            )
        if state != "building":
            packages.build(package.id)
        if state == "withdrawn":
            with as_staff():
                packages.withdraw_packages([person.id])
        found.append(f"/me/requests/package/{package.id}/")
    return found


def _receipts(scene: Scene) -> list[str]:
    """One of an erasure that is done, with its certificate, one that waits."""
    runs = ErasureRun.objects.using("owner").filter(scope="memories")
    found = dict(runs.values_list("state", "id"))
    done = f"/me/erasures/{found['done']}/"
    return [done, f"{done}certificate/", f"/me/erasures/{found['waiting']}/"]


def _of_the_colleague() -> list[str]:
    empty = (
        "",
        "notes/",
        "conversations/",
        "review/",
        "forgotten/",
        "activity/",
        "export/",
        "apps/",
    )
    return [f"/me/{page}" for page in empty]


def _left(scene: Scene) -> Client:
    """The stranger has disconnected the bank and forgets what it wrote."""
    world = scene.people.world
    world.write("Banks on Tuesdays.", ref="stranger", program=world.bank)
    client = scene.visitor(scene.people.stranger)
    path = f"/me/apps/{world.stranger.id}/disconnect/"
    assert client.post(path, {"wrote": "forget"}).status_code == 303
    return client


def _by_link(scene: Scene) -> Client:
    world = scene.people.world
    client = scene.visitor(None)
    client.post(scene.people.link(world.owner, world.travel))
    return client
