"""What the activity page says nothing of, and why: it is told elsewhere, or about nobody."""

_STAFF = "about an account of the staff, and nobody's memories"
_SERVICE = "about a service or its key, and nobody in particular"
_HOUSE = "about a rule or a check of the house, and nobody in particular"
_REQUEST = "a step of a request, whose beginning and downloads are shown"
_ACCOUNT = "about how an account signs in or looks, and no memory"

NOT_SHOWN = {
    "staff.made": _STAFF,
    "service.made": _SERVICE,
    "service.changed": _SERVICE,
    "key.made": _SERVICE,
    "key.rotated": _SERVICE,
    "key.narrowed": _SERVICE,
    "key.limited": _SERVICE,
    "key.revoked": _SERVICE,
    "webhook.made": _SERVICE,
    "webhook.removed": _SERVICE,
    "webhook.secret_rotated": _SERVICE,
    "webhook.disabled": _SERVICE,
    "policy.made": _HOUSE,
    "policy.changed": _HOUSE,
    "rows.dropped": _HOUSE,
    "provenance.checked": _HOUSE,
    "looks.set": _ACCOUNT,
    "account.closed": _ACCOUNT,
    "account.password_changed": _ACCOUNT,
    "account.address_asked": _ACCOUNT,
    "account.address_changed": _ACCOUNT,
    "passkey.added": _ACCOUNT,
    "passkey.renamed": _ACCOUNT,
    "passkey.removed": _ACCOUNT,
    "certificate.issued": "a part of the erasure that is shown; its receipt has it",
    "database.replayed": "about the database; what was done again is shown",
    "package.made": _REQUEST,
    "package.failed": _REQUEST,
    "package.expired": _REQUEST,
    "package.passages_decided": _REQUEST,
    "export.made": "about an account; each download is shown",
}
"""Verbs of which the activity page has no row, each with why."""
