"""``residue``: where a phrase can still be found, told without telling the phrase."""

import json
import uuid
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
import redis
from django.apps import apps
from django.conf import settings as current
from django.core.management import CommandError
from django.db import connections

from governance.access import as_staff, make_link, open_link, people
from governance.audit import SYSTEM
from governance.erasure import carry_out
from governance.models import Channel, ErasureRun, Memory, Right, SubjectRequest
from governance.requests import contact, letters
from governance.requests.filing import Filed, file_request
from governance.requests.letters import drafting
from governance.requests.opendsr import taking
from governance.requests.packages import links
from governance.residue.sealed import BY_MASTER_KEY, NOT_WORDS
from governance.telling import webhooks
from tests.management.residue_search import places, search
from tests.requests.packages.making import Making
from tests.told import Talk, insert, note
from tests.world import World

PHRASE = "the blue tram to Łódź"


@pytest.fixture(autouse=True)
def folders(settings: Any, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path / "data"
    settings.LEDGER_DIR = tmp_path / "ledger"
    settings.DATA_DIR.mkdir()


def a_request(world: World, contact: str) -> SubjectRequest:
    filed = Filed(
        Right.ERASURE,
        Channel.LETTER,
        "en",
        contact=contact,
        words="Please erase it.",
        verified_by="staff",
    )
    with as_staff():
        return file_request(filed, SYSTEM)[0]


def draft_letter(request_id: uuid.UUID, address: str) -> None:
    facts = letters.Facts(
        reference="R-1",
        right="erasure",
        received=date(2026, 3, 5),
        due=date(2026, 4, 7),
    )
    letters.draft(
        request_id,
        letters.LetterKind.RECEIPT,
        letters.LetterLanguage.ENGLISH,
        facts,
        actor=SYSTEM,
        reader=letters.Reader(address=address),
    )


def test_what_is_nowhere_is_found_nowhere(world: World) -> None:
    assert search(PHRASE) == (0, [])


def test_a_memory_is_found_in_its_row_its_history_and_thesearch(world: World) -> None:
    world.write(f"Likes {PHRASE} best.")
    assert places(PHRASE.upper()) == {
        "table memory: text",
        "table memory_version: text",
        "search words of memory: words",
    }


def test_after_its_erasure_it_is_found_nowhere(world: World) -> None:
    memory = world.write(f"Likes {PHRASE} best.", metadata={"note": PHRASE})
    assert "table memory: metadata" in places(PHRASE)
    world.travel.client().delete(f"/api/v1/people/owner/memories/{memory['id']}")
    assert carry_out(ErasureRun.objects.using("owner").get().id)
    assert places(PHRASE) == set()


def test_messages_and_notes_are_found_in_their_rows_until_they_are_erased(
    world: World,
) -> None:
    client = world.travel.client()
    Talk(client).add(f"Takes {PHRASE} home.")
    note(client, "/memories/tram.md", f"Takes {PHRASE}.\n")
    insert(client, "/memories/tram.md", 0, "By night.")
    assert places(PHRASE) == {
        "table conversation_item: body",
        "table memory_file: text",
        "table file_version: text",
    }
    client.delete("/api/v1/people/owner")
    assert carry_out(ErasureRun.objects.using("owner").get().id)
    assert places(PHRASE) == set()


@pytest.mark.parametrize("written", [PHRASE, json.dumps(PHRASE), PHRASE.encode().hex()])
def test_a_file_is_found_however_the_phrase_is_written(
    world: World, settings: Any, written: str
) -> None:
    folder = Path(settings.DATA_DIR) / "tmp"
    folder.mkdir()
    (folder / "note.log").write_text("x" * (1 << 20) + written)
    assert places(PHRASE) == {"file: tmp/note.log"}


def test_a_phrase_across_two_pieces_of_a_file_is_found_once(
    world: World, settings: Any
) -> None:
    file = Path(settings.DATA_DIR) / "long.log"
    file.write_text("x" * ((1 << 20) - 7) + PHRASE + "y" * 2_000)
    assert search(PHRASE)[1] == [{"place": "file", "part": "long.log", "times": 1}]


def test_bytes_in_a_column_are_found(world: World) -> None:
    memory = world.write("Likes trams.")
    with connections["owner"].cursor() as cursor:
        cursor.execute(
            "UPDATE person SET ref_sealed = %s WHERE id = %s",
            [PHRASE.encode(), str(_person_of(memory["id"]))],
        )
    assert places(PHRASE) == {
        "table person: ref_sealed",
        "table person: ref_sealed: 1 not searched, they do not open",
    }


def test_what_waits_sealed_for_its_persons_yes_is_found(world: World) -> None:
    url, _ = make_link(world.travel.service.id, world.owner.id, actor=SYSTEM)
    assert open_link(url.rstrip("/").rsplit("/", 1)[1])  # so they can be asked
    text = f"Allergic to peanuts since {PHRASE}."
    world.travel.client().post(
        "/api/v1/people/owner/memories",
        {"text": text, "source": {"type": "user_message"}},
        format="json",
    )
    assert Memory.objects.using("owner").get().sealed
    assert places(PHRASE) == {"table memory: sealed, sealed"}


def test_sealed_addresses_are_found(world: World) -> None:
    address = "mara.lindqvist@example.org"
    request = a_request(world, contact=address)
    draft_letter(request.id, address)
    assert places(address) == {
        "table subject_request: contact_sealed, sealed",
        "table letter: addressee_sealed, sealed",
    }
    assert "table person: ref_sealed, sealed" in places("owner")


def test_every_sealed_column_is_searched_or_holds_no_words() -> None:
    sealed = {
        (model._meta.model_name, field.name)
        for model in apps.get_app_config("governance").get_models()
        for field in model._meta.get_fields()
        if field.name.endswith("_sealed")
    }
    assert sealed == set(BY_MASTER_KEY) | set(NOT_WORDS)


def test_each_is_opened_for_the_use_that_it_was_sealed_for() -> None:
    assert {use for _key, use in BY_MASTER_KEY.values()} == {
        people.REF_USE,
        drafting.ADDRESSEE_USE,
        contact.CONTACT_USE,
        links.ADDRESS_USE,
        taking.CALLBACK_USE,
        webhooks.URL_USE,
    }


def test_signs_of_a_pattern_stand_for_themselves(world: World) -> None:
    world.write("Saves hundredpercent of it.")
    assert places("hundred_ercent") == set()
    assert places("hundred%cent") == set()


@pytest.fixture
def client() -> Iterator[Any]:
    with redis.Redis.from_url(current.BROKER_URL) as found:
        yield found


@pytest.mark.parametrize("kind", ["name", "value", "list", "hash", "set", "zset"])
def test_the_broker_is_searched_whatever_holds_it(
    world: World, client: Any, kind: str
) -> None:
    key = f"residue:{PHRASE}" if kind == "name" else "residue:test"
    {
        "name": lambda: client.set(key, "x"),
        "value": lambda: client.set(key, PHRASE),
        "list": lambda: client.rpush(key, "x", PHRASE),
        "hash": lambda: client.hset(key, "field", PHRASE),
        "set": lambda: client.sadd(key, PHRASE),
        "zset": lambda: client.zadd(key, {PHRASE: 1}),
    }[kind]()
    try:
        assert "broker: keys" in places(PHRASE)
    finally:
        client.delete(key)


def test_a_broker_that_cannot_be_searched_is_a_finding(
    world: World, settings: Any
) -> None:
    settings.BROKER_URL = "amqp://broker.example"
    assert "broker: not searched: no Redis" in places(PHRASE)


def test_so_is_a_cache_in_the_memory_of_other_processes(
    world: World, settings: Any
) -> None:
    settings.COUNTERS_URL = None
    assert places(PHRASE) == {
        "cache: not searched: it is in the memory of each process"
    }


def test_the_phrase_itself_is_not_told(world: World) -> None:
    world.write(f"Likes {PHRASE} best.")
    assert PHRASE not in json.dumps(search(PHRASE)[1], ensure_ascii=False)


def test_pages_are_searched_where_the_database_is_ours(
    world: World, settings: Any
) -> None:
    status, found = search(PHRASE, "--physical")
    assert status == 1
    assert [each["part"] for each in found] == [
        "not searched: the database is not embedded"
    ]
    page = Path(settings.DATA_DIR) / "postgres" / "base" / "1"
    page.parent.mkdir(parents=True)
    page.write_bytes(b"\0" * 100 + PHRASE.encode() + b"\0" * 100)
    assert search(PHRASE) == (0, [])
    assert search(PHRASE, "--physical") == (
        1,
        [{"place": "pages", "part": ["postgres", "base/1"][1], "times": 1}],
    )


@pytest.mark.parametrize("phrase", ["", "abc", "  a  ", "ab\0cd"])
def test_a_phrase_too_short_to_mean_anything_is_refused(phrase: str) -> None:
    with pytest.raises(CommandError):
        search(phrase)


def _person_of(memory_id: str) -> Any:
    return Memory.objects.using("owner").get(id=memory_id).person_id


def test_a_package_is_found_by_what_it_gives_back_as_long_as_it_opens(
    world: World, bell: Any, settings: Any, tmp_path: Path
) -> None:
    settings.PACKAGES = replace(settings.PACKAGES, folder=tmp_path / "elsewhere")
    memory = world.write(f"Likes {PHRASE} best.")
    making = Making(world, bell)
    package = making.make()
    found = {each for each in places(PHRASE) if "package:" in each}
    assert found == {
        f"package: {package.id}/{name}"
        for name in ("memories.json", "memories.csv", "history.csv", "index.html")
    }
    world.travel.client().delete(f"/api/v1/people/owner/memories/{memory['id']}")
    bell.answer()
    assert places(PHRASE) == set()


def test_a_plain_file_among_the_packages_is_found(
    world: World, settings: Any, tmp_path: Path
) -> None:
    settings.PACKAGES = replace(settings.PACKAGES, folder=tmp_path / "elsewhere")
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "left.tmp").write_text(PHRASE)
    assert "file: left.tmp" in places(PHRASE)
