"""Carry out the rules of one schedule; the trouble of one does not stop the others."""

import logging
from collections.abc import Callable, Mapping

from governance.access import as_sweeper
from governance.models import About, RetentionRule, Schedule
from governance.retention.expiry import delete_expired
from governance.retention.forgetting import VERBS, forget
from governance.retention.lapsing import lapse
from governance.retention.rows import TABLES, drop
from governance.retention.told import TOLD, drop_told

log = logging.getLogger(__name__)

DEEDS: Mapping[str, Callable[[RetentionRule], int]] = {
    About.EXPIRED: delete_expired,
    **dict.fromkeys(VERBS, forget),
    About.PROPOSED: lapse,
    About.QUARANTINED: lapse,
    **dict.fromkeys(TABLES, drop),
    **dict.fromkeys(TOLD, drop_told),
}
ELSEWHERE = {About.REQUESTS}
"""What a room above carries out, with what goes along (requests/aging.py)."""


def carry_out(schedule: Schedule) -> dict[str, int]:
    """Gives how many memories or rows each rule took, by its name."""
    with as_sweeper():
        on = RetentionRule.objects.filter(schedule=schedule, enabled=True)
        rules = list(on.exclude(about__in=ELSEWHERE).order_by("name"))
    return {rule.name: _one(rule) for rule in rules}


def _one(rule: RetentionRule) -> int:
    try:
        return DEEDS[rule.about](rule)
    except Exception:
        log.exception("the rule %s could not be carried out", rule.name)
        return 0
