"""The staff's page."""

from governance.models import AuditEntry, ErasureRun, RunState
from tests.bell import Bell
from tests.web.people import People, as_, location, words


def test_only_staff_find_it(people: People) -> None:
    assert as_(people.staff).get("/compliance/").status_code == 200
    assert as_(people.owner).get("/compliance/").status_code == 404
    assert location(as_(None).get("/compliance/")).startswith("/accounts/login/")


def test_what_needs_somebody_comes_first(people: People, bell: Bell) -> None:
    for text in ("One fact.", "Another fact.", "A third fact."):
        _erase(people, text)
    stopped = ErasureRun.objects.using("owner").order_by("created_at").first()
    assert stopped
    run = ErasureRun.objects.using("owner").filter(id=stopped.id)
    run.update(state=RunState.RUNNING)
    run.update(state=RunState.NEEDS_ATTENTION)
    page = as_(people.staff).get("/compliance/")
    assert page.context["runs"][0][0].id == stopped.id
    assert "Stopped, staff must look: 1" in words(page)
    assert "Waiting to start: 2" in words(page)


def test_it_holds_no_text_about_anybody(people: People) -> None:
    _erase(people, "Prefers trains to planes.")
    assert "trains" not in as_(people.staff).get("/compliance/").content.decode()


def test_it_says_when_the_audit_record_waits_for_its_seal(people: People) -> None:
    AuditEntry.objects.using("owner").update(created_at="2020-01-01T00:00:00Z")
    page = words(as_(people.staff).get("/compliance/"))
    assert "waited for their seal for more than a minute" in page


def test_it_says_which_services_have_not_answered(people: People, bell: Bell) -> None:
    assert "Every service has said that its own copies are gone." in words(
        as_(people.staff).get("/compliance/")
    )
    _erase(people, "One fact.")
    _erase(people, "Another fact.")
    bell.answer()
    page = as_(people.staff).get("/compliance/")
    name = people.world.travel.service.name
    assert page.context["recipients"] == [(name, "Has no address", 2)]
    run = ErasureRun.objects.using("owner").latest("created_at")
    people.world.travel.client().post(f"/api/v1/erasures/{run.id}/acknowledge")
    page = as_(people.staff).get("/compliance/")
    assert page.context["recipients"] == [(name, "Has no address", 1)]


def _erase(people: People, text: str) -> None:
    written = people.world.write(text)
    as_(people.owner).post(f"/me/memories/{written['id']}/erase/")
