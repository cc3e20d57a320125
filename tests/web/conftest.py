"""The pages are tried as they are served: real accounts, collected static files."""

from tests.web.people import people, static_files

__all__ = ["people", "static_files"]
