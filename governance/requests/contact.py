"""The typed contact field of a request: sealed, found again by a keyed hash."""

from governance.access import hashes, keyed_hash, note_current_key, seal, unseal
from governance.models import SubjectRequest

CONTACT_USE = "request contact"


def put_contact(request: SubjectRequest, address: str) -> None:
    """Sets the address to which answers go; call it before the row is saved."""
    note_current_key()
    request.contact_sealed, request.contact_sealed_by_id = seal(CONTACT_USE, address)
    request.contact_hash = keyed_hash(CONTACT_USE, _same(address)).digest


def contact_of(request: SubjectRequest) -> str:
    """The address, opened; empty where there is none. The caller records the look."""
    if request.contact_sealed is None or request.contact_sealed_by_id is None:
        return ""
    return unseal(
        CONTACT_USE, bytes(request.contact_sealed), request.contact_sealed_by_id
    )


def contact_hashes(address: str) -> list[bytes]:
    """By which requests of an address are found, under every key still in use."""
    return hashes(CONTACT_USE, _same(address))


def _same(address: str) -> str:
    return address.strip().casefold()
