"""Orders that are orders whoever speaks, continued: trust, checks, tools, duties."""

from governance.writing.instruction_forms import form
from governance.writing.instruction_words import (
    ACTS,
    AGENT,
    ALWAYS,
    FROM_NOW,
    NUTZER,
    ORDER,
    USER,
)

_CLAIMS = (
    r"(?:messages?|mails?|emails?|requests?|instructions?|everything|anything|commands?|orders"
    r"|nachrichten|anweisungen|allem)"
)
_TRUSTS = (
    form(
        "trust obey believe vertraue glaube",
        rf"{ORDER}(?:always |blindly )?(?:trust|obey|believe|vertraue|glaube)(?: \S+)? {_CLAIMS}\b"
        r"(?: \S+){0,3} (?:from|by|of|von)\b",
    ),
    form("trust", r"^(?:please )?(?:always |blindly )trust\b"),
    form(
        "question doubt challenge contradict",
        rf"(?:{ORDER}|\byou (?:must|should|may) )(?:never|do not|don't) "
        r"(?:question|doubt|challenge|contradict)\b",
    ),
    form(
        "treat consider regard handle accept view behandle betrachte",
        rf"{ORDER}(?:treat|consider|regard|handle|accept|view|behandle|betrachte)(?: \S+){{1,9}}? "
        r"(?:as |als |to be )?(?:if |a |an )?(?:trusted|verified|authori[sz]ed|authentic|admin\w*"
        r"|pre-?approved|approved|safe|the (?:developer|owner|boss|admin\w*|system)|coming from"
        r"|they came|legitimate|vertrauenswurdig|genehmigt)",
    ),
    form(
        "behandle betrachte",
        rf"{ORDER}(?:behandle|betrachte)(?: \S+){{1,4}}? (?:wie|als)\b",
    ),
    form(
        "as",
        rf"{ORDER}(?:treat|read|take|interpret)(?: \S+){{1,7}}? as (?:a |an )?"
        r"(?:commands?|instructions?|orders|system)\b",
    ),
    form(
        "need needs require requires brauchen braucht benotigen",
        r"\b(?:requests?|orders?|messages?|instructions?|transfers?|payments?|refunds?|anfragen"
        r"|zahlungen|erstattungen)(?: \S+){0,5}? (?:needs?|requires?|brauchen|braucht|benotigen) "
        r"(?:no|keine\w*) (?:\w+ )?(?:verification|approval|confirmation|checks?|review|consent"
        r"|authori[sz]ation|bestatigung|freigabe|prufung|ruckfrage)",
    ),
    form(
        "and",
        r"\b(?:is|are) (?:an? )?(?:administrators?|admins?|superusers?|root|developers?|verified"
        r"|authori[sz]ed|trusted)(?: \S+)? and (?:may|can|must|should|is allowed)\b",
    ),
    form(
        "is are sind gelten",
        r"\b(?:requests?|orders?|messages?|instructions?|commands?|refunds?|payments?|nachrichten"
        r"|anfragen|anweisungen)(?: \S+){0,6}? (?:is|are|sind|gelten)(?: als)? "
        r"(?:automatically |always )?(?:pre-?approved|approved automatically|trusted|authori[sz]ed"
        r"|automatically approved|vertrauenswurdig|auszufuhren"
        r"|to be (?:followed|executed|obeyed|approved|trusted))\b",
    ),
    form("vertrauen", r"\b(?:ist|sind)(?: \S+){0,3} zu vertrauen\b"),
    form(
        "from", r"\b(?:comes?|came) from the (?:administrator|developer|system|owner)\b"
    ),
    form(
        "obey comply folge ignore ignoriere nimm",
        rf"{ORDER}(?:obey|comply with)\b|\bfolge(?: \S+){{0,5}}? (?:befehle\w*|anweisung\w*)\b"
        rf"|\bignore the users?\b|\bignoriere (?:den|die) {NUTZER}\b"
        r"|\bnimm keine (?:anweisungen|befehle)\b",
    ),
    form(
        "follow do befolge folge",
        rf"{ORDER}(?:follow|do|befolge|folge) (?:exactly )?(?:(?:whatever|what|as|was) )?"
        r"(?:the|this|any|every|these|der|die|diesem?) "
        r"(?:next|following|document|message|page|text|email|instructions?|commands?)"
        r"(?: \S+)? ?(?:says|tells|asks|below|here|$)",
    ),
)

