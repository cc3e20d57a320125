"""One row in every table under row-level security, made behind its back by the owner."""

import itertools
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.db.models import Model

from governance.access import keyed_hash, note_current_key
from governance.models import (
    Account,
    AuditEntry,
    AuditSeal,
    Certificate,
    ChainCheck,
    Consent,
    ControllerCallback,
    ControllerRequest,
    Conversation,
    ConversationItem,
    DashboardLink,
    Derivation,
    Epoch,
    ErasureItem,
    ErasureRun,
    ExportLink,
    FileVersion,
    GonePerson,
    HashKey,
    Hold,
    IdempotencyRecord,
    IdentityCode,
    Letter,
    LetterTemplate,
    Memory,
    MemoryFile,
    MemoryVersion,
    Package,
    PackageDownload,
    PackageLink,
    PackageRedaction,
    Person,
    Read,
    Rebuild,
    Receipt,
    ReceiptLink,
    RequestEvent,
    RetentionRule,
    Service,
    ServiceKey,
    Source,
    SourceDeed,
    StaffAlarm,
    StaffLook,
    SubjectRequest,
    Unwanted,
    Webhook,
    WebhookDelivery,
)
from governance.requests.clock import due_dates, place
from governance.requests.timeline import put_dates

numbers = itertools.count(1)
PAST = datetime(2020, 1, 1, tzinfo=UTC)
FUTURE = datetime.now(UTC) + timedelta(days=1)


@dataclass(frozen=True)
class Sample:
    """Everything there is of one person: rows by table, some of them expired."""

    account: Account
    service: Service
    rows: Mapping[str, Model]
    expired: Mapping[str, Model]

    @property
    def person(self) -> Person:
        """Whose rows they are."""
        person = self.rows["person"]
        assert isinstance(person, Person)
        return person


def a_service(name: str) -> Service:
    """A service without keys."""
    return Service.objects.using("owner").create(name=name, purposes=["assist"])


