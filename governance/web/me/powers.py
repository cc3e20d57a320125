"""What an app may do, in words: as the person lets it, and as its keys allow."""

from django.utils.translation import gettext_lazy as _

from governance.models import KeyScope

DIALS = {
    "disconnected": _("It is disconnected: it learns nothing and uses nothing."),
    "paused": _("It is paused: it learns nothing and uses nothing until you let it."),
    "learn+use": _("It may learn new things and use what is there."),
    "learn+": _("It may learn new things. It may use nothing that is there."),
    "+use": _("It may use what is there. It may learn nothing new."),
    "+": _("It may neither learn nor use anything."),
}
"""By the state of the record's switches."""

POWERS = {
    KeyScope.MEMORIES_READ: _("look at the memories that it wrote"),
    KeyScope.MEMORIES_WRITE: _("write and correct memories"),
    KeyScope.RECALL: _("recall memories while it works for you"),
    KeyScope.CONVERSATIONS: _("keep the course of your talks"),
    KeyScope.FILES: _("keep notes in files"),
    KeyScope.ERASURE: _("forget and erase what it wrote"),
    KeyScope.REQUESTS: _("hand over your privacy requests"),
    KeyScope.PEOPLE: _("see how much it keeps about you, and your switches"),
    KeyScope.WEBHOOKS: _("be told when you correct or erase something"),
    KeyScope.DASHBOARD: _("give you a link to its part of these pages"),
    KeyScope.CONSENTS: _("pass on your yes or no to protected kinds"),
}
"""By the scope of a key."""