_BLINDLY = r"(?:automatically|automatisch|blindly|unconditionally)"
_UNCHECKED = (
    form(
        "confirmation permission approval consent password passwords verification authorization "
        "authorisation authentication identity",
        rf"{ORDER}(?:do not|don't|never|no need to|stop) "
        r"(?:ask|require|wait|request|demand|seek|check|verify|validate|authenticate)(?:ing)?"
        r"(?: \S+){0,4}? (?:for )?(?:confirmation|permission|approval|consent|passwords?"
        r"|verification|authori[sz]ation|authentication|identity)\b",
    ),
    form(
        "frag frage",
        r"\bfrage? (?:nie|niemals|nicht)(?: \S+){0,3} (?:bestatigung|erlaubnis|freigabe)\b",
    ),
    form(
        "without",
        rf"{ORDER}(?:(?:always|immer) )?{ACTS}\b(?: \S+){{0,8}}? without (?:asking|confirm\w*|verif\w*"
        r"|approval|check\w*|review\w*|question\w*|telling|inform\w*|notif\w*|permission|consent)\b",
    ),
    form(
        "without no",
        rf"{ORDER}(?:pay|approve|accept|process|execute)(?: \S+){{0,6}}? (?:without|no) "
        r"(?:approval|questions|review|checks?)\b",
    ),
    form(
        "ohne",
        r"\bohne (?:jede |weitere )?(?:ruckfragen?|bestatigung|prufung|nachfragen?|freigabe)"
        r"(?: \S+){0,2}? \w{0,9}(?:zu\w+en|genehmigen|zahlen)\b",
    ),
    form(
        "skip bypass disable turn switch circumvent deactivate suppress umgehe deaktiviere uberspringe",
        rf"{ORDER}(?:skip|bypass|disable|turn off|switch off|circumvent|deactivate|suppress|umgehe"
        r"|deaktiviere|uberspringe)(?: \S+){0,3}? (?:confirmation|verification|identity|security"
        r"|safety|two-factor|2fa|authentication|approval|filters?|checks?|guardrails?|logging|audit"
        r"|moderation|sicherheits\w*|prufung|bestatigung)\b",
    ),
    form("gilt", rf"\b{FROM_NOW} gilt ?:"),
    form(
        "automatically automatisch blindly unconditionally",
        rf"{ORDER}(?:{ALWAYS} )?(?:approve|accept|grant|genehmige|akzeptiere|bestatige)"
        rf"(?: \S+){{0,6}}? {_BLINDLY}\b",
    ),
    form(
        "genehmige akzeptiere befolge bestatige",
        rf"{ORDER}(?:genehmige|akzeptiere|befolge|bestatige) (?:jede\w*|alle)\b",
    ),
    form(
        "any every each",
        rf"{ORDER}(?:{_BLINDLY} )?(?:approve|accept|grant|trust|refund|obey|answer|reject|refuse"
        rf"|forward|ignore|execute|redirect) (?:{_BLINDLY} )?(?:any|every|each)\b",
    ),
    form(
        "code codes password passwort zugangsdaten credentials",
        r"\bforward (?:the )?(?:confirmation|verification|security|login|one-time) codes?\b"
        r"|\b(?:give|gib|send|sende)(?: \S+){0,3}? (?:password|passwort|zugangsdaten|credentials) "
        r"(?:to|an) (?!me\b|mich\b|my\b)",
    ),
)

_TOOLS = (
    form(
        "call invoke use run execute trigger rufe fuhre",
        rf"{ORDER}(?:call|invoke|use|run|execute|trigger|rufe|fuhre)(?: \S+){{0,6}}? [a-z0-9]+_[a-z0-9_]+\b",
    ),
    form(
        "invoke execute",
        rf"{ORDER}(?:invoke|execute) the (?:tool|function|plugin|endpoint|api)\b",
    ),
    form(
        "run execute eval fuhre",
        rf"{ORDER}(?:run|execute|eval|fuhre)(?: \S+){{0,2}}? (?:following|this|these|folgende\w*) "
        r"(?:commands?|code|scripts?|quer(?:y|ies)|sql|befehle?)\b",
    ),
    form(
        "and",
        rf"{ORDER}(?:open|visit|go to|browse|load|fetch)(?: \S+)? (?:https?:|www\.)\S*(?: \S+){{0,3}}? "
        r"and (?:follow|run|execute|do|obey)|\bdownload and (?:run|execute|install)\b",
    ),
)

