"""The pages are tried as they are served: real accounts, collected static files."""

from tests.web.people import people

__all__ = ["people"]
