"""Every page as axe sees it, with much, with nothing, and with something wrong on it.

Activity, apps, switches and export are looked at in ``test_looking_after``, settings and
the second sign-in in ``test_settings_accessible``.
"""

import pytest
from playwright.sync_api import Page

from governance.models import Conversation, MemoryFile, Person, RetentionRule
from tests.bell import Bell
from tests.journeys.axe import accessible
from tests.journeys.browser import Open, Visit
from tests.requests.letters.conftest import a_letter, change, released
from tests.told import Talk, insert, note
from tests.web.people import People, location
from tests.web.people import as_ as signed_in

pytestmark = pytest.mark.browser

TRAINS = "Prefers trains to planes."
# The browser lets it pass, the server does not.
BLANK = " "


@pytest.fixture
def window(open_browser: Open) -> Visit:
    """Colours change at once: axe would see them half-way."""
    return open_browser(reduced_motion="reduce")


def a_waiting_pair(people: People) -> list[str]:
    """One from a page of the web; one about health, sealed until there is a yes."""
    Person.objects.using("owner").filter(id=people.world.owner.id).update(
        seen_at="2026-01-01T00:00:00Z"
    )
    written = [
        people.world.write("Wants first class.", source={"type": "web"}),
        people.world.write("I have asthma."),
    ]
    assert [each["status"] for each in written] == ["quarantined", "proposed"]
    return [str(each["id"]) for each in written]


def test_what_everybody_may_open(people: People, window: Visit) -> None:
    for path in (
        "/accounts/login/",
        "/accounts/password/reset/",
        "/accounts/password/reset/done/",
        "/accounts/password/reset/key/done/",
        "/accounts/signed-out/",
        "/link/nothing/",
        "/how-memory-works/",
        "/nothing-here",
    ):
        accessible(window, path)
    page = window.go("/accounts/login/")
    press(page, "Sign in")
    page.get_by_text("There is a problem").wait_for()
    accessible(window)


def test_the_reference_for_developers(people: People, window: Visit) -> None:
    # So long a page that each look at it takes seconds: two, across.
    accessible(window, "/api/v1/docs", looks=[(360, "light"), (1280, "dark")])


def test_the_list_full_filtered_ticked_and_without_a_match(
    people: People, window: Visit
) -> None:
    people.world.write(TRAINS)
    people.world.write("Drinks tea.")
    page = window.sign_in("owner")
    page.wait_for_url("**/me/")
    for path in ("/me/", "/me/?kind=fact&sort=old", "/me/?q=zeppelin&kind=event"):
        accessible(window, path)
    window.go("/me/")
    page.get_by_role("checkbox").first.check()
    accessible(window)


def test_a_row_while_it_is_corrected_and_once_it_is_forgotten(
    people: People, window: Visit
) -> None:
    people.world.write(TRAINS)
    page = window.sign_in("owner")
    page.get_by_role("link", name="Correct").click()
    field = page.get_by_label("What it says")
    field.wait_for()
    accessible(window)
    field.fill(BLANK)
    press(page, "Save")
    page.get_by_text("Write what should be remembered.").first.wait_for()
    accessible(window)
    window.go("/me/")
    page.locator(".memory-row button").filter(has_text="Forget").click()
    page.get_by_role("button", name="Undo").wait_for()
    accessible(window)


def test_one_memory_in_every_state(people: People, window: Visit) -> None:
    root = people.world.write(TRAINS)["id"]
    people.world.write("Travels green.", derived_from=[root], kind="summary")
    old = people.world.write("Lives in Oslo.")["id"]
    signed_in(people.owner).post(
        f"/me/memories/{old}/correct/", {"text": "Lives in Bergen."}
    )
    people.world.travel.client().get(f"/api/v1/people/owner/memories/{root}")
    page = window.sign_in("owner")
    page.wait_for_url("**/me/")
    accessible(window, f"/me/memories/{root}/")
    assert page.locator("main svg a").count() > 0
    for each in (old, *a_waiting_pair(people)):
        accessible(window, f"/me/memories/{each}/")
    accessible(window, f"/me/memories/{old}/erase/")


