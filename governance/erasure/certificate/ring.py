"""The keys of this deployment. The private ones lie in its environment alone: whoever
writes to the database, or reads a backup of it, can sign nothing."""

from django.conf import settings

from governance.signing import PublicKeys, SigningKey, public_keys


def signing_key() -> SigningKey:
    """The one that signs now."""
    name, seed = next(iter(settings.SIGNING_KEYS.items()))
    return SigningKey(name, seed)


def verifying_keys() -> PublicKeys:
    """All that ever signed, as far as the settings tell."""
    return public_keys(settings.SIGNING_KEYS, settings.RETIRED_SIGNING_KEYS)
