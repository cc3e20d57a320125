"""Secrets in plain talk: "my password is …", "PIN: …", "use … as the api key"."""

import re
from collections.abc import Iterator

from governance.scrubbing.recognisers.rule import NOT_AFTER, PROVEN, Rule
from governance.scrubbing.recognisers.secrets.looks import (
    is_identifier,
    is_mixed,
    is_random,
    is_reference,
)
from governance.scrubbing.recognisers.secrets.naming import WORDS_FOR_ONE
from governance.scrubbing.recognisers.talk import (
    is_said,
    is_said_of_one,
    is_talk,
    phrase_end,
)
from governance.scrubbing.results import Match

# "is", and whose it is in between: "for the wifi", "now", "vom Router".
_IS = (
    r"(?:is|was|are|ist|lautet|lauten|war|heißt|est|c'est|es|é|è|jest|to|är|será|sera|era|becomes"
    r"|(?:set|changed|reset|geändert|gesetzt|changé|cambiad[ao]|gewijzigd|zmienione|ändrat) (?:to|auf|en|pour|a|para|naar|na|till))"
)
_OF = (
    r"(?:[ \t]+(?:for|to|of|on|at|in|with|für|vom|von|zum|zur|beim|im|am|de|del|della|dello|du|des|d'|pour|para|per|da|do|dos|di|sur|à"
    r"|voor|van|op|dla|na|till|för|på)(?:[ \t]+[\w.@'-]{1,30}){1,4}?)?"
)
_NOW = r"(?:[ \t]+(?:now|still|again|here|currently|jetzt|nun|noch|immer|wieder|maintenant|ahora|adesso|nu|agora|teraz))?"
LINK = (
    rf"[\"']?(?:{_OF}(?:[ \t]*\([^()\n]{{1,40}}\))?[ \t]*[:=]{{1,2}}[ \t]*(?:\n[ \t]{{0,3}})?|{_OF}{_NOW}[ \t]+{_IS}{_NOW}[ \t]*[:=]?[ \t]+"
    r"|'s[ \t]+|[ \t]*[是为はが][ \t]*|[ \t]*(?:→|->|=>|-)[ \t]+)"
)
# Within quotes a password may hold spaces.
_VALUE = (
    r"(?:(?P<quote>[\"'`“„«‘]|\*\*)(?P<quoted>(?!')[^\"'`”“»’\n\[*]{3,120})[\"'`”“»’*]"
    r"|[\"'`“„«]?(?P<value>[^\s\"'`”“»]{3,200}))"
)
_PASSWORD = re.compile(
    rf"(?:(?:{WORDS_FOR_ONE})s?|{NOT_AFTER}(?:pw|pass|pwd|passwort|creds?|credentials)(?=[ \t]*[:=])){LINK}{_VALUE}",
    re.IGNORECASE,
)
# "changed my password to hunter2", "ändere mein Passwort auf …"
_CHANGED = re.compile(
    r"\b(?:change|changed|changing|set|setting|reset|updated?|switched|ändere|setze|stelle)[ \t](?:[\w'-]{1,20}[ \t]){0,4}?"
    rf"(?:{WORDS_FOR_ONE})(?:[ \t]+(?!to\b|auf\b)[\w.@'-]{{1,30}}){{0,5}}?[ \t]+(?:to|auf)[ \t]+[\"'`“„]?(?P<value>[^\s\"'`”“]{{3,200}})",
    re.IGNORECASE,
)
# Side by side, only what no word looks like: "log in as anna, password Xy12345!"
_BESIDE = re.compile(
    rf"(?:{WORDS_FOR_ONE}|{NOT_AFTER}pw|\b(?:user(?:name)?|login|as)[ \t:]{{1,2}}\S{{1,60}}[ \t,/]{{1,3}}(?:and[ \t])?pass)[ \t]+[\"'`“„(]?(?P<value>(?=[^\s\[]{{0,40}}[0-9])[^\s\"'`”“,;)\[]{{6,100}})",
    re.IGNORECASE,
)
_TECHNICAL = re.compile(
    r"(?:v?[0-9][\w.,:/%-]*|(?:sha|md|aes|rsa|utf|base|pbkdf|argon|bcrypt|scrypt|oauth|wpa|http|tls|ssl|ldap|crypt|base|x|iso|rfc|nist|cve|sec|html|python|windows|win|mysql|office|pop|imap|smtp|http)"
    r"[\w.-]*|\w+://.*|[\w.]+\(.*|.*@.*\..*)[.,;:!?)]*",
    re.IGNORECASE,
)
# "hunter2 is my password": only what no word looks like.
_POSSESSIVE = r"(?:my|the|our|your|a|an|mein|das|unser|mon|le|notre|mi|la|nuestra|mia|minha|a|mijn|het|ons|moje|mitt)"
_FIRST = re.compile(
    r"(?<!\S)[\"'`“„«]?(?P<value>(?=[^\s\[]{0,30}[0-9])[^\s\[\"'`”“»]{4,60})[\"'`”“»]?,?[ \t]+(?:is|ist|est|es|è|é|jest|är|as|als|comme|como|come|jako|som)"
    rf"[ \t]+(?:{_POSSESSIVE}[ \t]+)?(?:[\w-]{{1,20}}[ \t]+){{0,2}}?(?:{WORDS_FOR_ONE})",
    re.IGNORECASE,
)
_NAMES = (
    r"(?:api|secret|access|auth|private|license|encryption|signing|service|personal access|bearer|client|webhook|deploy|bot|admin|account|session|refresh)"
    r"[ _-]?(?:access[ _-]?)?(?:key|token|secret)s?|(?:api|zugriffs|zugangs|access)-?[ ]?(?:schlüssel|token|key)|clés? (?:d'api|api|secrète|d'accès)|jetons?(?: d'accès| d'api)?"
    r"|claves? (?:de )?(?:api|acceso|secreta)|chiavi?e? (?:api|segreta|di accesso|privata)|chave (?:de |da )?(?:api|acesso|secreta)"
    r"|api-?[ ]?sleutel|toegangs(?:token|sleutel)|klucz(?:a)? (?:api|dostępu|prywatny)|api-?[ ]?nyckel|åtkomsttoken"
    r"|tokens?|token de (?:acceso|acesso)|token (?:d'accès|di accesso|dostępu)|secret|credential"
)
_MACHINE = (
    r"[\"'`“„(<]?(?P<value>(?=[^\s\"'`,;\[]{0,80}[0-9])[^\s\"'`”“,;\[<>()]{8,400})"
)
_KEY = re.compile(
    rf"(?:(?:{_NAMES})(?:{LINK}|[ \t]+(?=[^\s]{{0,60}}[0-9]))|\b(?:{_NAMES})[^\S\n]+(?:we|i|you|they)[ \t][^\n:=.]{{1,40}}[:=][ \t]{{0,3}}){_MACHINE}",
    re.IGNORECASE,
)
_ANY_KEY = re.compile(
    rf"\b(?:key|schlüssel|clé|clave|llave|chiave|chave|sleutel|klucz|nyckel|secret|code|creds?|credentials?){LINK}{_MACHINE}",
    re.IGNORECASE,
)
_AS_KEY = re.compile(
    r"(?<!\S)[\"'`“„]?(?P<value>(?=[^\s\"'`,;\[]{0,80}[0-9])[^\s\"'`”“,;\[<>]{8,400})[\"'`”“]?,?[ \t]+(?:as|is|for|als|ist|für|comme|est|como|es|come|è|é|jako|jest|som|är|pour)"
    rf"[ \t]+(?:{_POSSESSIVE}[ \t]+)?(?:[\w-]{{1,20}}[ \t]+){{0,2}}?(?:{_NAMES})\b",
    re.IGNORECASE,
)


