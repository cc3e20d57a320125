"""Of the controller: whose calendar counts, who is written to, and what policy wants."""

from memoryhub import env

__all__ = ["OFFICE_COUNTRY", "OFFICE_REGION", "OFFICE_ZONE"]

# Whose law and holidays the dates of requests go by (docs/decisions/0023-clock.md).
OFFICE_COUNTRY = env.text("MEMORYHUB_JURISDICTION", default="DE")
OFFICE_REGION = env.text("MEMORYHUB_REGION", default="") or None
OFFICE_ZONE = env.text("MEMORYHUB_ZONE", default="") or None
