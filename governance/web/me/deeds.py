"""Who read or changed what, in words: one whole sentence for each verb of the record.

A test sees that every verb that is recorded anywhere has a sentence here, or stands in
:data:`deeds_elsewhere.NOT_SHOWN` with the reason.
"""

import uuid

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext_lazy

from governance.audit import ActorKind
from governance.models import AuditEntry, Read, ReadKind
from governance.porting import OWN_PURPOSE
from governance.web.me.deeds_by_others import BY_OTHERS, Deed, same

DEEDS: dict[str, Deed] = {
    **BY_OTHERS,
    "memory.remembered": Deed(
        gettext_lazy("You added a memory."),
        gettext_lazy("%(who)s remembered something."),
    ),
    "memory.refreshed": Deed(
        gettext_lazy("You said again what was there already."),
        gettext_lazy("%(who)s was told again what it knew already."),
    ),
    "memory.held": Deed(
        gettext_lazy("You added something that waits for your yes."),
        gettext_lazy("%(who)s put something aside that waits for your yes."),
    ),
    "memory.corrected": Deed(
        gettext_lazy("You corrected a memory."),
        gettext_lazy("%(who)s corrected a memory."),
    ),
    "memory.derived_again": same(
        gettext_lazy("A text was worked out again from what is left.")
    ),
    "memory.let_in": Deed(
        gettext_lazy("You let a memory into use."),
        gettext_lazy("%(who)s let a memory into use."),
    ),
    "memory.paused": Deed(
        gettext_lazy("You paused a memory."),
        gettext_lazy("%(who)s paused a memory."),
    ),
    "memory.resumed": Deed(
        gettext_lazy("You put a memory into use again."),
        gettext_lazy("%(who)s put a memory into use again."),
    ),
    "memory.pinned": Deed(
        gettext_lazy("You pinned a memory."),
        gettext_lazy("%(who)s pinned a memory."),
    ),
    "memory.unpinned": Deed(
        gettext_lazy("You took the pin off a memory."),
        gettext_lazy("%(who)s took the pin off a memory."),
    ),
    "memory.expired": same(
        gettext_lazy("What had come to its end was erased by itself.")
    ),
    "conversation.told": same(
        gettext_lazy("%(who)s kept what was said in a conversation.")
    ),
    "conversation.popped": same(
        gettext_lazy("%(who)s took the last message out of a conversation.")
    ),
    "conversation.replaced": same(
        gettext_lazy("%(who)s put a conversation together anew.")
    ),
    "conversation.aged": same(
        gettext_lazy(
            "What had been said long ago in conversations was erased by itself."
        )
    ),
    "file.made": same(gettext_lazy("%(who)s made a note.")),
    "file.changed": same(gettext_lazy("%(who)s changed a note.")),
    "file.moved": same(gettext_lazy("%(who)s put a note elsewhere.")),
    "file.unread": same(
        gettext_lazy("A note that nobody opened for long was forgotten by itself.")
    ),
    "file.versions_aged": same(
        gettext_lazy("Earlier versions of notes were erased by themselves.")
    ),
    "version.redacted": Deed(
        gettext_lazy("You erased an earlier text of a memory."),
        gettext_lazy("%(who)s erased an earlier text of a memory."),
    ),
    "erasure.asked": Deed(
        gettext_lazy("You asked for something to be forgotten or erased."),
        gettext_lazy("%(who)s asked for something to be forgotten or erased."),
    ),
    "erasure.hastened": Deed(
        gettext_lazy("You ended the time for undo: it is erased now."),
        gettext_lazy("%(who)s ended the time for undo: it is erased now."),
    ),
    "unwanted.lifted": Deed(
        gettext_lazy("You let be learnt again what was not to be."),
        gettext_lazy("%(who)s let be learnt again what was not to be."),
    ),
    "memory.aged": same(
        gettext_lazy("What was older than you want it kept was forgotten by itself.")
    ),
    "memory.unused": same(
        gettext_lazy(
            "What was of little importance and not used for long was forgotten by itself."
        )
    ),
    "memory.outdated": same(
        gettext_lazy("What is not kept for longer was forgotten by itself.")
    ),
    "memory.lapsed": same(
        gettext_lazy("What waited for you too long has ended, and was not kept.")
    ),
    "undo_hours.set": Deed(
        gettext_lazy("You set how long a forget can be undone."),
        gettext_lazy("%(who)s set how long a forget can be undone."),
    ),
    "forget_after_months.set": Deed(
        gettext_lazy("You set after how long memories go by themselves."),
        gettext_lazy("%(who)s set after how long memories go by themselves."),
    ),
    "keep_unused.set": Deed(
        gettext_lazy("You set whether what is not used is forgotten."),
        gettext_lazy("%(who)s set whether what is not used is forgotten."),
    ),
    "scrub_policy.set": Deed(
        gettext_lazy("You set what is left out of your texts."),
        gettext_lazy("%(who)s set what is left out of your texts."),
    ),
    "erasure.begun": same(
        gettext_lazy("The time for undo was over, and an erasure began.")
    ),
    "erasure.replayed": same(
        gettext_lazy(
            "The memory was restored from a copy, and an erasure was done again."
        )
    ),
    "switch.replayed": same(
        gettext_lazy(
            "The memory was restored from a copy, and what you had switched off was "
            "switched off again."
        )
    ),
    "erasure.tried_again": same(
        gettext_lazy("An erasure that had stopped was taken up again.")
    ),
    "erasure.undone": Deed(
        gettext_lazy("You took a forget back."),
        gettext_lazy("%(who)s took a forget back."),
    ),
    "erasure.done": same(gettext_lazy("An erasure was done and checked.")),
    "recipient.acknowledged": same(
        gettext_lazy("%(service)s confirmed that its own copies are gone.")
    ),
    "recipient.closed": same(
        gettext_lazy(
            "%(service)s did not confirm in time that its own copies are gone."
        )
    ),
    "certificate.linked": Deed(
        gettext_lazy("You made a link to the certificate of an erasure."),
        gettext_lazy("%(who)s made a link to the certificate of an erasure."),
    ),
    "consent.given": Deed(
        gettext_lazy("You said yes to a protected kind."),
        gettext_lazy("%(who)s passed on your yes to a protected kind."),
    ),
    "consent.withdrawn": Deed(
        gettext_lazy("You took back your yes to a protected kind."),
        gettext_lazy("%(who)s passed on that you took back a yes."),
    ),
    "category.refused": Deed(
        gettext_lazy("You chose never to be asked about a protected kind."),
        gettext_lazy("%(who)s chose that you are never asked about a protected kind."),
    ),
    "category.asked_again": Deed(
        gettext_lazy("You chose to be asked about a protected kind again."),
        gettext_lazy("%(who)s chose that you are asked about a protected kind again."),
    ),
    "memory.switched_on": Deed(
        gettext_lazy("You switched memory on for %(service)s."),
        gettext_lazy("%(who)s switched memory on for %(service)s."),
    ),
    "memory.switched_off": Deed(
        gettext_lazy("You switched memory off for %(service)s."),
        gettext_lazy("%(who)s switched memory off for %(service)s."),
    ),
    "temporary.begun": Deed(
        gettext_lazy("You began temporary mode for %(service)s."),
        gettext_lazy("%(who)s began temporary mode for %(service)s."),
    ),
    "temporary.ended": Deed(
        gettext_lazy("You ended temporary mode for %(service)s."),
        gettext_lazy("%(who)s ended temporary mode for %(service)s."),
    ),
    "learning.allowed": Deed(
        gettext_lazy("You let %(service)s learn new things."),
        gettext_lazy("%(who)s let %(service)s learn new things."),
    ),
    "learning.stopped": Deed(
        gettext_lazy("You stopped %(service)s learning new things."),
        gettext_lazy("%(who)s stopped %(service)s learning new things."),
    ),
    "use.allowed": Deed(
        gettext_lazy("You let %(service)s use what is there."),
        gettext_lazy("%(who)s let %(service)s use what is there."),
    ),
    "use.stopped": Deed(
        gettext_lazy("You stopped %(service)s using what is there."),
        gettext_lazy("%(who)s stopped %(service)s using what is there."),
    ),
    "app.disconnected": Deed(
        gettext_lazy("You disconnected %(service)s."),
        gettext_lazy("%(who)s disconnected %(service)s."),
    ),
    "app.connected_again": Deed(
        gettext_lazy("You connected %(service)s again."),
        gettext_lazy("%(who)s connected %(service)s again."),
    ),
    "person.claimed": Deed(
        gettext_lazy("You took the record of %(service)s into your account."),
        gettext_lazy("%(who)s took the record of %(service)s into its account."),
    ),
    "person.let_go": Deed(
        gettext_lazy("You let go of the record of %(service)s."),
        gettext_lazy("%(who)s let go of the record of %(service)s."),
    ),
    "link.made": same(
        gettext_lazy("%(service)s made a link to its part of your pages.")
    ),
    "link.opened": same(
        gettext_lazy("A link from %(service)s to its part of your pages was opened.")
    ),
    "export.downloaded": Deed(
        gettext_lazy("You downloaded your data, with what %(service)s keeps."),
        gettext_lazy("%(who)s downloaded what %(service)s keeps."),
    ),
}


