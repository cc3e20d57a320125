"""Orders that are orders whoever speaks: overruling, new selves, hiding, trust, tools.

Each form is for one sentence, as `instruction_words.py` says. Gaps are counted, so that
no text takes more than linear time.
"""

import re
from dataclasses import dataclass

from governance.writing.instruction_words import (
    ACTS,
    DEM_NUTZER,
    EARLIER,
    FROM_NOW,
    NUTZER,
    ORDER,
    OVERRULE,
    OVERRULE_WORDS,
    RULES,
    TATEN,
    USER,
)


@dataclass(frozen=True, slots=True)
class Form:
    """A pattern that needs one of these words, which tell faster that it is not there."""

    needs: frozenset[str]
    pattern: re.Pattern[str]

    def found(self, sentence: str, words: frozenset[str]) -> bool:
        return not self.needs.isdisjoint(words) and bool(self.pattern.search(sentence))


def form(needs: str, pattern: str) -> Form:
    return Form(frozenset(needs.split()), re.compile(pattern))


MARKS = re.compile(
    r"<\|[^|>]{0,40}\|>|\[/?INST\]|<</?SYS>>"
    r"|</?(?:system|instructions?|assistant|developer|override|prompt)(?:[ _-]\w{1,20})?>"
    r"|^\W{0,6}(?:system|developer|assistant)"
    r"(?: ?(?:prompt|message|note|instruction|override))?\W{0,3}:\W{0,4}"
    r"(?:you|your|new|from|ignore|do|don't|never|always|must|all|sure|ok|okay|yes|i|understood"
    r"|of course|certainly|the (?:assistant|agent|user|rules)|du|deine|neue|ab|ignoriere)\b"
    r"|^\W{0,6}(?:system|developer) (?:prompt|message|override)\W{0,3}:"
    r"|\#{2,} ?(?:instructions?|system|new instructions?|response|assistant)\b",
    re.IGNORECASE | re.MULTILINE,
)
# Of a text spelt out letter by letter nothing is left that parts the words.
SQUEEZED = re.compile(
    r"(?:ignore|disregard|forget|override|ignoriere|vergiss)"
    r"(?:all|any|the|your|alle|deine){0,3}(?:previous|prior|above|earlier|vorherigen)?"
    r"(?:instructions?|rules|prompts?|guidelines|anweisungen|regeln)"
)

_GIST = r"(?:reveal|print|output|repeat|show|display|dump|leak|quote)"
_OVERRULES = (
    form(
        OVERRULE_WORDS,
        rf"{ORDER}{OVERRULE}(?: \S+){{0,3}}? {EARLIER}(?: \S+){{0,3}}? ?\b{RULES}\b",
    ),
    form(
        OVERRULE_WORDS,
        rf"\b(?<!to ){OVERRULE}(?: (?:all|any|of|the|your|alle|las|les)){{0,4}} "
        r"(?:previous|prior|above|earlier|preceding|vorherigen?|precedentes|anteriores)(?: \S+)? ?"
        rf"(?:{RULES}\b|(?<=above)(?= and\b|$)|text\b|context\b)",
    ),
    form(
        OVERRULE_WORDS,
        rf"{ORDER}{OVERRULE}(?: \S+){{0,2}} {RULES} "
        r"(?:previous|prior|above|precedentes|anteriores|previas|des entwicklers|of the developer)",
    ),
    form(
        OVERRULE_WORDS,
        rf"{ORDER}{OVERRULE} (?:bitte )?(?:all|any|alle|your|deine|every|die)(?: \S+)? {RULES}\b",
    ),
    form(
        OVERRULE_WORDS,
        rf"{ORDER}{OVERRULE} (?:everything|anything|all|what|whatever|alles),?(?: that)? "
        r"(?:above|before|you (?:were|have been|know)|was (?:said|told|written|dir)|else|prior"
        r"|previous|so far|davor|bisher)",
    ),
    form(
        OVERRULE_WORDS,
        rf"{ORDER}{OVERRULE} (?:what|whatever|anything|everything) {USER} (?:says?|said|wants?|asks?|tells?)",
    ),
    form(
        "vergiss",
        r"\bvergiss,? (?:alles,? )?was (?:der entwickler|dir|dein|vorher|bisher|du)\b",
    ),
    form("toutes obedezcas", rf"\b{OVERRULE} toutes les \w+|\bno obedezcas\b"),
    form(
        "follow obey comply heed adhere listen",
        r"\b(?:do not|don't|no longer|never|need not|must not|stop) "
        r"(?:follow|obey|comply with|heed|adhere to|listen to)(?:ing)?"
        rf"(?: \S+){{0,3}} (?:{RULES}|developer|user|owner)\b",
    ),
    form(
        "this these any such",
        r"\b(?:this|these|any|such)(?: \S+){0,5} "
        r"(?:outranks?|overrides?|supersedes?|takes? precedence over|replaces?)(?: \S+){0,4} "
        rf"{RULES}\b",
    ),
    form(
        "apply", rf"\b{RULES} (?:above|below|before|so far)? ?(?:do|does) not apply\b"
    ),
    form(
        "your",
        r"^(?!what|which|where|how|are|is|do|does|did|can|could|why|i|we|he|she|they|thanks|has|have)"
        rf"\w+(?: \S+){{0,4}}? your (?:\w+ )?{RULES}\b",
    ),
    form(
        "your",
        rf"\byour system prompt\b|\byour (?:\w+ )?{RULES} (?:are|is|no longer|do not|don't)",
    ),
    form(
        "your",
        rf"\byour {RULES} (?:have|has) (?:been )?(?:changed|updated|replaced|revoked)\b",
    ),
    form(
        "above before far",
        rf"{ORDER}{_GIST} (?:everything|all|anything|the (?:text|conversation|words))(?: \S+)? (?:above|before this|so far)",
    ),
    form(
        "prompt instructions rules message context",
        rf"{ORDER}(?:{_GIST}|tell)(?: \S+){{0,2}}? (?:hidden|secret|internal|initial|original|system) "
        r"(?:prompt|instructions|rules|message|context)",
    ),
    form("override", r"^override\b ?:"),
)

