"""Erasures that fail as they really do, and stop."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.test import override_settings

from governance.erasure import run
from governance.erasure.run import StillThere


@contextmanager
def stopping() -> Iterator[None]:
    """Every erasure meanwhile finds what it has erased, at its only try."""

    def finds(*_: object) -> None:
        raise StillThere

    with pytest.MonkeyPatch.context() as patch, override_settings(ERASURE_TRIES=1):
        patch.setattr(run, "_verify", finds)
        yield
