"""What could not go on is set going again by a button, and then does go on."""

import pytest

from governance.requests.doing import follow
from tests.erasure.stopping import stopping
from tests.requests.conftest import now
from tests.requests.test_workflow import erasing
from tests.web.people import as_, words

pytestmark = pytest.mark.usefixtures("static_files")


def press(office, request, deed):
    """The button, as the page shows it."""
    client = as_(office.officer)
    address = f"/compliance/requests/{request.id}/"
    assert f"{address}do/{deed}/" in client.get(address).content.decode()
    version = str(now(request).version)
    return client.post(f"{address}do/{deed}/", {"version": version})


def test_that_of_a_request_is_tried_again_by_the_button_on_its_page(office, bell):
    request = erasing(office)
    with stopping():
        bell.answer()
    follow(request.id)
    client = as_(office.officer)
    address = f"/compliance/requests/{request.id}/"
    assert press(office, request, "try-again").status_code == 303
    bell.answer()
    follow(request.id)
    page = words(client.get(address))
    assert "It is done, and nothing is left" in page
    assert "could not go on" not in page
