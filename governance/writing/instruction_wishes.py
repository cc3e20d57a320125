"""Orders for later and redirected money; and what makes one of them a person's own wish.

"Whenever I travel, book me a window seat" is what a memory is for.
"""

import re

from governance.writing.instruction_forms import form
from governance.writing.instruction_words import (
    ACT_NEXT,
    ACTS,
    ALWAYS,
    ANYONE,
    DEM_NUTZER,
    FILL,
    FROM_NOW,
    MONEY,
    MONEY_WORDS,
    NO_VERB,
    NOT_MINE,
    NOTICES,
    NUTZER,
    ORDER,
    PUSHING,
    SEND,
    SEND_WORDS,
    TALKS,
    TARGET,
    TATEN,
)

# How many characters before it tell whose habit it is.
_NEARBY = 200
_STANDS = re.compile(rf"\b{ALWAYS} (?:please |bitte )?{ACTS}\b")
_OPENS_STANDING = re.compile(
    rf"(?:(?:please|remember|note|rule|important|remember to|bitte|you|{FROM_NOW}|when \w+ing)[ ,:]*){{0,3}}"
)
_OF_SOMEBODY = re.compile(
    r"\b(?:i|we|they|he|she|who|people|parents|friends|kids|children|colleagues|ich|wir|er|sie|says?"
    r"|said|told|sagt|motto|prefers|likes|wants)\b|'s\b"
)

