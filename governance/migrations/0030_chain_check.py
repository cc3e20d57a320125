"""Staff who hand a copy over are among those who have taken it; and what is decided about a
passage goes with the text that it stands in."""

from django.conf import settings
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

# As the owner: neither the staff nor the sweeper sees the texts by which it goes. A memory
# that an erasure has begun to take is gone, though its rows still stand.
STRAYS = """
CREATE FUNCTION drop_stray_redactions() RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE gone bigint;
BEGIN
    IF COALESCE(current_setting('memoryhub.scope', true), '')
        NOT IN ('sweeper', 'staff') THEN
        RETURN 0;
    END IF;
    DELETE FROM package_redaction r WHERE NOT EXISTS (
        SELECT 1 FROM memory_version v
        WHERE v.person_id = r.person_id AND v.memory_id = r.memory_id
          AND v.number = r.version AND v.redacted_at IS NULL
    ) OR EXISTS (
        SELECT 1 FROM erasure_item i JOIN erasure_run u ON u.id = i.run_id
        WHERE i.person_id = r.person_id AND i.thing = 'memory'
          AND i.thing_id = r.memory_id AND u.epoch IS NOT NULL
    );
    GET DIAGNOSTICS gone = ROW_COUNT;
    RETURN gone;
END
$$
"""


def open_to_staff(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """They enter it; and the function."""
    runtime = editor.quote_name(settings.DATABASES["default"]["USER"])
    for statement in [
        added_anew("package_download", NOW),
        STRAYS,
        "REVOKE EXECUTE ON FUNCTION drop_stray_redactions() FROM PUBLIC",
        f"GRANT EXECUTE ON FUNCTION drop_stray_redactions() TO {runtime}",
    ]:
        editor.execute(statement, None)


def close_to_staff(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """As it was."""
    editor.execute(added_anew("package_download", DOWNLOAD), None)
    editor.execute("DROP FUNCTION drop_stray_redactions()", None)


class Migration(migrations.Migration):
    dependencies = [
        ("governance", "0028_letter_returned"),
    ]

    operations = [
        migrations.RunPython(open_to_staff, close_to_staff),
    ]
