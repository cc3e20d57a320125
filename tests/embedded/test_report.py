"""What `up` says when nobody is served says why."""

import pytest

from memoryhub.embedded.report import as_text

READY = {"url": "http://127.0.0.1:1", "api": "a", "docs": "d", "data_dir": "/x"}


@pytest.mark.parametrize(
    ("why", "said"), [("replay", "was restored"), ("ledger", "ledger cannot be read")]
)
def test_it_is_up_and_not_ready_where_nobody_is_served(why, said):
    text = as_text({**READY, why: "manage.py replay-erasures"})
    assert "is up at" in text
    assert said in text
    assert "replay-erasures" in text


def test_it_is_ready_otherwise():
    assert "is ready at" in as_text(READY)
