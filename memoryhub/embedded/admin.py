"""The bootstrap superuser of our own server, for what no other login may do."""

from django.conf import settings

from memoryhub.embedded import keys as keyring
from memoryhub.embedded.folder import data_folder
from memoryhub.embedded.postgres import ADMIN


def admin_url() -> str:
    """Empty where the server is somebody else's."""
    if not settings.EMBEDDED:
        return ""
    password = keyring.kept_in(data_folder()).admin_password
    at = settings.DATABASES["owner"]
    return f"postgresql://{ADMIN}:{password}@{at['HOST']}:{at['PORT']}/postgres"
