"""Tell services what became of what they told us, and note their answers."""

from governance.telling.acknowledging import (
    FURTHEST_FIRST,
    NotBegun,
    Recipient,
    acknowledge,
    close_unanswered,
    drop_old,
    recipients_of,
    unsaid,
)
from governance.telling.address import LONGEST_URL, BadAddress
from governance.telling.delivering import deliver, deliver_due
from governance.telling.noting import About, send_test, tell, tell_of_erasure
from governance.telling.silence import is_silent, silence
from governance.telling.webhooks import (
    ALL_EVENTS,
    NoSuchWebhook,
    TooManyWebhooks,
    make_webhook,
    opened,
    remove_webhook,
    rotate_secret,
    webhook_of,
    webhooks_of,
)

__all__ = [
    "ALL_EVENTS",
    "FURTHEST_FIRST",
    "LONGEST_URL",
    "About",
    "BadAddress",
    "NoSuchWebhook",
    "NotBegun",
    "Recipient",
    "TooManyWebhooks",
    "acknowledge",
    "close_unanswered",
    "deliver",
    "deliver_due",
    "drop_old",
    "is_silent",
    "make_webhook",
    "opened",
    "recipients_of",
    "remove_webhook",
    "rotate_secret",
    "send_test",
    "silence",
    "tell",
    "tell_of_erasure",
    "unsaid",
    "webhook_of",
    "webhooks_of",
]
