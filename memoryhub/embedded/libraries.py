"""What libraries read from the environment once, when they are first imported."""

import os

CHOICES = {
    # No threads of their own: each of our processes serves several requests already,
    # and a process that forks should have one thread only.
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "TOKENIZERS_PARALLELISM": "false",
}


def configure_libraries() -> None:
    for name, value in CHOICES.items():
        os.environ.setdefault(name, value)
