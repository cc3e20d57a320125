"""Row-level security as SQL: one policy per table and command, made of the branches
that docs/isolation.md lists. Used by migrations only; runs as the owner.

``(SELECT …)`` around a setting makes PostgreSQL read it once per query; NULLIF because a
setting that ended with its transaction is '' and not NULL.
"""

SCOPE = "(SELECT current_setting('memoryhub.scope', true))"
# The outer cast changes nothing but the reading: ANY (SELECT …) would compare with rows.
PERSONS = (
    "(SELECT COALESCE(NULLIF(current_setting('memoryhub.persons', true), ''), '{}')"
    "::uuid[])::uuid[]"
)
SERVICE = "(SELECT NULLIF(current_setting('memoryhub.service', true), '')::uuid)"
ACCOUNT = "(SELECT NULLIF(current_setting('memoryhub.account', true), '')::uuid)"
CREDENTIAL = "(SELECT NULLIF(current_setting('memoryhub.credential', true), ''))"

ANY_SCOPE = f"COALESCE({SCOPE}, '') <> ''"

COMMANDS = {"S": "SELECT", "I": "INSERT", "U": "UPDATE", "D": "DELETE"}

Branches = dict[str, list[tuple[str, str]]]
"""Scope name → [(commands, condition on the row)]."""


def scoped(name: str, condition: str = "true") -> str:
    """A condition that holds in one scope."""
    return f"({SCOPE} = '{name}' AND ({condition}))"


def policies(table: str, branches: Branches) -> list[str]:
    """The statements that put a table under row-level security."""
    statements = [
        f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY",
        f"ALTER TABLE {table} FORCE ROW LEVEL SECURITY",
        # FORCE binds the owner too, and an UPDATE without a policy changes nothing
        # and says nothing: migrations need a policy of their own.
        f"CREATE POLICY owner_all ON {table} TO CURRENT_USER USING (true) "
        "WITH CHECK (true)",
    ]
    for letter, command in COMMANDS.items():
        condition = _any_of(branches, letter)
        if condition:
            statements.append(_policy(table, command, condition))
    return statements


def _any_of(branches: Branches, letter: str) -> str:
    return " OR ".join(
        condition if scope == "*" else scoped(scope, condition)
        for scope, rules in branches.items()
        for letters, condition in rules
        if letter in letters
    )


def _policy(table: str, command: str, condition: str) -> str:
    head = f"CREATE POLICY may_{command.lower()} ON {table} FOR {command}"
    clauses = {
        "SELECT": f"USING ({condition})",
        "INSERT": f"WITH CHECK ({condition})",
        "UPDATE": f"USING ({condition}) WITH CHECK ({condition})",
        "DELETE": f"USING ({condition})",
    }
    return f"{head} {clauses[command]}"


def no_statistics(table: str, *columns: str) -> list[str]:
    """Keeps samples of content out of pg_statistic, where an erasure cannot reach."""
    return [
        f"ALTER TABLE {table} ALTER COLUMN {column} SET STATISTICS 0"
        for column in columns
    ]


def composite_key(table: str, column: str, target: str) -> str:
    """A foreign key that includes the person: a row cannot point at another's row."""
    return (
        f"ALTER TABLE {table} ADD CONSTRAINT {table}_{column}_of_person "
        f"FOREIGN KEY (person_id, {column}) REFERENCES {target} (person_id, id) "
        "DEFERRABLE INITIALLY DEFERRED"
    )


def seen_anew(table: str, branches: Branches) -> str:
    """The statement that says anew which rows of a table may be seen."""
    return f"ALTER POLICY may_select ON {table} USING ({_any_of(branches, 'S')})"


def added_anew(table: str, branches: Branches) -> str:
    """The statement that says anew which rows of a table may be added."""
    return f"ALTER POLICY may_insert ON {table} WITH CHECK ({_any_of(branches, 'I')})"
