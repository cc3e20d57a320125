"""Two languages that nobody speaks: every marked string stands in brackets and is a third
longer. ``en-xa`` is written from left to right, ``ar-xb`` from right to left."""

import gettext
import math
from typing import Any

import pytest
from django.conf.locale import LANG_INFO
from django.utils.translation import trans_real
from typing_extensions import override

OPEN, CLOSE = "⟦", "⟧"
LONGER = 0.3
SYLLABLES = "ôôôôôô "


class Pseudo(gettext.NullTranslations):
    """A catalog that knows every message, since it makes up the translations."""

    def __init__(self, code: str) -> None:
        super().__init__()
        self.code = code

    @override
    def gettext(self, message: str) -> str:
        return said(message.rsplit(trans_real.CONTEXT_SEPARATOR, 1)[-1])

    @override
    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)

    def to_language(self) -> str:
        """Its code, which Django asks a catalog for."""
        return self.code


def said(message: str) -> str:
    """The message in brackets, with about 30 % more to read."""
    more = math.ceil(len(message) * LONGER)
    filling = (SYLLABLES * more)[:more].rstrip()
    gap = "" if len(message) < len(SYLLABLES) else " "
    return f"{OPEN}{message}{gap}{filling}{CLOSE}"


@pytest.fixture
def pseudo(settings: Any, monkeypatch: pytest.MonkeyPatch) -> str:
    """The language from left to right, ready to be asked for."""
    return _spoken("en-xa", settings, monkeypatch)


@pytest.fixture
def turned(settings: Any, monkeypatch: pytest.MonkeyPatch) -> str:
    """The language from right to left, ready to be asked for."""
    return _spoken("ar-xb", settings, monkeypatch)


def _spoken(code: str, settings: Any, monkeypatch: pytest.MonkeyPatch) -> str:
    known = trans_real.check_for_language
    about = {
        "bidi": code.startswith("ar"),
        "code": code,
        "name": code,
        "name_local": code,
    }
    monkeypatch.setitem(LANG_INFO, code, about)
    monkeypatch.setattr(
        trans_real, "check_for_language", lambda asked: asked == code or known(asked)
    )
    # Django forgets the catalogs it has read when the languages change.
    settings.LANGUAGES = [*settings.LANGUAGES, (code, code)]
    monkeypatch.setitem(vars(trans_real)["_translations"], code, Pseudo(code))
    return code
