"""What people say about a password rather than the password itself."""

import re

_WORDS = """
    wrong correct incorrect right safe secure insecure strong weak expired required missing invalid valid empty
    reset changed saved stored hidden not too very the a an no my in on at for with good bad old new long
    short never always also only just being been kept shared protected forgotten lost same different unknown
    something what that this it too-short easy hard needed optional case-sensitive manager managers
    true false yes none null ja nein is are was were be to of or and and/or must should can will may has have
    your our their his her its from by as if when where how why which who still now fine ok okay great unique random
    public private common simple complex default temporary case longer shorter plain plaintext text string str
    at-least set used given entered field prompt policy generator hash hashes reset-link you we they he she i one all any
    some every each more less than about again there here ready unchanged visible typed sent checked almost really
    so pretty quite probably definitely currently yet
    falsch richtig sicher unsicher abgelaufen nicht zu sehr das der die ein eine einen einem kein keine in im am auf weg
    gespeichert geändert vergessen verloren leer gleich ungültig gültig stark schwach nötig muss soll sollte wird wurde
    noch schon immer nie dein mein sein ihr für mit aus bei von ist sind war unser zurückgesetzt bekannt
    faux correcte incorrecte oublié expiré trop pas le la les un une du des dans est très faible perdu mon ton son obligatoire
    incorrecta correcta muy el los las una débil segura obligatorio olvidada caducada mi tu su demasiado en con por es
    sbagliata sbagliato corretta corretto scaduta troppo debole errata errato non obbligatoria il lo mia tua sua
    verkeerd onjuist juist niet te verlopen vergeten een het de mijn jouw zijn zwak sterk
    errada incorreta incorreto muito fraca uma minha sua não expirada esquecida
    nieprawidłowe niepoprawne za zbyt błędne nie wygasło jest moje słabe silne
    fel felaktigt för inte utgånget glömt mitt svagt starkt
"""
_SAID_OF_ONE = frozenset(_WORDS.split())
_MORE_WORDS = """
    please then because since while but und aber oder bitte wenn weil et ou mais y pero e ma en maar och men i ale don't
    doesn't can't won't isn't into onto over under up out off do does did get got make use using
"""
_GRAMMAR_WORDS = """
    the a an no my your our his her their its it is are was were be been being to of or and in on at for with from by as if
    when where how why what which who that this must should can will may has have not too very also only just i we he she they
    please reset required must-be der die das ein eine und oder ist sind war nicht zu für mit aus bei von im am muss wird mein
    le la les un une des et est sont dans pas pour el los las es y en con por il lo di è e che het de een en zijn o os jest
    nie i na att och är inte
"""
_GRAMMAR = frozenset((_GRAMMAR_WORDS + _MORE_WORDS).split())
_GERUNDS = ("ed", "ing", "able", "bar", "lich", "ly", "ción", "tion")
# A plain word with more of the clause behind it is talk: "is hashed with bcrypt".
_GOES_ON = re.compile(
    r"[ \t]+(?!(?:and|und|but|or|oder|aber|please|bitte|for|für|pour|para|per|voor|et|y|och|i|if|in case|because|since|so)\b)[^\W\d_]"
)
_PHRASE = re.compile(
    r"[^\W\d_]{2,20}(?:[ \t]+[^\W\d_]{2,20}){1,9}(?=[ \t]*(?:[.,;!?)\"\n]|\Z))"
)


def is_said_of_one(text: str) -> bool:
    """ "expired", "not required": about a password, in no other words."""
    words = re.findall(r"[\w/-]+", text.lower())
    return all(word in _SAID_OF_ONE for word in words)


def is_said(word: str) -> bool:
    return word.rstrip("!?)").lower() in _SAID_OF_ONE


def is_talk(text: str, start: int, end: int, *, named: bool) -> bool:
    """ "is expired", "is hashed with bcrypt", but no "is swordfish and I like it"."""
    word = text[start:end].rstrip("!?)").lower()
    if word in _SAID_OF_ONE:
        return True
    if not (word.isalpha() and text[start + 1 : end].islower()):
        return False
    if named:
        return _GOES_ON.match(text, end) is not None
    return word.endswith(_GERUNDS) or _GOES_ON.match(text, end) is not None


def phrase_end(text: str, start: int, *, fewest: int) -> int | None:
    """Where a phrase of words that make no sentence ends: "correct horse battery"."""
    phrase = _PHRASE.match(text, start)
    if not phrase:
        return None
    words = phrase.group().split()
    said = sum(word in _SAID_OF_ONE for word in words)
    if len(words) < fewest + said or said > 1 or not all(map(str.islower, words)):
        return None
    if not _GRAMMAR.isdisjoint(words) or words[0].endswith(_GERUNDS):
        return None
    return phrase.end()