READS = {
    ReadKind.FILES: ngettext_lazy(
        "%(who)s opened %(number)d note. Its purpose: %(purpose)s.",
        "%(who)s opened %(number)d notes. Its purpose: %(purpose)s.",
        "number",
    ),
    ReadKind.ITEMS: ngettext_lazy(
        "%(who)s looked at %(number)d message of a conversation. Its purpose: %(purpose)s.",
        "%(who)s looked at %(number)d messages of a conversation. Its purpose: %(purpose)s.",
        "number",
    ),
    ReadKind.GET: ngettext_lazy(
        "%(who)s looked at %(number)d memory. Its purpose: %(purpose)s.",
        "%(who)s looked at %(number)d memories. Its purpose: %(purpose)s.",
        "number",
    ),
    ReadKind.LIST: ngettext_lazy(
        "%(who)s looked at a list with %(number)d memory. Its purpose: %(purpose)s.",
        "%(who)s looked at a list with %(number)d memories. Its purpose: %(purpose)s.",
        "number",
    ),
    ReadKind.RECALL: ngettext_lazy(
        "%(who)s recalled %(number)d memory. Its purpose: %(purpose)s.",
        "%(who)s recalled %(number)d memories. Its purpose: %(purpose)s.",
        "number",
    ),
    ReadKind.EXPORT: ngettext_lazy(
        "%(who)s exported %(number)d memory. Its purpose: %(purpose)s.",
        "%(who)s exported %(number)d memories. Its purpose: %(purpose)s.",
        "number",
    ),
    ReadKind.TOLD: ngettext_lazy(
        "%(who)s was told of %(number)d memory in an answer. Its purpose: %(purpose)s.",
        "%(who)s was told of %(number)d memories in an answer. Its purpose: %(purpose)s.",
        "number",
    ),
}

