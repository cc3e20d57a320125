"""Path parts that Django's own converters do not cover."""

from urllib.parse import quote, unquote


class PersonRef:
    """A person's id as the service names them: any Unicode, percent-encoded.

    A slash arrives as ``%2F`` (memoryhub/wsgi.py keeps it so) and is decoded here.
    """

    regex = "[^/]+"

    def to_python(self, value: str) -> str:
        """The id itself; not found when it is not UTF-8."""
        return unquote(value, errors="strict")

    def to_url(self, value: str) -> str:
        """The id as a path part."""
        return quote(value, safe="")
