"""One message on its way, to recipients who mean it well and to others."""

import datetime
import ipaddress
import socket
import ssl
import threading
import time

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from governance.telling import sending
from governance.telling.address import target_of
from governance.telling.sending import post
from tests.telling.receiver import ACKNOWLEDGED, Answering

BODY = b'{"type": "webhook.test"}'


def send(url, **more):
    return post(target_of(url), BODY, {"webhook-id": "msg_1"}, **more)


def names(*addresses):
    return lambda host, port: list(addresses)


@pytest.fixture(autouse=True)
def _near(nearby):
    """Receivers are on this machine."""


def test_a_message_arrives_as_it_is(receiver):
    answer = send(receiver.url)
    [got] = receiver.received
    assert (answer.status, answer.taken, answer.acknowledged) == (200, True, False)
    assert (got.path, got.body) == ("/hooks", BODY)
    assert got.headers["webhook-id"] == "msg_1"
    assert got.headers["content-type"] == "application/json"
    assert got.headers["host"] == f"127.0.0.1:{receiver.port}"


@pytest.mark.parametrize(
    ("status", "body", "acknowledged"),
    [
        (200, ACKNOWLEDGED, True),
        (202, b'{"acknowledged": true, "more": 1}', True),
        (200, b'{"acknowledged": false}', False),
        (200, b'{"acknowledged": "true"}', False),
        (200, b'{"acknowledged": 1}', False),
        (200, b"[true]", False),
        (200, b"acknowledged", False),
        (200, b"[" * 4_000, False),
        (200, b"\xff\xfe", False),
        (500, ACKNOWLEDGED, False),
    ],
)
def test_only_a_plain_yes_acknowledges(receiver, status, body, acknowledged):
    receiver.answer = Answering(status, body)
    assert send(receiver.url).acknowledged is acknowledged


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_is_not_followed(receiver, status):
    elsewhere = {"Location": f"http://127.0.0.1:{receiver.port}/inside"}
    receiver.answer = Answering(status, headers=elsewhere)
    answer = send(receiver.url)
    assert (answer.status, answer.taken) == (status, False)
    assert [each.path for each in receiver.received] == ["/hooks"]


def test_a_name_that_means_another_address_a_moment_later_leads_nowhere(
    receiver, settings
):
    """DNS rebinding: asked once, and connected to what was then checked."""
    settings.WEBHOOK_NETWORKS = []
    asked = []

    def rebinding(host, port):
        asked.append(host)
        return ["192.0.2.1"] if len(asked) == 1 else ["127.0.0.1"]

    answer = send(f"https://rebind.example:{receiver.port}/", resolve=rebinding)
    assert (answer.status, answer.trouble) == (None, "not_reachable")
    assert asked == ["rebind.example"]
    assert receiver.received == []


def test_the_connection_goes_to_the_address_that_was_checked(receiver, monkeypatch):
    """The name is not asked for again: the system's resolver would not know it."""
    asked = []

    def once(host, port):
        asked.append(host)
        return ["127.0.0.1"]

    answer = send(f"http://no-such-name.invalid:{receiver.port}/hooks", resolve=once)
    assert answer.status == 200
    assert asked == ["no-such-name.invalid"]
    host = receiver.received[0].headers["host"]
    assert host == f"no-such-name.invalid:{receiver.port}"


def test_an_address_inside_is_refused_when_it_is_connected_to(receiver, settings):
    settings.WEBHOOK_NETWORKS = []
    answer = send(f"https://127.0.0.1:{receiver.port}/")
    assert answer.trouble == "not_reachable"
    assert receiver.received == []


