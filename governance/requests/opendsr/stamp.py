"""What goes out is signed by the certificate of the public address (OpenDSR, 4.2 and 8.3):
SHA-256 with RSA (PKCS #1 v1.5) or ECDSA, over the bytes of the body (FIPS 186)."""

import base64
from functools import cache
from pathlib import Path
from urllib.parse import urlsplit

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa
from django.conf import settings

Key = rsa.RSAPrivateKey | ec.EllipticCurvePrivateKey


def domain() -> str:
    """The name that requests come to and that the certificate is for."""
    return urlsplit(settings.PUBLIC_URL).hostname or ""


def stamped(body: bytes) -> dict[str, str]:
    """The headers that prove a body to be ours."""
    signature = _signature(_key(settings.OPENDSR_KEY), body)
    return {
        "X-OpenDSR-Processor-Domain": domain(),
        "X-OpenDSR-Signature": base64.b64encode(signature).decode(),
    }


def certificate() -> bytes:
    """The certificate file as it is, with the chain that the operator put there."""
    return Path(settings.OPENDSR_CERTIFICATE).read_bytes()


def trouble() -> str:
    """Why nothing could be signed so that a controller believes it; '' if all is well."""
    try:
        key, issued = _key(settings.OPENDSR_KEY), _issued()
        named = issued.extensions.get_extension_for_class(x509.SubjectAlternativeName)
    except (OSError, ValueError, TypeError, x509.ExtensionNotFound):
        return (
            "MEMORYHUB_OPENDSR_KEY and MEMORYHUB_OPENDSR_CERTIFICATE must be PEM files."
        )
    if issued.public_key() != key.public_key():
        return "MEMORYHUB_OPENDSR_KEY is not the key of the certificate."
    if domain() not in named.value.get_values_for_type(x509.DNSName):
        return "MEMORYHUB_OPENDSR_CERTIFICATE is not issued to the public address."
    return ""


def self_signed() -> bool:
    """Whether nobody but ourselves vouches for it, which the specification forbids."""
    return _issued().issuer == _issued().subject


def _issued() -> x509.Certificate:
    return x509.load_pem_x509_certificates(certificate())[0]


@cache
def _key(path: str) -> Key:
    key = serialization.load_pem_private_key(Path(path).read_bytes(), password=None)
    if not isinstance(key, Key):
        raise TypeError("neither RSA nor elliptic")
    return key


def _signature(key: Key, body: bytes) -> bytes:
    if isinstance(key, rsa.RSAPrivateKey):
        return key.sign(body, padding.PKCS1v15(), hashes.SHA256())
    return key.sign(body, ec.ECDSA(hashes.SHA256()))
