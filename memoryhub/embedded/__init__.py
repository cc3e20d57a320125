"""PostgreSQL, the broker and the supervisor behind `manage.py up`.

Both servers come as wheels and are run by us, so that two commands on an empty machine
are enough and nothing is installed into the system.
"""
