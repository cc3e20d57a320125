"""Staff who hand a copy over are among those who have taken it."""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from governance.migrations._policies import ACCOUNT, CREDENTIAL, added_anew

OF_LINK = (
    "(SELECT l.package_id FROM package_link l "
    f"WHERE encode(l.token_hash, 'hex') = {CREDENTIAL})"
)
DOWNLOAD = {
    "person": [("SI", f"account_id = {ACCOUNT}")],
    "staff": [("S", "true")],
    "sweeper": [("SD", "at <= now() - interval '1 year'")],
    "sign_in": [("I", f"package_id IN {OF_LINK}")],
}
NOW = {**DOWNLOAD, "staff": [("SI", "true")]}


def open_to_staff(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """They enter it."""
    editor.execute(added_anew("package_download", NOW), None)


def close_to_staff(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """As it was."""
    editor.execute(added_anew("package_download", DOWNLOAD), None)


class Migration(migrations.Migration):
    dependencies = [
        ("governance", "0028_letter_returned"),
    ]

    operations = [
        migrations.RunPython(open_to_staff, close_to_staff),
    ]
