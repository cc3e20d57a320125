"""Is anything worth storing left once the placeholders are taken out?"""

import re

from governance.scrubbing.entities import any_placeholder
from governance.scrubbing.normalise import views

# Words that only announce what was removed.
_WORDS = """
    a an and are at by call card code contact e email for from have here hi hello i in is it its key
    mail me mobile my new number of ok on our password phone pin please reach remember save secret
    store that the their this to token use user username via was with you your api iban login mine
    tel fax cell handy access credit debit note set url http https www
    an auf bitte das dein der die ein eine es für hallo hier ich im ist karte kennwort lautet mein
    meine meinen merk merke mich mir nummer passwort speichere telefon und von zu
"""
_ANNOUNCING = frozenset(_WORDS.split())


def nothing_left(text: str) -> bool:
    """Of the text as the eye sees it: a letter without width is nothing."""
    rest, removed = any_placeholder().subn(" ", views(text)[-1].text)
    if not removed:
        return not rest.strip()
    words = re.findall(r"\w+", rest.lower())
    return all(word in _ANNOUNCING for word in words)
