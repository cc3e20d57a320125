"""The certificate of an erasure: what it says, when it is made, and who may open it."""

from governance.erasure.certificate.document import FORMAT as CERTIFICATE_FORMAT
from governance.erasure.certificate.issue import certificate_of, certify, uncertified
from governance.erasure.certificate.link import (
    LINK_LIFE,
    Opened,
    link_again,
    make_receipt_link,
    open_receipt,
)
from governance.erasure.certificate.readable import shown as shown_certificate
from governance.erasure.certificate.ring import signing_key, verifying_keys
from governance.erasure.certificate.wording import SENTENCES


def certificate_sheet(signed: str) -> bytes:
    """A certificate as PDF, in the reader's language."""
    # Here and not above: fonts and pictures take a quarter of a second to load, and few
    # processes ever print.
    from governance.erasure.certificate.sheet import sheet_of  # noqa: PLC0415

    return sheet_of(signed)


__all__ = [
    "CERTIFICATE_FORMAT",
    "LINK_LIFE",
    "SENTENCES",
    "Opened",
    "certificate_of",
    "certificate_sheet",
    "certify",
    "link_again",
    "make_receipt_link",
    "open_receipt",
    "shown_certificate",
    "signing_key",
    "uncertified",
    "verifying_keys",
]
