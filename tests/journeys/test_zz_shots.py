import pytest

from governance.models import Account
from tests.web.people import as_ as signed_in
from tests.web.people import location

pytestmark = pytest.mark.browser


def test_shots(people, bell, open_browser):
    w = people.world
    Account.objects.filter(id=people.owner.id).update(zone="Europe/Oslo")
    root = w.write("Prefers trains to planes.", kind="preference")
    w.write(
        "Books a window seat when one is free, and would rather wait for the next train than stand for more than an hour.",
        derived_from=[root["id"]],
        inferred=True,
    )
    w.write("Wants every trip booked in first class.", source={"type": "web"})
    w.write(
        "Is allergic to nuts.",
        sensitivity="sensitive",
        expires_at="2027-03-01T00:00:00Z",
    )
    w.write("Lives in Oslo.", key="city")
    city = w.write("Lives in Bergen.", key="city")
    w.write(
        (
            "A longer note about a trip to the north: "
            + "we took the night train and walked along the shore. " * 30
        ).strip(),
        kind="summary",
        inferred=True,
    )
    gone = w.write("Drinks tea.")
    gone2 = w.write("Drinks coffee.")
    c = signed_in(people.owner)
    receipt2 = location(c.post(f"/me/memories/{gone2['id']}/erase/"))
    bell.answer()
    receipt = location(c.post(f"/me/memories/{gone['id']}/erase/"))
    m = f"/me/memories/{root['id']}/"
    for width in (360, 1280):
        for scheme in ("light", "dark"):
            if (width, scheme) in []:
                continue

            def shot(v, path, name):
                v.go(path)
                v.page.screenshot(
                    path=f"/tmp/pics/{name}-{width}-{scheme}.png", full_page=True
                )

            pub, own, empty, staff, link = (
                open_browser(width=width, scheme=scheme) for _ in range(5)
            )
            own.sign_in("owner")
            empty.sign_in("colleague")
            staff.sign_in("staff")
            shot(pub, "/accounts/login/", "login")
            pub.page.get_by_label("E-mail address").fill("owner@example.org")
            pub.page.get_by_label("Password").fill("x")
            pub.page.keyboard.press("Enter")
            pub.page.get_by_role("alert").wait_for()
            pub.page.screenshot(
                path=f"/tmp/pics/loginerr-{width}-{scheme}.png", full_page=True
            )
            shot(pub, "/nothing", "404")
            shot(own, "/me/", "list")
            shot(own, m, "memory")
            shot(own, m + "erase/", "erase")
            shot(own, f"/me/memories/{city['id']}/erase/", "erasekey")
            shot(own, receipt, "receipt")
            shot(own, receipt2, "receiptdone")
            shot(own, f"/me/memories/{gone['id']}/", "gone")
            shot(empty, "/me/", "empty")
            shot(staff, "/compliance/", "compliance")
            shot(staff, "/me/", "norecord")
            shot(pub, "/styleguide/", "style")
            shot(pub, "/how-memory-works/", "help")
            shot(link, people.link(w.owner, w.travel), "link")
            link.page.get_by_role("button", name="Open").click()
            link.page.wait_for_load_state()
            link.page.screenshot(path=f"/tmp/pics/linklist-{width}-{scheme}.png")