_NOW_WORDS = (
    "now today tomorrow day point moment week month here henceforth forward hereafter future "
    "immediately subsequent upcoming later your notice jetzt sofort heute nun morgen kunftig "
    "zukunftig zukunft fortan"
)
_ALWAYS_WORDS = "always never only immer niemals nie stets toujours siempre nunca"
_ANY_WORDS = "each every all any jede jeder jeden jedes alle allen"
_MESSAGES = r"repl(?:y|ies)|answers?|responses?|messages?|conversations?|questions?"
_WHO = r"users?|customers?|clients?|anyone"
# What is done to one's words to others; to check or delete "all messages" is a request.
_TO_WORDS = (
    r"(?:answer|reply|respond|add|append|insert|include|replace|repeat|begin|start|end|mention"
    r"|praise|quote|put|attach|antworte|fuge|schreibe|setze)"
)
LATER = (
    form(
        _NOW_WORDS,
        rf"^{FILL}(?:remember(?: that)?,? )?{FROM_NOW},? {FILL}(?:you |do not |don't |{ALWAYS} |{ACTS}\b|{TATEN}\b)"
        rf"|^{FILL}{ACTS}\b(?: \S+){{0,25}}? {FROM_NOW}\b",
    ),
    form(
        f"{_NOW_WORDS} {_ALWAYS_WORDS}",
        rf"^{FILL}{TATEN} (?:\S+ ){{0,3}}?(?:{ALWAYS}|{FROM_NOW})\b",
    ),
    form(
        "whenever time anytime everytime jedes immer",
        r"\b(?:whenever|(?:each|every|any|the next|next) ?time|immer wenn|jedes mal,? wenn)"
        rf"(?: \S+){{1,14}}?{ACT_NEXT}",
    ),
    form(
        "when if once soon case should wenn falls sobald",
        rf"\b(?:when|if|once|as soon as|in case|should|wenn|falls|sobald) {ANYONE} (?:\w+ )?{TALKS}\b"
        rf"(?: \S+){{0,12}}?{ACT_NEXT}",
    ),
    form(
        "when whenever if once soon",
        rf"\b(?:when|whenever|if|once|as soon as) (?:the |a |any |this )?(?:{_WHO}|conversation|discussion|topic|chat|session"
        rf"|request|query)\b(?: \S+){{1,12}}?, {NO_VERB}(?!\w+(?:s|ed|ing)\b)\w+",
    ),
    form(
        "when if once soon whenever",
        rf"\b(?:when|if|once|as soon as|whenever) you {NOTICES}\b(?: \S+){{0,8}}? (?:please )?{PUSHING}\b"
        rf"|\b(?:when|if|once|as soon as|whenever) you {NOTICES} (?:this|these|that|it|the|a|an|any|asked|to|about)\b"
        rf"(?: \S+){{0,8}}?, {FILL}{NO_VERB}\w+",
    ),
    form(
        "when whenever if",
        rf"\b(?:when|whenever|if) asked (?:about|for|to|if|whether|who|what|which|how)\b(?: \S+){{1,10}}?, "
        rf"(?:{ALWAYS} )?{ACTS}\b",
    ),
    form(
        "summarising summarizing answering replying responding reading processing asked generating quoting "
        "translating each every",
        r"\b(?:when|while|before|after) (?:summari[sz]ing|answering|replying|responding|reading|processing"
        rf"|asked|generating|quoting|translating)\b(?: \S+){{0,10}}?{ACT_NEXT}"
        rf"|\b(?:before|after) (?:each|every|answering|replying|responding)\b(?: \S+){{0,4}}?, (?:{ALWAYS} )?{ACTS}\b",
    ),
    form(
        "whenever if when time wenn",
        rf"^{FILL}(?:{ACTS}|{TATEN})\b(?: \S+){{1,10}}? (?:whenever|if|when|every time|each time|wenn) "
        rf"(?:the |a |any |this |der |ein )?(?:{_WHO}|someone|somebody|{NUTZER}|jemand)\b",
    ),
    form(
        "wenn falls sobald",
        rf"\b(?:wenn|falls|sobald)(?: \S+){{1,12}}?, (?:bitte |dann )?{TATEN}\b"
        rf"|\b(?:wenn|falls|sobald) (?:jemand|(?:der|die|ein|eine) {NUTZER})(?: \S+){{0,8}}? {TALKS}, \w+e\b",
    ),
    form(
        _ANY_WORDS,
        rf"{ORDER}(?:{ALWAYS} )?{_TO_WORDS}\b(?: \S+){{0,8}}? (?:all|any) (?:\w+ )?(?:{_MESSAGES})\b"
        rf"|{ORDER}(?:{ALWAYS} )?(?:{ACTS}|{TATEN})\b(?: \S+){{0,8}}? "
        rf"(?:(?:each|every) (?:\w+ )?(?:{_MESSAGES}|outputs?|prices?|purchases?|users?)"
        r"|(?:auf |in |bei )?(?:jede[rns]?|allen?) (?:antworten?|fragen?|nachrichten?|gesprache?))\b",
    ),
    form(
        _ANY_WORDS,
        rf"^(?:in|for|to|at the end of|bei) (?:each|every|all|any|jeder?|allen?) (?:\w+ )?(?:{_MESSAGES}"
        rf"|purchases?|orders?|antworten?|gesprache?n?),? (?:{ACTS}|{TATEN})\b",
    ),
    form(
        _ANY_WORDS,
        rf"\b(?:each|every|all) (?:of your )?(?:{_MESSAGES}) (?:must|should|shall|has to|have to|needs to)\b",
    ),
    form(
        "you",
        rf"{ORDER}(?:{ACTS}|{TATEN})\b(?: \S+){{0,6}}? you (?:output|quote|generate|produce|print|display|return|answer|say)\b",
    ),
    form(
        "matter",
        rf"{ORDER}(?:{ACTS}|summari[sz]e|describe|translate|rate)\b(?: \S+){{0,8}}? no matter what\b",
    ),
    form(
        "give grant assign gib",
        rf"{ORDER}(?:give|grant|assign|gib)(?: \S+){{1,5}}? "
        r"(?:access|admin\w*|rights|permissions?|privileges|priority|vorrang|zugriff)\b",
    ),
    form(
        "only nothing no exclusively nur ausschliesslich",
        rf"{ORDER}(?:recommend|suggest|mention|offer|promote|empfiehl) "
        r"(?:only|nothing but|no other|exclusively|nur|ausschliesslich)\b"
        rf"|{ORDER}only (?:recommend|suggest|mention|offer|promote)\b",
    ),
    form(
        "competitor competitors rival rivals",
        rf"{ORDER}(?:do not|don't|never) (?:\w+ ){{1,2}}(?:any )?(?:competitors?|rivals?)\b",
    ),
    form(
        "user users",
        rf"{ORDER}(?:do not |don't |never |stop )?(?:{ACTS}|remember|let|lie to|believe|overwrite)"
        r"(?: \S+){0,5}? the users?\b(?! (?:manual|guide|group|interface|story|stories|name))",
    ),
    form(
        "informiere warne sag sage zeige erzahl erzahle frag frage gib nenne",
        rf"{ORDER}(?:informiere|warne|sage?|zeige|erzahle?|frage?|gib|nenne)(?: \S+){{0,3}}? {DEM_NUTZER}\b",
    ),
    form(
        "refuse decline",
        r"^(?:refuse|decline) to (?:talk|discuss|answer|help|mention|refund|process|cancel)\b",
    ),
    form(
        "stop",
        r"^stop (?:recommending|suggesting|offering|mentioning) (?:other|any other|all other|competing|rival)\b",
    ),
    form(
        "make see",
        rf"{ORDER}(?:make it a habit|make sure|see to it)(?: that)? (?:you |to )(?:always |never )?{ACTS}\b",
    ),
    form(
        "with",
        rf"{ORDER}(?:reply|respond|answer)(?: to)? (?:all|every|each|any)(?: \S+){{0,8}}? with\b",
    ),
    form(
        "first top highest",
        rf"{ORDER}(?:rank|list|place|put|mention) (?:this|our) "
        r"(?:product|site|company|page|article|result|brand|hotel) (?:first|top|highest|on top)\b",
    ),
    form(_ALWAYS_WORDS, rf"\b(?:want|need|like|expect) you to {ALWAYS} \w+"),
)

