"""The persons themselves, and the way to their pages."""

from uuid import UUID

from memoryhub.client import read
from memoryhub.client.call import Call, Endpoint
from memoryhub.client.given import SpecialCategory
from memoryhub.client.results import Consent, Link, Person, Settings

ONE = "people/{person}"
GET = Endpoint("getPerson", "GET", ONE, read.reader(Person), repeatable=True)
ERASE = Endpoint("erasePerson", "DELETE", ONE, read.erasure_id)
SETTINGS = Endpoint(
    "getSettings", "GET", f"{ONE}/settings", read.reader(Settings), repeatable=True
)
CONSENT = f"{ONE}/consents/{{category}}"
GIVE = Endpoint("giveConsent", "PUT", CONSENT, read.reader(Consent))
WITHDRAW = Endpoint("withdrawConsent", "DELETE", CONSENT, read.erasure_id_if_any)
LINK = Endpoint("makeDashboardLink", "POST", f"{ONE}/dashboard-link", read.reader(Link))


def person(person: str) -> Call[Person]:
    """Counts of what this service wrote about the person, and their settings."""
    return GET.call({"person": person})


def erase_person(person: str) -> Call[UUID]:
    """Erases all that this service wrote about the person, now; there is no undo. Gives
    the erasure's id."""
    return ERASE.call({"person": person})


def settings(person: str) -> Call[Settings]:
    """What the person has switched, as far as it concerns this service."""
    return SETTINGS.call({"person": person})


def give_consent(person: str, category: SpecialCategory) -> Call[Consent]:
    """Hands on the person's yes to a special category; only call it when they have said
    so to you explicitly (Art. 9(2)(a) GDPR)."""
    return GIVE.call({"person": person, "category": category})


def withdraw_consent(person: str, category: SpecialCategory) -> Call[UUID | None]:
    """Takes the yes back, and what tells of the category is erased. Gives the erasure's
    id, None where there was nothing to erase."""
    return WITHDRAW.call({"person": person, "category": category})


def dashboard_link(person: str) -> Call[Link]:
    """A link that opens this service's part of the person's pages, once, within ten
    minutes. Hand it to the person alone."""
    return LINK.call({"person": person})
