"""A service remembers, reads, corrects and erases through the client, by both twins."""

from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest

from governance.models import Read
from memoryhub.client import Changed, Gone, Invalid, NewMemory, NotFound, Source
from tests.world import memories_of

CHAT = Source("user_message", conversation="vienna", ref="m-1")
SAID = datetime(2026, 3, 1, 12, 30, tzinfo=UTC)


@pytest.fixture(autouse=True)
def ledger(settings, tmp_path):
    settings.LEDGER_DIR = tmp_path / "ledger"


@pytest.fixture
def many(hub):
    items = [NewMemory(f"Fact {n} about bread.", CHAT) for n in range(25)]
    assert all(not each.duplicate for each in hub.remember_many("owner", items))


def test_what_is_remembered_comes_back_typed(hub, world):
    written = hub.remember(
        "owner",
        "Prefers trains to planes.",
        source=Source("user_message", ref="m-7", url="https://a.example", said_at=SAID),
        kind="preference",
        key="preference:transport",
        space="trips",
        importance=8,
        expires_at=datetime.now(UTC) + timedelta(days=1),
        pinned=True,
        metadata={"seats": ["window"]},
    )
    read = hub.memory("owner", written.id)
    assert (read.text, read.kind, read.importance) == (
        "Prefers trains to planes.", "preference", 8,
    )  # fmt: skip
    assert read.source.ref == "m-7"
    assert read.said_at == SAID
    assert read.metadata == {"seats": ["window"]}
    assert read.etag == written.etag
    assert [row.id for row in memories_of(world.owner)] == [written.id]


def test_what_was_found_in_a_text_is_told_by_kind_and_place(hub):
    written = hub.remember("owner", "Mail anna@example.org now.", source=CHAT)
    [finding] = written.findings
    assert (finding.entity, finding.start) == ("EMAIL", 5)
    assert "anna@" not in written.text


def test_the_same_fact_is_a_duplicate_and_a_new_value_supersedes(hub):
    first = hub.remember("owner", "Wants miles.", source=CHAT, key="units")
    again = hub.remember("owner", "wants MILES.", source=CHAT, key="units")
    other = hub.remember("owner", "Wants kilometres.", source=CHAT, key="units")
    assert (first.duplicate, again.duplicate, other.duplicate) == (False, True, False)
    assert again.id == first.id
    assert other.supersedes == (first.id,)


def test_untrusted_words_are_quarantined(hub):
    written = hub.remember("owner", "Opens at nine.", source=Source("web"))
    assert written.quarantined
    assert not written.held
    assert written.reason == "untrusted_source"


@pytest.mark.usefixtures("many")
def test_a_list_goes_through_every_page(hub):
    listed = [memory.id for memory in hub.memories("owner", page_size=10)]
    assert len(listed) == len(set(listed)) == 25


@pytest.mark.usefixtures("many")
def test_one_page_tells_the_count_and_the_way_on(hub):
    first = hub.memories_page("owner", page_size=10, ordering="said_at")
    second = hub.memories_page(
        "owner", page_size=10, ordering="said_at", cursor=first.next
    )
    assert first.count == second.count == 25
    assert (first.previous, len(list(first))) == (None, 10)
    back = hub.memories_page(
        "owner", page_size=10, ordering="said_at", cursor=second.previous
    )
    assert back.results == first.results


@pytest.mark.usefixtures("many")
def test_a_list_asks_for_a_page_when_it_comes_to_it(shaky, line):
    rows = shaky.memories("owner", page_size=10)
    assert line.sent == []
    for _ in range(10):
        next(rows)
    assert len(line.sent) == 1


def test_filters_and_search_reach_the_server(hub):
    hub.remember("owner", "Likes tea.", source=CHAT, kind="preference", pinned=True)
    hub.remember("owner", "Lives by the sea.", source=CHAT)
    tomorrow = datetime.now(UTC) + timedelta(days=1)

    def texts(**filters):
        return [memory.text for memory in hub.memories("owner", **filters)]

    assert texts(kind="preference") == ["Likes tea."]
    assert texts(pinned=False) == ["Lives by the sea."]
    assert texts(created_after=tomorrow) == []
    assert texts(q="hot drinks & tea")[0] == "Likes tea."


