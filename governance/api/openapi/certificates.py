"""What a certificate holds, member by member
(``governance.erasure.certificate.document`` makes it)."""

from governance.api.fields import Moment
from governance.api.openapi.bodies import Answer, Choice, Number, Uuid, Word
from governance.audit import ActorKind
from governance.models import DeliveryState


class Sentence(Answer):
    """A sentence in English, and its code for who says it in another language."""

    code = Word()
    says = Word()


class CertifiedScope(Sentence):
    """What was asked for, and how far it went."""

    asked_for = Number(help_text="Memories that were named.")
    memories = Number(help_text="Those, and what was made from them.")
    sources = Number()
    derived_again_at_most = Number()
    not_learnt_again = Number(
        help_text="Named texts that are refused should they be told again."
    )


class CertifiedStore(Sentence):
    """Rows of one store."""

    before = Number(help_text="As planned.")
    erased = Number()
    after = Number(help_text="Counted again at the end.")


class Probed(Sentence):
    """One way in which some of what went was looked for, when all had been counted."""

    found = Number(help_text="0: a run that finds anything is not done.")


class CertifiedStep(Sentence):
    """How it was done, or what becomes of the bytes."""

    next_at = Moment(
        required=False,
        help_text="When the database's files are rewritten next, where that is planned.",
    )


class Kept(Sentence):
    """What stays in spite of the erasure, and by which exception of Art. 17(3) GDPR."""

    memories = Number()
    review_at = Moment(help_text="Erased unasked by then, at the latest.")


class Backups(Sentence):
    """Until when backups may hold what was erased."""

    kept_days = Number(allow_null=True, help_text="null: the operator has not said.")
    gone_by = Moment(allow_null=True)


class ChainLink(Answer):
    """Where an entry stands in a chain, and the hash that holds it there."""

    number = Number()
    hash = Word(help_text="SHA-256, hexadecimal.")


class AuditPlace(Answer):
    """Where the audit record says that the erasure was done."""

    entry = ChainLink()
    head = ChainLink(help_text="The end of the chain when this was signed.")


class Signature(Answer):
    """Over all the rest, itself without `value` (JSON Signature Format)."""

    algorithm = Choice(choices=["Ed25519"])
    keyId = Word(help_text="Its `kid` in the key set.")  # noqa: N815  JSF spells it so
    value = Word(help_text="Base64url.")


class CertifiedRecipient(Answer):
    """What was known of a recipient when the certificate was issued."""

    service = Uuid()
    state = Choice(choices=DeliveryState.values)


class Certificate(Answer):
    """The signed proof of an erasure: counts, times and places, and nothing personal."""

    format = Word()
    issuer = Word(help_text="The address of this server.")
    keys = Word(help_text="Where its public keys are.")
    reference = Uuid(help_text="The erasure.")
    asked_by = Choice(choices=[each.value for each in ActorKind])
    asked_at = Moment()
    begun_at = Moment()
    verified_at = Moment()
    issued_at = Moment()
    scope = CertifiedScope()
    stores = CertifiedStore(many=True)
    probes = Probed(many=True)
    method = CertifiedStep(many=True)
    kept = Kept(many=True)
    recipients = CertifiedRecipient(many=True)
    backups = Backups()
    audit = AuditPlace()
    ledger = ChainLink(allow_null=True)
    signature = Signature()
