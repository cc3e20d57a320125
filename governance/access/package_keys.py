"""Packages are copies too: when an erasure of one of its persons begins, or an earlier text
of theirs is taken out, a package and its key are gone in the same commit, whoever asks and by
whatever door. What is on the disk from then on opens for nobody; the file itself goes after
the commit, and by the sweep."""

import uuid
from collections.abc import Collection

from django.db.models.functions import Now

from governance.audit import SYSTEM, record
from governance.dispatch import run_later
from governance.models import LIVE_PACKAGES, Package, PackageState


def withdraw_packages(person_ids: Collection[uuid.UUID]) -> int:
    """Withdraws what is ready or being made about any of these persons; gives how many.
    Call it in the transaction in which the erasure begins."""
    about = Package.objects.filter(
        person_ids__overlap=list(person_ids), state__in=LIVE_PACKAGES
    )
    ids = list(about.order_by("id").values_list("id", flat=True))
    if not ids:
        return 0
    # One that has just become ready, or is claimed this moment, is waited for.
    gone = Package.objects.filter(id__in=ids, state__in=LIVE_PACKAGES).update(
        state=PackageState.WITHDRAWN,
        key_sealed=None,
        key_sealed_by=None,
        size=None,
        sha256=None,
        lease_until=None,
        ended_at=Now(),
    )
    for person_id in person_ids:
        record(
            "package.withdrawn",
            SYSTEM,
            person_id=person_id,
            subjects=ids,
            counts={"packages": gone},
        )
    run_later("sweep_packages")
    return gone