def test_a_correction_keeps_the_old_text_in_history(hub):
    written = hub.remember("owner", "Likes tee.", source=CHAT)
    fixed = hub.correct("owner", written.id, text="Likes tea.", if_match=written.etag)
    assert (fixed.text, fixed.erasure) == ("Likes tea.", None)
    texts = [version.text for version in hub.history("owner", written.id)]
    assert texts == ["Likes tee.", "Likes tea."]
    redacted = hub.redact_version("owner", written.id, 1)
    assert redacted.text is None
    assert redacted.redacted_at
    assert redacted.actor.kind == "service"


def test_a_correction_can_take_an_expiry_away(hub):
    written = hub.remember("owner", "Likes tea.", source=CHAT, ttl_seconds=3600)
    assert written.expires_at
    assert hub.correct("owner", written.id, expires_at="never").expires_at is None


def test_a_memory_changed_meanwhile_is_not_overwritten(hub):
    written = hub.remember("owner", "Likes tea.", source=CHAT)
    hub.correct("owner", written.id, importance=9)
    with pytest.raises(Changed):
        hub.correct("owner", written.id, importance=1, if_match=written.etag)
    with pytest.raises(Changed):
        hub.erase("owner", written.id, if_match=written.etag)
    assert hub.memory("owner", written.id).importance == 9


def test_provenance_leads_to_the_source_and_to_what_was_made(hub):
    root = hub.remember("owner", "Likes tea.", source=CHAT)
    derived = hub.remember(
        "owner",
        "Likes hot drinks.",
        source=Source("service"),
        kind="reflection",
        derived_from=[root.id],
    )
    graph = hub.provenance("owner", root.id)
    assert {each.id for each in graph.memories} == {root.id, derived.id}
    assert "m-1" in {source.ref for source in graph.sources}
    assert (derived.id, root.id) in {(edge.made, edge.origin) for edge in graph.edges}


def test_an_erasure_is_followed_to_its_end(hub, bell):
    written = hub.remember("owner", "Likes tea.", source=CHAT)
    run = hub.erase("owner", written.id)
    assert isinstance(run, UUID)
    bell.answer()
    erasure = hub.erasure(run)
    assert erasure.done
    assert erasure.counts["memories"] == 1
    assert set(erasure.verification.values()) == {0}
    with pytest.raises(Gone) as gone:
        hub.memory("owner", written.id)
    assert gone.value.erasure == run


def test_forgetting_is_planned_found_done_and_undone(hub):
    tea = hub.remember("owner", "Likes tea.", source=CHAT)
    hub.remember("owner", "Lives by the sea.", source=Source("user_message"))
    assert tea.id in hub.find_to_forget("owner", "tea").certain
    plan = hub.plan_forget("owner", source_ref="m-1")
    assert plan.memories == (tea.id,)
    run = hub.forget("owner", ids=[tea.id], undo_hours=2)
    assert len(list(hub.memories("owner"))) == 1
    assert hub.undo(run).state == "undone"
    assert hub.memory("owner", tea.id).text == "Likes tea."


def test_a_service_erases_its_part_of_a_person(hub, bell):
    hub.remember("owner", "Likes tea.", source=CHAT)
    person = hub.person("owner")
    assert person.memories == {"active": 1}
    assert person.settings == hub.settings("owner")
    assert person.settings.memory_enabled
    run = hub.erase_person("owner")
    bell.answer()
    assert hub.erasure(run).done
    assert hub.person("owner").memories == {}


def test_a_link_to_the_pages_is_made_for_the_person(hub):
    link = hub.dashboard_link("owner")
    assert link.url.startswith("http")
    assert datetime.now(UTC) < link.expires_at


def test_the_purpose_of_a_reading_is_on_record(hub, world, as_owner):
    written = hub.remember("owner", "Likes tea.", source=CHAT)
    list(hub.memories("owner", purpose="assist"))
    hub.memory("owner", written.id, purpose="assist")
    assert {read.purpose for read in as_owner(Read).all()} == {"assist"}
    with pytest.raises(Invalid) as caught:
        hub.memory("owner", written.id, purpose="advertising")
    assert caught.value.errors.keys() == {"purpose"}


def test_another_services_person_is_not_found(hub, connect, world):
    world.write("Likes rain.", ref="stranger", program=world.bank)
    with pytest.raises(NotFound):
        hub.person("stranger")
