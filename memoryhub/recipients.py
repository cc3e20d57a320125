"""Of webhooks: where they may lead, and how long one try may take."""

from datetime import timedelta

from memoryhub import env

__all__ = ["WEBHOOKS_PER_SERVICE", "WEBHOOK_LEASE", "WEBHOOK_NETWORKS"]

# Networks beside the public internet that a webhook may lead to, and the only ones that
# it may reach without TLS (docs/decisions/0021-recipients.md).
WEBHOOK_NETWORKS = env.networks("MEMORYHUB_WEBHOOK_NETWORKS")
# Above what one try can take; a worker that died is waited for so long.
WEBHOOK_LEASE = timedelta(
    seconds=env.integer("MEMORYHUB_WEBHOOK_LEASE", default=60, minimum=25)
)
WEBHOOKS_PER_SERVICE = env.integer("MEMORYHUB_WEBHOOKS_PER_SERVICE", default=5)
