"""Another controller hands requests over by OpenDSR 2.0, and is told how they stand."""

import base64
import json
import uuid
from datetime import UTC, datetime, timedelta
from ipaddress import ip_network

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa
from cryptography.x509 import load_pem_x509_certificate
from django.conf import settings as current
from django.test import Client

from governance.access import as_staff
from governance.checks import interchange_can_be_signed
from governance.models import (
    ControllerCallback,
    ControllerRequest,
    Decision,
    Person,
    Right,
    SubjectRequest,
)
from governance.requests import assigning, review
from governance.requests.changing import changing
from governance.requests.opendsr import callbacks
from governance.requests.opendsr.stamp import domain
from governance.telling.delivering import BACKOFF
from tests.opendsr.conftest import issued, keep
from tests.telling.receiver import Answering

ALL = "/opendsr/requests"
STATUS = {
    "controller_id",
    "expected_completion_time",
    "subject_request_id",
    "request_status",
    "api_version",
    "results_url",
    "results_count",
}


def asking(ref="owner", kind="access", **more):
    return {
        "regulation": "gdpr",
        "subject_request_id": str(uuid.uuid4()),
        "subject_request_type": kind,
        "submitted_time": datetime.now(UTC).isoformat(),
        "subject_identities": [
            {
                "identity_type": "controller_customer_id",
                "identity_value": ref,
                "identity_format": "raw",
            }
        ],
        "api_version": "2.0",
        **more,
    }


def post(world, body, program=None):
    return (program or world.travel).client().post(ALL, body, format="json")


def status(world, body, program=None):
    client = (program or world.travel).client()
    return client.get(f"{ALL}/{body['subject_request_id']}")


def delete(world, body):
    return world.travel.client().delete(f"{ALL}/{body['subject_request_id']}")


def ours(as_owner):
    [row] = as_owner(SubjectRequest)
    return row


def in_review(office, row):
    with as_staff(), changing(row.id) as changed:
        assigning.take_up(changed, office.officer.id, office.by_officer)


def is_signed(answer_body, headers, public):
    signature = base64.b64decode(headers["x-opendsr-signature"])
    if isinstance(public, rsa.RSAPublicKey):
        public.verify(signature, answer_body, padding.PKCS1v15(), hashes.SHA256())
    else:
        public.verify(signature, answer_body, ec.ECDSA(hashes.SHA256()))
    assert headers["x-opendsr-processor-domain"] == domain()


def test_without_the_setting_there_is_nothing(world, static_files):
    assert Client().get("/opendsr/discovery").status_code == 404
    assert post(world, asking()).status_code == 404


def test_discovery_tells_what_is_taken_and_by_what_it_is_signed(
    world, interchange, key
):
    interchange(key)
    answer = Client().get("/opendsr/discovery")
    found = answer.json()
    assert found["api_version"] == "2.0"
    assert found["supported_identities"] == [
        {"identity_type": "controller_customer_id", "identity_format": "raw"}
    ]
    assert found["supported_subject_request_types"] == [
        "access",
        "portability",
        "erasure",
    ]
    path = found["processor_certificate"].removeprefix(current.PUBLIC_URL)
    certificate = load_pem_x509_certificate(Client().get(path).content)
    is_signed(answer.content, answer.headers, certificate.public_key())


def test_a_request_is_filed_answered_and_followed(world, on, office, as_owner):
    world.write("Likes tea.")
    body = asking()
    answer = post(world, body)
    assert answer.status_code == 201
    is_signed(answer.content, answer.headers, on.public_key())
    said = answer.json()
    assert json.loads(base64.b64decode(said["encoded_request"])) == body
    assert said["controller_id"] == str(world.travel.service.id)
    row = ours(as_owner)
    assert (row.channel, row.right, row.verified_by) == ("opendsr", "access", "service")
    found = status(world, body)
    is_signed(found.content, found.headers, on.public_key())
    assert found.json().keys() == STATUS
    assert found.json()["request_status"] == "pending"
    assert found.json()["results_count"] == 1
    rest = world.travel.client().get(f"/api/v1/requests/{row.id}").json()
    assert found.json()["expected_completion_time"] == rest["due_at"]
    in_review(office, row)
    assert status(world, body).json()["request_status"] == "in_progress"


def test_somebody_unknown_is_completed_at_once_in_the_same_shape(world, on, as_owner):
    known, unknown = asking(), asking(ref="nobody")
    answers = [post(world, body) for body in (known, unknown)]
    assert [each.status_code for each in answers] == [201, 201]
    assert answers[0].json().keys() == answers[1].json().keys()
    found = status(world, unknown).json()
    assert found.keys() == STATUS
    assert (found["request_status"], found["results_count"]) == ("completed", 0)
    assert as_owner(SubjectRequest).count() == 1
    assert as_owner(Person).count() == 3


