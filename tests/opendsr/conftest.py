"""Interchange that is switched on, with a certificate made for the test."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.x509.oid import NameOID

from governance.requests.opendsr.stamp import domain
from tests.requests.conftest import office
from tests.telling.conftest import nearby, receiver

__all__ = ["nearby", "office", "receiver"]

Key = rsa.RSAPrivateKey | ec.EllipticCurvePrivateKey


def issued(key: Key, name: str) -> bytes:
    """A certificate for a name; by nobody but itself."""
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), False)
    )
    return made.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM)


def keep(folder: Path, settings: Any, key: Key, certificate: bytes) -> None:
    """As the operator would."""
    pem = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    (folder / "key.pem").write_bytes(pem)
    (folder / "certificate.pem").write_bytes(certificate)
    settings.OPENDSR_KEY = str(folder / "key.pem")
    settings.OPENDSR_CERTIFICATE = str(folder / "certificate.pem")


@pytest.fixture(params=["rsa", "elliptic"])
def key(request: pytest.FixtureRequest) -> Key:
    """Either sort is believed."""
    if request.param == "rsa":
        return rsa.generate_private_key(65_537, 2_048)
    return ec.generate_private_key(ec.SECP256R1())


@pytest.fixture
def interchange(settings: Any, tmp_path: Path) -> Callable[[Key], None]:
    """Switched on, with that key."""
    # Before OPENDSR is set: what is read with it keeps these addresses ever after.
    settings.ROOT_URLCONF = import_module("tests.opendsr.urls").__name__
    settings.OPENDSR = True
    return lambda key: keep(tmp_path, settings, key, issued(key, domain()))


@pytest.fixture
def on(interchange: Callable[[Key], None]) -> Key:
    """The same, with a key of no importance."""
    key = ec.generate_private_key(ec.SECP256R1())
    interchange(key)
    return key
