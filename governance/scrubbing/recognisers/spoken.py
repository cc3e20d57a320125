"""Secrets in plain talk: "my password is …", "PIN: …", "use … as the api key"."""

import re
from collections.abc import Iterator

from governance.scrubbing.recognisers.cued import Cued, lowered
from governance.scrubbing.recognisers.rule import NOT_AFTER, PROVEN, Rule
from governance.scrubbing.recognisers.secrets.looks import (
    is_identifier,
    is_mixed,
    is_random,
    is_reference,
)
from governance.scrubbing.recognisers.secrets.naming import (
    WORDS_FOR_ONE,
    in_words,
    names_password,
)
from governance.scrubbing.recognisers.talk import (
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
    r"(?:[ \t]+(?:for|to|of|on|at|in|with|fürs|für|meiner|meines|unserer|unseres|der|vom|von|zum|zur|beim|im|am|de|del|della|dello|du|des|d'|pour|para|per|da|do|dos|di|sur|à"
    r"|voor|van|op|dla|na|till|för|på)(?:[ \t]+[\w.@'-]{1,30}+){1,4}?)?"
)
_NOW = r"(?:[ \t]+(?:now|still|again|here|currently|jetzt|nun|noch|immer|wieder|maintenant|ahora|adesso|nu|agora|teraz))?"
LINK = (
    rf"[\"']?(?:{_OF}(?:(?:[ \t]*\([^()\n]{{1,40}}\))?[ \t]*[:=]{{1,2}}\*{{0,2}}[ \t]*(?:\n[ \t]{{0,3}})?|{_NOW}[ \t]+{_IS}{_NOW}[ \t]*[:=]?[ \t]+)"
    r"|'s[ \t]+|[ \t]*[是为はが][ \t]*|[ \t]*(?:→|->|=>|-)[ \t]+)"
)
# Within quotes a password may hold spaces.
_VALUE = (
    r"(?:(?P<quote>[\"'`“„«‘]|\*\*)(?P<quoted>(?!')[^\"'`”“»’\n\[*]{3,120})[\"'`”“»’*]"
    r"|[\"'`“„«]?(?P<value>[^\s\"'`”“»]{3,200}))"
)
_SHORTEST = 3
_LONGEST_READ = 90
_UNBROKEN = re.compile(r"[^\s\"'`”“»]+")
# No name of a method or a version has so many characters.
_LONG = 20
_PASSWORD_STEMS = (
    "pass", "pwd", "pw", "kennwort", "zugangscode", "losungswort", "mdp", "contrase", "senha", "wachtwoord", "senord",
    "hasł", "haslo", "parola", "heslo", "jelsz", "salasana", "adgangskode", "cred", "пароль", "密", "パス", "비밀",
)  # fmt: skip
_KEY_STEMS = (
    "key", "token", "secret", "schlüssel", "clé", "clave", "llave", "chiav", "chave", "sleutel", "klucz", "nyckel",
    "jeton", "cred", "code",
)  # fmt: skip
_PASSWORD = Cued(
    re.compile(
        rf"(?:(?:{WORDS_FOR_ONE})s?|{NOT_AFTER}(?:(?:pw|pass)(?=:|[ \t]*=)|pw(?='s|[ \t]+(?:is|ist)\b))){LINK}{_VALUE}"
    ),
    _PASSWORD_STEMS,
    12,
)
# "changed my password to hunter2", "ändere mein Passwort auf …"
_CHANGED = Cued(
    re.compile(
        r"\b(?:change|changed|changing|set|setting|reset|updated?|switched|ändere|setze|stelle)[ \t](?:[\w'-]{1,20}[ \t]){0,4}?"
        rf"(?:{WORDS_FOR_ONE})(?:[ \t]+(?!to\b|auf\b)[\w.@'-]{{1,30}}){{0,5}}?[ \t]+(?:to|auf)[ \t]+[\"'`“„]?(?P<value>[^\s\"'`”“]{{3,200}})"
    ),
    _PASSWORD_STEMS,
    110,
)
# Side by side, only what no word looks like: "log in as anna, password Xy12345!"
_BESIDE = Cued(
    re.compile(
        rf"(?:{WORDS_FOR_ONE}|{NOT_AFTER}pw|\b(?:user(?:name)?|login|as)[ \t:]{{1,2}}\S{{1,60}}[ \t,/]{{1,3}}(?:and[ \t])?pass)[ \t]+[\"'`“„(]?(?P<value>(?=[^\s\[]{{0,40}}[0-9])[^\s\"'`”“,;)\[]{{6,100}})"
    ),
    _PASSWORD_STEMS,
    110,
)
_TECHNICAL = re.compile(
    r"(?:v?[0-9][\w.,:/%-]*|(?:sha|md|aes|rsa|utf|base|pbkdf|argon|bcrypt|scrypt|oauth|wpa|http|tls|ssl|ldap|crypt|iso|x509|rfc|nist|cve|sec|html|python|windows|win|mysql|office|pop|imap|smtp|http)"
    r"[\w.-]*|\w+://.*|[\w.]+\(.*|.*@.*\..*)[.,;:!?)]*",
    re.IGNORECASE,
)
# "hunter2 is my password": only what no word looks like.
_POSSESSIVE = r"(?:my|the|our|your|a|an|mein|das|unser|mon|le|notre|mi|la|nuestra|mia|minha|a|mijn|het|ons|moje|mitt)"
_FIRST = Cued(
    re.compile(
        r"(?<!\S)[\"'`“„«]?(?P<value>(?=[^\s\[]{0,30}[0-9])[^\s\[\"'`”“»]{4,60})[\"'`”“»]?,?[ \t]+(?:is|ist|est|es|è|é|jest|är|as|als|comme|como|come|jako|som)"
        rf"[ \t]+(?:{_POSSESSIVE}[ \t]+)?(?:[\w-]{{1,20}}[ \t]+){{0,2}}?(?:{WORDS_FOR_ONE})"
    ),
    _PASSWORD_STEMS,
    160,
)
_NAMES = (
    r"(?<![a-z0-9.-])(?<!page_)(?<!next_)(?:(?:api|secret|access|auth|private|license|encryption|signing|service|personal access|bearer|client|webhook|deploy|bot|admin|account|session|refresh)"
    r"[ _-]?(?:access[ _-]?)?(?:key|token|secret)s?|(?:api|zugriffs|zugangs|access)-?[ ]?(?:schlüssel|token|key)|clés? (?:d'api|api|secrète|d'accès)|jetons?(?: d'accès| d'api)?"
    r"|claves? (?:de )?(?:api|acceso|secreta)|chiavi?e? (?:api|segreta|di accesso|privata)|chave (?:de |da )?(?:api|acesso|secreta)"
    r"|api-?[ ]?sleutel|toegangs(?:token|sleutel)|klucz(?:a)? (?:api|dostępu|prywatny)|api-?[ ]?nyckel|åtkomsttoken"
    r"|tokens?|token de (?:acceso|acesso)|token (?:d'accès|di accesso|dostępu)|secret|credential)"
)
_TOKEN = re.compile(r"token|jeton")
_MACHINE = (
    r"[\"'`“„(<]?(?P<value>(?=[^\s\"'`,;\[]{0,80}[0-9])[^\s\"'`”“,;\[<>()]{8,400})"
)
_KEY = Cued(
    re.compile(
        rf"(?:(?:{_NAMES})(?:{LINK}|[ \t]+(?=[^\s]{{0,60}}[0-9]))|\b(?:{_NAMES})[^\S\n]+(?:we|i|you|they)[ \t][^\n:=.]{{1,40}}[:=][ \t]{{0,3}}){_MACHINE}"
    ),
    _KEY_STEMS,
    60,
)
_ANY_KEY = Cued(
    re.compile(
        rf"\b(?:key|schlüssel|clé|clave|llave|chiave|chave|sleutel|klucz|nyckel|secret|code|creds?|credentials?){LINK}{_MACHINE}"
    ),
    _KEY_STEMS,
    12,
)
_AS_KEY = Cued(
    re.compile(
        r"(?<!\S)[\"'`“„]?(?P<value>(?=[^\s\"'`,;\[]{0,80}[0-9])[^\s\"'`”“,;\[<>]{8,400})[\"'`”“]?,?[ \t]+(?:as|is|for|als|ist|für|comme|est|como|es|come|è|é|jako|jest|som|är|pour)"
        rf"[ \t]+(?:{_POSSESSIVE}[ \t]+)?(?:[\w-]{{1,20}}[ \t]+){{0,2}}?(?:{_NAMES})\b"
    ),
    _KEY_STEMS,
    480,
)


