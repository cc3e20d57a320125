"""A disk that takes no entry."""

from contextlib import contextmanager

import pytest


@contextmanager
def full():
    """The disk of the ledger takes nothing."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("governance.ledger.file._write", no_space)
        yield


def no_space(*_):
    """As the system says it."""
    raise OSError(28, "No space left on device")
