"""What a rule says, as a whole sentence: for staff, and in the copy that a person gets."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from governance.models import About, Kind, RetentionRule, Sensitivity

SENTENCES = {
    About.EXPIRED: gettext_lazy(
        "Memories are deleted when the end that they were given has come. They are out "
        "of use from that very moment."
    ),
    About.CHOSEN: gettext_lazy(
        "Memories are forgotten when they are older than their person wants: 3, 12 or 36 "
        "months. Who has not chosen keeps them."
    ),
    About.UNUSED: gettext_lazy(
        "Memories are forgotten when they are older than %(days)s days, were not used in "
        "that time, and are less important than %(importance)s of 10. Not what is pinned, "
        "and not where the person said never."
    ),
    About.PROPOSED: gettext_lazy(
        "What tells of something specially protected and waits for its person's yes "
        "lapses after %(days)s days. No more than 14."
    ),
    About.QUARANTINED: gettext_lazy(
        "What waits for its person's review lapses after %(days)s days."
    ),
    About.READS: gettext_lazy(
        "It is kept for %(days)s days who read which memories and what for. No less than "
        "30."
    ),
    About.IDEMPOTENCY: gettext_lazy(
        "Notes that a write was done already are deleted after a day."
    ),
    About.DASHBOARD_LINKS: gettext_lazy(
        "Links to a person's pages are deleted after ten minutes."
    ),
    About.EXPORT_LINKS: gettext_lazy(
        "Links to a person's own export are deleted after 7 days."
    ),
    About.RECEIPT_LINKS: gettext_lazy(
        "Links to the certificate of an erasure are deleted after a year."
    ),
    About.RECEIPTS: gettext_lazy(
        "Receipts of what was erased are deleted at the end that each was given, by "
        "default a year (a setting of this installation)."
    ),
    About.REQUESTS: gettext_lazy(
        "Requests are deleted %(days)s days after they were closed, with their letters. "
        "No less than 30."
    ),
    About.FILES: gettext_lazy(
        "Notes that an app has made are forgotten when nobody has opened or changed them "
        "for %(days)s days, or when they are older than their person wants. Not where the "
        "person said never."
    ),
    About.FILE_VERSIONS: gettext_lazy(
        "What a note said before is deleted %(days)s days after it was changed."
    ),
    About.ITEMS: gettext_lazy(
        "Messages of conversations are deleted after %(days)s days, or when they are older "
        "than their person wants."
    ),
    About.SPECIAL_ITEMS: gettext_lazy(
        "Messages that tell of something specially protected, without their person's yes, "
        "are deleted after 24 hours. They are out of use from that very moment."
    ),
}


def said(rule: RetentionRule) -> str:
    """The sentence, with the rule's own age."""
    words = {"days": rule.days, "importance": rule.importance_below}
    if rule.about != About.MEMORIES:
        return str(SENTENCES[About(rule.about)] % words)
    what = ", ".join(_narrowed(rule))
    return _(
        "Memories (%(what)s) are forgotten when they are older than %(days)s days. Not "
        "what is pinned."
    ) % {"what": what, **words}


def _narrowed(rule: RetentionRule) -> list[str]:
    kinds = [str(Kind(rule.kind).label)] if rule.kind else []
    return kinds + (
        [str(Sensitivity(rule.sensitivity).label)] if rule.sensitivity else []
    )