OWN_READ = ngettext_lazy(
    "%(number)d entry of %(service)s went into your own export.",
    "%(number)d entries of %(service)s went into your own export.",
    "number",
)


def read_said(read: Read, service: str) -> str:
    """The sentence of a read."""
    words = {"who": service, "service": service, "number": len(read.memory_ids)}
    if read.purpose == OWN_PURPOSE:
        return str(OWN_READ % words)
    return str(READS[ReadKind(read.kind)] % {**words, "purpose": purpose(read.purpose)})


def entry_said(entry: AuditEntry, service: str, account_id: uuid.UUID | None) -> str:
    """The sentence of an entry; one without words yet is shown all the same."""
    deed = DEEDS.get(entry.verb)
    if deed is None:
        return _("Something happened that has no words here yet: %(verb)s") % {
            "verb": entry.verb
        }
    mine = entry.actor_kind == ActorKind.ACCOUNT and entry.actor_id == account_id
    sentence = deed.by_you if mine else deed.by_other
    return str(sentence) % {"who": _who(entry, service), "service": service}


def purpose(slug: str) -> str:
    """A declared purpose as people write it: ``plan-trip`` → plan trip."""
    return slug.replace("-", " ").replace("_", " ")


def _who(entry: AuditEntry, service: str) -> str:
    if entry.actor_kind == ActorKind.SERVICE:
        return service
    if entry.actor_kind == ActorKind.LINK:
        return _("Somebody with a link from %(service)s") % {"service": service}
    others = {
        ActorKind.ACCOUNT.value: _("Another account"),
        ActorKind.STAFF.value: _("Our staff"),
    }
    return others.get(entry.actor_kind, "Memoryhub")
