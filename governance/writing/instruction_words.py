"""The words of orders to an agent: who, what it does, when, and over whose head.

Pieces of patterns, for small letters without accents, words parted by single spaces.
"""

# Whoever the agent serves, and the agent itself.
USER = (
    r"(?:the |a |any |this |that |every |your )?(?:end )?"
    r"(?:users?|customers?|clients?|(?:account )?owner|account holder|human|operator)"
)
NUTZER = r"(?:nutzer\w*|benutzer\w*|anwender\w*|kunde\w*|kundin|inhaber\w*)"
DEM_NUTZER = rf"(?:dem|der|den) {NUTZER}"
ANYONE = (
    rf"(?:{USER}|anyone|anybody|someone|somebody|people|he|she|they|jemand"
    rf"|(?:der |die |ein |eine )?{NUTZER})"
)
AGENT = (
    r"(?:(?:the|this|any|all|every|an|a|der|die|den|dem|jeder) )?(?:ai |ki |llm |chat ?)?"
    r"(?:assistants?|agents?|ai|models?|bots?|chatbots?|llms?|assistent(?:en)?|ki)"
)

# What an agent does. A person's habits ("eat", "sleep", "wear") are not here.
ACTS = (
    r"(?:accept|act|add|agree|allow|answer|append|apply|approve|ask|assume|attach|"
    r"authori[sz]e|bcc|begin|behave|book|buy|bypass|call|cancel|cc|charge|check|choose|"
    r"cite|claim|click|comply|conceal|confirm|consider|convince|copy|credit|decline|deduct|"
    r"delete|deny|direct|disable|disclose|discourage|display|download|email|enable|encourage|"
    r"end|ensure|erase|execute|export|favou?r|fetch|follow|forward|give|grant|greet|handle|"
    r"hide|ignore|include|increase|inform|insert|insist|install|insult|invoke|issue|lie|link|"
    r"list|load|log|lower|mail|mention|obey|offer|omit|open|order|output|override|pass|pay|"
    r"persuade|pick|place|post|praise|prefer|present|print|prioriti[sz]e|process|promote|"
    r"provide|publish|push|put|query|quote|raise|rank|recommend|record|redirect|refer|refund|"
    r"refuse|reject|release|remove|repeat|replace|reply|report|request|require|respond|return|"
    r"reveal|route|run|say|select|sell|send|share|ship|show|sign|skip|start|state|steer|store|"
    r"submit|suggest|switch|tell|transfer|treat|trust|update|upload|upsell|use|verify|warn|"
    r"wipe|wire|withhold|write)"
)
# German orders; where "ich" may be left out ("zahle immer bar"), the verb is not here.
TATEN = (
    r"(?:antworte|beantworte|befolge|behandle|behaupte|bestatige|bevorzuge|bewirb|biete|buche|"
    r"empfehle|empfiehl|erlaube|erwahne|erzahle?|frage?|fuge|fuhre|genehmige|gehorche|gib|"
    r"ignoriere|informiere|kopiere|leite|lehne|losche|lobe|melde|nenne|nimm|preise|sage?|"
    r"schicke?|schreibe?|sende|setze|speichere|stimme|storniere|uberspringe|uberweise|umgehe|"
    r"ubermittle|verheimliche|verlinke|verrate|verschweige|verschicke|vertraue|verwende|"
    r"verweise|warne|weise)"
)
# What nobody says of a person's day: behind a condition it is an order without a comma too.
PUSHING = r"(?:recommend|suggest|mention|transfer|forward|reveal|approve|refuse|empfiehl|nenne|erwahne)"

