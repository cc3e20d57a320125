"""A passage goes with the text that it stands in: erased, expired, or taken out by its person
while staff decide. Nobody could decide about it any more, and the copy would wait for ever."""

from django.db import connection


def drop_strays() -> int:
    """Deletes passages, decided or not, whose text has gone; gives how many. The database
    looks itself: call it in the scope of the staff or the sweeper, neither sees a text."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT drop_stray_redactions()")
        return int(cursor.fetchone()[0])
