"""Of the controller: whose calendar counts, who is written to, and what stands in letters."""

from memoryhub import env

__all__ = [
    "AUTHORITY",
    "CONTROLLER",
    "OFFICE_COUNTRY",
    "OFFICE_REGION",
    "OFFICE_ZONE",
    "PRIVACY_CONTACT",
    "SECOND_PERSON",
]

# Whose law and holidays the dates of requests go by (docs/decisions/0023-clock.md).
OFFICE_COUNTRY = env.text("MEMORYHUB_JURISDICTION", default="DE")
OFFICE_REGION = env.text("MEMORYHUB_REGION", default="") or None
OFFICE_ZONE = env.text("MEMORYHUB_ZONE", default="") or None
# Name and postal address of the controller, as people know it (Art. 4(7) GDPR); without it
# letters are signed with the name of this server.
CONTROLLER = env.text("MEMORYHUB_CONTROLLER", default="")
# Name and address of the authority to complain to (Art. 77 GDPR); without it letters name
# the right and say how to find the authority.
AUTHORITY = env.text("MEMORYHUB_AUTHORITY", default="")
# Where people write about their data; letters name it and are answered there.
PRIVACY_CONTACT = env.text("MEMORYHUB_PRIVACY_CONTACT", default="")
# Which decisions a second person has to agree to.
SECOND_PERSON = env.words(
    "MEMORYHUB_SECOND_PERSON",
    default="erasure_of_everything,refusal",
    among=(
        "erasure_of_everything",
        "refusal",
        "erasure",
        "access",
        "rectification",
        "restriction",
        "portability",
        "objection",
    ),
)
