"""Memoryhub, for asyncio: the twin of ``hub.py``."""

from collections.abc import AsyncIterator, Iterable

from memoryhub.client import calls
from memoryhub.client.async_connection import AsyncConnection, awaits, iterates
from memoryhub.client.batches import batches
from memoryhub.client.errors import MemoryhubError, TooLarge
from memoryhub.client.given import NewMemory
from memoryhub.client.results import Remembered


class AsyncMemoryhub(AsyncConnection):
    """The server at ``base_url``, called with a service's key; see :class:`Memoryhub`."""

    remember = awaits(calls.remember)
    remember_batch = awaits(calls.remember_batch)
    memories = iterates(calls.memories)
    memories_page = awaits(calls.memories)
    memory = awaits(calls.memory)
    correct = awaits(calls.correct)
    erase = awaits(calls.erase)

    history = awaits(calls.history)
    provenance = awaits(calls.provenance)
    redact_version = awaits(calls.redact_version)

    forget = awaits(calls.forget)
    plan_forget = awaits(calls.plan_forget)
    find_to_forget = awaits(calls.find_to_forget)
    undo = awaits(calls.undo)
    erasure = awaits(calls.erasure)
    acknowledge = awaits(calls.acknowledge)
    certificate = awaits(calls.certificate)

    person = awaits(calls.person)
    erase_person = awaits(calls.erase_person)
    settings = awaits(calls.settings)
    give_consent = awaits(calls.give_consent)
    withdraw_consent = awaits(calls.withdraw_consent)
    dashboard_link = awaits(calls.dashboard_link)

    file_request = awaits(calls.file_request)
    requests = iterates(calls.requests)
    request = awaits(calls.request)
    answer_request = awaits(calls.answer_request)
    withdraw_request = awaits(calls.withdraw_request)

    add_items = awaits(calls.add_items)
    items = awaits(calls.items)
    replace_items = awaits(calls.replace_items)
    pop_item = awaits(calls.pop_item)
    clear_conversation = awaits(calls.clear_conversation)
    memory_tool = awaits(calls.memory_tool)

    webhooks = awaits(calls.webhooks)
    make_webhook = awaits(calls.make_webhook)
    webhook = awaits(calls.webhook)
    delete_webhook = awaits(calls.delete_webhook)
    rotate_webhook_secret = awaits(calls.rotate_webhook_secret)
    send_test = awaits(calls.send_test)
    deliveries = iterates(calls.deliveries)

    export = iterates(calls.export)
    export_part = awaits(calls.export)
    import_part = awaits(calls.import_part)

    async def remember_many(
        self, person: str, items: Iterable[NewMemory]
    ) -> AsyncIterator[Remembered | MemoryhubError]:
        """Writes any number of memories by batches, and gives in order what became of
        each: the memory, or the error that it alone got. Nothing is sent until it is
        iterated, and a batch whose answer is lost is sent again."""
        for batch in batches(items):
            if isinstance(batch, TooLarge):
                yield batch
            else:
                for each in await self.remember_batch(person, batch):
                    yield each
