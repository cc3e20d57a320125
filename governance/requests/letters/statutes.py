"""What the law of the controller's seat says in a letter: which exception keeps something,
how much longer an answer may take, and where people turn who are not content with it.

Kept apart from the other words, since these differ by law as well as by language.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from governance.requests.clock import Law


@dataclass(frozen=True, kw_only=True)
class Statute:
    """One law in one language. ``kept`` is by ``Exception17``."""

    kept: Mapping[str, str]
    more_time: str
    complaint: str
    court: str


EU_ENGLISH = Statute(
    kept={
        "17-3-a": "freedom of expression and information (Art. 17(3)(a) GDPR)",
        "17-3-b": "a legal obligation or a public task (Art. 17(3)(b) GDPR)",
        "17-3-c": "public health (Art. 17(3)(c) GDPR)",
        "17-3-d": "archives, research or statistics (Art. 17(3)(d) GDPR)",
        "17-3-e": "legal claims (Art. 17(3)(e) GDPR)",
    },
    more_time=(
        "The law allows us to take up to two more months (Art. 12(3) GDPR), and only "
        "once."
    ),
    complaint=(
        "You have the right to complain to a data protection authority: where you live, "
        "where you work, or where you think that the law was broken (Art. 77 GDPR)."
    ),
    court="You also have the right to go to court (Art. 79 GDPR).",
)

EU_GERMAN = Statute(
    kept={
        "17-3-a": "Meinungs- und Informationsfreiheit (Art. 17 Abs. 3 Buchst. a DSGVO)",
        "17-3-b": (
            "rechtliche Pflicht oder öffentliche Aufgabe "
            "(Art. 17 Abs. 3 Buchst. b DSGVO)"
        ),
        "17-3-c": "öffentliche Gesundheit (Art. 17 Abs. 3 Buchst. c DSGVO)",
        "17-3-d": (
            "Archive, Forschung oder Statistik (Art. 17 Abs. 3 Buchst. d DSGVO)"
        ),
        "17-3-e": "Rechtsansprüche (Art. 17 Abs. 3 Buchst. e DSGVO)",
    },
    more_time=(
        "Das Gesetz erlaubt uns bis zu zwei weitere Monate (Art. 12 Abs. 3 DSGVO), und "
        "nur einmal."
    ),
    complaint=(
        "Sie können sich bei einer Datenschutz-Aufsichtsbehörde beschweren: dort, wo Sie "
        "wohnen, wo Sie arbeiten oder wo Ihrer Meinung nach das Recht verletzt wurde "
        "(Art. 77 DSGVO)."
    ),
    court="Sie können außerdem vor Gericht klagen (Art. 79 DSGVO).",
)

# UK GDPR as amended by the Data (Use and Access) Act 2025 (period: Art. 12A); complaints
# and courts: Data Protection Act 2018, sections 164A, 165 and 167.
UK_ENGLISH = Statute(
    kept={
        name: said.replace(" GDPR)", " UK GDPR)")
        for name, said in EU_ENGLISH.kept.items()
    },
    more_time=(
        "The law allows us to take up to two more months (Art. 12A UK GDPR), and only "
        "once."
    ),
    complaint=(
        "You have the right to complain to us (section 164A of the Data Protection Act "
        "2018), and to the Information Commissioner, ico.org.uk (section 165)."
    ),
    court=(
        "You also have the right to go to court (section 167 of the Data Protection Act "
        "2018)."
    ),
)

UK_GERMAN = Statute(
    kept={
        name: said.replace(" DSGVO)", " UK GDPR)")
        for name, said in EU_GERMAN.kept.items()
    },
    more_time=(
        "Das Gesetz erlaubt uns bis zu zwei weitere Monate (Art. 12A UK GDPR), und nur "
        "einmal."
    ),
    complaint=(
        "Sie können sich bei uns beschweren (Data Protection Act 2018, section 164A) und "
        "beim Information Commissioner, ico.org.uk (section 165)."
    ),
    court=(
        "Sie können außerdem vor Gericht klagen (Data Protection Act 2018, section 167)."
    ),
)

# California Consumer Privacy Act: Civil Code §§ 1798.100 ff. It opens the courts to
# consumers for breaches of security alone (§ 1798.150(c)); a letter must not promise more.
CALIFORNIA_ENGLISH = Statute(
    kept={
        "17-3-a": "free speech (Civil Code § 1798.105(d)(4))",
        "17-3-b": "a legal obligation (Civil Code § 1798.105(d)(8))",
        "17-3-c": "public health, where a law demands it (Civil Code § 1798.145(a))",
        "17-3-d": "research in the public interest (Civil Code § 1798.105(d)(6))",
        "17-3-e": "legal claims (Civil Code § 1798.145(a))",
    },
    more_time=(
        "The law allows us to take 45 more days (Civil Code § 1798.130(a)(2)), and only "
        "once."
    ),
    complaint=(
        "You can complain to the California Privacy Protection Agency, cppa.ca.gov "
        "(Civil Code § 1798.199.45), and to the Attorney General, oag.ca.gov."
    ),
    court=(
        "You can go to court yourself where your data was stolen or disclosed because it "
        "was not well protected (Civil Code § 1798.150)."
    ),
)

CALIFORNIA_GERMAN = Statute(
    kept={
        "17-3-a": "freie Rede (Civil Code § 1798.105(d)(4))",
        "17-3-b": "rechtliche Pflicht (Civil Code § 1798.105(d)(8))",
        "17-3-c": (
            "öffentliche Gesundheit, wo ein Gesetz es verlangt "
            "(Civil Code § 1798.145(a))"
        ),
        "17-3-d": "Forschung im öffentlichen Interesse (Civil Code § 1798.105(d)(6))",
        "17-3-e": "Rechtsansprüche (Civil Code § 1798.145(a))",
    },
    more_time=(
        "Das Gesetz erlaubt uns 45 weitere Tage (Civil Code § 1798.130(a)(2)), und nur "
        "einmal."
    ),
    complaint=(
        "Sie können sich bei der California Privacy Protection Agency, cppa.ca.gov, "
        "beschweren (Civil Code § 1798.199.45), und beim Attorney General, oag.ca.gov."
    ),
    court=(
        "Selbst vor Gericht klagen können Sie dort, wo Ihre Daten gestohlen oder "
        "offengelegt wurden, weil sie nicht gut geschützt waren (Civil Code § 1798.150)."
    ),
)

STATUTES: Mapping[tuple[Law, str], Statute] = {
    (Law.EU, "en"): EU_ENGLISH,
    (Law.EU, "de"): EU_GERMAN,
    (Law.UK, "en"): UK_ENGLISH,
    (Law.UK, "de"): UK_GERMAN,
    (Law.CALIFORNIA, "en"): CALIFORNIA_ENGLISH,
    (Law.CALIFORNIA, "de"): CALIFORNIA_GERMAN,
}
