"""What libraries read from the environment once, when they are first imported."""

import os

CHOICES = {
    # onnxruntime reports its use to Microsoft and keeps a device id in the home folder
    # unless it is told not to before it is imported.
    "ORT_DISABLE_TELEMETRY": "1",
    # No threads of their own: each of our processes serves several requests already,
    # and a process that forks should have one thread only.
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "TOKENIZERS_PARALLELISM": "false",
}


def configure_libraries() -> None:
    for name, value in CHOICES.items():
        os.environ.setdefault(name, value)
