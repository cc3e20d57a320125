"""Presidio as registry, context and name recognition, with our rules in its place.

None of its own pattern recognisers is registered: they guess, call the network, or take
minutes on a bait.
"""

import logging
import re
import threading
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from itertools import repeat

from presidio_analyzer import (
    AnalyzerEngine,
    EntityRecognizer,
    RecognizerRegistry,
    RecognizerResult,
)
from presidio_analyzer.context_aware_enhancers import ContextAwareEnhancer
from presidio_analyzer.nlp_engine import NlpArtifacts
from presidio_analyzer.predefined_recognizers import SpacyRecognizer
from spacy.tokens import Doc
from typing_extensions import override

from governance.scrubbing.deadline import check_time
from governance.scrubbing.names import NameEngine
from governance.scrubbing.nearby import supported
from governance.scrubbing.recognisers import rules
from governance.scrubbing.recognisers.people import cleaned, spread
from governance.scrubbing.recognisers.people.tongue import any_small_word
from governance.scrubbing.recognisers.rule import CERTAIN, SUPPORT, Rule
from governance.scrubbing.results import Match

# Presidio logs words of the text at DEBUG and times of recognisers at INFO.
logging.getLogger("presidio-analyzer").setLevel(logging.WARNING)

NAMES = frozenset({"PERSON", "LOCATION", "ORGANIZATION"})
_LANGUAGE = "en"
_BATCH = 32
# No name is that long, and spaCy's tokenizer is quadratic in what has no space: 20 kB of
# brackets took it 40 seconds.
_UNBROKEN = re.compile(r"\S{150,}")
# Nor does one hold no letter: each digit of a row would be a word to the model.
_NO_LETTERS = re.compile(r"[\W\d_]{30,}")


class RuleRecogniser(EntityRecognizer):
    """One of our rules as Presidio's registry wants it."""

    def __init__(self, rule: Rule) -> None:
        self._rule = rule
        super().__init__(list(rule.entities), name=rule.name, context=list(rule.cues))

    @override
    def load(self) -> None:
        """A rule is ready when it is imported."""

    @override
    def analyze(
        self, text: str, entities: Sequence[str], nlp_artifacts: object = None
    ) -> list[RecognizerResult]:
        check_time()
        return [
            RecognizerResult(match.entity, match.start, match.end, match.score)
            for match in self._rule.find(text)
            if match.entity in entities
        ]


class ModelRecogniser(SpacyRecognizer):
    """What the model finds, cut to what has the form of a name."""

    @override
    def analyze(
        self,
        text: str,
        entities: Sequence[str],
        nlp_artifacts: NlpArtifacts | None = None,
    ) -> list[RecognizerResult]:
        found = super().analyze(text, entities, nlp_artifacts)
        check_time()
        return [
            RecognizerResult(piece.entity, piece.start, piece.end, piece.score)
            for match in found
            for piece in cleaned(text, _as_match(match))
            if piece.entity in entities
        ]


class WordsNearby(ContextAwareEnhancer):
    """Presidio's own looks each word up in lists of all words: quadratic on a bait."""

    def __init__(self) -> None:
        super().__init__(SUPPORT, CERTAIN, 0, 0)

    @override
    def enhance_using_context(
        self,
        text: str,
        raw_results: list[RecognizerResult],
        nlp_artifacts: object,
        recognizers: Sequence[EntityRecognizer],
        context: Sequence[str] | None = None,
    ) -> list[RecognizerResult]:
        check_time()
        cues = {recogniser.id: recogniser.context for recogniser in recognizers}
        key = RecognizerResult.RECOGNIZER_IDENTIFIER_KEY
        for found in raw_results:
            words = cues.get(found.recognition_metadata[key])
            if (
                words
                and found.score < CERTAIN
                and supported(text, found.start, found.end, words)
            ):
                found.score += SUPPORT
        return raw_results


def _readable(text: str) -> str:
    """Without the stretches in which no name can stand."""
    return _NO_LETTERS.sub(_blank, _UNBROKEN.sub(_blank, text))


def _blank(match: re.Match[str]) -> str:
    """Of equal length, so that the places found still hold."""
    return " " * len(match.group())


def _as_match(found: RecognizerResult) -> Match:
    return Match(found.entity_type, found.start, found.end, found.score)


def _recognisers() -> list[EntityRecognizer]:
    names = ModelRecogniser(supported_entities=sorted(NAMES))
    return [*map(RuleRecogniser, rules()), names]


@dataclass
class Engine:
    """One per process: model, registry and the lock around the model."""

    model: str | None = None

    def __post_init__(self) -> None:
        self._lock = threading.Lock()
        self._nlp = NameEngine(self.model)
        self._nlp.load()
        any_small_word()  # read now, and shared by the workers
        no_words = Doc(self._nlp.get_nlp(_LANGUAGE).vocab)
        self._nothing = NlpArtifacts([], no_words, [], [], self._nlp, _LANGUAGE)
        self._analyzer = AnalyzerEngine(
            registry=RecognizerRegistry(
                _recognisers(), supported_languages=[_LANGUAGE]
            ),
            nlp_engine=self._nlp,
            supported_languages=[_LANGUAGE],
            context_aware_enhancer=WordsNearby(),
            default_score_threshold=CERTAIN,
        )

    def find(self, texts: Sequence[str], entities: frozenset[str]) -> list[list[Match]]:
        with self._zone(entities):
            artifacts = self._artifacts(texts, entities)
            return [
                self._analyzed(text, sorted(entities), artifact)
                for text, artifact in zip(texts, artifacts, strict=True)
            ]

    def _zone(self, entities: frozenset[str]) -> AbstractContextManager[None]:
        return self._forgetting() if entities & NAMES else nullcontext()

    @contextmanager
    def _forgetting(self) -> Iterator[None]:
        """spaCy keeps each new word as long as the process lives, unless in a zone; and
        the zones of two threads must not overlap."""
        with self._lock, self._nlp.get_nlp(_LANGUAGE).memory_zone():
            yield

    def _artifacts(
        self, texts: Sequence[str], entities: frozenset[str]
    ) -> Iterator[NlpArtifacts]:
        """A policy that keeps all names needs no NER, and `balanced` is one: nothing
        else reads its result, and it is three quarters of the time of a short text."""
        if not entities & NAMES:
            return repeat(self._nothing, len(texts))
        readable = [_readable(text) for text in texts]
        read = self._nlp.process_batch(readable, _LANGUAGE, batch_size=_BATCH)
        return (artifacts for _, artifacts, *_ in read)

    def _analyzed(
        self, text: str, entities: list[str], artifacts: NlpArtifacts
    ) -> list[Match]:
        check_time()
        results = self._analyzer.analyze(
            text, _LANGUAGE, entities=entities, nlp_artifacts=artifacts
        )
        return spread(text, [_as_match(found) for found in results])
