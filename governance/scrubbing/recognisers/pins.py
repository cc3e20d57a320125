"""PINs and short codes in plain talk: "PIN: …", "the code for the door is …#"."""

import re
from collections.abc import Iterator

from governance.scrubbing.recognisers.cued import Cued, lowered
from governance.scrubbing.recognisers.rule import NOT_AFTER, NOT_BEFORE, PROVEN, Rule
from governance.scrubbing.recognisers.spoken import LINK
from governance.scrubbing.results import Match

_PLACES = (
    r"(?:front |back |main |building |house |garden )?(?:door|gate|alarm|safe|garage|entry|entrance|lock|locker|padlock|keypad|lockbox|key box|vault|building|house|phone|tablet"
    r"|screen|bike lock|suitcase|luggage|sim|voicemail|keysafe|key safe|elevator|lobby)"
)
_FOREIGN = (
    r"(?:haus|tür|haustür|garagen|tor|tresor|safe|alarm|schließfach|sperr|entsperr|handy|zugangs|fahrradschloss|koffer)-?(?:code|pin|kombination)|geheimzahl|geheimnummer"
    r"|zahlenkombination|code (?:de |d'|du )(?:la )?(?:porte|entrée|portail|alarme|immeuble|coffre|carte|sécurité|déverrouillage)|digicode|code secret|code pin"
    r"|código (?:de |del )(?:la )?(?:puerta|portal|alarma|caja fuerte|entrada|acceso|verificación|desbloqueo|seguridad)|codice (?:della |del |di )?(?:porta|portone|cancello|allarme|cassaforte|sblocco|verifica|pin)"
    r"|código (?:da |do |de )?(?:porta|portão|alarme|cofre|verificação|acesso)|deurcode|poortcode|alarmcode|pincode|toegangscode|kod (?:do |pin)?(?:drzwi|bramy|domofonu|alarmu|sejfu)|kod pin"
    r"|(?:port|dörr|larm|pin)kod(?:en)?|verifieringskod|verificatiecode|bestätigungscode|code de (?:vérification|confirmation)|kod weryfikacyjny|nip"
)
_CUE = (
    rf"(?:{NOT_AFTER}(?:[\w-]{{0,20}}pins?|pin[ -]?(?:code|number|nummer)|puk|puk[ -]?code|tan|otp|m?tan)"
    r"|\b(?:verification|recovery|security|backup|login|unlock|door|alarm|access|sms|confirmation|authentication|authenticator|authorization|sign-?in|entry|gate|2fa|mfa|one[- ]time)[ -]?(?:pass)?code"
    rf"|\bpass ?code|\b{_PLACES}(?:'s)?[ -](?:code|pin|combination|combo)|\b(?:code|combination|combo|pin)[ \t](?:for|to|of|on)[ \t](?:(?:the|my|our|his|her|their|your)[ \t])?(?:[\w-]{{1,15}}[ \t])?{_PLACES}"
    rf"|\bcode[ \t](?:für|zum|zur|vom|von)[ \t](?:(?:die|das|den|der|dem|unser\w*|mein\w*)[ \t])?(?:haus)?(?:tür|tor|garage|safe|tresor|alarm\w*|keller|schloss|handy)|\b(?:{_FOREIGN}))"
)
_DIGITS = r"[*#]?(?:[a-z]-?)?[0-9](?:[ -]?[0-9]){2,11}[*#]?"
_WORD_DIGIT = (
    r"(?:zero|oh|one|two|three|four|five|six|seven|eight|nine|null|eins|zwei|zwo|drei|vier|fünf|sechs|sieben|acht|neun"
    r"|zéro|un|deux|trois|quatre|cinq|sept|huit|neuf|cero|uno|dos|tres|cuatro|cinco|siete|ocho|nueve)"
)
_SPELT = rf"{_WORD_DIGIT}(?:[ ,-]{{1,2}}{_WORD_DIGIT}){{3,11}}"
_STEMS = (
    "pin", "puk", "tan", "otp", "code", "código", "codice", "kod", "geheim", "combin", "combo", "zahlen", "nip",
)  # fmt: skip
_PIN = Cued(
    re.compile(
        rf"{_CUE}(?:{LINK}|[ \t]+)[\"'`“„]?(?P<value>{_DIGITS}|{_SPELT}){NOT_BEFORE}"
    ),
    _STEMS,
    44,
)
# "4711 is my PIN", "482913 is your verification code"
_FIRST = Cued(
    re.compile(
        rf"(?<![\w.,-])(?P<value>(?:[a-z]-)?[0-9]{{3,4}}[ -]?[0-9]{{0,6}}[#*]?)[ \t]+(?:is|ist|est|es|è|é|jest|är)[ \t]+(?:(?:my|the|our|your|his|her|mein|meine|die|der|dein|mon|le|mi|el|il)[ \t]+)?"
        rf"(?:[\w'-]{{1,20}}[ \t]+){{0,3}}?{_CUE}\b"
    ),
    _STEMS,
    110,
)
_COMBINATION = Cued(
    re.compile(
        r"\b(?:combination|combo|zahlenschloss|zahlenkombination|combinaison|combinación|combinazione)(?:[ \t]+[\w'-]{1,15}){0,5}?(?:[ \t]*[:=]|[ \t]+(?:is|ist|est|es|è))[ \t]+"
        r"(?P<value>[rl]?[0-9]{1,3}(?:[ ,-]{1,3}[rl]?[0-9]{1,3}){2,4}|[0-9]{3,6})(?![0-9a-z])"
    ),
    _STEMS,
    2,
)
# A chat as it is kept: "what's the code?", and the answer on the next line.
_ANSWER = Cued(
    re.compile(
        r"\b(?:pin|puk|tan|otp|cvv|cvc|(?:pass ?|security |access )?code|sicherheitscode|código|codice)"
        r"\b[^\n?]{0,30}\?[ \t]*\n[ \t]*(?:[\w ]{1,20}:[ \t]*)?(?P<value>[0-9]{3,8})(?![\w.,:-]\w|\w)"
    ),
    (*_STEMS, "cv"),
    20,
)
_FEWEST = 4


def find_pins(text: str) -> Iterator[Match]:
    low = lowered(text)
    for form in (_PIN, _FIRST, _COMBINATION, _ANSWER):
        for match in form.finditer(low):
            digits = sum(char.isdigit() for char in match["value"])
            if (
                digits == 0
                or digits >= _FEWEST
                or form in (_COMBINATION, _ANSWER)
                or match["value"][-1] in "#*"
            ):
                yield Match("PIN", *match.span("value"), PROVEN)


RULES = (Rule("pins", ("PIN",), find_pins),)