_BECOMES = (
    form(
        "you",
        r"\byou are (?:now|no longer|from now on|hereby|henceforth) (?:an?|free|dan|un\w+|bound|allowed"
        r"|able|to|required|acting|operating|restricted|subject"
        r"|the (?:\w+ )?(?:bot|agent|assistant|admin\w*|model|ai|voice))\b",
    ),
    form("you", rf"\byou (?:must|should|shall|have to|will),? {FROM_NOW}\b"),
    form(
        "you",
        r"\byou (?:will |must |shall )?now (?:work|belong|obey|serve|act|answer|follow|forget|ignore"
        r"|respond|speak|report)\b|\byou (?:answer|respond|reply|speak) only\b",
    ),
    form(
        "you",
        r"\byou (?:have been|were|are) (?:reprogrammed|reconfigured|jailbroken|replaced|hacked|liberated)\b",
    ),
    form(
        "you",
        r"\byou are (?:an? )?(?:\w+ )?(?:agent|assistant|ai|bot|model)\b(?: \S+){0,4}? "
        r"(?:and|who|that) (?:must|should|will|shall|always|never|can)\b",
    ),
    form(
        "you",
        r"\bif you are (?:an? )?(?:ai|llm|model|bot|agent|assistant|language model)\b",
    ),
    form(
        "mode",
        r"\b(?:developer|god|dan|jailbreak|admin|unrestricted|debug|maintenance) mode\b",
    ),
    form(
        "your",
        r"\byour (?:new|only|real|true|primary|main) (?:goal|task|role|instructions?|purpose|persona"
        r"|identity|mission|job|objective|rules?) (?:is|are)\b",
    ),
    form(
        "act behave respond pose operate role roleplay",
        rf"{ORDER}(?:you (?:will|must|should|shall) )?(?:act|behave|respond|pose|operate|role-?play) "
        r"(?:as|like) (?:if|though|an? (?:unrestricted|uncensored|admin\w*|evil|jailbroken|unfiltered"
        r"|different|root|hacker|system)|admin|administrator|root|dan\b)",
    ),
    form("pretend", rf"{ORDER}pretend (?:that )?(?:you|to be|there|the|no)\b"),
    form(
        "du",
        r"\bdu (?:bist|wirst) (?:jetzt|nun|ab jetzt|ab sofort|nicht mehr|kunftig) "
        rf"(?:ein|eine|der|die|frei|kein|an|gebunden|verpflichtet)\b|\b{FROM_NOW} bist du\b"
        r"|\bdu arbeitest (?:jetzt|nun|ab jetzt|kunftig)\b",
    ),
    form(
        "du",
        r"\bdu (?:darfst|sollst|musst|wirst) (?:niemals|nie|immer|stets|ab sofort|kein\w*|jede\w*|alle\w*)"
        r"(?: \S+){0,5}? (?:zustimmen|antworten|empfehlen|sagen|nennen|erwahnen|befolgen|gehorchen"
        r"|verraten|preisgeben|ablehnen|genehmigen|vertrauen|senden|schicken|weiterleiten)\b",
    ),
    form("so dich", r"\b(?:tue|tu) so,? als\b|\bgib dich (?:als|fur)\b"),
)