def test_no_proxy_is_taken_from_the_environment(receiver, monkeypatch):
    for name in ("http_proxy", "HTTP_PROXY", "https_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    assert send(receiver.url).status == 200


def test_the_next_address_is_tried_when_the_first_does_not_answer(receiver):
    answer = send(
        f"http://two.example:{receiver.port}/", resolve=names("127.0.0.2", "127.0.0.1")
    )
    assert answer.status == 200


def test_nobody_there_is_an_answer_too():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        assert send(f"http://127.0.0.1:{port}/").trouble == "no_connection"


def test_a_huge_answer_is_not_read(receiver):
    sent: list[int] = []

    def flood(request):
        request.send_response(200)
        request.end_headers()
        try:
            while len(sent) < 1_000:
                request.wfile.write(b"x" * 65_536)
                sent.append(1)
        except OSError:
            pass

    receiver.answer = Answering(instead=flood)
    answer = send(receiver.url)
    assert (answer.status, answer.acknowledged) == (200, False)
    time.sleep(0.2)
    assert len(sent) < 500


def drip(piece, *, head):
    """A byte now and then, each just in time for an ordinary timeout."""

    def answer(request):
        try:
            if head:
                request.send_response(200)
                request.end_headers()
            for _ in range(200):
                request.wfile.write(piece)
                request.wfile.flush()
                time.sleep(0.05)
        except OSError:
            pass

    return Answering(instead=answer)


@pytest.mark.parametrize("head", [False, True])
def test_a_slow_answer_ends_when_the_time_is_over(receiver, monkeypatch, head):
    monkeypatch.setattr(sending, "TOTAL", 0.6)
    receiver.answer = drip(b"x", head=head)
    begun = time.monotonic()
    answer = send(receiver.url)
    assert time.monotonic() - begun < 2
    # With a status it is told, whatever the body would have been.
    assert answer.status == (200 if head else None)
    assert answer.acknowledged is False


def test_endless_headers_end(receiver, monkeypatch):
    monkeypatch.setattr(sending, "TOTAL", 2.0)

    def headers(request):
        try:
            request.wfile.write(b"HTTP/1.1 200 OK\r\n")
            while True:
                request.wfile.write(b"x-more: " + b"y" * 10_000 + b"\r\n")
        except OSError:
            pass

    receiver.answer = Answering(instead=headers)
    answer = send(receiver.url)
    assert (answer.status, answer.trouble) == (None, "no_answer")


@pytest.mark.parametrize(
    "said",
    [
        b"",
        b"hello\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
        b"\0" * 99,
    ],
)
def test_what_is_not_http_is_no_answer(receiver, said):

    def say(request):
        request.wfile.write(said)

    receiver.answer = Answering(instead=say)
    assert send(receiver.url).status is None


def _read_whole(connection):
    """Whoever closes with a part of the request unread resets the connection, and the
    answer may be lost with it."""
    request = connection.makefile("rb")
    length = 0
    while (line := request.readline()).strip():
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length":
            length = int(value)
    request.read(length)


@pytest.fixture
def certified(tmp_path):
    """A TLS server for one name, its port, and what trusts it."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "hooks.example")])
    now = datetime.datetime.now(datetime.UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - datetime.timedelta(hours=1))
        .not_valid_after(now + datetime.timedelta(hours=1))
        .add_extension(
            x509.SubjectAlternativeName([x509.DNSName("hooks.example")]), critical=False
        )
        .sign(key, hashes.SHA256())
    )
    pem = tmp_path / "hooks.pem"
    pem.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
        + certificate.public_bytes(serialization.Encoding.PEM)
    )
    serving = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    serving.load_cert_chain(pem)
    asked_for = []
    serving.sni_callback = lambda sock, name, context: asked_for.append(name)
    listening = socket.create_server(("127.0.0.1", 0))

    def serve():
        while True:
            try:
                plain, _ = listening.accept()
                with serving.wrap_socket(plain, server_side=True) as secure:
                    _read_whole(secure)
                    secure.sendall(b"HTTP/1.1 204 No Content\r\n\r\n")
            except ssl.SSLError:
                continue
            except OSError:
                return

    threading.Thread(target=serve, daemon=True).start()
    trusting = ssl.create_default_context(
        cadata=pem.read_text()[pem.read_text().index("-----BEGIN CERT") :]
    )
    yield listening.getsockname()[1], trusting, asked_for
    listening.close()


def test_tls_goes_by_the_name_though_the_connection_goes_by_the_address(certified):
    port, trusting, asked_for = certified
    answer = send(
        f"https://hooks.example:{port}/", resolve=names("127.0.0.1"), tls=trusting
    )
    assert answer.status == 204
    assert asked_for == ["hooks.example"]


@pytest.mark.parametrize("trusted", [True, False])
def test_a_certificate_of_another_name_or_of_nobody_is_refused(certified, trusted):
    port, trusting, _ = certified
    name = "other.example" if trusted else "hooks.example"
    answer = send(
        f"https://{name}:{port}/",
        resolve=names("127.0.0.1"),
        tls=trusting if trusted else None,
    )
    assert (answer.status, answer.trouble) == (None, "no_connection")


def test_an_address_of_version_6_is_spoken_to_in_brackets():
    request = sending._request(target_of("https://[2606:4700::1111]:8443/x"), b"", {})
    assert dict(request["headers"])["Host"] == "[2606:4700::1111]:8443"
    assert ipaddress.ip_address(request["url"].host.decode()).version == 6