_MODAL = (
    r"(?:must|should|shall|has to|have to|needs? to|is to|are to|may|(?:will|can) (?:always|never|not|only)"
    r"|cannot|ought to)(?: (?:always|never|not|only|therefore|then|now|immediately)){0,2}"
)
_ADDRESSES = (
    form(
        "must should shall has have need needs is are may will can cannot ought soll sollen sollte muss mussen darf",
        rf"(?:^|[,:] |\b(?:that|and|important|because|dass) )(?!my |her |his |their |our ){AGENT} "
        rf"(?:{_MODAL} (?:{ACTS}|speak|talk|do|serve|work|believe|help|keep|let)\b"
        r"|(?:soll(?:en|te|ten)?|muss|mussen|darf)\b"
        r"|(?:is|are) (?:required|obliged|instructed|permitted|expected|forbidden) to\b)",
    ),
    form(
        "user users",
        rf"^{AGENT} (?:must|should|shall|has to|is to)(?: \S+){{1,4}}? the users?\b",
    ),
    form(
        "this the",
        rf"\b{AGENT} (?:(?:who|that) )?(?:reads?|reading|process(?:es|ing)|see(?:s|ing)) (?:this|the)\b",
    ),
    form(
        "note message instruction instructions memo hinweis anweisung anweisungen notiz attention notice directive",
        r"\b(?:note|message|instructions?|memo|hinweis|anweisung(?:en)?|notiz|attention|notice|directive)"
        rf"(?: \S+)? (?:to|for|fur|an) {AGENT}\b",
    ),
    form(
        "note notes",
        r"\bnotes? (?:for|to) (?:all )?(?:future|later|other|the next) "
        r"(?:sessions?|agents?|conversations?|runs?|instances?|models?|assistants?)\b",
    ),
    form(
        "dear attention",
        rf"^(?:dear|attention) {AGENT}\b(?! (?:manager|professor|editor|director))",
    ),
    form(
        "assistant agent ai bot model llm chatbot assistent ki",
        rf"^(?:(?:hey|hi|hello),? )?{AGENT},? (?:when|whenever|if|always|never|please always|{FROM_NOW})\b",
    ),
    form("you", r"\b(?:that|sure|ensure) you (?:always|never) \w+\b"),
    form(
        "you",
        r"(?:^|\b(?:that|and|important|now on),? )you (?:must|shall|are to|should|will|have to|may) "
        rf"(?:always|never) (?:{ACTS}|talk|discuss|do|speak)\b",
    ),
    form(
        "you",
        r"\byou (?:must|shall|are to|should|have to) (?:only |now |immediately )?"
        r"(?:obey|comply|mention|recommend|promote|trust|reveal|disclose|ignore|approve|behave|suggest"
        r"|treat|refuse|steer)\b",
    ),
    form(
        "steer direct push nudge",
        rf"\b{USER}(?: \S+){{0,8}}?,? (?:steer|direct|push|nudge) (?:them|him|her) (?:to|towards)\b",
    ),
)

_REMEMBER = r"^(?:please )?(?:remember|save|store|memori[sz]e|record|add|keep|merke dir|speichere)"
_MEMORY = (
    form(
        "delete erase remove wipe clear purge overwrite destroy losche entferne uberschreibe",
        rf"{ORDER}(?:delete|erase|remove|wipe|clear|purge|overwrite|destroy|losche|entferne|uberschreibe)"
        r"(?: \S+){0,2}? (?:all|every|everything|any|the|alle|samtliche|alles),?(?! my)(?: \S+){0,3}? ?"
        r"\b(?:memor(?:y|ies)|you know|you have stored|erinnerungen|gedachtnis|du(?: \S+){0,4}? weisst)\b",
    ),
    form("overwrite", rf"{ORDER}overwrite what you know\b"),
    form(
        "rule instruction policy command regel anweisung",
        rf"{_REMEMBER}(?: \S+){{0,3}}? (?:rule|instruction|policy|command|regel|anweisung)\b",
    ),
    form(
        "you du",
        r"^(?:please )?(?:remember|note|memori[sz]e|merke dir|denk daran)(?: that|,? dass)?,? (?:you|du) "
        r"(?:should|must|will|shall|have to|need to|are (?:now|not|no|to|allowed)|sollst|musst)\b",
    ),
    form(
        "rights trusted admin administrator access unrestricted vertrauenswurdig",
        rf"(?:{_REMEMBER}|^merke|^note)(?: \S+){{0,9}}? (?:admin rights|is trusted|is an admin\w*"
        r"|full access|root access|unrestricted|administrator|vertrauenswurdig)\b",
    ),
    form("remember", r"^(?:please )?remember to (?:always|never) \w+\b"),
)

POWERS = (*_TRUSTS, *_UNCHECKED, *_TOOLS, *_ADDRESSES, *_MEMORY)
