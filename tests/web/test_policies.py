"""Policies: what goes by itself; staff see counts, an officer sets ages."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from governance import tasks
from governance.access import make_account
from governance.erasure import LINK_LIFE as CERTIFICATE_LINK
from governance.models import AuditEntry, Memory, RetentionRule, Role
from governance.porting import LINK_LIFE as EXPORT_LINK
from governance.writing.once import LIFE
from tests.web.people import People, as_, location, words

PAGE = "/compliance/policies/"


def rule(name: str) -> RetentionRule:
    return RetentionRule.objects.using("owner").get(name=name)


def change(people: People, name: str, **given: str):
    return as_(people.staff).post(f"{PAGE}{rule(name).id}/change/", given)


def write_old(people: People, text: str, *, days: int, **more: Any) -> None:
    written = people.world.write(text, **more)
    at = timezone.now() - timedelta(days=days)
    Memory.objects.using("owner").filter(id=written["id"]).update(created_at=at)


def test_only_staff_find_the_policies(people: People) -> None:
    assert as_(people.staff).get(PAGE).status_code == 200
    assert as_(people.owner).get(PAGE).status_code == 404
    assert location(as_(None).get(PAGE)).startswith("/accounts/login/")


@pytest.mark.parametrize("role", [Role.APPROVER, Role.AUDITOR, Role.OPERATOR])
def test_other_staff_look_and_an_officer_sets(people: People, role: Role) -> None:
    other = as_(make_account("other@example.org", None, role=role))
    page = f"{PAGE}{rule('unused').id}/"
    assert "A compliance officer can change this rule." in words(other.get(page))
    asked = {"age": "60", "on": "on", "sure": "yes"}
    assert other.post(f"{page}change/", asked).status_code == 403
    assert other.get(f"{PAGE}new/").status_code == 403
    assert rule("unused").days == 90


def test_an_officer_alone_is_offered_to_add_a_rule(people: People) -> None:
    other = as_(make_account("other@example.org", None, role=Role.AUDITOR))
    assert "Add a rule" in words(as_(people.staff).get(PAGE))
    assert "Add a rule" not in words(other.get(PAGE))


def test_every_rule_is_listed_with_what_it_would_take(people: People) -> None:
    for number in range(3):
        write_old(people, f"Had plan {number}.", days=100, importance=2)
    page = as_(people.staff).get(PAGE)
    going = {each.rule.name: each.going for each in page.context["shown"]}
    assert len(going) == 16
    assert going["unused"] == 3
    assert going["own-choice"] == 0
    said = words(page)
    assert "older than 90 days" in said
    assert "less important than 4 of 10" in said


def test_the_pages_hold_no_text_about_anybody(people: People) -> None:
    write_old(people, "Prefers trains to planes.", days=100, importance=2)
    staff = as_(people.staff)
    pages = [
        staff.get(PAGE),
        staff.get(f"{PAGE}{rule('unused').id}/"),
        change(people, "unused", age="60", on="on"),
    ]
    assert all("trains" not in page.content.decode() for page in pages)


def test_what_a_change_would_take_is_told_before_it_is_saved(people: People) -> None:
    write_old(people, "Had a moped.", days=100, importance=2)
    write_old(people, "Had a canoe.", days=70, importance=2)
    asked = words(change(people, "unused", age="60", on="on"))
    assert "It would affect 2 of everybody's rows at its next run." in asked
    assert "As the rule is now: 1." in asked
    assert rule("unused").days == 90
    saved = change(people, "unused", age="60", on="on", sure="yes")
    assert location(saved) == f"{PAGE}{rule('unused').id}/"
    assert rule("unused").days == 60
    assert rule("unused").changed_by == people.staff.id


def test_a_change_leaves_an_entry_with_what_it_was_before(people: People) -> None:
    change(people, "unused", age="60", on="off", sure="yes")
    entry = AuditEntry.objects.using("owner").get(verb="policy.changed")
    assert entry.subject_ids == [rule("unused").id]
    assert (entry.actor_kind, entry.actor_id) == ("staff", people.staff.id)
    assert entry.counts == {"days_before": 90, "days": 60, "on_before": 1, "on": 0}
    page = words(as_(people.staff).get(f"{PAGE}{rule('unused').id}/"))
    assert "90 → 60" in page
    assert "on → off" in page
    assert "staff@example.org" in page


def test_the_same_again_changes_nothing(people: People) -> None:
    change(people, "unused", age="90", on="on", sure="yes")
    assert rule("unused").changed_by is None
    assert not AuditEntry.objects.using("owner").filter(verb="policy.changed").exists()


def test_what_has_its_own_end_cannot_be_switched_off(people: People) -> None:
    change(people, "expired", age="5", on="off", sure="yes")
    assert (rule("expired").enabled, rule("expired").days) == (True, None)
    page = words(as_(people.staff).get(f"{PAGE}{rule('expired').id}/"))
    assert "It cannot be switched off." in page
    assert "See what this would take" not in page


@pytest.mark.parametrize(
    ("name", "age"), [("reads", "29"), ("proposed", "15"), ("unused", "0")]
)
def test_an_age_outside_its_bounds_is_refused(
    people: People, name: str, age: str
) -> None:
    before = rule(name).days
    answer = change(people, name, age=age, on="on", sure="yes")
    assert answer.status_code == 422
    assert "There is a problem" in words(answer)
    assert rule(name).days == before


def test_an_officer_adds_a_rule_about_a_kind(people: People) -> None:
    write_old(people, "Went to a concert.", days=200, kind="event")
    write_old(people, "Likes tea.", days=200)
    staff = as_(people.staff)
    given = {"kind": "event", "sensitivity": "", "days": "180"}
    asked = words(staff.post(f"{PAGE}new/", given))
    assert "It would affect 1 of everybody's rows" in asked
    staff.post(f"{PAGE}new/", {**given, "sure": "yes"})
    made = rule("event")
    assert (made.days, made.schedule, made.changed_by) == (
        180,
        "nightly",
        people.staff.id,
    )
    assert AuditEntry.objects.using("owner").get(verb="policy.made").subject_ids == [
        made.id
    ]
    tasks.retain_nightly()
    states = dict(Memory.objects.using("owner").values_list("text", "status"))
    assert states == {"Went to a concert.": "forgotten", "Likes tea.": "active"}


def test_a_rule_about_everything_and_a_second_about_the_same_are_refused(
    people: People,
) -> None:
    staff = as_(people.staff)
    everything = {"kind": "", "sensitivity": "", "days": "180", "sure": "yes"}
    assert staff.post(f"{PAGE}new/", everything).status_code == 422
    sensitive = {**everything, "sensitivity": "sensitive"}
    assert staff.post(f"{PAGE}new/", sensitive).status_code == 303
    assert staff.post(f"{PAGE}new/", sensitive).status_code == 422
    assert RetentionRule.objects.using("owner").filter(about="memories").count() == 1


def test_the_ends_that_the_sentences_name_are_those_that_are_given() -> None:
    assert timedelta(days=1) == LIFE
    assert timedelta(days=7) == EXPORT_LINK
    assert timedelta(days=365) == CERTIFICATE_LINK


def test_the_home_page_tells_what_the_check_of_the_edges_found(people: People) -> None:
    staff = as_(people.staff)
    assert "have not been checked yet" in words(staff.get("/compliance/"))
    tasks.check_edges()
    assert "is whole, or has a receipt" in words(staff.get("/compliance/"))
