"""The settings and the second sign-in as axe sees them, also with something wrong."""

from datetime import timedelta

import pytest
from django.utils import timezone

from governance.models import Memory
from tests.journeys.axe import LOOKS, accessible
from tests.journeys.browser import Open
from tests.web.people import PASSWORD, People
from tests.web.test_passkeys import a_passkey

pytestmark = pytest.mark.browser


def test_axe_finds_nothing(people: People, open_browser: Open) -> None:
    passkey = a_passkey(people.owner)
    people.world.write("Prefers trains to planes.")
    Memory.objects.using("owner").update(
        created_at=timezone.now() - timedelta(days=500)
    )
    visit = open_browser()
    page = visit.sign_in("owner")
    visit.go("/me/settings/password/")
    assert accessible(visit) >= len(LOOKS)
    page.get_by_role("button", name="Go on").click()
    page.wait_for_load_state()
    assert accessible(visit) >= len(LOOKS)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Go on").click()
    page.wait_for_url("**/password/")
    assert accessible(visit) >= len(LOOKS)
    page.get_by_role("button", name="Save the password").click()
    page.get_by_text("There is a problem").wait_for()
    assert accessible(visit) >= len(LOOKS)
    for path in ("address/", "passkeys/", f"passkeys/{passkey.id}/", ""):
        visit.go(f"/me/settings/{path}")
        assert accessible(visit) >= len(LOOKS)
    page.get_by_label("Forget by itself what is old").select_option("12")
    page.get_by_role("button", name="Save how long").click()
    page.get_by_text("1 memory is older than 12 months.").wait_for()
    assert accessible(visit) >= len(LOOKS)
