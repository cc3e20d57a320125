"""Is the process up, and can it do its work? Open without a key; tells nothing else."""

from django.db import Error as DatabaseError
from django.db import connection, transaction
from django.db.migrations.loader import MigrationLoader
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from governance.dispatch import broker_answers
from governance.erasure import clear
from governance.ledger import LedgerTrouble, unknown_to, unread
from governance.models import LedgerSeen

RESTORED = "The database was restored: run manage.py replay-erasures."
UNREAD = (
    "The ledger cannot be read, or is not this database's: whether it was restored is not "
    "known. The log says which."
)


@never_cache
@require_safe
def live(request: HttpRequest) -> JsonResponse:
    """The process answers."""
    return JsonResponse({"live": True})


@never_cache
@require_safe
def ready(request: HttpRequest) -> JsonResponse:
    """The database answers and is migrated, the broker answers, the ledger is there and
    fits, and no replay is outstanding; 503 otherwise. ``closed`` says why nothing is
    served; it is empty where anything is."""
    migrated = _migrated()
    state = {
        "database": migrated,
        "broker": broker_answers(),
        "ledger": migrated and _ledger_fits(),
        "replayed": migrated and clear(),
    }
    ok = all(state.values())
    closed = "" if state["replayed"] or not migrated else _why_closed()
    answer = {"ready": ok, **state, "closed": closed}
    return JsonResponse(answer, status=200 if ok else 503)


def _why_closed() -> str:
    return UNREAD if unread() else RESTORED


def _ledger_fits() -> bool:
    try:
        with transaction.atomic():
            for _ in unknown_to(LedgerSeen.objects.get()):
                pass
    except (LedgerTrouble, DatabaseError):
        return False
    return True


def _migrated() -> bool:
    try:
        loader = MigrationLoader(connection)
    except DatabaseError:
        return False
    return set(loader.disk_migrations) <= set(loader.applied_migrations)
