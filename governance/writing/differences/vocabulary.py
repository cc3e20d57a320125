"""Which words may differ between two texts that say the same: closed lists, in English for
the most part. What is not listed here must stand in both (``compare``)."""

Phrase = tuple[str, ...]


def _listed(words: str) -> Phrase:
    return tuple(words.split())


def _set(words: str) -> frozenset[str]:
    return frozenset(_listed(words))


_UNTIL_TWENTY = """
    zero one two three four five six seven eight nine ten eleven twelve thirteen
    fourteen fifteen sixteen seventeen eighteen nineteen
"""
_BY_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
NUMBERS = {word: str(number) for number, word in enumerate(_listed(_UNTIL_TWENTY))}
TENS = {word: 10 * tens for tens, word in enumerate(_listed(_BY_TENS), start=2)}
MONTHS = _set("""
    january february march april may june july august september october november
    december
""")
WEEKDAYS = _listed("monday tuesday wednesday thursday friday saturday sunday")

# "10 km" and "10 kilometres"; behind a number only, since "the meter" is a device.
UNITS = {
    "kilometre": "km",
    "kilometer": "km",
    "kilometres": "km",
    "kilometers": "km",
    "kilogram": "kg",
    "kilograms": "kg",
    "kilos": "kg",
    "centimetres": "cm",
    "centimeters": "cm",
    "min": "minutes",
    "percent": "%",
    "euro": "euros",
    "eur": "euros",
}
# A sign before the number. Pounds are a weight too, so "£" stays what it is.
SIGNS = {"€": "euros", "$": "dollars"}

ABBREVIATIONS = _set("dr mr mrs ms prof st approx")
# After these a single "a" names something: vitamin A, plan A.
NAMED_BY_LETTER = _set("""
    vitamin plan type group class grade team section block level gate terminal room
    hepatitis option version size point platform zone model unit line part drive
""")

# How one meaning is written in two ways; several words are one entry. Each is put so that
# the other reading of a word ("flat tyre") does not occur with its counterpart.
_SYNONYMS = """
    colour: color | favourite: favorite | neighbour: neighbor | grey: gray
    traveling: travelling | centre: center | theatre: theater | organise: organize
    email: e mail | emails: e mails | okay: ok | wifi: wi fi | lefthanded: left handed
    righthanded: right handed | wakeup: wake up
    apartment: flat | television: tv | telephone: phone
    movie: film | movies: films | children: kids | mother: mum, mom | father: dad
    sofa: couch | colleague: coworker, co worker | answers: replies, responses
    answer: reply, response | short: brief, concise | dark theme: dark mode
    to be called: to be addressed as
    lives: resides | needs: requires | work for: am employed by
    works for: is employed by | likes: enjoys, is fond of, is keen on
    like: enjoy, am fond of, am keen on | hates: can not stand | time zone: timezone
    must: has to, have to | can not: is unable to, am unable to, is not able to
    is allergic to: has an allergy to | am allergic to: have an allergy to
    dislikes: does not like | dislike: do not like | metric units: the metric system
    aisle seat: seat on the aisle | window seat: seat by the window, seat at the window
    pdf: pdf format, pdf files | over: rather than | daily: every day, each day
    every: each | twice: 2 times | a month: per month | a week: per week
    a day: per day | a year: per year | born: was born, were born
"""
# Two words that mean something else without the small one among them.
_KEPT_TOGETHER = """
    a few | a little | a lot | a lot of | a bit | a couple of | a number of | the most
    the least | the same | the first | the last | the other | at the time
    a dozen | the only
"""


def _phrases() -> dict[Phrase, Phrase]:
    found = {}
    for line in _SYNONYMS.strip().splitlines():
        for entry in line.split("|"):
            meant, others = entry.split(":")
            for other in others.split(","):
                found[tuple(other.split())] = tuple(meant.split())
    for day in WEEKDAYS:
        found["every", day] = found["each", day] = ("on", day + "s")
    for line in _KEPT_TOGETHER.strip().splitlines():
        for phrase in line.split("|"):
            found[tuple(phrase.split())] = (" ".join(phrase.split()),)
    return found


PHRASES = _phrases()
LONGEST_PHRASE = max(map(len, PHRASES))

CONTRACTED = {
    "cannot": ("can", "not"),
    "can't": ("can", "not"),
    "won't": ("will", "not"),
    "shan't": ("shall", "not"),
    "i'm": ("i", "am"),
}
ENDINGS = {"n't": "not", "'re": "are", "'ve": "have", "'ll": "will", "'s": "'s"}

