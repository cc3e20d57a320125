"""What runs knew of their recipients before there were rows for it is not lost."""

import json
from importlib import import_module
from pathlib import Path

from django.db import connections

import governance.migrations
from governance.models import WebhookDelivery
from tests.samples import a_sample, a_service


def test_recipients_of_earlier_runs_have_rows(database):
    travel = a_service("Travel")
    told, untold = a_sample(travel), a_sample(travel)
    WebhookDelivery.objects.using("owner").all().delete()
    for sample, state in ((told, "acknowledged"), (untold, "waiting")):
        known = [{"service": str(travel.id), "state": state}]
        as_the_owner(
            "UPDATE erasure_run SET recipients = %s WHERE id = %s",
            json.dumps(known),
            sample.rows["erasure_run"].pk,
        )
    as_the_owner(migration().MOVE)
    rows = WebhookDelivery.objects.using("owner")
    first, second = (rows.get(person_id=each.person.id) for each in (told, untold))
    assert (first.state, second.state) == ("acknowledged", "no_webhook")
    assert first.acknowledged_at
    assert first.ended_at
    assert first.service_id == travel.id
    assert first.run_id == told.rows["erasure_run"].pk
    assert second.ended_at is None


def migration():
    folder = Path(governance.migrations.__path__[0])
    [file] = folder.glob("*_webhook.py")
    return import_module(f"governance.migrations.{file.stem}")


def as_the_owner(statement, *values):
    with connections["owner"].cursor() as cursor:
        cursor.execute(statement, values or None)