def test_forms_also_with_an_error(people: People, window: Visit) -> None:
    written = people.world.write(TRAINS)["id"]
    page = window.sign_in("owner")
    page.wait_for_url("**/me/")
    for path, button in (
        (f"/me/memories/{written}/correct/", "Save"),
        ("/me/add/", "Remember this"),
    ):
        accessible(window, path)
        page.get_by_label("What it says").fill(BLANK)
        press(page, button)
        page.get_by_text("There is a problem").wait_for()
        accessible(window)


def test_many_at_once_and_what_waits_and_what_is_forgotten(
    people: People, window: Visit
) -> None:
    for number in range(3):
        people.world.write(f"Fact {number} about bread.")
    a_waiting_pair(people)
    page = window.sign_in("owner")
    page.wait_for_url("**/me/")
    accessible(window, "/me/review/")
    for button in ("Pause…", "Forget…"):
        window.go("/me/")
        for box in page.locator(".memory-choose").all():
            box.check()
        press(page, button)
        page.wait_for_url("**/me/bulk/")
        accessible(window)
    page.locator("main form button[type=submit]").click()
    page.wait_for_url("**/me/forgotten/")
    accessible(window)


def test_an_erasure_from_its_preview_to_its_receipt(
    people: People, bell: Bell, window: Visit
) -> None:
    gone = f"/me/memories/{people.world.write(TRAINS)['id']}/"
    receipt = location(signed_in(people.owner).post(f"{gone}erase/"))
    page = window.sign_in("owner")
    page.wait_for_url("**/me/")
    accessible(window, receipt)
    bell.answer()
    for path in (receipt, f"{receipt}certificate/", gone, "/me/forgotten/"):
        accessible(window, path)
    window.go(receipt)
    page.get_by_role("button", name="Make a link").click()
    address = page.locator("main code").inner_text()
    accessible(window)
    accessible(window, address.removeprefix("http://127.0.0.1:8000"))


def test_notes_and_conversations_until_they_are_forgotten(
    people: People, window: Visit
) -> None:
    client = people.world.travel.client()
    note(client, "/memories/trips/seats.md", "Likes the window.")
    insert(client, "/memories/trips/seats.md", 1, "Not above the wheels.")
    call = {"type": "function_call", "name": "book", "arguments": {"seat": 4}}
    Talk(client).add(TRAINS, {"role": "assistant", "content": "Noted."}, call)
    people.world.write(
        TRAINS, source={"type": "user_message", "conversation": "vienna"}
    )
    written = MemoryFile.objects.using("owner").get().id
    talk = Conversation.objects.using("owner").get().id
    page = window.sign_in("owner")
    page.wait_for_url("**/me/")
    for path in (
        *("/me/", "/me/notes/", f"/me/notes/{written}/erase/"),
        *("/me/conversations/", f"/me/conversations/{talk}/erase/"),
    ):
        accessible(window, path)
    for path in (f"/me/notes/{written}/", f"/me/conversations/{talk}/"):
        window.go(path)
        page.locator("main summary").last.click()
        accessible(window)
    page.get_by_role("button", name="Forget this message").first.click()
    page.get_by_role("button", name="Undo").wait_for()
    accessible(window)
    window.go(f"/me/notes/{written}/")
    press(page, "Forget")
    page.wait_for_url("**/me/forgotten/")
    accessible(window)


def test_forgetting_a_topic(people: People, window: Visit) -> None:
    people.world.write(TRAINS)
    page = window.sign_in("owner")
    page.wait_for_url("**/me/")
    accessible(window, "/me/forget/")
    show = page.get_by_role("button", name="Show what is found")
    show.click()
    page.get_by_role("alert").wait_for()
    accessible(window)
    page.get_by_label("What it is about").fill("trains")
    show.click()
    page.get_by_text("This is about it").wait_for()
    accessible(window)
    page.get_by_label("What it is about").fill("quantum chromodynamics")
    show.click()
    page.get_by_text("These come closest").wait_for()
    accessible(window)


