"""Staff set a stopped erasure going again; the letter about one, and the link in it to its
certificate, are one transaction."""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from governance.migrations._policies import scoped

# From stopped to running, and nothing else: USING is the row as it was, CHECK as it will be.
STOPPED = scoped("staff", "state = 'needs_attention'")
RUNNING = scoped("staff", "state = 'running'")
RETRY = (
    "CREATE POLICY staff_may_retry ON erasure_run FOR UPDATE "
    f"USING ({STOPPED}) WITH CHECK ({RUNNING})"
)
STAFF = scoped("staff")
# Read as well, for a row that is written is read back; it holds hashes alone.
LINK_MADE = (
    f"CREATE POLICY staff_may_link ON receipt_link FOR INSERT WITH CHECK ({STAFF})"
)
LINK_SEEN = f"CREATE POLICY staff_may_see ON receipt_link FOR SELECT USING ({STAFF})"
LAID = (RETRY, LINK_MADE, LINK_SEEN)
LIFTED = (
    "DROP POLICY staff_may_retry ON erasure_run",
    "DROP POLICY staff_may_link ON receipt_link",
    "DROP POLICY staff_may_see ON receipt_link",
)


def lay(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Lays the policies."""
    for statement in LAID:
        editor.execute(statement, None)


def lift(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Takes them away again."""
    for statement in LIFTED:
        editor.execute(statement, None)


class Migration(migrations.Migration):
    dependencies = [("governance", "0028_letter_returned")]

    operations = [migrations.RunPython(lay, lift)]
