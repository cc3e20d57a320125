"""Whose office answers requests: what stands in every letter about the controller."""

from memoryhub import env

# Name and postal address of the controller, as people know it (Art. 4(7) GDPR); without it
# letters are signed with the name of this server.
CONTROLLER = env.text("MEMORYHUB_CONTROLLER", default="")
# Name and address of the authority to complain to (Art. 77 GDPR); without it letters name
# the right and say how to find the authority.
AUTHORITY = env.text("MEMORYHUB_AUTHORITY", default="")
# Where people write about their data; letters name it and are answered there.
PRIVACY_CONTACT = env.text("MEMORYHUB_PRIVACY_CONTACT", default="")
