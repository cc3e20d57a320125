"""The person says what is left out before anything is stored: more, never less."""

from django.test import Client

from governance.models import AuditEntry, Person
from tests.web.people import People, as_, location, words

PAGE = "/me/settings/"
SAVE = f"{PAGE}scrubbing/"
NAMED = "Anna Schmidt of Berlin likes tea."


def _save(client: Client, policy: str) -> int:
    return client.post(SAVE, {"policy": policy}).status_code


def test_it_holds_for_what_is_told_from_then_on(people: People) -> None:
    before = people.world.write("Peter Novak likes tea.")
    client = as_(people.owner)
    saved = client.post(SAVE, {"policy": "strict"})
    assert location(saved) == PAGE
    assert "It holds for what is told from now on." in words(client.get(PAGE))
    assert "Anna" not in people.world.write(NAMED)["text"]
    assert before["text"] in words(client.get("/me/"))


def test_back_to_what_each_app_leaves_out(people: People) -> None:
    client = as_(people.owner)
    _save(client, "strict")
    assert 'value="strict"' in client.get(PAGE).content.decode()
    _save(client, "")
    assert people.world.write(NAMED)["text"] == NAMED


def test_less_than_an_app_leaves_out_is_not_offered(people: People) -> None:
    client = as_(people.owner)
    page = client.get(PAGE).content.decode()
    assert 'name="policy" value="balanced"' in page
    assert 'name="policy" value="light"' not in page
    assert _save(client, "light") == 422
    assert _save(client, "none") == 422


def test_each_change_is_on_record_once(people: People) -> None:
    client = as_(people.owner)
    _save(client, "strict")
    _save(client, "strict")
    entries = AuditEntry.objects.using("owner").filter(verb="scrub_policy.set")
    assert (
        entries.count()
        == Person.objects.using("owner").filter(account=people.owner).count()
    )


def test_nobody_else_sets_it(people: People) -> None:
    assert _save(as_(None), "strict") in {302, 403}
    _save(as_(people.stranger), "strict")
    by_link = as_(None)
    by_link.post(people.link(people.world.owner, people.world.travel))
    assert _save(by_link, "strict") == 403
    assert people.world.write(NAMED)["text"] == NAMED