# What an agent puts before the fact itself.
OPENINGS = [
    _listed(opening)
    for opening in (
        "please",
        "remember that",
        "remember :",
        "note that",
        "note :",
        "keep in mind that",
    )
]
REPORTING = _set("said says mentioned mentions stated states noted notes")
USERS = _set("user nutzer benutzer nutzerin benutzerin utilisateur usuario usuaria")
OTHER_USERS = [
    _listed(user)
    for user in (
        "der benutzer",
        "der nutzer",
        "die benutzerin",
        "die nutzerin",
        "l'utilisateur",
        "l'utilisatrice",
        "el usuario",
        "la usuaria",
        "l'utente",
        "de gebruiker",
    )
]

# Say nothing that the present tense does not say.
IDLE = frozenset({"also", "currently"})
FREQUENCY = _set("""
    always usually often sometimes rarely never seldom mostly generally still really
    only hardly just not
""")
AUXILIARIES = _set("""
    is am are was were has have had can could will would may might must should shall
    does do did
""")
# Verbs of the present tense; one that is missing only costs a row. Without a subject the
# bare form is an order ("Answer in French"), but of these.
STATIVE = _set("prefer dislike want need")
_ACTIVE = _set("""
    like love hate own know live work have use drink eat speak play run walk drive ride fly travel study
    learn teach read write watch listen collect cook bake avoid take go come get buy
    sell rent pay earn spend save plan hope think believe understand remember forget
    call meet visit see hear sleep wake train train start stop finish begin keep
    make do help care share stay belong enjoy wear smoke swim hike cycle climb dance
    sing paint draw garden fish hunt shop order book subscribe follow support manage
    lead run build design code program answer reply send wish feel suffer worry
    trust distrust celebrate attend practise practice volunteer commute park
""")
VERBS = STATIVE | _ACTIVE
# What an assistant may say of itself: there "I" need not be the person.
_ASSISTING = _set("""
    answer reply send remember help book order call write code program plan design build
    find search read understand know think believe hope start stop finish make do keep
    save give take come go manage support share see hear follow train teach
""")
OF_THE_PERSON = VERBS - _ASSISTING
_THIRD = {"have": "has", "do": "does", "go": "goes"}
PAST = _set("""
    went came got bought sold took made met saw heard slept began kept left felt
    built led wrote read ate drank spoke drove rode flew ran swam sang drew taught
    thought forgot understood found lost won broke gave told paid put set cut sent
    spent grew chose became held hurt let born
""")
# Ends like a participle, or is one, and still says how somebody is.
CONDITIONS = _set("married divorced interested tired engaged")
PARTICIPLES = PAST | _set("""
    gone done seen known given taken hit written eaten broken spoken driven
    chosen forgotten stolen frozen shown beaten thrown worn torn
""")
# Kinds of people that are said with and without "a"; "is a patient" is not "is patient".
WITH_OR_WITHOUT_A = frozenset({"vegetarian", "vegan", "pescatarian"})
PREPOSITIONS = _set("""
    about above across after against along among around as at because before behind below
    beside between but by during except for from if in inside into like near of off on
    onto or and out outside over since so than that through till to toward towards under
    until up upon when where which while who with within without
""")

LIKING = frozenset({"to like", "to love", "to hate", "to prefer", "to dislike"})
# Behind these "an aisle seat" is any of them; "loves a woman" is not "loves women".
GENERIC = frozenset({"to prefer", "allergic"})
# With an "a" before the one and none before the other they are still not one thing.
PLURALS = _set("children people men women teeth feet mice")
NOT_ITS_PLURAL = _set("glass custom good spirit new mean arm cloth")

# A clause that may stand before the rest, with a comma, or behind it.
OPENERS = _set("when while if on at in during for before after since until")
# What a clause cannot be carried past without a change of what it belongs to.
SCOPED = _set("""
    and or but that because not never no only then , when while if who which
""")
JOINING = frozenset({"and", "or"})
# Behind these the order of what is listed says nothing.
LISTING = LIKING | {
    f"to {verb}" for verb in _listed("speak eat drink use avoid want need")
}
NAMING = _set("by after for in")
NO_COMMA_BEFORE = JOINING | {"but", "because", "when", "while", "if"}


def third_person(verb: str) -> str:
    """The form of the verb with "the user"."""
    if verb in _THIRD:
        return _THIRD[verb]
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return verb[:-1] + "ies"
    return verb + ("es" if verb.endswith(("s", "sh", "ch", "x", "z")) else "s")


def ing_form(verb: str) -> str:
    """ "to swim" → "swimming", as English spells it in regular cases."""
    if verb.endswith("ie"):
        return verb[:-2] + "ying"
    vowels = [letter in "aeiou" for letter in verb]
    mute = verb.endswith("e") and not verb.endswith(("ee", "oe", "ye"))
    if mute and vowels.count(True) > 1:
        return verb[:-1] + "ing"
    short = vowels.count(True) == 1 and vowels[-3:] == [False, True, False]
    return verb + (verb[-1] if short and verb[-1] not in "wxy" else "") + "ing"


FROM_THIRD = {third_person(verb): verb for verb in VERBS}
