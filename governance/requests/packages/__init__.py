"""The packages that answer requests for access (Art. 15 GDPR) and portability (Art. 20):
ordered, made as a sealed zip, handed out, and gone after a week or when something of it is
erased. It knows of a request its id, of whom it is about (person, service), and the account.
"""

from governance.access import withdraw_packages
from governance.requests.packages.build import build
from governance.requests.packages.download import (
    Mine,
    NotThere,
    Outgoing,
    begin_download,
    mine,
    packages_of,
    taken_by_staff,
)
from governance.requests.packages.life import drop_old, expire, sweep
from governance.requests.packages.links import (
    Locked,
    WrongCode,
    make_link,
    send_code,
    take_by_code,
)
from governance.requests.packages.order import Standing, order, state_of
from governance.requests.packages.others import (
    Passage,
    confirm,
    keep,
    passage,
    proposals,
)
from governance.requests.packages.schemas import SCHEMAS, schema

__all__ = [
    "SCHEMAS",
    "Locked",
    "Mine",
    "NotThere",
    "Outgoing",
    "Passage",
    "Standing",
    "WrongCode",
    "begin_download",
    "build",
    "confirm",
    "drop_old",
    "expire",
    "keep",
    "make_link",
    "mine",
    "order",
    "packages_of",
    "passage",
    "proposals",
    "schema",
    "send_code",
    "state_of",
    "sweep",
    "take_by_code",
    "taken_by_staff",
    "withdraw_packages",
]
