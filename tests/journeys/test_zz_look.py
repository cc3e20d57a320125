import pytest

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280])
def test_look(people, open_browser, scheme, width):
    visit = open_browser(width=width, scheme=scheme)
    page = visit.go("/api/v1/docs")
    page.screenshot(path=f"/tmp/look/{width}-{scheme}.png", full_page=False)
    page.goto(page.url + "#writeMemory")
    page.screenshot(path=f"/tmp/look/{width}-{scheme}-write.png", full_page=False)
    page.locator("article").nth(0).screenshot(
        path=f"/tmp/look/{width}-{scheme}-call.png"
    )
    page.locator("article").nth(1).screenshot(
        path=f"/tmp/look/{width}-{scheme}-call2.png"
    )
    page.locator("article details summary").nth(0).click()
    page.goto(visit.address + "/api/v1/docs#shape-Memory")
    page.screenshot(path=f"/tmp/look/{width}-{scheme}-shape.png")
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(page)
    print(len(page.content()))
    assert found.violations_count == 0, found.generate_report()
    assert visit.overflow() == 0