def find_passwords(text: str) -> Iterator[Match]:
    for match in _PASSWORD.finditer(text):
        yield from _bare(match) if match["value"] else _quoted(match)
    for match in _CHANGED.finditer(text):
        start, end = _trimmed(match)
        if not is_talk(text, start, end, named=False):
            yield Match("PASSWORD", start, end, PROVEN)
    yield from _unlinked(text)


def _quoted(match: re.Match[str]) -> Iterator[Match]:
    if not (is_said_of_one(match["quoted"]) or is_reference(match["quoted"])):
        yield Match("PASSWORD", *match.span("quoted"), PROVEN)


def _unlinked(text: str) -> Iterator[Match]:
    for match in _BESIDE.finditer(text):
        start, end = _trimmed(match)
        if is_mixed(text[start:end]) and not _TECHNICAL.fullmatch(match["value"]):
            yield Match("PASSWORD", start, end, PROVEN)
    for match in _FIRST.finditer(text):
        if is_mixed(match["value"]) or match["value"].isdigit():
            yield Match("PASSWORD", *match.span("value"), PROVEN)


def _trimmed(match: re.Match[str]) -> tuple[int, int]:
    start = match.start("value")
    return start, start + len(match["value"].rstrip(".,;:"))


def _bare(match: re.Match[str]) -> Iterator[Match]:
    text = match.string
    start, end = _trimmed(match)
    named = re.search(r"[:=]", text[match.start() : start]) is not None
    phrase = phrase_end(text, start, fewest=3 if named else 4)
    if phrase:
        yield Match("PASSWORD", start, phrase, PROVEN)
        return
    value = text[start:end]
    if end - start < 3 or is_reference(value) or _is_code(match, value, named=named):
        return
    if not is_talk(text, start, end, named=named):
        yield Match("PASSWORD", start, end, PROVEN)


def _is_code(match: re.Match[str], value: str, *, named: bool) -> bool:
    """`password = word`, `password=word)`: settings know better."""
    link = match.string[match.start() : match.start("value")]
    return named and "=" in link and is_identifier(value.rstrip(")}]>"))


def _machine(entity: str, match: re.Match[str]) -> Iterator[Match]:
    start, end = _trimmed(match)
    value = match.string[start:end]
    if not is_reference(value) and is_mixed(value) and not is_said(value):
        yield Match(entity, start, end, PROVEN)


def find_spoken_keys(text: str) -> Iterator[Match]:
    for form in (_KEY, _AS_KEY):
        for match in form.finditer(text):
            if not _TECHNICAL.fullmatch(match["value"]) or len(match["value"]) > 19:
                yield from _machine("API_KEY", match)
    for match in _ANY_KEY.finditer(text):
        start, end = _trimmed(match)
        if is_random(text[start:end]):
            yield Match("API_KEY", start, end, PROVEN)


RULES = (
    Rule("passwords", ("PASSWORD",), find_passwords),
    Rule("spoken keys", ("API_KEY",), find_spoken_keys),
)
