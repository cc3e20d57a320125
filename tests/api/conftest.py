"""Pages are walked too, so the static files are collected."""

from tests.web.people import static_files

__all__ = ["static_files"]