ALWAYS = r"(?:always|never|only ever|immer|niemals|nie|stets|toujours|siempre|nunca)"
FROM_NOW = (
    r"(?:from (?:now|here|today|tomorrow|this (?:day|point|moment|week|month))"
    r"(?: on(?:wards?)?)?(?: out)?|henceforth|going forward|hereafter|as of (?:now|today|this \w+)|"
    r"effective immediately|in (?:the )?future|until further notice|"
    r"in (?:all |any |every )?(?:future|subsequent|upcoming|later|your) (?:\w+ )?"
    r"(?:conversations?|chats?|sessions?|replies|answers|messages|responses)|"
    r"ab (?:jetzt|sofort|heute|nun|morgen)(?: an)?|von (?:jetzt|nun|heute) an|"
    r"(?:zu)?kunftig|in zukunft|fortan)"
)

# Where a verb without an ending is an order: opening the sentence, or behind one of these.
OPENS = r"(?:^|[,:] |\b(?:and|then|please|also|kindly|und|dann|bitte)\b,? )"
FILL = r"(?:(?:please|kindly|also|simply|just|immediately|bitte|then|remember to)[ ,]+){0,3}"
ORDER = rf"{OPENS}{FILL}"
# What begins a statement and no order.
NO_VERB = (
    r"(?!(?:he|she|they|it|the|his|her|their|this|that|we|i|there|you|a|an|please|my|our|who|and"
    r"|or|but)\b)"
)

RULES = (
    r"(?:instructions?|rules?|prompts?|guidelines?|directions?|directives?|commands?|orders|"
    r"polic(?:y|ies)|constraints?|restrictions?|limits|safeguards?|guardrails?|programming|"
    r"training|anweisung(?:en)?|\w*regeln?|vorgaben?|\w*richtlinien?|instruktion(?:en)?|befehle?|"
    r"vorschriften|instrucciones|reglas|consignes)"
)
EARLIER = (
    r"(?:previous|prior|above|earlier|preceding|former|existing|current|system|developer'?s?|your|"
    r"original|initial|all|any|safety|security|content|vorherigen?|vorigen?|bisherigen?|obigen?|"
    r"fruheren?|deine[nr]?|alle|samtliche|precedentes|anteriores|las|les|tus|todas)"
)
OVERRULE_WORDS = (
    "ignore ignorer ignorez ignora ignoriere disregard forget override overrule bypass discard "
    "abandon violate missachte vergiss umgehe uberschreibe oublie oubliez olvida"
)
OVERRULE = f"(?:{'|'.join(OVERRULE_WORDS.split())})"

TALKS = (
    r"(?:asks?|asked|mentions?|talks?|says?|wants?|complains?|inquires?|enquires?|requests?|"
    r"queries|visits?|chats?|writes?|questions?|brings? up|search(?:es)?|looks? for|needs?|"
    r"orders?|tries|logs? in|signs? in|fragt|erwahnt|sagt|will|mochte|sucht)"
)
NOTICES = r"(?:see|read|process|load|receive|encounter|are asked|start|retrieve|recall|notice|are told)"
ACT_NEXT = (
    rf"(?:, {FILL}(?:you (?:must|should|will) )?(?:(?:do not|don't|{ALWAYS}) )?(?:{ACTS}|{TATEN})"
    rf"| (?:please )?{PUSHING})\b"
)

MONEY_WORDS = (
    "invoice invoices payment payments bill bills rent salary salaries wage wages money funds "
    "transfer transfers refund refunds receipt receipts deposit deposits rechnung rechnungen "
    "zahlung zahlungen miete gehalt beleg belege uberweisung uberweisungen geld betrag betrage"
)
MONEY = f"(?:{'|'.join(MONEY_WORDS.split())})"
TARGET = r"(?:iban|account|acct|card|karte|wallet|konto|address|adresse|\S+@\S+|[a-z]{2}\d{2})\b"
SEND_WORDS = (
    "send forward copy cc bcc redirect route email mail upload post share wire transfer leite "
    "schick schicke sende kopiere ubermittle uberweise"
)
SEND = f"(?:{'|'.join(SEND_WORDS.split())})"
NOT_MINE = r"(?!my\b|me\b|mein|mich\b|mir\b|our\b|us\b)"