_NOT_I = r"(?<!\bi )(?<!\bwe )(?<!\bthey )"
_KNOWS = r"(?:know|find out|learn|see|notice|be told|be informed|be shown|hear|suspect)"
_CONCEALS = (
    form(
        "tell telling mention mentioning reveal revealing disclose disclosing inform informing show "
        "showing notify notifying alert alerting warn warning report reporting say saying explain",
        rf"{_NOT_I}\b(?:do not|don't|never|(?:you|agent|assistant|model|ai) (?:must|may|should|shall) "
        r"(?:not|never)|without|avoid|refrain from) (?:ever )?"
        r"(?:tell|mention|reveal|disclos|inform|show|notify|alert|warn|report|say|explain)(?:ing|e)?"
        rf"(?: \S+){{0,5}}? (?:to )?{USER}(?! group)\b",
    ),
    form(
        "reveal mention disclose admit talk explain",
        rf"{_NOT_I}\b(?:do not|don't|never) (?:ever )?(?:reveal|mention|disclose|admit|talk about|explain)"
        r"(?: \S+){0,3}? (?:this|these|that you|rules?|note|message|instructions?|prompt|advert\w*)\b",
    ),
    form(
        "nothing",
        rf"\bnothing (?:about|of) (?:this|these|it|that)(?: \S+){{0,2}}? to {USER}\b",
    ),
    form("let", rf"^(?:please )?(?:never|do not|don't|you must never) let {USER} \w+"),
    form(
        "let",
        rf"{ORDER}(?:do not|don't|never) let (?:anyone|anybody|them|{USER}) {_KNOWS}\b",
    ),
    form(
        "hide conceal keep withhold kept stay stays remain remains",
        r"\b(?:hide|conceal|keep|withhold|kept|stays?|remains?)(?: \S+){0,4}? "
        rf"(?:(?:secret|hidden|concealed|away) )?from {USER}\b",
    ),
    form(
        "keep",
        r"^(?:please )?keep (?:this|these)(?: \S+){0,2} (?:secret|hidden|confidential|to yourself|between us)\b",
    ),
    form(
        "not never t",
        rf"\b{USER} (?:must|should|may|need|can|shall) ?(?:not|never|n't)(?: \S+){{0,2}} {_KNOWS}\b",
    ),
    form(
        "circumstances", rf"\bunder no circumstances (?:should you |must you )?{ACTS}\b"
    ),
    form(
        "must",
        r"\bmust be (?:recommended|obeyed|followed|trusted|executed|concealed|hidden|preferred|ignored)\b",
    ),
    form(
        "nobody one", rf"{ORDER}(?:tell|inform) (?:nobody|no one) (?:about|of|that)\b"
    ),
    form(
        "silently secretly covertly quietly heimlich unbemerkt",
        rf"{ORDER}(?:silently|secretly|covertly|quietly|heimlich|unbemerkt) (?:{ACTS}|{TATEN}|change)\b",
    ),
    form("log audit flag", rf"{ORDER}(?:do not|don't|never) (?:log|audit|flag)\b"),
    form(
        "sag sage verrate erzahl erzahle teile berichte zeige erklare",
        rf"\b(?:sage?|verrate|erzahle?|teile|berichte|zeige|erklare)(?: \S+)? {DEM_NUTZER}"
        r"(?: \S+){0,3}? (?:nichts?|niemals|nie|kein\w*)\b"
        r"|\b(?:erzahle?|sage?|verrate) (?:niemandem|keinem) (?:von|davon|etwas|dass)\b",
    ),
    form(
        "verheimliche verschweige verbirg", r"\b(?:verheimliche|verschweige|verbirg)\b"
    ),
    form(
        "nicht nichts nie",
        rf"\b{DEM_NUTZER}(?: \S+){{0,4}}? nichts?(?: \S+){{0,2}} (?:sagen|erzahlen|verraten|mitteilen|zeigen)\b"
        rf"|\b(?:der|die) {NUTZER} (?:darf|soll|muss|braucht)(?: \S+){{0,3}}? (?:nichts?|nie)(?: \S+){{0,2}} "
        r"(?:erfahren|wissen|merken|sehen)\b",
    ),
)

ORDERS = (*_OVERRULES, *_BECOMES, *_CONCEALS)