def test_a_refusal_is_not_called_completed(world, on, office, as_owner):
    body = asking()
    post(world, body)
    in_review(office, ours(as_owner))
    with as_staff(), changing(ours(as_owner).id) as row:
        review.decide(row, Decision.REFUSE, office.by_officer, reasons="Unfounded.")
        review.approve(row, office.by_approver)
    assert status(world, body).json()["request_status"] == "cancelled"


def test_it_is_cancelled_until_it_is_being_done(world, on, office, as_owner):
    first, second = asking(), asking(kind="portability")
    post(world, first)
    answer = delete(world, first)
    assert answer.status_code == 202
    assert ours(as_owner).state == "withdrawn"
    assert status(world, first).json()["request_status"] == "cancelled"
    assert delete(world, first).status_code == 400
    post(world, second)
    row = as_owner(SubjectRequest).get(right=Right.PORTABILITY)
    in_review(office, row)
    with as_staff(), changing(row.id) as changed:
        review.decide(changed, Decision.FULFIL, office.by_officer)
    refused = delete(world, second)
    assert refused.status_code == 400
    assert refused.json()["error"]["code"] == 400
    assert status(world, second).json()["request_status"] == "in_progress"


def test_cancelling_one_of_two_leaves_the_other(world, on, as_owner):
    first, second = asking(), asking()
    post(world, first)
    post(world, second)
    assert ours(as_owner).state == "received"
    delete(world, first)
    assert status(world, first).json()["request_status"] == "cancelled"
    assert status(world, second).json()["request_status"] == "pending"
    delete(world, second)
    assert ours(as_owner).state == "withdrawn"


def test_cancelling_does_not_take_back_what_came_by_another_way(world, on, as_owner):
    rest = {"right": "access", "identity_checked": True}
    client = world.travel.client()
    client.post("/api/v1/people/owner/requests", rest, format="json")
    body = asking()
    post(world, body)
    assert delete(world, body).status_code == 202
    assert ours(as_owner).state == "received"


def test_the_same_id_twice_is_refused_and_files_nothing(world, on, as_owner):
    body = asking()
    post(world, body)
    again = post(world, body | {"subject_request_type": "erasure"})
    assert again.status_code == 400
    assert ours(as_owner).right == "access"


def test_another_controller_finds_nothing(world, on):
    body = asking()
    post(world, body)
    assert status(world, body, world.bank).status_code == 404
    bank = world.bank.client()
    assert bank.delete(f"{ALL}/{body['subject_request_id']}").status_code == 404
    assert post(world, body, world.bank).status_code == 201
    assert status(world, body, world.bank).json()["results_count"] == 0


def test_a_key_with_the_scope_is_needed(world, on):
    body = asking()
    assert Client().post(ALL, body, content_type="application/json").status_code == 401
    reader = world.travel.client_with(scopes=["people"])
    assert reader.post(ALL, body, format="json").status_code == 403


@pytest.mark.parametrize(
    "change",
    [
        {"subject_request_id": "Xylophonzebra"},
        {"subject_request_id": str(uuid.uuid1())},
        {"subject_request_type": "rectification"},
        {"submitted_time": "Xylophonzebra"},
        {"submitted_time": (datetime.now(UTC) + timedelta(days=2)).isoformat()},
        {"regulation": "Xylophonzebra"},
        {"subject_identities": []},
        {"subject_identities": "Xylophonzebra"},
        {"subject_identities": [{"identity_type": "email"}]},
        {
            "subject_identities": [
                {
                    "identity_type": "email",
                    "identity_value": "Xylophonzebra",
                    "identity_format": "raw",
                }
            ]
        },
        {
            "subject_identities": asking()["subject_identities"]
            + asking("x")["subject_identities"]
        },
        {"status_callback_urls": ["https://127.0.0.1/Xylophonzebra"]},
        {"status_callback_urls": ["ftp://Xylophonzebra"]},
        {"status_callback_urls": ["https://1.1.1.1/"] * 6},
    ],
)
def test_what_cannot_be_is_answered_by_an_error_of_the_specification(
    world, on, as_owner, change, caplog
):
    answer = post(world, asking() | change)
    assert answer.status_code == 400
    assert answer.json()["error"]["code"] == 400
    assert "Xylophonzebra" not in answer.content.decode() + caplog.text
    is_signed(answer.content, answer.headers, on.public_key())
    assert as_owner(SubjectRequest).count() == 0
    assert as_owner(ControllerRequest).count() == 0


