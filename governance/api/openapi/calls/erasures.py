"""Forgetting, and how far an erasure is."""

from drf_spectacular.utils import PolymorphicProxySerializer

from governance.api.openapi import bodies, certificates
from governance.api.openapi.call import call
from governance.api.shapes import ForgetIn

GROUP = "Erasures"
FORGET_LOOKED = PolymorphicProxySerializer(
    component_name="ForgetLooked",
    serializers=[bodies.ForgetPlan, bodies.ForgetSearch],
    resource_type_field_name=None,
)

forget = call(
    "forget",
    GROUP,
    "Forget",
    "Takes memories, and what was made from them, out of use at once, and erases them "
    "when the time for undo is over. A dry run tells what it would reach; by `query` it "
    "looks for memories, and the real call names them by id.",
    {
        200: (FORGET_LOOKED, "A dry run: nothing has changed."),
        202: (bodies.ErasureBegun, "They are out of use."),
    },
    takes=ForgetIn,
    example={"query": "where she lives", "dry_run": True},
    refuses=[403, 410, 503],
)

undo_forget = call(
    "undoForget",
    GROUP,
    "Undo a forget",
    "Takes a forget back while its time lasts: everything returns to what it was. One that "
    "was taken back already stays so.",
    {200: (bodies.Erasure, "It is undone.")},
    refuses=[410],
)

get_erasure = call(
    "getErasure",
    GROUP,
    "Follow an erasure",
    "How far an erasure of this service is, and what its check of every store found.",
    {200: (bodies.Erasure, "The erasure.")},
)

acknowledge_erasure = call(
    "acknowledgeErasure",
    GROUP,
    "Acknowledge an erasure",
    "Says that the copies which this service has made itself are gone. An answer to its "
    "webhook can say so too, and an erasure that the service has asked for itself counts "
    "as acknowledged. Nothing waits for it, but everybody sees who has not said so.",
    {200: (bodies.Erasure, "It is noted; said again it changes nothing.")},
    refuses=[409],
)

get_certificate = call(
    "getCertificate",
    GROUP,
    "Get the certificate of an erasure",
    "The signed proof that an erasure is done; there is none (404) before that. Keep it "
    "as it is: `manage.py verify-certificate` checks it offline, and so can anybody, by "
    "the keys at `/.well-known/memoryhub-keys.json`. What is signed are its canonical "
    "bytes (RFC 8785) without `signature.value`. With `Accept: application/pdf` a sheet "
    "for reading.",
    {200: (certificates.Certificate, "The certificate.")},
)
