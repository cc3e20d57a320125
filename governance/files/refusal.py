"""What the memory tool answers instead of doing it."""


class FileRefusal(Exception):
    """An error result: its text is for the agent, which may have sent some of it itself.
    It goes into no log."""
