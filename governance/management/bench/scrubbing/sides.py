"""The two that are compared: our gate, and Presidio as it is installed."""

import functools
from collections.abc import Callable

import spacy
import tldextract
from presidio_analyzer import AnalyzerEngine
from presidio_analyzer.nlp_engine import SpacyNlpEngine
from typing_extensions import override

from governance.management.bench.scrubbing.labels import canonical
from governance.management.bench.scrubbing.score import Span
from governance.scrubbing import Action, Policy, ScrubFailed, scrub
from governance.scrubbing.names import installed

Reader = Callable[[str], list[Span] | None]
"""Spans that it would mask; None where it gives the text up."""


def ours(policy: Policy) -> Reader:
    """The gate under a policy, for a text of the person."""

    def read(text: str) -> list[Span] | None:
        try:
            found = scrub(text, policy=policy).findings
        except ScrubFailed:
            return None
        return [
            Span(each.start, each.end, canonical(each.entity))
            for each in found
            if each.action != Action.KEEP
        ]

    return read


def plain() -> Reader:
    """Presidio with all its own recognisers and the model that is installed."""
    analyzer = _presidio()

    def read(text: str) -> list[Span] | None:
        try:
            found = analyzer.analyze(text, "en")
        except ValueError:  # half a surrogate pair, or longer than spaCy reads
            return None
        return [
            Span(each.start, each.end, canonical(each.entity_type)) for each in found
        ]

    return read


class _Installed(SpacyNlpEngine):
    """The engine with every pipe of the model; it would download a model by name."""

    @override
    def load(self) -> None:
        self.nlp = {"en": spacy.load(installed())}  # type: ignore[assignment]


@functools.cache
def _presidio() -> AnalyzerEngine:
    _keep_off_the_network()
    nlp = _Installed(models=[{"lang_code": "en", "model_name": "installed"}])
    nlp.load()
    return AnalyzerEngine(nlp_engine=nlp, supported_languages=["en"])


def _keep_off_the_network() -> None:
    """Its mail and page recognisers ask for the list of suffixes; one lies in the wheel."""
    module = tldextract.tldextract
    module.TLD_EXTRACTOR = tldextract.TLDExtract(cache_dir=None, suffix_list_urls=())
