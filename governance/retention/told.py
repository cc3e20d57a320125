"""Messages of conversations and earlier versions of files that have had their time: they
are of use for a while only, and go without undo. The database takes them itself
(``drop_told``, migrations/_told.py): the sweeper sees no word of them."""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.db import connection

from governance.access import as_sweeper
from governance.audit import SYSTEM, record
from governance.models import About, RetentionRule

TOLD: Mapping[str, str] = {
    About.ITEMS: "conversation.aged",
    About.SPECIAL_ITEMS: "conversation.aged",
    About.FILE_VERSIONS: "file.versions_aged",
}
"""What each rule is entered as."""

DROP = "SELECT of_person, of_service, gone FROM drop_told(%s, %s, %s)"


def drop_told(rule: RetentionRule) -> int:
    """Deletes what the rule is about, batch by batch, each its own transaction with an
    entry for each person; gives how many rows. Whoever is being written for is left for
    the next time, and of whoever is restricted nothing goes (Art. 18 GDPR)."""
    done = 0
    while batch := _batch(rule):
        done += batch
    return done


def _batch(rule: RetentionRule) -> int:
    values: list[Any] = [str(rule.about), rule.days, settings.ERASURE_BATCH]
    with as_sweeper():
        with connection.cursor() as cursor:
            cursor.execute(DROP, values)
            found = cursor.fetchall()
        for person_id, service_id, gone in found:
            record(
                TOLD[rule.about],
                SYSTEM,
                service_id=service_id,
                person_id=person_id,
                subjects=[rule.id],
                counts={"rows": gone, **({"days": rule.days} if rule.days else {})},
            )
    return sum(gone for _, _, gone in found)
