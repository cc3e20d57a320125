"""Which decisions a second person has to agree to is for the deployment to say."""

import pytest
from django.core.exceptions import ImproperlyConfigured

from governance.models import Decision, Right, SubjectRequest
from governance.requests.review import second_needed
from memoryhub import env

FULFIL, REFUSE = Decision.FULFIL, Decision.REFUSE


def asked(right, *memories):
    return SubjectRequest(right=right, memory_ids=list(memories))


@pytest.mark.parametrize(
    ("right", "memories", "decision", "needed"),
    [
        (Right.ERASURE, [], FULFIL, True),
        (Right.ERASURE, ["m"], FULFIL, False),
        (Right.ACCESS, [], FULFIL, False),
        (Right.ACCESS, [], REFUSE, True),
    ],
)
def test_unless_it_says_otherwise_to_everything_and_to_refusals(
    right, memories, decision, needed
):
    assert second_needed(asked(right, *memories), decision) is needed


def test_it_may_say_more_or_none(settings):
    settings.SECOND_PERSON = frozenset({"access", "erasure"})
    assert second_needed(asked(Right.ACCESS), FULFIL)
    assert second_needed(asked(Right.ERASURE, "m"), FULFIL)
    assert not second_needed(asked(Right.ACCESS), REFUSE)
    settings.SECOND_PERSON = frozenset()
    assert not second_needed(asked(Right.ERASURE), FULFIL)


def test_a_word_that_is_none_of_them_stops_the_start(monkeypatch):
    monkeypatch.setenv("X", "refusals")
    with pytest.raises(ImproperlyConfigured, match="must name some of: a, b; or none"):
        env.words("X", default="a", among=("a", "b"))
    monkeypatch.setenv("X", " B, a ")
    assert env.words("X", default="a", among=("a", "b")) == {"a", "b"}
    monkeypatch.setenv("X", "none")
    assert env.words("X", default="a", among=("a", "b")) == set()
