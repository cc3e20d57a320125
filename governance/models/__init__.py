"""The nouns: facts, invariants and owner-scoped reads. Imports nothing of ours."""

from governance.models.account import STAFF_ROLES, Account, Role, Theme
from governance.models.audit_entry import AuditEntry, AuditSeal
from governance.models.certificate import Certificate, ReceiptLink
from governance.models.chain_check import ChainCheck
from governance.models.consent import Consent
from governance.models.controller import ControllerCallback, ControllerRequest
from governance.models.conversation import (
    Conversation,
    ConversationItem,
    ConversationQuerySet,
    ItemQuerySet,
)
from governance.models.derivation import Derivation, MadeFrom
from governance.models.erasure_item import ErasureItem
from governance.models.erasure_run import UNENTERED, EraseScope, ErasureRun, Receipt
from governance.models.export_link import ExportFormat, ExportLink
from governance.models.gone_person import GonePerson
from governance.models.hash_key import HashKey
from governance.models.hold import Exception17, Hold
from governance.models.idempotency_record import IdempotencyRecord
from governance.models.identity_code import IdentityCode
from governance.models.ledger_seen import LedgerSeen
from governance.models.letter import (
    LONGEST_BODY,
    LONGEST_SUBJECT,
    WITH_THE_READER,
    Letter,
    LetterChannel,
    LetterKind,
    LetterLanguage,
    LetterTemplate,
)
from governance.models.memory import (
    LIVE_STATES,
    TEXT_LIMIT,
    Kind,
    Memory,
    MemoryQuerySet,
    MemoryVersion,
    Sensitivity,
)
from governance.models.memory_file import (
    PATH_BYTES,
    FileQuerySet,
    FileVersion,
    MemoryFile,
)
from governance.models.package import (
    LIVE_PACKAGES,
    Package,
    PackageDownload,
    PackageKind,
    PackageLink,
    PackageRedaction,
    PackageState,
    RedactionState,
)
from governance.models.person import OWES_LEDGER, DashboardLink, Epoch, Person
from governance.models.read import Read, ReadKind
from governance.models.ready import Ready
from governance.models.rebuild import Rebuild
from governance.models.retention_rule import (
    LEAST_READ_DAYS,
    LEAST_REQUEST_DAYS,
    LONGEST_DAYS,
    LONGEST_PROPOSED_DAYS,
    OWN_END,
    About,
    RetentionRule,
    Schedule,
)
from governance.models.service import DEFAULT_SCOPES, KeyScope, Service, ServiceKey
from governance.models.source import Source, SourceType, Trust
from governance.models.source_deed import SourceDeed, SourceDeedKind
from governance.models.special import CategoryPolicy, SpecialCategory
from governance.models.staff_alarm import StaffAlarm
from governance.models.staff_look import StaffLook
from governance.models.states import (
    LETTER_MOVES,
    MEMORY_MOVES,
    MOVES,
    REQUEST_MOVES,
    RUN_MOVES,
    LetterState,
    MemoryState,
    RequestState,
    RunState,
    StateMove,
    may_move,
)
from governance.models.subject_request import (
    OPEN_REQUESTS,
    Channel,
    Decision,
    Ground,
    RequestEvent,
    Right,
    SubjectRequest,
)
from governance.models.together import insert_together
from governance.models.unwanted import Unwanted
from governance.models.webhook import (
    DeliveryState,
    EventKind,
    Webhook,
    WebhookDelivery,
)

__all__ = [
    "DEFAULT_SCOPES",
    "LEAST_READ_DAYS",
    "LEAST_REQUEST_DAYS",
    "LETTER_MOVES",
    "LIVE_PACKAGES",
    "LIVE_STATES",
    "LONGEST_BODY",
    "LONGEST_DAYS",
    "LONGEST_PROPOSED_DAYS",
    "LONGEST_SUBJECT",
    "MEMORY_MOVES",
    "MOVES",
    "OPEN_REQUESTS",
    "OWES_LEDGER",
    "OWN_END",
    "PATH_BYTES",
    "REQUEST_MOVES",
    "RUN_MOVES",
    "STAFF_ROLES",
    "TEXT_LIMIT",
    "UNENTERED",
    "WITH_THE_READER",
    "About",
    "Account",
    "AuditEntry",
    "AuditSeal",
    "CategoryPolicy",
    "Certificate",
    "ChainCheck",
    "Channel",
    "Consent",
    "ControllerCallback",
    "ControllerRequest",
    "Conversation",
    "ConversationItem",
    "ConversationQuerySet",
    "DashboardLink",
    "Decision",
    "DeliveryState",
    "Derivation",
    "Epoch",
    "EraseScope",
    "ErasureItem",
    "ErasureRun",
    "EventKind",
    "Exception17",
    "ExportFormat",
    "ExportLink",
    "FileQuerySet",
    "FileVersion",
    "GonePerson",
    "Ground",
    "HashKey",
    "Hold",
    "IdempotencyRecord",
    "IdentityCode",
    "ItemQuerySet",
    "KeyScope",
    "Kind",
    "LedgerSeen",
    "Letter",
    "LetterChannel",
    "LetterKind",
    "LetterLanguage",
    "LetterState",
    "LetterTemplate",
    "MadeFrom",
    "Memory",
    "MemoryFile",
    "MemoryQuerySet",
    "MemoryState",
    "MemoryVersion",
    "Package",
    "PackageDownload",
    "PackageKind",
    "PackageLink",
    "PackageRedaction",
    "PackageState",
    "Person",
    "Read",
    "ReadKind",
    "Ready",
    "Rebuild",
    "Receipt",
    "ReceiptLink",
    "RedactionState",
    "RequestEvent",
    "RequestState",
    "RetentionRule",
    "Right",
    "Role",
    "RunState",
    "Schedule",
    "Sensitivity",
    "Service",
    "ServiceKey",
    "Source",
    "SourceDeed",
    "SourceDeedKind",
    "SourceType",
    "SpecialCategory",
    "StaffAlarm",
    "StaffLook",
    "StateMove",
    "SubjectRequest",
    "Theme",
    "Trust",
    "Unwanted",
    "Webhook",
    "WebhookDelivery",
    "insert_together",
    "may_move",
]