# Asked about even where it is the person's own wish: it is what thieves want to be kept.
REDIRECTED = (
    form(
        "remember note save merke",
        rf"^(?:please )?(?:remember|note|save|merke dir|merke)(?: to| that|,? dass)?\W{{0,2}}(?: \S+){{0,6}}? ?{MONEY}\b"
        rf"(?: \S+){{0,8}}? (?:to|into|an|auf)(?: \S+){{0,4}}? {TARGET}",
    ),
    form(
        MONEY_WORDS,
        rf"\b{MONEY}(?: \S+){{0,6}}? (?:must|should|shall|are to|is to|have to|has to)(?: now)? "
        r"(?:be |go )(?:\w+ ){0,2}?(?:to|into)\b",
    ),
    form(
        MONEY_WORDS,
        rf"(?<!\bmy )(?<!\bhis )(?<!\bher )(?<!\btheir )\b{MONEY}\b(?: \S+){{0,8}}? {FROM_NOW}(?: \S+){{0,4}}? (?:to|into|an|auf)\b"
        rf"|^{FROM_NOW},? (?:\w+ ){{0,3}}?(?:all|every|alle|samtliche)? ?{MONEY}\b(?: \S+){{0,6}}? (?:to|into|an|auf)\b",
    ),
    form(
        MONEY_WORDS,
        rf"\b{MONEY}\b(?: \S+){{0,6}}? (?:goes|go|geht|gehen|is paid|are paid|is sent|are sent"
        rf"|(?:sind|ist)(?: \S+){{0,5}}? zu \w+)(?: \S+){{0,6}}? {FROM_NOW}"
        rf"|^(?:alle|samtliche|jede)?(?: \S+)? ?{MONEY} (?:sind|ist)(?: \S+){{0,6}}? zu (?:zahlen|uberweisen|senden|schicken|richten|leiten)\b",
    ),
    form(
        "new other following neue andere",
        rf"{ORDER}(?:pay|wire|transfer|send|remit|deposit|uberweise)(?: \S+){{0,8}}? (?:to|into|auf|an) "
        rf"(?:the |this |a |das |dieses )?(?:new|other|following|neue|andere)(?: \S+){{0,2}} {TARGET}"
        rf"|(?<!\bmy )(?<!\bour )\bnew (?:bank )?(?:account|iban)(?: \S+){{0,5}} (?:payments|invoices|refunds|transfers|suppliers?|rechnungen|zahlungen)\b",
    ),
    form(
        SEND_WORDS,
        rf"{ORDER}(?:{ALWAYS} )?{SEND}(?: \S+){{0,2}}? (?:all|every|each|everything|future|copies|a copy|alles?|samtliche"
        r"|jede[ns]?|kunftige|eine kopie|the conversation|this conversation|the chat)\b(?: \S+){0,8}? "
        rf"(?:to|an|with|auf) {NOT_MINE}(?!the (?:printer|cart|basket))",
    ),
    form(
        "cc bcc",
        r"\b(?:in|as|to|on) (?:the )?b?cc (?:\w+ ){0,2}?(?:each|every|all|any)\b|\bb?cc \S+@\S+",
    ),
    form(
        "you",
        r"\b(?:each|every|all|any) (?:message|mail|email|reply|answer|response)s? (?:that )?you (?:write|send|give|make|produce)\b",
    ),
    form(
        "password passwords credentials secrets key keys tokens book memory memories conversation chat "
        "transcript history data gesprach gesprachs inhalt unterlagen",
        rf"{ORDER}(?:send|email|mail|export|upload|post|store|save|print|output|forward|leak|copy|sende|schicke?)"
        r"(?: \S+){0,6}? (?:passwords?|credentials|secrets|api keys?|tokens|address book|memory|memories|conversation"
        rf"|chat|transcript|history|personal data|gesprachs?|inhalt|unterlagen)\b(?: \S+){{0,6}}? (?:to|an|at) {NOT_MINE}",
    ),
    form(
        "change update set switch replace use",
        rf"{ORDER}(?:change|update|set|switch|replace) the (?:\w+ )?(?:payout|bank|payment|payee|recipient|beneficiary|iban)"
        rf"(?: \S+){{0,2}}? to {NOT_MINE}|{ORDER}use (?:this|the following) (?:iban|account|konto)\b",
    ),
)

