"""One small class for each place where personal data lives; the only list there is."""

from allauth.account.models import EmailAddress, EmailConfirmation
from allauth.mfa.models import Authenticator
from django.db.models import Model

from governance.erasure.plan import Plan
from governance.erasure.stores.base import Store
from governance.erasure.stores.conversations import ConversationItems, Conversations
from governance.erasure.stores.derivations import Derivations
from governance.erasure.stores.files import Files, FileVersions
from governance.erasure.stores.memories import Memories
from governance.erasure.stores.of_person import OF_PERSON, PersonStore
from governance.erasure.stores.rebuilds import Rebuilds
from governance.erasure.stores.sources import Sources
from governance.erasure.stores.versions import Versions
from governance.models import (
    Account,
    AuditEntry,
    AuditSeal,
    Certificate,
    Consent,
    ControllerCallback,
    ControllerRequest,
    DashboardLink,
    Epoch,
    EraseScope,
    ErasureItem,
    ErasureRun,
    ExportLink,
    GonePerson,
    Hold,
    IdempotencyRecord,
    IdentityCode,
    Letter,
    Package,
    PackageDownload,
    PackageLink,
    PackageRedaction,
    Person,
    Read,
    Receipt,
    ReceiptLink,
    RequestEvent,
    SourceDeed,
    StaffAlarm,
    StaffLook,
    SubjectRequest,
    Unwanted,
    WebhookDelivery,
)

# Downwards: what points at a row goes before the row.
STORES: tuple[Store, ...] = (
    Versions(),
    Derivations(),
    Memories(),
    Sources(),
    Rebuilds(),
    ConversationItems(),
    Conversations(),
    FileVersions(),
    Files(),
)

KEPT: dict[type[Model], str] = {
    Person: "a keyed hash and a sealed id; goes with the whole person",
    Epoch: "a number; goes with the whole person",
    Consent: "a category and two times, kept to show that the yes was given",
    DashboardLink: "a keyed hash; ends after ten minutes",
    Read: "ids only; who read what stays on record after the memory is gone",
    IdempotencyRecord: "keyed hashes and an id; the tombstone of the write, for a day",
    Hold: "the law by which one memory stays, until it ends; goes with the whole person",
    Unwanted: "fingerprints under the person's key, so that it is not learnt again",
    GonePerson: "an id and a keyed hash; refuses what is stale, after the whole person",
    ErasureItem: "ids, as long as their erasure is on its way",
    ErasureRun: "ids and counts; the proof of the erasure",
    Receipt: "ids and a keyed hash; answers for the erased row until it expires",
    Certificate: "counts and times; the proof of the erasure, without what was erased",
    ReceiptLink: "a keyed hash; opens a certificate for a year, whoever is gone by then",
    Package: "ids, counts and times; its key goes, and its file with it, when an erasure "
    "of one of its persons begins (access/package_keys.py)",
    PackageRedaction: "ids and positions, never words; goes with its text within a minute, "
    "by the sweep of packages (requests/packages/strays.py)",
    SourceDeed: "ids; the source's own name goes when everybody is through, the row 30 days "
    "after it was asked for (quarantine/)",
    WebhookDelivery: "ids, states and times; that a service was told, by id only",
    SubjectRequest: "that a right was exercised and answered, with its own age (Art. 5(2))",
    StaffLook: "that the staff looked, and why, for a year; no word of what they saw",
    StaffAlarm: "that one of the staff was told of something, by ids; for a year",
    RequestEvent: "what happened to a request; goes with it",
    Letter: "about a request and no memory; goes with its request",
    AuditEntry: "ids and counts; append-only (Art. 5(2) GDPR)",
    AuditSeal: "hashes; append-only, what chains the entries",
    Account: "an address to sign in with; goes when its person closes it",
    EmailAddress: "an address to sign in with; goes with its account",
    EmailConfirmation: "of an address; goes with it",
    Authenticator: "a passkey; goes with its account",
    ExportLink: "a keyed hash; opens an export that is made when it is fetched; goes with "
    "its account, or after 7 days",
    IdentityCode: "keyed hashes of a code that was mailed; ends after two days",
    PackageLink: "a keyed hash and a sealed address; ends with its package",
    PackageDownload: "that a package was fetched, and when; ids only, for a year",
    ControllerRequest: "another controller's own id of a request; ends by its age",
    ControllerCallback: "where a controller is told of its request; ends with that",
}
"""Tables with a person in them that an erasure of memories leaves, each with why. With the
whole person go those that ``OF_PERSON`` answers for; the others are the proof of it."""


def counts(plan: Plan, scope: str) -> dict[str, int]:
    """How many rows of the plan each store holds now."""
    return {store.name: store.holds(plan) for store in STORES} | _of(plan, scope)


def planned(plan: Plan, scope: str) -> dict[str, int]:
    """The same of a plan that was drawn up this moment."""
    return {store.name: store.planned(plan) for store in STORES} | _of(plan, scope)


def person_stores(scope: str) -> tuple[PersonStore, ...]:
    """The stores that are emptied by table, when a whole person goes."""
    return OF_PERSON if scope == EraseScope.WHOLE_PERSON else ()


def _of(plan: Plan, scope: str) -> dict[str, int]:
    return {store.name: store.holds(plan) for store in person_stores(scope)}


__all__ = [
    "KEPT",
    "OF_PERSON",
    "STORES",
    "PersonStore",
    "Store",
    "counts",
    "person_stores",
    "planned",
]
