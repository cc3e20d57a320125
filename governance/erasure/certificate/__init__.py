"""The certificate of an erasure: what it says, when it is made, and who may open it."""

from governance.erasure.certificate.document import FORMAT as CERTIFICATE_FORMAT
from governance.erasure.certificate.issue import certificate_of, certify, uncertified
from governance.erasure.certificate.link import (
    LINK_LIFE,
    Opened,
    make_receipt_link,
    open_receipt,
)
from governance.erasure.certificate.ring import signing_key, verifying_keys
from governance.erasure.certificate.wording import SENTENCES

__all__ = [
    "CERTIFICATE_FORMAT",
    "LINK_LIFE",
    "SENTENCES",
    "Opened",
    "certificate_of",
    "certify",
    "make_receipt_link",
    "open_receipt",
    "signing_key",
    "uncertified",
    "verifying_keys",
]
