"""The logins: the runtime one owns nothing and bypasses nothing."""

import psycopg
import pytest
from psycopg import conninfo

from memoryhub.embedded import keys as keyring
from memoryhub.embedded.external import external_logins
from memoryhub.embedded.provision import APP, OWNER, provision
from memoryhub.embedded.refusal import Refused
from memoryhub.embedded.servers import addresses, logins_of
from tests.servers import KEYS, PORTS, admin_url

URLS = addresses(KEYS, PORTS)


def one(url, query, *values):
    with psycopg.connect(url, autocommit=True) as connection:
        return connection.execute(query, values).fetchone()


def test_provisioning_again_changes_nothing_and_does_not_fail():
    before = one(admin_url(), "SELECT array_agg(oid ORDER BY oid) FROM pg_roles")
    provision(admin_url(), logins_of(KEYS))
    assert before == one(
        admin_url(), "SELECT array_agg(oid ORDER BY oid) FROM pg_roles"
    )


@pytest.mark.parametrize("role", [OWNER, APP])
def test_neither_login_is_super_or_bypasses_row_security(role):
    powers = one(
        admin_url(),
        "SELECT rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication,"
        " rolinherit FROM pg_roles WHERE rolname = %s",
        role,
    )
    assert powers == (False,) * 6


def test_the_runtime_login_owns_nothing_and_is_in_no_role():
    owned = one(
        admin_url(),
        "SELECT count(*) FROM pg_shdepend d JOIN pg_roles r ON r.oid = d.refobjid"
        " WHERE r.rolname = %s AND d.deptype = 'o'",
        APP,
    )
    member = one(
        admin_url(),
        "SELECT count(*) FROM pg_auth_members m JOIN pg_roles r ON r.oid = m.member"
        " WHERE r.rolname = %s",
        APP,
    )
    assert (owned, member) == ((0,), (0,))


def test_the_runtime_login_cannot_make_a_table():
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        one(URLS["DATABASE_URL"], "CREATE TABLE sneaky (id int)")


def test_the_runtime_login_reads_and_writes_what_the_owner_makes():
    owner, app = URLS["DATABASE_OWNER_URL"], URLS["DATABASE_URL"]
    with psycopg.connect(owner, autocommit=True) as connection:
        connection.execute("CREATE TABLE made_by_owner (id int, v vector(2))")
    try:
        row = one(app, "INSERT INTO made_by_owner VALUES (1, '[1,2]') RETURNING id")
        assert row == (1,)
    finally:
        with psycopg.connect(owner, autocommit=True) as connection:
            connection.execute("DROP TABLE made_by_owner")


def test_a_stranger_to_the_server_is_not_let_in():
    with pytest.raises(psycopg.OperationalError):
        one(conninfo.make_conninfo(URLS["DATABASE_URL"], password="wrong"), "SELECT 1")


def test_a_given_login_that_may_make_roles_is_replaced_by_the_two():
    urls = external_logins(admin_url(), KEYS)
    assert one(urls["DATABASE_URL"], "SELECT current_user") == (APP,)
    assert one(urls["DATABASE_OWNER_URL"], "SELECT current_user") == (OWNER,)


def test_the_logins_of_another_installation_are_left_alone():
    with pytest.raises(Refused, match="DATABASE_OWNER_URL"):
        external_logins(admin_url(), keyring.fresh())
    assert one(URLS["DATABASE_URL"], "SELECT current_user") == (APP,)


def test_a_server_that_does_not_answer_is_one_line_without_the_password():
    url = "postgresql://someone:verysecret@127.0.0.1:1/memoryhub"
    with pytest.raises(Refused) as refusal:
        external_logins(url, keyring.fresh())
    assert "\n" not in str(refusal.value)
    assert "verysecret" not in str(refusal.value)