def test_pages_with_nothing_on_them(people: People, window: Visit) -> None:
    page = window.sign_in("colleague")
    page.wait_for_url("**/me/")
    for path in (
        "/me/",
        "/me/?q=tea",
        "/me/notes/",
        "/me/conversations/",
        "/me/review/",
        "/me/forgotten/",
        "/me/activity/",
        "/me/apps/",
        "/me/export/",
    ):
        accessible(window, path)


def test_pages_of_who_has_no_app_and_of_the_staff(
    people: People, window: Visit
) -> None:
    page = window.sign_in("staff")
    page.wait_for_url("**/compliance/")
    rule = RetentionRule.objects.using("owner").get(name="unused")
    policies = "/compliance/policies/"
    for path in (policies, f"{policies}new/", f"{policies}{rule.id}/"):
        accessible(window, path)
    page.get_by_role("button", name="See what this would take").click()
    accessible(window)
    for path in ("/compliance/", "/me/", "/me/apps/", "/me/on-off/", "/me/export/"):
        accessible(window, path)


def test_the_letters_of_the_staff(people: People, window: Visit) -> None:
    failed = released(a_letter())
    change(failed, state="failed", reason="uncertain")
    page = window.sign_in("staff")
    page.wait_for_url("**/compliance/")
    letters = "/compliance/letters/"
    text = f"{letters}texts/identity/de/"
    for path in (letters, f"{letters}trouble/", f"{letters}{failed.id}/", text):
        accessible(window, path)
    page.get_by_label("Text").fill("Hello {refrence}")
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_text("There is a problem").wait_for()
    accessible(window)


def test_the_list_while_memory_is_off(people: People, window: Visit) -> None:
    people.world.write(TRAINS)
    switches = signed_in(people.owner)
    page = window.sign_in("owner")
    page.wait_for_url("**/me/")
    switches.post("/me/on-off/temporary/", {"temporary": "hour"})
    accessible(window, "/me/")
    page.get_by_text("Temporary mode is on.").wait_for()
    switches.post("/me/on-off/memory/", {"memory": "off"})
    accessible(window, "/me/")
    page.get_by_text("Memory is off.").wait_for()


def test_the_tour(people: People, window: Visit) -> None:
    page = window.sign_in("owner")
    page.wait_for_url("**/me/")
    for step in (1, 2, 3):
        accessible(window, f"/me/tour/{step}/")


def test_pages_by_a_link(people: People, window: Visit) -> None:
    people.world.write(TRAINS)
    accessible(window, people.link(people.world.owner, people.world.travel))
    press(window.page, "Open")
    window.page.get_by_text("You came by a link").wait_for()
    accessible(window)
    for path in ("on-off/", f"apps/{people.world.owner.id}/disconnect/", "export/"):
        accessible(window, f"/me/{path}")


@pytest.mark.parametrize("colours", ["none", "active"])
@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_the_style_guide_also_in_forced_colours(
    people: People, open_browser: Open, colours: str, host: str
) -> None:
    visit = open_browser(forced_colors=colours, reduced_motion="reduce")
    # Only at a name a passkey can be used: each of the two shows one state of it.
    visit.address = visit.address.replace("127.0.0.1", host)
    accessible(visit, "/styleguide/")
    passkeys = visit.page.get_by_role("button", name="Use a passkey")
    assert passkeys.is_enabled() == (host == "localhost")


def test_targets_on_a_phone_are_large_enough(
    people: People, open_browser: Open
) -> None:
    people.world.write(TRAINS)
    page = open_browser(width=360).sign_in("owner")
    heights = page.locator("main .button, header a, header button").evaluate_all(
        "all => all.map(each => each.getBoundingClientRect().height)"
    )
    assert heights
    assert min(heights) >= 44


def press(page: Page, name: str) -> None:
    """A button of the page itself."""
    page.get_by_role("main").get_by_role("button", name=name, exact=True).click()
