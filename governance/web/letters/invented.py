"""A request that never was, to show how a text will read."""

from dataclasses import replace
from datetime import date

from governance.models import LetterKind
from governance.requests.letters import Facts, Kept

INVENTED = {
    "en": Facts(
        reference="R-2026-0042",
        right="erasure",
        received=date(2026, 3, 5),
        due=date(2026, 4, 7),
        extended_due=date(2026, 6, 5),
        reasons="Here stand the reasons, in the words of staff.",
        asked="Here stands what the person is asked for.",
        questions="Here stand the questions.",
        note="Here stands what staff add.",
        erased=12,
        kept=(Kept(count=1, law="17-3-e", until=date(2027, 10, 3)),),
        backups_gone=date(2026, 5, 7),
        certificate_link="https://memoryhub.example/receipts/…/",
        status_link="https://memoryhub.example/requests/…/",
    ),
    "de": Facts(
        reference="R-2026-0042",
        right="erasure",
        received=date(2026, 3, 5),
        due=date(2026, 4, 7),
        extended_due=date(2026, 6, 5),
        reasons="Hier stehen die Gründe, in den Worten des Teams.",
        asked="Hier steht, worum gebeten wird.",
        questions="Hier stehen die Fragen.",
        note="Hier steht, was das Team hinzufügt.",
        erased=12,
        kept=(Kept(count=1, law="17-3-e", until=date(2027, 10, 3)),),
        backups_gone=date(2026, 5, 7),
        certificate_link="https://memoryhub.example/receipts/…/",
        status_link="https://memoryhub.example/requests/…/",
    ),
}


def invented(kind: LetterKind, language: str) -> Facts:
    """Such as that kind of letter is about."""
    facts = INVENTED[language]
    if kind == LetterKind.LIFTED:
        return replace(facts, right="restriction")
    return facts
