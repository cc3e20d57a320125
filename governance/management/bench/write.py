"""``bench write``: a REST write beside the gate and the embedding alone, a batch beside
the same in one pass, and what stands around them beside an empty POST."""

import itertools
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.test import override_settings
from django.urls import path
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.test import APIClient
from rest_framework.views import APIView

from governance import embedding, scrubbing
from governance.access import make_service
from governance.audit import SYSTEM
from governance.management.bench.harness import MS, Size, Times, in_turns
from governance.management.bench.sentences import sentences
from governance.management.bench.steps import Steps
from memoryhub.urls import urlpatterns as real

BATCH = 100
WARM = 5
PEOPLE = 40
MESSAGES = itertools.count(1)
# The limit is counted as ever, only not reached.
NO_LIMIT = "100000000/min"

STEPS = {
    "governance.api.keys:authenticate": "key",
    "governance.api.throttle:KeyThrottle.allow_request": "rate limit",
    "governance.api.body:BoundedJSONParser.parse": "read the body",
    "governance.api.memories:MemoryIn.is_valid": "check the fields",
    "governance.api.memories:Whose.of": "find the person",
    "governance.writing.remember:scrubbed": "scrub",
    "governance.writing.remember:embed": "embed",
    "governance.writing.remember:lock_for_writing": "lock",
    "governance.writing.remember:ask_again": "ask again",
    "governance.writing.store:refuse_stale": "stale after an erasure?",
    "governance.writing.same:_exactly": "same fact: words",
    "governance.writing.same:nearest": "same fact: meaning",
    "governance.writing.store:sources_of": "source",
    "governance.writing.store:insert_together": "memory, source, version, edges, audit",
    "governance.api.memories:written_out": "answer",
    "django.db.transaction:Atomic.__exit__": "commit",
    "rest_framework.test:APIClient.post": "HTTP, routing, middleware, rest",
}


class Empty(APIView):
    """The floor: DRF reads JSON and answers."""

    authentication_classes = ()
    permission_classes = ()
    throttle_classes = ()
    schema = None

    def post(self, request: Request) -> Response:
        """Nothing is done with it."""
        return Response({"read": len(request.data)}, status=201)


urlpatterns = [*real, path("bench/empty", Empty.as_view())]


@dataclass(frozen=True)
class Writer:
    """A service that writes about some people."""

    client: APIClient
    texts: Iterator[str]

    def empty(self, number: int) -> None:
        """A POST that does nothing."""
        body = _body(next(self.texts))
        _must(self.client.post("/bench/empty", body, format="json"), 201)

    def one(self, number: int) -> None:
        """A write over REST."""
        url = f"/api/v1/people/p{number % PEOPLE}/memories"
        body = _body(next(self.texts))
        _must(self.client.post(url, body, format="json"), 201)

    def nlp(self, number: int) -> None:
        """The gate and the embedding of one text."""
        clean = scrubbing.scrub(next(self.texts))
        embedding.embed([clean.text])

    def batch(self, number: int) -> None:
        """A hundred over REST at once."""
        url = f"/api/v1/people/b{number % PEOPLE}/memories/batch"
        items = [_body(next(self.texts)) for _ in range(BATCH)]
        answer = self.client.post(url, {"items": items}, format="json")
        _must(answer, 207)
        for each in answer.json()["results"]:
            if each["status"] != 201:
                raise RuntimeError(f"an item was answered {each['status']}")

    def nlp_of_batch(self, number: int) -> None:
        """The gate and the embedding of a hundred texts in one pass."""
        texts = [next(self.texts) for _ in range(BATCH)]
        clean = scrubbing.scrub_many(texts)
        embedding.embed([each.text for each in clean])


def bench_write(size: Size) -> Iterator[dict[str, Any]]:
    """Rows of figures: times in ms, ratios, texts a second, ms by step."""
    rounds = size.rounds
    batches = max(3, rounds // 20)
    with _writer(4 * (rounds + WARM) + 2 * BATCH * (batches + WARM) + rounds) as writer:
        ways = {"empty": writer.empty, "nlp": writer.nlp, "write": writer.one}
        single = in_turns(ways, rounds=rounds, warm=WARM)
        bulk = in_turns(
            {"nlp": writer.nlp_of_batch, "batch": writer.batch}, rounds=batches, warm=1
        )
        steps = _steps(writer, rounds)
    around = single["write"].p50 - single["nlp"].p50
    yield _row("empty DRF POST", single["empty"])
    yield _row("gate and embedding, bare loop", single["nlp"])
    yield _row(
        "REST write", single["write"], ratio=single["write"].p50 / single["nlp"].p50
    )
    yield {
        "what": "around the NLP",
        "p50_ms": around,
        "ratio": around / single["empty"].p50,
        "of": "empty DRF POST",
    }
    yield _row("gate and embedding, batched loop", bulk["nlp"], texts=BATCH)
    yield _row(
        "REST batch",
        bulk["batch"],
        texts=BATCH,
        ratio=bulk["batch"].p50 / bulk["nlp"].p50,
    )
    for step, spent in steps.items():
        yield {"what": f"step: {step}", "mean_ms": spent}


def _row(
    what: str, times: Times, *, texts: int = 1, ratio: float | None = None
) -> dict[str, Any]:
    row: dict[str, Any] = {"what": what, "p50_ms": times.p50, "p95_ms": times.p95}
    if texts > 1:
        row |= {"texts": texts, "texts_per_s": texts * MS / times.p50}
    return row if ratio is None else {**row, "ratio": ratio}


def _steps(writer: Writer, rounds: int) -> dict[str, float]:
    steps = Steps()
    with steps.watching(STEPS):
        for number in range(rounds):
            writer.one(number)
    return steps.per_call(rounds)


@contextmanager
def _writer(texts: int) -> Iterator[Writer]:
    rate = {"API_KEY_RATE": NO_LIMIT, "ROOT_URLCONF": __name__}
    with override_settings(**rate, ALLOWED_HOSTS=["testserver"]):
        _, key = make_service("Benchmark", actor=SYSTEM)
        client = APIClient()
        client.credentials(HTTP_AUTHORIZATION=f"Bearer {key}")
        yield Writer(client, iter(sentences(texts, seed=7)))


def _body(text: str) -> dict[str, Any]:
    ref = f"message-{next(MESSAGES)}"
    source = {"type": "user_message", "conversation": "bench", "ref": ref}
    return {"text": text, "source": source}


def _must(answer: Any, status: int) -> None:
    if answer.status_code != status:
        raise RuntimeError(f"answered {answer.status_code} instead of {status}")