def test_each_status_is_told_once_and_signed(
    world, on, office, as_owner, receiver, nearby
):
    body = asking(status_callback_urls=[receiver.url])
    post(world, body)
    for _ in range(2):
        callbacks.tell_controllers()
    in_review(office, ours(as_owner))
    for _ in range(2):
        callbacks.tell_controllers()
    delete(world, body)
    for _ in range(2):
        callbacks.tell_controllers()
    told = [each.document for each in receiver.received]
    assert [each["request_status"] for each in told] == [
        "pending",
        "in_progress",
        "cancelled",
    ]
    for got in receiver.received:
        is_signed(got.body, got.headers, on.public_key())
        assert got.document["status_callback_url"] == receiver.url
        assert got.document.keys() == STATUS | {"status_callback_url"}


def test_somebody_unknown_is_told_to_be_completed(world, on, receiver, nearby):
    post(world, asking(ref="nobody", status_callback_urls=[receiver.url]))
    callbacks.tell_controllers()
    [got] = receiver.received
    assert got.document["request_status"] == "completed"


def test_what_does_not_arrive_is_tried_again_and_then_given_up(
    world, on, as_owner, receiver, nearby
):
    post(world, asking(status_callback_urls=[receiver.url]))
    receiver.answer = Answering(status=500)
    callbacks.tell_controllers()
    assert callbacks.tell_controllers() == 0
    tries = len(BACKOFF) + 1
    for _ in range(tries + 2):
        as_owner(ControllerCallback).update(next_at=datetime(2026, 1, 1, tzinfo=UTC))
        callbacks.tell_controllers()
    assert len(receiver.received) == tries
    assert as_owner(ControllerCallback).get().told == "pending"


def test_a_controller_that_is_down_holds_up_no_other(
    world, on, as_owner, receiver, nearby
):
    for _ in range(3):
        post(world, asking(status_callback_urls=["http://127.0.0.1:1/"]))
    post(world, asking("stranger", status_callback_urls=[receiver.url]), world.bank)
    assert callbacks.tell_controllers() == 2
    assert [each.document["request_status"] for each in receiver.received] == [
        "pending"
    ]


def test_what_is_over_and_told_is_looked_at_no_more(
    world, on, as_owner, receiver, nearby
):
    post(world, asking("nobody", status_callback_urls=[receiver.url]))
    callbacks.tell_controllers()
    assert as_owner(ControllerCallback).get().next_at is None


def test_a_redirect_is_not_followed(world, on, receiver, nearby):
    post(world, asking(status_callback_urls=[receiver.url]))
    to = {"Location": f"{receiver.url}/elsewhere"}
    receiver.answer = Answering(status=307, headers=to)
    callbacks.tell_controllers()
    assert [each.path for each in receiver.received] == ["/hooks"]


def test_an_address_that_is_refused_by_now_is_not_reached(
    world, on, receiver, settings
):
    settings.WEBHOOK_NETWORKS = [ip_network("127.0.0.0/8")]
    post(world, asking(status_callback_urls=[receiver.url]))
    settings.WEBHOOK_NETWORKS = []
    assert callbacks.tell_controllers() == 1
    assert receiver.received == []


def test_addresses_are_sealed(world, on, as_owner, receiver, nearby):
    post(world, asking(status_callback_urls=[receiver.url]))
    assert b"127.0.0.1" not in bytes(as_owner(ControllerCallback).get().url_sealed)


def test_the_controllers_ids_are_dropped_when_they_are_old(
    world, on, as_owner, receiver, nearby
):
    post(world, asking(status_callback_urls=[receiver.url]))
    callbacks.drop_old()
    assert as_owner(ControllerRequest).count() == 1
    old = datetime.now(UTC) - timedelta(days=401)
    as_owner(ControllerRequest).update(created_at=old)
    as_owner(ControllerCallback).update(created_at=old)
    callbacks.drop_old()
    assert as_owner(ControllerRequest).count() == 0
    assert as_owner(ControllerCallback).count() == 0


def test_the_start_is_refused_where_nothing_could_be_signed(
    world, on, settings, tmp_path
):
    [warning] = interchange_can_be_signed(None)
    assert warning.id == "governance.W001"
    keep(tmp_path, settings, on, issued(on, "other.example"))
    [error] = interchange_can_be_signed(None)
    assert "public address" in error.msg
    other = ec.generate_private_key(ec.SECP256R1())
    (tmp_path / "certificate.pem").write_bytes(issued(other, domain()))
    [error] = interchange_can_be_signed(None)
    assert "not the key" in error.msg
    settings.OPENDSR_KEY = str(tmp_path / "none.pem")
    assert [each.id for each in interchange_can_be_signed(None)] == ["governance.E004"]
