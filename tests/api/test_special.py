"""Special categories (Art. 9 and 10 GDPR): refused, held, or stored with consent."""

import sys
from datetime import datetime, timedelta

import pytest

from governance.access import make_link, open_link
from governance.audit import SYSTEM
from governance.models import Consent, Memory, Service
from tests.world import memories_of

ALLERGY = "Her daughter Anna is allergic to peanuts."
URL = "/api/v1/people/owner/memories"
CONSENT = "/api/v1/people/owner/consents/health"


@pytest.fixture(autouse=True)
def ledger(settings, tmp_path):
    settings.LEDGER_DIR = tmp_path / "ledger"


def write(world, text=ALLERGY, **more):
    body = {"text": text, "source": {"type": "user_message"}, **more}
    return world.travel.client().post(URL, body, format="json")


@pytest.fixture
def answerable(world):
    """The owner has opened their pages, so they can be asked."""
    url, _ = make_link(world.travel.service.id, world.owner.id, actor=SYSTEM)
    assert open_link(url.rstrip("/").rsplit("/", 1)[1])


def test_without_consent_and_nobody_to_ask_it_is_refused(world):
    answer = write(world)
    assert answer.status_code == 403
    assert answer.json()["reason"] == "consent_needed"
    assert answer.json()["categories"] == ["health"]
    assert "peanut" not in answer.content.decode()
    assert memories_of(world.owner) == []


def test_a_refused_first_write_makes_no_person(world):
    body = {"text": ALLERGY, "source": {"type": "user_message"}}
    url = "/api/v1/people/somebody-new/memories"
    assert world.travel.client().post(url, body, format="json").status_code == 403
    answer = world.travel.client().get("/api/v1/people/somebody-new")
    assert answer.status_code == 404


def test_of_somebody_who_can_answer_it_is_held_and_not_repeated(world, answerable):
    answer = write(world, metadata={"note": "peanuts again"}, key="health:allergy")
    assert answer.status_code == 202
    body = answer.json()
    assert (body["status"], body["reason"]) == ("proposed", "consent_needed")
    assert body["categories"] == ["health"]
    assert "peanut" not in answer.content.decode()
    [row] = memories_of(world.owner)
    assert row.text == row.key == ""
    assert (row.embedding, row.metadata, row.findings) == (None, {}, [])
    assert row.sealed is not None
    assert b"peanut" not in bytes(row.sealed)


def test_a_held_text_is_told_to_no_service(world, answerable):
    held = write(world).json()
    client = world.travel.client()
    for path in ("", "/history", "/provenance"):
        assert client.get(f"{URL}/{held['id']}{path}").status_code == 404
    answer = client.patch(f"{URL}/{held['id']}", {"importance": 2}, format="json")
    assert answer.status_code == 404
    for query in ("", "?status=proposed", "?q=peanuts", "?sensitivity=sensitive"):
        assert client.get(f"{URL}{query}").json()["count"] == 0
    assert client.get("/api/v1/people/owner").json()["memories"] == {}
    found = client.post(
        "/api/v1/people/owner/forget",
        {"query": "peanuts", "dry_run": True},
        format="json",
    ).json()
    assert found["certain"] == found["likely"] == []


def test_the_same_text_again_waits_once(world, answerable):
    first, second = (
        write(world).json(),
        write(world, " her daughter anna is ALLERGIC to peanuts.").json(),
    )
    assert first["id"] == second["id"]
    assert len(memories_of(world.owner)) == 1


def test_who_wrote_it_may_take_it_back(world, answerable, bell):
    held = write(world).json()
    answer = world.travel.client().delete(f"{URL}/{held['id']}")
    assert answer.status_code == 202
    bell.answer()
    assert memories_of(world.owner) == []


def test_a_held_text_ends_after_fourteen_days(world, answerable):
    held = write(world).json()
    ends, made = (
        datetime.fromisoformat(held[name]) for name in ("expires_at", "created_at")
    )
    assert abs(ends - made - timedelta(days=14)) < timedelta(minutes=1)


def test_with_consent_it_is_stored_as_sensitive(world):
    client = world.travel.client()
    given = client.put(CONSENT)
    assert given.status_code == 200
    assert given.json()["category"] == "health"
    answer = write(world)
    assert answer.status_code == 201
    assert answer.json()["sensitivity"] == "sensitive"
    assert answer.json()["categories"] == ["health"]
    assert client.get("/api/v1/people/owner/settings").json()["consents"] == ["health"]


def test_consent_to_one_category_is_none_to_another(world):
    world.travel.client().put(CONSENT)
    answer = write(world, "He is a practising Catholic with diabetes.")
    assert answer.status_code == 403
    assert answer.json()["categories"] == ["religion"]


def test_consent_can_stand_before_the_first_memory(world):
    client = world.travel.client()
    assert client.put("/api/v1/people/early/consents/health").status_code == 200
    url = "/api/v1/people/early/memories"
    body = {"text": ALLERGY, "source": {"type": "user_message"}}
    assert client.post(url, body, format="json").status_code == 201


def test_giving_it_twice_is_one_consent(world, as_owner):
    client = world.travel.client()
    first, second = client.put(CONSENT).json(), client.put(CONSENT).json()
    assert first == second
    assert as_owner(Consent).count() == 1


