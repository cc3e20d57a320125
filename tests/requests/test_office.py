"""The deployment says where its office is; a place that is none stops the start."""

import pytest

from governance.checks import the_office_has_a_place
from governance.requests.office import office


@pytest.fixture(autouse=True)
def afresh():
    office.cache_clear()
    yield
    office.cache_clear()


def test_the_place_is_that_of_the_settings(settings):
    settings.OFFICE_COUNTRY, settings.OFFICE_REGION = "DE", "BY"
    assert office().name == "DE-BY"
    assert the_office_has_a_place(None) == []


@pytest.mark.parametrize(("country", "zone"), [("XX", None), ("DE", "Nowhere/At-all")])
def test_a_place_that_is_none_stops_the_start(settings, country, zone):
    settings.OFFICE_COUNTRY, settings.OFFICE_ZONE = country, zone
    (error,) = the_office_has_a_place(None)
    assert error.id == "governance.E003"