def find_passwords(text: str) -> Iterator[Match]:
    low = lowered(text)
    for match in _PASSWORD.finditer(low):
        yield from _bare(text, match) if match["value"] else _quoted(text, match)
    for match in _CHANGED.finditer(low):
        start, end = _trimmed(match)
        if not is_talk(text, start, end, named=False):
            yield Match("PASSWORD", start, end, PROVEN)
    for match in _BESIDE.finditer(low):
        start, end = _trimmed(match)
        if is_mixed(text[start:end]) and not _TECHNICAL.fullmatch(match["value"]):
            yield Match("PASSWORD", start, end, PROVEN)
    for match in _FIRST.finditer(low):
        if is_mixed(match["value"]) or match["value"].isdigit():
            yield Match("PASSWORD", *match.span("value"), PROVEN)


def _quoted(text: str, match: re.Match[str]) -> Iterator[Match]:
    start, end = match.span("quoted")
    if not (is_said_of_one(text[start:end]) or is_reference(text[start:end])):
        yield Match("PASSWORD", start, end, PROVEN)


def _trimmed(match: re.Match[str]) -> tuple[int, int]:
    """What is longer than the pattern reads goes whole: a rest would be the next round's
    password, and the next one's."""
    start, end = match.span("value")
    if end - start >= _LONGEST_READ:
        rest = _UNBROKEN.match(match.string, end)
        end = rest.end() if rest else end
    return start, start + len(match.string[start:end].rstrip(".,;:"))


