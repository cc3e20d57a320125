"""What every test of the gate has."""

import pytest

from tests.scrubbing.made_secrets import draw_anew


@pytest.fixture(autouse=True)
def the_same_secrets_in_any_order(request: pytest.FixtureRequest) -> None:
    """Made at run time, and the same for one test whatever ran before it: by chance one
    in a thousand has neither digits nor leaps, and only `bench scrub` may meet that."""
    draw_anew(request.node.nodeid)
