"""Secrets in plain talk and in settings: "my password is …", "PIN: …", "secret=…"."""

import re
from collections.abc import Iterator

from governance.scrubbing.recognisers.rule import NOT_AFTER, NOT_BEFORE, PROVEN, Rule
from governance.scrubbing.results import Match

WORDS_FOR_ONE = (
    "pass(?:word|code|phrase|wort)|passwd|pwd|kennwort|zugangscode|losungswort"
    "|mot de passe|contraseña|senha|wachtwoord|lösenord|hasło|пароль|密码|密碼|パスワード"
)  # fmt: skip
# "is", and whose it is in between: "for the wifi", "now", "vom Router".
_IS = r"(?:is|was|are|ist|lautet|war|heißt|est|es|é|(?:set|changed|geändert|gesetzt) (?:to|auf))"
_OF = r"(?:[ \t]+(?:for|to|of|on|für|vom|von|zum|beim|im|de|del|du)(?:[ \t]+[\w.@'-]{1,30}){1,3}?)?"
_NOW = r"(?:[ \t]+(?:now|still|again|here|currently|jetzt|nun|noch|immer|wieder))?"
_LINK = (
    rf"[\"']?(?:{_OF}[ \t]*[:=]{{1,2}}[ \t]*|{_OF}{_NOW}[ \t]+{_IS}{_NOW}[ \t]*[:=]?[ \t]+"
    r"|'s[ \t]+|[ \t]*[是为はが][ \t]*)"
)
# Within quotes a password may hold spaces.
_VALUE = (
    r"(?:(?P<quote>[\"'`“„«])(?P<quoted>[^\"'`”“»\n\[]{3,120})[\"'`”“»]"
    r"|[\"'`“„«]?(?P<value>[^\s\"'`”“»]{3,200}))"
)

_PASSWORD = re.compile(
    rf"(?:(?:{WORDS_FOR_ONE})s?{_LINK}|{NOT_AFTER}(?:pw|pass)[ \t]*[:=][ \t]*){_VALUE}",
    re.IGNORECASE,
)
# "hunter2 is my password": only what no word looks like.
_FIRST = re.compile(
    r"(?<!\S)(?P<value>(?=[^\s\[]{0,30}[0-9])[^\s\[]{4,60})[ \t]+(?:is|ist)[ \t]+(?:my|the|our|mein|das|unser)"
    rf"[ \t]+(?:[\w-]{{1,20}}[ \t]+)?(?:{WORDS_FOR_ONE})",
    re.IGNORECASE,
)
_PIN = re.compile(
    rf"{NOT_AFTER}(?:[\w-]{{0,20}}pins?|pin[ -]?(?:code|number|nummer)|puk|tan|otp|geheimzahl"
    r"|(?:verification|recovery|security|backup|login|unlock|door|alarm|access|sms)[ -]?code|one[- ]time code|2fa[ -]?code)"
    rf"(?:{_LINK}|[ \t]+)[\"'`“„]?(?P<value>[0-9](?:[ -]?[0-9]){{3,11}}){NOT_BEFORE}",
    re.IGNORECASE,
)
_SETTING = re.compile(
    r"(?:api[ _-]?(?:key|token|secret)|secret(?:[ _-]?(?:access)?[ _-]?key)?|access[ _-]?(?:key|token)|auth[ _-]?token"
    r"|client[ _-]?secret|private[ _-]?key|token|schlüssel)"
    rf"{_LINK}[\"'`]?(?P<value>(?=[^\s\"'`,;\[]{{0,80}}[0-9])[^\s\"'`,;\[]{{8,400}})",
    re.IGNORECASE,
)

# What people say about a password rather than the password itself.
_WORDS = """
    wrong correct incorrect right safe secure strong weak expired required missing invalid valid empty
    reset changed saved stored hidden not too very the a an no my in on at for with good bad old new long
    short never always also only just being been kept shared protected forgotten lost same different unknown
    something what that this it too-short easy hard needed optional case-sensitive manager managers
    true false yes none null ja nein
    falsch richtig sicher unsicher abgelaufen nicht zu sehr das der die ein eine kein in im am auf weg
    gespeichert geändert vergessen verloren leer gleich ungültig gültig stark schwach nötig
"""
_SAID_OF_ONE = frozenset(_WORDS.split())
_GERUNDS = ("ed", "ing", "able", "bar", "lich")
# A plain word with more of the clause behind it is talk: "is hashed with bcrypt".
_GOES_ON = re.compile(r"[ \t]+(?!and|und|but|or|oder|aber|please|bitte)[^\W\d_]")


def find_passwords(text: str) -> Iterator[Match]:
    for match in _PASSWORD.finditer(text):
        if match["quote"]:
            yield Match("PASSWORD", *match.span("quoted"), PROVEN)
            continue
        start = match.start("value")
        end = start + len(match["value"].rstrip(".,;:"))
        if end - start > 2 and not _is_talk(match, start, end):
            yield Match("PASSWORD", start, end, PROVEN)
    for match in _FIRST.finditer(text):
        yield Match("PASSWORD", *match.span("value"), PROVEN)


def _is_talk(match: re.Match[str], start: int, end: int) -> bool:
    text = match.string
    word = text[start:end].rstrip("!?)").lower()
    if word in _SAID_OF_ONE:
        return True
    if not (word.isalpha() and text[start + 1 : end].islower()):
        return False
    named = re.search(r"[:=]", text[match.start() : start]) is not None
    return not named and (
        word.endswith(_GERUNDS) or _GOES_ON.match(text, end) is not None
    )


def is_said_of_one(text: str) -> bool:
    """ "expired", "not required": about a password, in no other words."""
    words = re.findall(r"[\w-]+", text.lower())
    return all(word in _SAID_OF_ONE for word in words)


def find_pins(text: str) -> Iterator[Match]:
    for match in _PIN.finditer(text):
        yield Match("PIN", *match.span("value"), PROVEN)


def find_settings(text: str) -> Iterator[Match]:
    for match in _SETTING.finditer(text):
        yield Match("API_KEY", *match.span("value"), PROVEN)


RULES = (
    Rule("passwords", ("PASSWORD",), find_passwords),
    Rule("pins", ("PIN",), find_pins),
    Rule("settings", ("API_KEY",), find_settings),
)