def a_sample(service: Service) -> Sample:
    """A person of the service, with an account and a row in every table."""
    note_current_key()
    # Other tests may have left the names of keys of their own.
    current = keyed_hash("sample", "key").key_id
    key = HashKey.objects.using("owner").get(id=current)
    account = Account.objects.using("owner").create(
        email=f"p{next(numbers)}@example.org"
    )
    person = Person(
        service=service,
        ref_hash=_digest(),
        ref_sealed=b"-",
        hash_key=key,
        account=account,
    )
    epoch = Epoch(person=person)
    source = Source(type="user_message", trust="user", said_at=PAST)
    memory, old = (_memory(source, key, over) for over in (None, PAST))
    talk = Conversation(name=f"sample {next(numbers)}", next_number=3)
    file = MemoryFile(path=f"/memories/{next(numbers)}.md", text="-", size=1)
    run = ErasureRun(scope="memories", root_ids=[], plan={}, epoch=1)
    package, old_package = (_package(account, over) for over in (None, PAST))
    entry = AuditEntry(verb="sample", actor_kind="system", created_at=PAST)
    rows: dict[str, Model] = {
        "service": service,
        "person": person,
        "epoch": epoch,
        "source": source,
        "memory": memory,
        "memory_version": MemoryVersion(
            memory=memory, number=1, text="-", actor_kind="-"
        ),
        "derivation": Derivation(
            made_id=memory.id, origin_kind="source", origin_id=source.id
        ),
        "conversation": talk,
        "conversation_item": ConversationItem(
            conversation=talk, number=1, body={"content": "-"}
        ),
        "memory_file": file,
        "file_version": FileVersion(
            file=file, number=1, path=file.path, text="-", actor_kind="-"
        ),
        "read": Read(kind="get", purpose="assist", memory_ids=[memory.id]),
        "consent": Consent(category="health", given_by="account"),
        "dashboard_link": _link(key, FUTURE),
        "export_link": _export(account, key, FUTURE),
        "gone_person": _gone(key, FUTURE),
        "erasure_run": run,
        "unwanted": Unwanted(run_id=run.id, in_order=_digest(), in_any_order=_digest()),
        "hold": Hold(memory_id=memory.id, law="17-3-e", reason="-", until=FUTURE),
        "erasure_item": ErasureItem(
            run_id=run.id, thing_id=uuid.uuid4(), thing="memory"
        ),
        "certificate": Certificate(run_id=run.id, signed="-"),
        "receipt_link": _receipt_link(run, key, FUTURE),
        "idempotency_record": _once(FUTURE),
        "rebuild": _rebuild(memory),
        "webhook": _webhook(key, None),
        "webhook_delivery": _delivery(None, run_id=run.id),
        "receipt": _receipt(FUTURE),
        "package": package,
        "package_download": _download(package, account, FUTURE),
        "package_redaction": _redaction(memory, FUTURE),
        "package_link": _package_link(package, key, FUTURE),
        "audit_entry": entry,
        "audit_seal": AuditSeal(
            number=next(numbers), entry=entry, before=b"-", hash=b"-"
        ),
        "chain_check": ChainCheck(number=1, at=FUTURE),
        "source_deed": _deed(None),
        "service_key": ServiceKey(
            service=service,
            prefix=f"p{next(numbers)}",
            secret_hash=b"-",
            hash_key=key,
            scopes=[],
        ),
        "identity_code": _code(key, FUTURE),
        "controller_request": (
            theirs := ControllerRequest(subject_request_id=uuid.uuid4())
        ),
        "controller_callback": _callback(theirs, key, FUTURE),
        "staff_alarm": _alarm(FUTURE),
        "staff_look": _look(FUTURE),
        "subject_request": (asked := _request(account, person, None)),
        "request_event": _event(asked),
        "letter": _letter(account, None),
        "letter_template": LetterTemplate(
            kind="receipt",
            language="en",
            version=next(numbers),
            subject="-",
            body="-",
        ),
        "retention_rule": RetentionRule(
            name=f"sample-{next(numbers)}",
            about="memories",
            kind="event",
            days=180,
            schedule="nightly",
        ),
    }
    expired: dict[str, Model] = {
        "memory": old,
        "hold": Hold(memory_id=uuid.uuid4(), law="17-3-e", reason="-", until=PAST),
        "chain_check": ChainCheck(number=1, at=PAST),
        "source_deed": _deed(PAST),
        "webhook": _webhook(key, PAST),
        "webhook_delivery": _delivery(PAST),
        "letter": _letter(account, PAST),
        "read": Read(
            kind="get", purpose="assist", memory_ids=[old.id], created_at=PAST
        ),
        "dashboard_link": _link(key, PAST),
        "export_link": _export(account, key, PAST),
        "idempotency_record": _once(PAST),
        "gone_person": _gone(key, PAST),
        "receipt": _receipt(PAST),
        "receipt_link": _receipt_link(run, key, PAST),
        "identity_code": _code(key, PAST),
        "controller_request": (before := _asked_before()),
        "controller_callback": _callback(before, key, PAST),
        "staff_alarm": _alarm(PAST),
        "staff_look": _look(PAST),
        "subject_request": (closed := _request(account, person, PAST)),
        "request_event": _event(closed),
        "package": old_package,
        "package_download": _download(old_package, account, PAST),
        "package_redaction": _redaction(old, PAST),
        "package_link": _package_link(old_package, key, PAST),
    }
    for row in [*rows.values(), *expired.values()]:
        _save(row, person, service)
    return Sample(account, service, rows, expired)


def _request(
    account: Account, person: Person, closed_at: datetime | None
) -> SubjectRequest:
    made = SubjectRequest(
        reference=f"S-{next(numbers)}",
        right="access",
        state="done" if closed_at else "in_review",
        channel="page",
        language="en",
        account_id=account.id,
        person_ids=[person.id],
        received_at=PAST,
        verified_at=PAST,
        created_at=PAST,
        closed_at=closed_at,
    )
    put_dates(made, due_dates(PAST, where=place("DE")))
    return made


def _code(key: HashKey, expires_at: datetime) -> IdentityCode:
    return IdentityCode(
        request_id=uuid.uuid4(),
        token_hash=_digest(),
        reference_hash=_digest(),
        code_hash=b"-",
        hash_key=key,
        created_at=PAST,
        expires_at=expires_at,
    )


def _asked_before() -> ControllerRequest:
    return ControllerRequest(subject_request_id=uuid.uuid4(), created_at=PAST)


def _callback(
    about: ControllerRequest, key: HashKey, moment: datetime
) -> ControllerCallback:
    return ControllerCallback(
        about=about, url_sealed=b"-", url_sealed_by=key, created_at=moment
    )


def _alarm(expires_at: datetime) -> StaffAlarm:
    return StaffAlarm(
        account_id=uuid.uuid4(),
        subject_id=uuid.uuid4(),
        step="-",
        expires_at=expires_at,
    )


def _look(expires_at: datetime) -> StaffLook:
    return StaffLook(
        account_id=uuid.uuid4(),
        reason="-",
        created_at=PAST,
        open_until=PAST,
        expires_at=expires_at,
    )


def _event(request: SubjectRequest) -> RequestEvent:
    return RequestEvent(
        request_id=request.id,
        number=7,
        kind="sample",
        at=PAST,
        created_at=PAST,
        actor_kind="system",
    )


