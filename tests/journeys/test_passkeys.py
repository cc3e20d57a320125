"""A passkey, from adding it to signing in with it, in a browser with a device of its own."""

import pytest
from allauth.mfa.models import Authenticator
from playwright.sync_api import CDPSession, Page, expect

from governance.models import AuditEntry
from tests.journeys.browser import Open, Visit
from tests.web.people import PASSWORD, People

pytestmark = pytest.mark.browser

DEVICE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@pytest.fixture
def window(open_browser: Open) -> Visit:
    """A browser at a name: to an address of numbers no browser gives a passkey."""
    visit = open_browser()
    visit.address = visit.address.replace("127.0.0.1", "localhost")
    return visit


def device(visit: Visit) -> tuple[CDPSession, str]:
    """Gives the browser a device that keeps passkeys."""
    session = visit.page.context.new_cdp_session(visit.page)
    session.send("WebAuthn.enable")
    made = session.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE})
    return session, str(made["authenticatorId"])


def show_again(page: Page) -> None:
    expect(page.get_by_role("heading", name="Is it still you?")).to_be_visible()
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Go on").click()


def add_a_passkey(visit: Visit, name: str = "my phone") -> Page:
    page = visit.sign_in("owner")
    visit.go("/me/settings/")
    page.get_by_role("link", name="Add a passkey").click()
    show_again(page)
    page.get_by_label("Name").fill(name)
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.get_by_text("The passkey is added.")).to_be_visible()
    return page


def sign_out(visit: Visit) -> Page:
    visit.page.get_by_role("button", name="Sign out").click()
    return visit.go("/accounts/login/")


def passkeys() -> list[Authenticator]:
    return list(Authenticator.objects.using("owner").order_by("id"))


def verbs() -> list[str]:
    found = AuditEntry.objects.using("owner").filter(verb__startswith="passkey.")
    return list(found.order_by("created_at").values_list("verb", flat=True))


def test_a_passkey_is_added_named_and_signs_in(people: People, window: Visit) -> None:
    device(window)
    page = add_a_passkey(window)
    expect(page.get_by_role("link", name="my phone")).to_be_visible()
    expect(page.get_by_text("Not used yet")).to_be_visible()
    sign_out(window)
    page.get_by_role("button", name="Use a passkey").click()
    page.wait_for_url("**/me/")
    window.go("/me/settings/")
    expect(page.get_by_text("Last used")).to_be_visible()
    assert verbs() == ["passkey.added"]


def test_signing_in_by_passkey_leads_to_what_was_asked_for(
    people: People, window: Visit
) -> None:
    device(window)
    add_a_passkey(window)
    sign_out(window)
    page = window.go("/me/on-off/")
    page.get_by_role("button", name="Use a passkey").click()
    page.wait_for_url("**/me/on-off/")


def test_the_password_goes_on_working_beside_a_passkey(
    people: People, window: Visit
) -> None:
    device(window)
    add_a_passkey(window)
    sign_out(window)
    page = window.sign_in("owner")
    page.wait_for_url("**/me/")


def test_a_passkey_is_enough_to_show_again_that_it_is_them(
    people: People, window: Visit
) -> None:
    device(window)
    add_a_passkey(window)
    sign_out(window)
    page = window.page
    page.get_by_role("button", name="Use a passkey").click()
    page.wait_for_url("**/me/")
    window.go("/me/settings/password/")
    expect(page.get_by_role("heading", name="Is it still you?")).to_be_visible()
    page.get_by_role("button", name="Use a passkey").click()
    page.wait_for_url("**/me/settings/password/")


def test_a_passkey_is_renamed_and_removed_and_then_opens_nothing(
    people: People, window: Visit
) -> None:
    device(window)
    page = add_a_passkey(window)
    page.get_by_role("link", name="my phone").click()
    page.get_by_label("Name").fill("old phone")
    page.get_by_role("button", name="Save the name").click()
    page.get_by_role("link", name="old phone").click()
    page.get_by_role("button", name="Remove this passkey").click()
    expect(page.get_by_text("The passkey is removed.")).to_be_visible()
    assert passkeys() == []
    assert verbs() == ["passkey.added", "passkey.renamed", "passkey.removed"]
    sign_out(window)
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.get_by_text("This passkey was not accepted.")).to_be_visible()
    assert window.go("/me/").url.endswith("/accounts/login/?next=/me/")


def test_who_says_no_to_the_device_can_try_again(people: People, window: Visit) -> None:
    session, name = device(window)
    add_a_passkey(window)
    page = sign_out(window)
    about = {"authenticatorId": name}
    session.send("WebAuthn.setUserVerified", {**about, "isUserVerified": False})
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.get_by_text("That did not work. Nothing was changed.")).to_be_visible()
    session.send("WebAuthn.setUserVerified", {**about, "isUserVerified": True})
    page.get_by_role("button", name="Use a passkey").click()
    page.wait_for_url("**/me/")


def test_a_name_with_a_card_number_loses_it(people: People, window: Visit) -> None:
    device(window)
    number = "4111" + "1111" * 3
    page = add_a_passkey(window, f"phone {number}")
    expect(page.get_by_role("link", name="phone")).to_be_visible()
    [kept] = passkeys()
    assert number not in kept.data["name"]


def test_at_an_address_of_numbers_the_page_says_that_there_are_no_passkeys(
    people: People, open_browser: Open
) -> None:
    page = open_browser().go("/accounts/login/")
    expect(page.get_by_text("cannot use passkeys")).to_be_visible()
    expect(page.get_by_role("button", name="Use a passkey")).to_be_disabled()


def test_without_javascript_the_password_signs_in_and_no_passkey_is_offered(
    people: People, open_browser: Open
) -> None:
    visit = open_browser(java_script_enabled=False)
    page = visit.go("/accounts/login/")
    expect(page.get_by_role("button", name="Use a passkey")).to_be_hidden()
    visit.sign_in("owner")
    visit.go("/me/settings/passkeys/")
    show_again(page)
    expect(page.get_by_text("A passkey needs JavaScript")).to_be_visible()
