"""The words of each text, kept by the database: a search need not take every text apart."""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from governance.migrations._policies import no_statistics

# A generated column follows the text: it is emptied, corrected and erased with it. What
# writes meanwhile need not know of it; the table is written anew, and locked, once.
ADD = (
    "ALTER TABLE memory ADD COLUMN words tsvector "
    "GENERATED ALWAYS AS (to_tsvector('simple'::regconfig, text)) STORED"
)
DROP = "ALTER TABLE memory DROP COLUMN words"


def add(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Adds the column, without samples of it."""
    for statement in [ADD, *no_statistics("memory", "words")]:
        editor.execute(statement, None)


def drop(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Takes it away again."""
    editor.execute(DROP, None)


class Migration(migrations.Migration):
    dependencies = [
        ("governance", "0009_export_link"),
    ]

    operations = [migrations.RunPython(add, drop)]
