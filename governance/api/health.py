"""Is the process up, and can it do its work? Open without a key; tells nothing else."""

from django.db import Error as DatabaseError
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from governance.dispatch import broker_answers


@never_cache
@require_safe
def live(request: HttpRequest) -> JsonResponse:
    """The process answers."""
    return JsonResponse({"live": True})


@never_cache
@require_safe
def ready(request: HttpRequest) -> JsonResponse:
    """The database answers and is migrated, and the broker answers; 503 otherwise."""
    state = {"database": _migrated(), "broker": broker_answers()}
    ok = all(state.values())
    return JsonResponse({"ready": ok, **state}, status=200 if ok else 503)


def _migrated() -> bool:
    try:
        loader = MigrationLoader(connection)
    except DatabaseError:
        return False
    return set(loader.disk_migrations) <= set(loader.applied_migrations)
