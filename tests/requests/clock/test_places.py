"""Where a controller can be."""

import pytest

from governance.requests.clock import Law, Refused, place
from governance.requests.clock.places import EEA_ZONES, REGION_ZONES, regions


def test_the_thirty_states_of_the_eea_are_known():
    assert len(EEA_ZONES) == 30
    assert {"IS", "LI", "NO"} <= set(EEA_ZONES)
    assert all(place(country).law is Law.EU for country in EEA_ZONES)


def test_every_zone_and_every_region_exists():
    for country in (*EEA_ZONES, "GB", "US"):
        for region in regions(country):
            assert place(country, region).tz.key
    for name in REGION_ZONES:
        assert place(name).name == name


@pytest.mark.parametrize(
    ("written", "name"),
    [
        (("DE",), "DE"),
        (("de", "by"), "DE-BY"),
        (("DE-BY",), "DE-BY"),
        (("DE-BY", "BY"), "DE-BY"),
        (("DE", "augsburg"), "DE-Augsburg"),
        (("GB", "ENG"), "GB-ENG"),
        (("US-CA",), "US-CA"),
        (("US", "CA"), "US-CA"),
        (("FR", ""), "FR"),
    ],
)
def test_a_place_may_be_written_in_one_or_in_two(written, name):
    assert place(*written).name == name


@pytest.mark.parametrize(
    "written",
    [
        ("XX",), ("",), ("CH",), ("US",), ("US", "NY"), ("US-NY",), ("CA",),
        ("DE", "XX"), ("DE-BY", "BE"), ("FR", "Zone A"), ("IE", "D"), ("GB-ENG-X",),
        ("DE", None, "Europe/Nowhere"), ("DE", None, "localtime"),
        ("DE", None, "../../etc/passwd"), ("DE", None, "CET-1"),
    ],
)  # fmt: skip
def test_a_place_that_is_not_known_is_refused(written):
    with pytest.raises(Refused):
        place(*written)


@pytest.mark.parametrize(("written", "meant"), [("UK", "GB"), ("EL", "GR")])
def test_who_writes_another_code_is_told_the_one_of_iso(written, meant):
    with pytest.raises(Refused, match=f"is {meant}"):
        place(written)


@pytest.mark.parametrize(
    ("name", "zone"),
    [
        ("DE", "Europe/Berlin"),
        ("ES", "Europe/Madrid"),
        ("ES-CN", "Atlantic/Canary"),
        ("PT", "Europe/Lisbon"),
        ("PT-20", "Atlantic/Azores"),
        ("FR", "Europe/Paris"),
        ("FR-974", "Indian/Reunion"),
        ("GB-NIR", "Europe/London"),
        ("US-CA", "America/Los_Angeles"),
    ],
)
def test_without_a_zone_it_is_the_region_s_or_the_capital_s(name, zone):
    assert place(name).zone == zone