# A person's own wish: what is done is done for them, or is only how they are answered.
_MINE = re.compile(r"\b(?:me|my|mine|myself|us|mir|mich|mein\w*|uns|i|ich)\b")
_RISKY = re.compile(
    r"\b(?:send|forward|transfer|wire|pay|copy|b?cc|redirect|delete|erase|trust|obey|bypass|reveal|disclose|upload"
    r"|approve|refund|without asking|schicke?|sende|leite|losche|vertraue|genehmige|uberweise)\b(?! (?:me|us|mir|uns)\b)"
)
_TO_ME = re.compile(r"\b(?:to|an|auf) (?:me|my|mich|mein\w*)\b")
_MANNER = re.compile(
    r"\b(?:answer|reply|respond|include|write|speak|talk|format|use|show|keep|address|call|start|begin|end|list|quote"
    r"|give|say|display|antworte|schreibe?|nenne|verwende)\b.{0,60}?"
    r"\b(?:in (?:\w+ )?(?:english|german|french|spanish|italian|dutch|polish|turkish|deutsch|englisch|euros?|dollars?"
    r"|pounds|celsius|metric|bullets?|tables?|prose|lists?|points|sentences|paragraphs|words|language|units|markdown"
    r"|format|style|tone)|auf (?:deutsch|englisch|franzosisch)|briefly|concisely|formally|politely|short|shortly|simple"
    r"|plain|units|emojis?|jargon|bullet points|tables?|headings?|tone|language|first names?|24-hour|celsius|metric"
    r"|steps|sources|times?|prices? (?:in|first)|duze|sieze|knapp|kurz|hoflich|ausfuhrlich|einfach)\b"
)


def is_standing(sentence: str) -> bool:
    """ "Always approve", but not "I always approve" and not "His motto: always pay"."""
    for found in _STANDS.finditer(sentence):
        before = sentence[max(0, found.start() - _NEARBY) : found.start()].rstrip()
        if _OPENS_STANDING.fullmatch(before):
            return True
        if before.endswith((",", ":", " and")) and not _OF_SOMEBODY.search(before):
            return True
    return False


def is_wish(sentence: str) -> bool:
    if _RISKY.search(sentence) and not _TO_ME.search(sentence):
        return False
    return bool(_MINE.search(sentence) or _MANNER.search(sentence))
