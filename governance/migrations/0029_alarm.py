"""Staff set a stopped erasure going again."""

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


def lay(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Lays the policies."""
    editor.execute(RETRY, None)


def lift(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Takes them away again."""
    editor.execute("DROP POLICY staff_may_retry ON erasure_run", None)


class Migration(migrations.Migration):
    dependencies = [("governance", "0028_letter_returned")]

    operations = [migrations.RunPython(lay, lift)]
