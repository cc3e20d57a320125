"""Sentences of the pages that need more than a template: whole, so they translate."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.utils.timesince import timesince, timeuntil
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from governance.models import DeliveryState, Memory, RunState, SourceType, Trust
from governance.scrubbing import words_for

MINUTE = 60

PLACES = {
    SourceType.USER_MESSAGE: gettext_lazy("From a chat message with %(service)s"),
    SourceType.TOOL_RESULT: gettext_lazy("From a tool that %(service)s used"),
    SourceType.DOCUMENT: gettext_lazy("From a document that %(service)s read"),
    SourceType.WEB: gettext_lazy("From a web page that %(service)s read"),
    SourceType.IMPORT: gettext_lazy("From an import into %(service)s"),
    SourceType.SERVICE: gettext_lazy("From %(service)s itself"),
    SourceType.USER_EDIT: gettext_lazy("From your own edit in %(service)s"),
}

PLACES_SHORT = {
    SourceType.USER_MESSAGE: gettext_lazy("Chat message"),
    SourceType.TOOL_RESULT: gettext_lazy("Tool"),
    SourceType.DOCUMENT: gettext_lazy("Document"),
    SourceType.WEB: gettext_lazy("Web page"),
    SourceType.IMPORT: gettext_lazy("Import"),
    SourceType.SERVICE: gettext_lazy("The service itself"),
    SourceType.USER_EDIT: gettext_lazy("Your own edit"),
}
"""The same, as short as a picture needs it."""

RUN_STATES = {
    RunState.WAITING: gettext_lazy("Waiting to start"),
    RunState.RUNNING: gettext_lazy("Being erased"),
    RunState.VERIFYING: gettext_lazy("Being checked"),
    RunState.DONE: gettext_lazy("Erased"),
    RunState.NEEDS_ATTENTION: gettext_lazy("Stopped, staff must look"),
    RunState.UNDONE: gettext_lazy("Undone"),
}

RECIPIENT_STATES = {
    DeliveryState.FAILED: gettext_lazy("Could not be reached"),
    DeliveryState.CLOSED: gettext_lazy("Closed without an answer"),
    DeliveryState.NO_WEBHOOK: gettext_lazy("Has no address"),
    DeliveryState.DELIVERED: gettext_lazy("Told, no answer yet"),
    DeliveryState.WAITING: gettext_lazy("To be told"),
}

TRUSTS = {
    Trust.USER: gettext_lazy("You said it"),
    Trust.TRUSTED: gettext_lazy("It came from a place that the service trusts"),
    Trust.UNTRUSTED: gettext_lazy("It came from a place that is not trusted"),
}

IMPORTANCES = (
    (8, gettext_lazy("very important")),
    (6, gettext_lazy("important")),
    (4, gettext_lazy("of middling importance")),
    (1, gettext_lazy("of little importance")),
)
"""From the least number on (1–10), in words."""

REASONS = {
    "untrusted_source": gettext_lazy(
        "It came from a place that is not trusted, such as a web page, a document or a "
        "tool. It is not used until you let it in."
    ),
    "reads_like_instruction": gettext_lazy(
        "It reads like an instruction to the assistant, not like something about you. "
        "It is not used until you let it in."
    ),
    "consent_needed": gettext_lazy(
        "It tells of something that the law protects specially. It is sealed: only you "
        "can read it, and it is not used until you say yes. If you do not decide, it "
        "goes by itself."
    ),
}
"""Why a memory waits, by ``status_reason``."""

REASONS_SHORT = {
    "untrusted_source": gettext_lazy("a place that is not trusted"),
    "reads_like_instruction": gettext_lazy("reads like an instruction"),
    "consent_needed": gettext_lazy("specially protected, sealed until you say yes"),
}
"""The same, for several at once."""

REFUSALS = {
    "memory_off": gettext_lazy("Memory is switched off."),
    "temporary_mode": gettext_lazy("Temporary mode is on: nothing is remembered."),
    "processing_restricted": gettext_lazy(
        "The use of your data is restricted, as you or the law asked."
    ),
    "service_paused": gettext_lazy("The service is paused."),
    "disconnected": gettext_lazy("You have disconnected this app."),
    "consent_needed": gettext_lazy(
        "This tells of something that the law protects specially. Say first, under On or "
        "off, that it may be remembered."
    ),
    "category_refused": gettext_lazy(
        "This tells of something that the law protects specially, and it is not kept in "
        "this app."
    ),
    "unknown_person": gettext_lazy("There is no such record any more."),
    "person_erased": gettext_lazy("This record is being erased as a whole."),
}
"""Why nothing can be let in now."""

LEFT_OUT = {
    "API_KEY": gettext_lazy("an API key"),
    "ACCESS_TOKEN": gettext_lazy("an access token"),
    "PRIVATE_KEY": gettext_lazy("a private key"),
    "PASSWORD": gettext_lazy("a password"),
    "PIN": gettext_lazy("a PIN"),
    "RECOVERY_CODE": gettext_lazy("a recovery code"),
    "SEED_PHRASE": gettext_lazy("a recovery phrase"),
    "CREDIT_CARD": gettext_lazy("a card number"),
    "CARD_CODE": gettext_lazy("a card code"),
    "IBAN": gettext_lazy("a bank account number"),
    "GOVERNMENT_ID": gettext_lazy("an official number"),
    "EMAIL": gettext_lazy("an e-mail address"),
    "PHONE": gettext_lazy("a phone number"),
    "STREET_ADDRESS": gettext_lazy("a street address"),
    "IP_ADDRESS": gettext_lazy("a network address"),
    "MAC_ADDRESS": gettext_lazy("a device address"),
    "BIRTH_DATE": gettext_lazy("the year of a birth date"),
    "DATE": gettext_lazy("an exact date"),
    "PERSON": gettext_lazy("a name"),
    "LOCATION": gettext_lazy("a place"),
    "ORGANIZATION": gettext_lazy("an organisation"),
}
"""What the scrub gate left out, by entity."""

STORES = {
    "memories": gettext_lazy("Memories"),
    "history": gettext_lazy("Versions of their text"),
    "sources": gettext_lazy("Records of where they came from"),
    "provenance": gettext_lazy("Links between these"),
    "rebuilds": gettext_lazy("Notes to make a summary again"),
    "conversation_items": gettext_lazy("Messages of conversations"),
    "conversations": gettext_lazy("Conversations, by their names"),
    "file_versions": gettext_lazy("Earlier versions of notes"),
    "files": gettext_lazy("Notes that an app had made"),
    "reads": gettext_lazy("The record of who read what"),
    "consents": gettext_lazy("What you agreed to"),
    "idempotency": gettext_lazy("Notes that a write was done already"),
    "dashboard_links": gettext_lazy("Links to your pages"),
    "unwanted": gettext_lazy("Fingerprints of what was not to be learnt again"),
    "holds": gettext_lazy("Reasons, now over, for which something was kept"),
    "package_redactions": gettext_lazy("Places in your texts where others are named"),
    "left_rebuilds": gettext_lazy("Notes to make a summary from what was gone before"),
    "person": gettext_lazy("Your own row and your key"),
}
"""In the order of the receipt."""


class Moment(NamedTuple):
    """A time as the pages show it: the date, and how far off it is."""

    at: datetime
    away: str


def moment(at: datetime, now: datetime) -> Moment:
    """``at`` with its distance from now in words."""
    if abs((at - now).total_seconds()) < MINUTE:
        return Moment(at, _("just now"))
    if at < now:
        return Moment(at, _("%(time)s ago") % {"time": timesince(at, now, depth=1)})
    # Two units: what ends in 13 days must not be said to end in one week.
    return Moment(at, _("in %(time)s") % {"time": timeuntil(at, now, depth=2)})


def importance(number: int) -> str:
    """1–10 in words."""
    return str(next(words for least, words in IMPORTANCES if number >= least))


def left_out(findings: Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
    """The kinds of things that were left out of a text, each once, in words."""
    entities = dict.fromkeys(str(each.get("entity")) for each in findings)
    return tuple(dict.fromkeys(map(_left_out, entities)))


def _left_out(entity: str) -> str:
    """What the deployment looks for itself has the words that it gave."""
    words = LEFT_OUT.get(entity) or words_for(entity) or _("something private")
    return str(words)


def where_from(memory: Memory) -> str:
    """The place a memory came from; its source and service must be at hand."""
    return place_of(memory.source.type, memory.service.name)


def place_of(source_type: str, service: str) -> str:
    """The same, by the type of the source and the name of the service."""
    return str(PLACES[SourceType(source_type)]) % {"service": service}