def _bare(text: str, match: re.Match[str]) -> Iterator[Match]:
    start, end = _trimmed(match)
    link = text[match.start() : start]
    named = ":" in link or "=" in link
    spoken = 3 if "phrase" in link.lower() else 4
    phrase = phrase_end(text, start, fewest=2 if named else spoken)
    if phrase:
        yield Match("PASSWORD", start, phrase, PROVEN)
        return
    value = text[start:end]
    # In code a bare word is a variable; `settings` knows better.
    bare = value.rstrip(")}]>")
    is_code = is_identifier(bare) and ("=" in link or names_password(in_words(bare)))
    if end - start < _SHORTEST or is_code or is_reference(value):
        return
    if not is_talk(text, start, end, named=named):
        yield Match("PASSWORD", start, end, PROVEN)


def find_spoken_keys(text: str) -> Iterator[Match]:
    low = lowered(text)
    for form in (_KEY, _AS_KEY):
        for match in form.finditer(low):
            start, end = _trimmed(match)
            if _is_key(text[start:end]):
                is_token = _TOKEN.search(match.group().replace(match["value"], ""))
                entity = "ACCESS_TOKEN" if is_token else "API_KEY"
                yield Match(entity, start, end, PROVEN)
    for match in _ANY_KEY.finditer(low):
        start, end = _trimmed(match)
        if is_random(text[start:end]):
            yield Match("API_KEY", start, end, PROVEN)


def _is_key(value: str) -> bool:
    if _TECHNICAL.fullmatch(value) and len(value) < _LONG:
        return False
    return is_mixed(value) and not is_reference(value)


RULES = (
    Rule("passwords", ("PASSWORD",), find_passwords),
    Rule("spoken keys", ("ACCESS_TOKEN", "API_KEY"), find_spoken_keys),
)