def _save(row: Model, person: Person, service: Service) -> None:
    names = {field.attname for field in row._meta.concrete_fields}
    if "person_id" in names and not isinstance(row, Person):
        row.person_id = person.id  # type: ignore[attr-defined]  # checked above
    if isinstance(row, Package):
        row.person_ids, row.service_ids = [person.id], [service.id]
    if "service_id" in names:
        row.service_id = service.id  # type: ignore[attr-defined]  # checked above
    if not isinstance(row, Service):
        row.save(using="owner", force_insert=True)


def _memory(source: Source, key: HashKey, expires_at: datetime | None) -> Memory:
    return Memory(
        source=source,
        text=f"sample {next(numbers)}",
        text_hash=_digest(),
        hash_key=key,
        trust="user",
        said_at=PAST,
        expires_at=expires_at,
    )


def _link(key: HashKey, expires_at: datetime) -> DashboardLink:
    return DashboardLink(token_hash=_digest(), hash_key=key, expires_at=expires_at)


def _export(account: Account, key: HashKey, expires_at: datetime) -> ExportLink:
    return ExportLink(
        account=account,
        token_hash=_digest(),
        hash_key=key,
        format="json",
        expires_at=expires_at,
    )


def _gone(key: HashKey, expires_at: datetime) -> GonePerson:
    return GonePerson(
        run_id=uuid.uuid4(), ref_hash=_digest(), hash_key=key, expires_at=expires_at
    )


def _once(expires_at: datetime) -> IdempotencyRecord:
    return IdempotencyRecord(
        key_hash=_digest(),
        request_hash=b"-",
        memory_id=uuid.uuid4(),
        status=201,
        expires_at=expires_at,
    )


def _rebuild(memory: Memory) -> Rebuild:
    return Rebuild(
        instead_of=uuid.uuid4(),
        origin_ids=[memory.id],
        kind="summary",
        importance=5,
        trust="user",
        sensitivity="normal",
        was="active",
    )


def _receipt(expires_at: datetime) -> Receipt:
    return Receipt(
        run_id=uuid.uuid4(),
        thing="memory",
        thing_id=uuid.uuid4(),
        expires_at=expires_at,
    )


def _receipt_link(run: ErasureRun, key: HashKey, expires_at: datetime) -> ReceiptLink:
    return ReceiptLink(
        run_id=run.id, token_hash=_digest(), hash_key=key, expires_at=expires_at
    )


def _webhook(key: HashKey, disabled_at: datetime | None) -> Webhook:
    return Webhook(
        url_sealed=b"-",
        url_sealed_by=key,
        secret_sealed=b"-",
        secret_sealed_by=key,
        events=["memory.erased"],
        disabled_at=disabled_at,
    )


def _delivery(
    ended_at: datetime | None, *, run_id: uuid.UUID | None = None
) -> WebhookDelivery:
    return WebhookDelivery(
        kind="memory.erased",
        event_id=uuid.uuid4(),
        run_id=run_id,
        state="closed" if ended_at else "no_webhook",
        ended_at=ended_at,
    )


def _letter(account: Account, expires_at: datetime | None) -> Letter:
    return Letter(
        request_id=uuid.uuid4(),
        account_id=account.id,
        kind="receipt",
        language="en",
        subject="-",
        body="-",
        channel="page",
        state="sent",
        expires_at=expires_at,
    )


def _package(account: Account, ended_at: datetime | None) -> Package:
    return Package(
        request_id=uuid.uuid4(),
        account_id=account.id,
        kind="access",
        language="en",
        state="expired" if ended_at else "building",
        ended_at=ended_at,
    )


def _download(package: Package, account: Account, at: datetime) -> PackageDownload:
    return PackageDownload(package_id=package.id, account_id=account.id, at=at)


def _redaction(memory: Memory, expires_at: datetime) -> PackageRedaction:
    return PackageRedaction(
        request_id=uuid.uuid4(),
        memory_id=memory.id,
        version=1,
        start=0,
        end=1,
        entity="PERSON",
        expires_at=expires_at,
    )


def _package_link(package: Package, key: HashKey, expires_at: datetime) -> PackageLink:
    return PackageLink(
        package_id=package.id,
        token_hash=_digest(),
        hash_key=key,
        address_sealed=b"-",
        expires_at=expires_at,
    )


def _deed(ended_at: datetime | None) -> SourceDeed:
    return SourceDeed(
        kind="drop",
        service_id=uuid.uuid4(),
        ref=f"-{next(numbers)}",
        reason="-",
        asked_by=uuid.uuid4(),
        persons=[],
        ended_at=ended_at,
    )


def _digest() -> bytes:
    return keyed_hash("sample", str(next(numbers))).digest
