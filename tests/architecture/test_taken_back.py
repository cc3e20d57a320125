"""A deployment that has to go back one release can."""

from django.core.management import call_command
from django.db import connections

BEFORE = "0036_undone_entered"
FUNCTIONS = """
SELECT proname, md5(prosrc) FROM pg_proc
WHERE proname IN ('retention_due', 'retention_due_rows', 'drop_told') ORDER BY proname
"""


def functions():
    with connections["owner"].cursor() as cursor:
        cursor.execute(FUNCTIONS)
        return dict(cursor.fetchall())


def test_the_newest_tables_can_be_taken_back_and_laid_again(migrated, database):
    now = functions()
    call_command("migrate", "governance", BEFORE, database="owner", verbosity=0)
    before = functions()
    call_command("migrate", "governance", database="owner", verbosity=0)
    assert set(now) - set(before) == {"drop_told"}
    assert all(before[each] != now[each] for each in before)
    assert functions() == now
