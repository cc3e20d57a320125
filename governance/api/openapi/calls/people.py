"""The persons themselves, and the way to their pages."""

from governance.api.openapi import bodies, people
from governance.api.openapi.call import call

GROUP = "People"

get_person = call(
    "getPerson",
    GROUP,
    "Read about a person",
    "Counts of what this service wrote about the person, by state, and the settings it "
    "has to heed.",
    {200: (people.PersonOut, "The person.")},
    refuses=[400],
)

erase_person = call(
    "erasePerson",
    GROUP,
    "Erase a person's part",
    "Erases all that this service wrote about the person, sources and history included, "
    "now. There is no undo; to have one, forget `everything`.",
    {202: (bodies.ErasureBegun, "It is out of use, and the erasure goes on.")},
    refuses=[400, 410],
)

get_settings = call(
    "getSettings",
    GROUP,
    "Read a person's settings",
    "What the person has switched, as far as it concerns this service, which cannot "
    "switch it.",
    {200: (people.Settings, "The settings.")},
    refuses=[400],
)

give_consent = call(
    "giveConsent",
    GROUP,
    "Hand on a person's consent",
    "From now on what tells of this special category is remembered. Only call it when "
    "the person has said yes to you explicitly (Art. 9(2)(a) GDPR).",
    {200: (people.ConsentGiven, "It stands; if it did before, since then.")},
    refuses=[400, 410],
)

withdraw_consent = call(
    "withdrawConsent",
    GROUP,
    "Withdraw a person's consent",
    "Nothing that tells of the category is remembered any more, and what was is erased.",
    {202: (people.ConsentWithdrawn, "It is withdrawn, and the erasure goes on.")},
    refuses=[400, 410],
)

make_dashboard_link = call(
    "makeDashboardLink",
    GROUP,
    "Make a link to the person's pages",
    "A link that opens this service's part of the person's pages, once, within ten "
    "minutes. Hand it to the person alone.",
    {201: (people.Link, "The link; it cannot be shown again.")},
    refuses=[400, 410],
)
