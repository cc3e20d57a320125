"""What a value looks like: made by a machine, chosen by a person, or only a name for one."""

import re
from itertools import pairwise

_LETTER = re.compile(r"[^\W\d_]")
_SWITCH = re.compile(r"[a-z][A-Z]|[A-Z][a-z](?![a-z])|[0-9][A-Za-z]|[A-Za-z][0-9]")
_UUID = re.compile(r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}", re.IGNORECASE)
_HASH = re.compile(r"(?:[a-z0-9]{2,9}[:-])?[0-9a-f]{7,128}", re.IGNORECASE)
_FILE = re.compile(r".*\.[A-Za-z][A-Za-z0-9]{1,4}|(?:\.{0,2}|~)/.*|https?://.*")
# A variable, a form to fill in, a call, a member of something: "<your key>", "***".
_REFERENCE = re.compile(
    r"\$[\w({].*|[%&]?\{.*|<.*|%\(?\w.*|[*x•.…_?-]{3,}|\[.*|.*\[[\"'\w].*|[\w.:>-]{2,}\(.*|\([\w.]+\(.*|\w+\[.*|0x[0-9a-f]{1,16}|&?\w+->.*|\w+::.*"
    r"|(?:self|this|cls|os|sys|env|process|settings|config|conf|request|req|args|opts|options|kwargs|params|form"
    r"|secrets|vars?|local|data|input|user|credentials?|session|ctx|event|props|state)[.?]+[A-Za-z_].*"
    r"|(?:your|my|the|an?|some|example|sample|dummy|insert|enter|replace)[-_ ](?:\w+[-_ ])*\w+",
    re.IGNORECASE,
)
# No name of anything goes on in capitals behind such a head.
_STAGED = re.compile(r"[a-z]{2,12}_(?:live|test|prod|sandbox)_")
_LEAPS = 3
# Of "XXXX…" and its like there are few different characters.
_REPEATS = 5
_LONG = 16
_IDENTIFIER = re.compile(r"[A-Za-z_]+(?:[._-][A-Za-z_]+)*")


def is_made_by_machine(value: str) -> bool:
    """Has digits or leaps between capitals and small letters, as no word does."""
    return any(char.isdigit() for char in value) or len(_SWITCH.findall(value)) > _LEAPS


def is_drawn(value: str) -> bool:
    """As a key that is announced by its prefix: chance may have drawn letters alone."""
    if is_made_by_machine(value):
        return True
    staged = _STAGED.match(value)
    body = value[staged.end() :] if staged else ""
    if len(set(body)) > _REPEATS and not body.islower():
        return True
    if value.isupper() and value.isalpha():
        return len(value) >= _LONG and len(set(value)) > _REPEATS
    turns = sum(
        a.islower() != b.islower() for a, b in pairwise(value) if (a + b).isalpha()
    )
    return turns > _LEAPS and len(set(value)) > _REPEATS


def is_mixed(value: str) -> bool:
    """Letters and digits, or letters that leap: "hunter2", "aXbYcZdQ"."""
    return _LETTER.search(value) is not None and is_made_by_machine(value)


def is_random(value: str) -> bool:
    """Long, of one piece and without a pattern, though no hash, id, or file name."""
    if len(value) < _LONG or not is_mixed(value) or is_machine_value(value):
        return False
    return len(_SWITCH.findall(value)) * 5 >= len(value)


def is_machine_value(value: str) -> bool:
    return any(form.fullmatch(value) for form in (_UUID, _HASH, _FILE))


def is_reference(value: str) -> bool:
    """Stands for a secret that is somewhere else."""
    return _REFERENCE.fullmatch(value) is not None


def is_identifier(value: str) -> bool:
    """A name as code has it: no digit, and no sign a password would have."""
    return _IDENTIFIER.fullmatch(value) is not None