def test_withdrawing_erases_what_rested_on_it(world, bell, as_owner):
    client = world.travel.client()
    client.put(CONSENT)
    kept = world.write("Likes marzipan.")
    allergy = write(world).json()
    world.write("Packs rice cakes.", derived_from=[allergy["id"]])
    answer = client.delete(CONSENT)
    assert answer.status_code == 202
    bell.answer()
    run = client.get(f"/api/v1/erasures/{answer.json()['erasure']}").json()
    assert (run["state"], run["counts"]["memories"]) == ("done", 2)
    assert [str(row.id) for row in memories_of(world.owner)] == [kept["id"]]
    assert write(world).status_code == 403
    # That it was given stays on record.
    [consent] = as_owner(Consent)
    assert consent.withdrawn_at is not None


def test_withdrawing_nothing_is_no_error(world):
    answer = world.travel.client().delete(CONSENT)
    assert (answer.status_code, answer.json()) == (202, {"erasure": None})


def test_another_services_consent_counts_for_nothing(world):
    world.bank.client().put(CONSENT)
    assert write(world).status_code == 403


def test_a_key_without_the_scope_cannot_give_it(world):
    client = world.travel.client_with(scopes=["memories:write", "people"])
    answer = client.put(CONSENT)
    assert (answer.status_code, answer.json()["scope"]) == (403, "consents")


def test_an_unknown_category_is_not_there(world):
    client = world.travel.client()
    assert client.put(f"{CONSENT}x").status_code == 404
    assert client.delete(f"{CONSENT}x").status_code == 404


def test_the_service_may_say_that_it_refuses(world, answerable, as_owner):
    as_owner(Service).update(category_policy={"health": "refuse"})
    assert write(world).json()["reason"] == "consent_needed"
    assert memories_of(world.owner) == []


def test_the_service_may_say_that_it_holds(world, as_owner):
    as_owner(Service).update(category_policy={"health": "hold"})
    assert write(world).status_code == 202


def test_under_the_strict_policy_no_consent_helps(world, as_owner):
    world.travel.client().put(CONSENT)
    as_owner(Service).update(scrub_policy="strict")
    answer = write(world)
    assert (answer.status_code, answer.json()["reason"]) == (403, "category_refused")


def test_metadata_tells_of_it_too(world):
    answer = write(
        world, "Travels with her own bread.", metadata={"diagnosis": "coeliac disease"}
    )
    assert answer.json()["categories"] == ["health"]


def test_in_a_batch_each_item_is_for_itself(world, answerable, as_owner):
    as_owner(Service).update(category_policy={"religion": "refuse"})
    source = {"type": "user_message"}
    items = [
        {"text": "Likes tea.", "source": source},
        {"text": ALLERGY, "source": source},
        {"text": "He is a practising Catholic.", "source": source},
    ]
    answer = world.travel.client().post(f"{URL}/batch", {"items": items}, format="json")
    results = answer.json()["results"]
    assert [each["status"] for each in results] == [201, 202, 403]
    assert results[1]["memory"]["status"] == "proposed"
    assert "peanut" not in answer.content.decode()
    assert results[2]["problem"]["reason"] == "consent_needed"


def test_a_correction_may_not_bring_it_in(world, answerable):
    memory = world.write("Likes nuts.")
    client = world.travel.client()
    answer = client.patch(f"{URL}/{memory['id']}", {"text": ALLERGY}, format="json")
    assert (answer.status_code, answer.json()["reason"]) == (403, "consent_needed")
    client.put(CONSENT)
    answer = client.patch(f"{URL}/{memory['id']}", {"text": ALLERGY}, format="json")
    assert answer.status_code == 200
    assert answer.json()["categories"] == ["health"]
    assert answer.json()["sensitivity"] == "sensitive"


def test_a_replay_of_a_held_write_is_answered_alike(world, answerable, bell):
    client = world.travel.client()
    body = {"text": ALLERGY, "source": {"type": "user_message"}}
    key = {"HTTP_IDEMPOTENCY_KEY": "write-1"}
    first = client.post(URL, body, format="json", **key)
    second = client.post(URL, body, format="json", **key)
    assert (first.status_code, second.status_code) == (202, 202)
    assert first.json() == second.json()
    client.delete(f"{URL}/{first.json()['id']}")
    assert client.post(URL, body, format="json", **key).status_code == 410


def test_a_declined_text_does_not_come_back_by_a_retry(world, answerable, bell):
    source = {"type": "user_message", "ref": "message-1"}
    held = write(world, source=source).json()
    world.travel.client().delete(f"{URL}/{held['id']}")
    bell.answer()
    assert write(world, source=source).status_code == 410
    # Told again in another message, it waits again.
    again = write(world, source={"type": "user_message", "ref": "message-2"})
    assert again.status_code == 202


def test_withdrawal_meanwhile_wins_over_a_write_on_its_way(
    world, answerable, monkeypatch
):
    client = world.travel.client()
    client.put(CONSENT)
    remember = sys.modules["governance.writing.remember"]
    real = remember.embed

    def slow(texts):
        client.delete(CONSENT)
        return real(texts)

    monkeypatch.setattr(remember, "embed", slow)
    answer = write(world)
    assert answer.status_code == 202
    assert [row.text for row in memories_of(world.owner)] == [""]


def test_what_waited_too_long_can_be_told_again_before_the_sweep(
    world, answerable, as_owner
):
    first = write(world).json()
    as_owner(Memory).update(expires_at="2020-01-01T00:00:00Z")
    again = write(world)
    assert again.status_code == 202
    assert again.json()["id"] != first["id"]
