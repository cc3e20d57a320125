"""For whoever receives what a webhook is sent: prove that it is Memoryhub's, and answer.

The manner is Standard Webhooks (https://www.standardwebhooks.com): an HMAC-SHA256 over id,
time and body under the webhook's secret, at most five minutes old.
"""

import binascii
from collections.abc import Mapping, Sequence

from msgspec import MsgspecError, convert
from standardwebhooks import Webhook, WebhookVerificationError

from memoryhub.client.results import Told

ACKNOWLEDGED = b'{"acknowledged": true}'
"""The body to answer with, with a status of 2xx, once your own copies are gone."""


class Forged(Exception):
    """It was not signed with any of the secrets, was changed, or is too old. Answer 400
    and do nothing."""


def verified(
    body: bytes, headers: Mapping[str, str], secrets: str | Sequence[str]
) -> Told:
    """What was sent, if it was signed with one of your ``secrets``; give two while you
    change them. ``body`` are the bytes as they came.

    Raises :class:`Forged`. A message whose ``id`` you have seen comes a second time:
    answer it as before.
    """
    named = {name.lower(): value for name, value in headers.items()}
    for secret in [secrets] if isinstance(secrets, str) else secrets:
        try:
            said = Webhook(secret).verify(body, named)
            return convert({**said, "id": named["webhook-id"]}, Told)
        except (WebhookVerificationError, binascii.Error, ValueError, TypeError):
            continue
        except MsgspecError:
            break
    raise Forged("The message is not one of Memoryhub's.")
