"""The sentences that stand for a placeholder, by language. Officers change the texts around
them; these say what the law wants said, and are the same in every letter.

Not from the catalogue of the pages: a letter is in the language of its reader, whatever
the process that writes it speaks, and has the same words until somebody changes them here.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from governance.models import LetterLanguage
from governance.requests.letters.facts import Facts, Kept, Office
from governance.requests.letters.statutes import STATUTES, Statute


@dataclass(frozen=True, kw_only=True)
class Wording:
    """One language."""

    months: tuple[str, ...]
    day: str
    rights: Mapping[str, str]
    done: Mapping[str, str]
    erased: tuple[str, str]
    nothing_erased: str
    nothing_held: str
    kept: tuple[str, str]
    nothing_kept: str
    backups: str
    no_backups: str
    package: str
    package_until: str
    package_handed: str
    no_document: str
    complaint_at: str

    def date(self, day: date | None) -> str:
        """As a reader of this language writes it."""
        if day is None:
            return ""
        return self.day.format(
            day=day.day, month=self.months[day.month - 1], year=day.year
        )


ENGLISH = Wording(
    months=(
        "January", "February", "March", "April", "May", "June", "July",
        "August", "September", "October", "November", "December",
    ),
    day="{day} {month} {year}",
    rights={
        "access": "access to your data",
        "rectification": "the correction of your data",
        "erasure": "the erasure of your data",
        "restriction": "the restriction of the use of your data",
        "portability": "a copy of your data to take along",
        "objection": "an end to the use of your data (objection)",
    },
    done={
        "access": "We have put together a copy of the data that we have about you.",
        "rectification": (
            "We have corrected your data, and the texts that were made from it."
        ),
        "restriction": (
            "Your data is now only stored. It is used for nothing until we tell you "
            "otherwise."
        ),
        "portability": (
            "We have put together what you told us, in a form that other programs can "
            "read."
        ),
        "objection": "We have stopped the use of your data that you objected to.",
    },
    erased=(
        "We have erased 1 memory, and what was made from it.",
        "We have erased {count} memories, and what was made from them.",
    ),
    nothing_erased="We have found nothing to erase.",
    nothing_held=(
        "We have looked, and hold no data about you, other than this request and, if you "
        "have one, the account with which you sign in."
    ),
    kept=(
        "1 memory is kept until {until}, because of {law}. It is used for nothing else.",
        "{count} memories are kept until {until}, because of {law}. They are used for "
        "nothing else.",
    ),
    nothing_kept="Nothing of what you asked us to erase was kept.",
    backups=(
        "Backups that were made before may still hold what was erased, until {day}. Then "
        "the last of them is gone. If one is restored before that day, it is erased there "
        "again."
    ),
    no_backups="We keep no backups that could hold it.",
    package="{link}",
    package_until="{link} (until {day})",
    package_handed="handed over to you on {day}",
    no_document=(
        "Please do not send us a passport or an identity card. We do not need it."
    ),
    complaint_at="The one that looks after us is: {authority}",
)  # fmt: skip

GERMAN = Wording(
    months=(
        "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli",
        "August", "September", "Oktober", "November", "Dezember",
    ),
    day="{day}. {month} {year}",
    rights={
        "access": "Auskunft über Ihre Daten",
        "rectification": "Berichtigung Ihrer Daten",
        "erasure": "Löschung Ihrer Daten",
        "restriction": "Einschränkung der Verarbeitung Ihrer Daten",
        "portability": "eine Kopie Ihrer Daten zum Mitnehmen",
        "objection": "ein Ende der Nutzung Ihrer Daten (Widerspruch)",
    },
    done={
        "access": (
            "Wir haben eine Kopie der Daten zusammengestellt, die wir über Sie haben."
        ),
        "rectification": (
            "Wir haben Ihre Daten berichtigt, auch in den Texten, die daraus entstanden "
            "sind."
        ),
        "restriction": (
            "Ihre Daten werden jetzt nur noch gespeichert. Sie werden für nichts "
            "verwendet, bis wir Ihnen etwas anderes mitteilen."
        ),
        "portability": (
            "Wir haben zusammengestellt, was Sie uns mitgeteilt haben, so dass auch "
            "andere Programme es lesen können."
        ),
        "objection": (
            "Wir haben die Nutzung Ihrer Daten beendet, der Sie widersprochen haben."
        ),
    },
    erased=(
        "Wir haben 1 Erinnerung gelöscht, und was daraus entstanden ist.",
        "Wir haben {count} Erinnerungen gelöscht, und was daraus entstanden ist.",
    ),
    nothing_erased="Wir haben nichts gefunden, was zu löschen war.",
    nothing_held=(
        "Wir haben nachgesehen und haben keine Daten über Sie gespeichert, außer dieser "
        "Anfrage und, falls Sie eines haben, dem Konto, mit dem Sie sich anmelden."
    ),
    kept=(
        "1 Erinnerung bleibt bis zum {until} gespeichert. Grund: {law}. Sie wird für "
        "nichts anderes verwendet.",
        "{count} Erinnerungen bleiben bis zum {until} gespeichert. Grund: {law}. Sie "
        "werden für nichts anderes verwendet.",
    ),
    nothing_kept="Von dem, was wir löschen sollten, ist nichts zurückbehalten worden.",
    backups=(
        "Ältere Sicherungskopien können das Gelöschte noch bis zum {day} enthalten. Dann "
        "ist die letzte davon gelöscht. Wird vorher eine zurückgespielt, wird es auch "
        "dort wieder gelöscht."
    ),
    no_backups="Wir haben keine Sicherungskopien, in denen es noch stehen könnte.",
    package="{link}",
    package_until="{link} (bis zum {day})",
    package_handed="Ihnen übergeben am {day}",
    no_document=(
        "Bitte schicken Sie uns keinen Ausweis und keinen Reisepass, auch nicht in "
        "Kopie. Wir brauchen das nicht."
    ),
    complaint_at="Für uns zuständig ist: {authority}",
)  # fmt: skip

WORDINGS: Mapping[str, Wording] = {"en": ENGLISH, "de": GERMAN}


def language_for(code: str) -> LetterLanguage:
    """The language in which to write to who reads this one: German for ``de`` and
    ``de-AT``, else English."""
    main = code.partition("-")[0].lower()
    return LetterLanguage(main) if main in WORDINGS else LetterLanguage.ENGLISH


def values_of(facts: Facts, office: Office, language: str) -> dict[str, str]:
    """A value for every placeholder that there is; empty where there is nothing to say."""
    words, statute = WORDINGS[language], STATUTES[office.law, language]
    return {
        "reference": facts.reference,
        "right": words.rights[facts.right],
        "received_date": words.date(facts.received),
        "due_date": words.date(facts.due),
        "extended_date": words.date(facts.extended_due),
        "controller": office.controller,
        "contact": office.contact,
        "status_link": facts.status_link,
        "note": facts.note,
        "reasons": facts.reasons,
        "asked": facts.asked,
        "questions": facts.questions,
        "no_document": words.no_document,
        "more_time": statute.more_time,
        "complaint": _complaint(words, statute, office),
        "court": statute.court,
        "done": _done(words, facts),
        "kept": _kept(words, statute, facts),
        "backups": _backups(words, facts, office),
        "certificate": facts.certificate_link,
        "package": _package(words, facts),
    }


def _complaint(words: Wording, statute: Statute, office: Office) -> str:
    if not office.authority:
        return statute.complaint
    at = words.complaint_at.format(authority=office.authority)
    return f"{statute.complaint} {at}"


def _done(words: Wording, facts: Facts) -> str:
    said = words.done.get(facts.right, "")
    if facts.right == "erasure" and facts.erased is not None:
        some = _counted(words.erased, facts.erased)
        said = some if facts.erased else words.nothing_erased
    if facts.nothing:
        said = words.nothing_held
    return " ".join(each for each in (said, facts.done) if each)


def _kept(words: Wording, statute: Statute, facts: Facts) -> str:
    if facts.nothing:
        return ""
    if facts.right == "erasure" and not facts.kept:
        return words.nothing_kept
    return "\n".join(_kept_by_law(words, statute, each) for each in facts.kept)


def _kept_by_law(words: Wording, statute: Statute, kept: Kept) -> str:
    until, law = words.date(kept.until), statute.kept[kept.law]
    return _counted(words.kept, kept.count, until=until, law=law)


def _backups(words: Wording, facts: Facts, office: Office) -> str:
    if facts.right != "erasure" or facts.nothing:
        return ""
    if not office.keeps_backups:
        return words.no_backups
    day = words.date(facts.backups_gone)
    return words.backups.format(day=day) if day else ""


def _package(words: Wording, facts: Facts) -> str:
    if facts.package_handed:
        return words.package_handed.format(day=words.date(facts.package_handed))
    if not facts.package_link or not facts.package_until:
        return facts.package_link
    day = words.date(facts.package_until)
    return words.package_until.format(link=facts.package_link, day=day)


def _counted(forms: tuple[str, str], count: int, **more: str) -> str:
    return forms[count != 1].format(count=count, **more)
