"""Enter into the audit record what was done with a letter: its id and its request's."""

from collections.abc import Mapping

from governance.audit import Actor, record
from governance.models import Letter

DRAFTED = "letter.drafted"
RELEASED = "letter.released"
SENT = "letter.sent"
FAILED = "letter.failed"
WITHDRAWN = "letter.withdrawn"
AGAIN = "letter.again"
ARRIVED = "letter.arrived"
CAME_BACK = "letter.came_back"
OPENED = "letter.opened"
HANDED_OVER = "letter.handed_over"


def note(
    verb: str, letter: Letter, actor: Actor, counts: Mapping[str, int] | None = None
) -> None:
    """Call it in the transaction of the deed."""
    record(verb, actor, subjects=[letter.id, letter.request_id], counts=counts)
