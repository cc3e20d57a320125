"""The sentences of a certificate. It carries each with its code: English for whoever reads
the file, the code for a page in another language."""

from django.utils.translation import gettext_noop

SENTENCES = {
    "scope.memories": gettext_noop(
        "What was chosen: memories, conversations or notes, with what goes along: texts "
        "that were made from them and, unless they were to stay, earlier values."
    ),
    "scope.service_part": gettext_noop(
        "Everything that one service had written about one person, with its sources."
    ),
    "scope.whole_person": gettext_noop(
        "A whole person, as one service knew them: all that was kept about them, down to "
        "their own row. Proofs of erasures and the audit record stay: ids, counts and times."
    ),
    "store.memories": gettext_noop("Memories, with their vectors and search words"),
    "store.history": gettext_noop("Versions of their text"),
    "store.sources": gettext_noop("Records of where they came from"),
    "store.provenance": gettext_noop("Links between these"),
    "store.rebuilds": gettext_noop("Notes to make a summary again"),
    "store.conversation_items": gettext_noop("Messages of conversations"),
    "store.conversations": gettext_noop("Conversations, by their names"),
    "store.file_versions": gettext_noop("Earlier versions of notes"),
    "store.files": gettext_noop("Notes that an app had made"),
    "store.reads": gettext_noop("The record of who read what"),
    "store.consents": gettext_noop("What they had agreed to"),
    "store.idempotency": gettext_noop("Notes that a write was done already"),
    "store.dashboard_links": gettext_noop("Links to their pages"),
    "store.unwanted": gettext_noop("Fingerprints of what was not to be learnt again"),
    "store.holds": gettext_noop("Reasons, now over, for which something had been kept"),
    "store.package_redactions": gettext_noop(
        "Places in their texts where others are named"
    ),
    "store.left_rebuilds": gettext_noop(
        "Notes to make a summary from something that was gone before"
    ),
    "store.person": gettext_noop(
        "Their own row, with the key that sealed what was theirs"
    ),
    "method.rows_deleted": gettext_noop(
        "The rows were deleted; vectors and search words, which are part of them, went "
        "with them."
    ),
    "method.derived_texts": gettext_noop(
        "Texts that were made from them were deleted too, and made again only from what "
        "stays."
    ),
    "method.ledger_first": gettext_noop(
        "Before the first row was deleted, the erasure was entered in a ledger outside "
        "the database, which tells what has to be erased again should a backup be "
        "restored."
    ),
    "method.counted_again": gettext_noop(
        "Then the rows of every store were counted again; the certificate was made after "
        "none was left."
    ),
    "method.freed_pages": gettext_noop(
        "No query reaches what was deleted. Its bytes may stay in freed parts of the "
        "database's files and logs until these are written over."
    ),
    "method.rewritten_weekly": gettext_noop(
        "No query reaches what was deleted. Its bytes may stay in freed parts of the "
        "database's files until these are rewritten, which is done every week for each "
        "table that is not too large or in use then, and in its logs until these are "
        "written over."
    ),
    "probe.words": gettext_noop("Searched for by the words of some of it"),
    "probe.meaning": gettext_noop("Searched for by the meaning of some of it"),
    "probe.packages": gettext_noop(
        "Looked for among the files that had been made to answer requests"
    ),
    "probe.queues": gettext_noop(
        "The words of some of it looked for in queued work and in the cache"
    ),
    "kept.17-3-a": gettext_noop(
        "Kept and used for nothing else: freedom of expression and information "
        "(Art. 17(3)(a) GDPR)."
    ),
    "kept.17-3-b": gettext_noop(
        "Kept and used for nothing else: a legal obligation or public task "
        "(Art. 17(3)(b) GDPR)."
    ),
    "kept.17-3-c": gettext_noop(
        "Kept and used for nothing else: public health (Art. 17(3)(c) GDPR)."
    ),
    "kept.17-3-d": gettext_noop(
        "Kept and used for nothing else: archives, research or statistics "
        "(Art. 17(3)(d) GDPR)."
    ),
    "kept.17-3-e": gettext_noop(
        "Kept and used for nothing else: legal claims (Art. 17(3)(e) GDPR)."
    ),
    "backups.unstated": gettext_noop(
        "The operator has not stated for how long backups of the database are kept."
    ),
    "backups.none": gettext_noop(
        "No backups of the database are kept by this installation."
    ),
    "backups.aged": gettext_noop(
        "Backups that were made before the erasure may still hold it until the date "
        "given. It has to be erased again, by the ledger, should one be restored."
    ),
}


def said(code: str) -> dict[str, str]:
    """A sentence with its code."""
    return {"code": code, "says": SENTENCES[code]}
