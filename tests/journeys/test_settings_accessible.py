"""The settings and the second sign-in as axe sees them, also with something wrong."""

from datetime import timedelta

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.utils import timezone

from governance.models import Memory
from tests.journeys.browser import WIDTHS, Open, Visit
from tests.web.people import PASSWORD, People
from tests.web.test_passkeys import a_passkey

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", WIDTHS.values(), ids=WIDTHS)
def test_axe_finds_nothing(
    people: People, open_browser: Open, scheme: str, width: int
) -> None:
    passkey = a_passkey(people.owner)
    people.world.write("Prefers trains to planes.")
    Memory.objects.using("owner").update(
        created_at=timezone.now() - timedelta(days=500)
    )
    visit = open_browser(width=width, scheme=scheme)
    page = visit.sign_in("owner")
    visit.go("/me/settings/password/")
    accessible(visit)
    page.get_by_role("button", name="Go on").click()
    page.wait_for_load_state()
    accessible(visit)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Go on").click()
    page.wait_for_url("**/password/")
    accessible(visit)
    page.get_by_role("button", name="Save the password").click()
    page.get_by_text("There is a problem").wait_for()
    accessible(visit)
    for path in ("address/", "passkeys/", f"passkeys/{passkey.id}/", ""):
        visit.go(f"/me/settings/{path}")
        accessible(visit)
    page.get_by_label("Forget by itself what is old").select_option("12")
    page.get_by_role("button", name="Save how long").click()
    page.get_by_text("1 memory is older than 12 months.").wait_for()
    accessible(visit)


def accessible(visit: Visit) -> None:
    found = Axe().run(visit.page)
    assert found.violations_count == 0, f"{visit.page.url}\n{found.generate_report()}"
    assert visit.overflow() == 0, f"{visit.page.url} is wider than the window"
