"""Every address under /api/v1."""

from django.urls import path, register_converter

from governance.api.consents import OneConsent
from governance.api.conversations import Items, OneConversation, Pop
from governance.api.converters import PersonRef
from governance.api.erasures import Acknowledge, OneCertificate, OneErasure
from governance.api.forgetting import Forget, Undo
from governance.api.lineage import History, Provenance, RedactVersion
from governance.api.links import DashboardLinks
from governance.api.memories import Batch, Memories, OneMemory
from governance.api.memory_tool import MemoryTool
from governance.api.openapi import views as openapi
from governance.api.people import OnePerson, Settings
from governance.api.porting import Export, Import
from governance.api.requests import Answer, OneRequest, PersonRequests, Withdraw
from governance.api.webhooks import (
    Deliveries,
    NewSecret,
    OneWebhook,
    Test,
    Webhooks,
)

register_converter(PersonRef, "person")

app_name = "api"

urlpatterns = [
    path("schema", openapi.schema, name="schema"),
    path("docs", openapi.docs, name="docs"),
    path("people/<person:person>/memories", Memories.as_view(), name="memories"),
    path("people/<person:person>/memories/batch", Batch.as_view(), name="batch"),
    path(
        "people/<person:person>/memories/<uuid:memory_id>",
        OneMemory.as_view(),
        name="memory",
    ),
    path(
        "people/<person:person>/memories/<uuid:memory_id>/history",
        History.as_view(),
        name="history",
    ),
    path(
        "people/<person:person>/memories/<uuid:memory_id>/provenance",
        Provenance.as_view(),
        name="provenance",
    ),
    path(
        "people/<person:person>/memories/<uuid:memory_id>/redact-version",
        RedactVersion.as_view(),
        name="redact-version",
    ),
    path(
        "people/<person:person>/dashboard-link",
        DashboardLinks.as_view(),
        name="dashboard-links",
    ),
    path(
        "people/<person:person>/conversations/<person:conversation>/items",
        Items.as_view(),
        name="items",
    ),
    path(
        "people/<person:person>/conversations/<person:conversation>/pop",
        Pop.as_view(),
        name="pop",
    ),
    path(
        "people/<person:person>/conversations/<person:conversation>",
        OneConversation.as_view(),
        name="conversation",
    ),
    path(
        "people/<person:person>/memory-tool",
        MemoryTool.as_view(),
        name="memory-tool",
    ),
    path("people/<person:person>/export", Export.as_view(), name="export"),
    path("people/<person:person>/import", Import.as_view(), name="import"),
    path("people/<person:person>", OnePerson.as_view(), name="person"),
    path("people/<person:person>/settings", Settings.as_view(), name="settings"),
    path(
        "people/<person:person>/consents/<str:category>",
        OneConsent.as_view(),
        name="consent",
    ),
    path("people/<person:person>/forget", Forget.as_view(), name="forget"),
    path("erasures/<uuid:run_id>/undo", Undo.as_view(), name="undo"),
    path(
        "erasures/<uuid:run_id>/certificate",
        OneCertificate.as_view(),
        name="certificate",
    ),
    path(
        "erasures/<uuid:run_id>/acknowledge",
        Acknowledge.as_view(),
        name="acknowledge",
    ),
    path("erasures/<uuid:run_id>", OneErasure.as_view(), name="erasure"),
    path("people/<person:person>/requests", PersonRequests.as_view(), name="requests"),
    path("requests/<uuid:request_id>", OneRequest.as_view(), name="request"),
    path("requests/<uuid:request_id>/answer", Answer.as_view(), name="answer-request"),
    path(
        "requests/<uuid:request_id>/withdraw",
        Withdraw.as_view(),
        name="withdraw-request",
    ),
    path("webhooks", Webhooks.as_view(), name="webhooks"),
    path("webhooks/<uuid:webhook_id>", OneWebhook.as_view(), name="webhook"),
    path(
        "webhooks/<uuid:webhook_id>/secret",
        NewSecret.as_view(),
        name="webhook-secret",
    ),
    path("webhooks/<uuid:webhook_id>/test", Test.as_view(), name="webhook-test"),
    path(
        "webhooks/<uuid:webhook_id>/deliveries",
        Deliveries.as_view(),
        name="webhook-deliveries",
    ),
]
