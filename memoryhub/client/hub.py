"""Memoryhub, for programs that wait for each answer."""

from collections.abc import Iterable, Iterator

from memoryhub.client import calls
from memoryhub.client.batches import batches
from memoryhub.client.connection import Connection, iterates, waits
from memoryhub.client.errors import MemoryhubError, TooLarge
from memoryhub.client.given import NewMemory
from memoryhub.client.results import Remembered


class Memoryhub(Connection):
    """The server at ``base_url``, called with a service's key.

    One method for each call of the API; ``calls/`` says what each takes, and
    ``docs/client.md`` how they go together. Every method raises
    :class:`MemoryhubError`. ``timeout`` is seconds for one attempt; a ``transport`` of
    httpx2 brings proxies and certificates of your own.
    """

    remember = waits(calls.remember)
    remember_batch = waits(calls.remember_batch)
    memories = iterates(calls.memories)
    memories_page = waits(calls.memories)
    memory = waits(calls.memory)
    correct = waits(calls.correct)
    erase = waits(calls.erase)

    history = waits(calls.history)
    provenance = waits(calls.provenance)
    redact_version = waits(calls.redact_version)

    forget = waits(calls.forget)
    plan_forget = waits(calls.plan_forget)
    find_to_forget = waits(calls.find_to_forget)
    undo = waits(calls.undo)
    erasure = waits(calls.erasure)
    acknowledge = waits(calls.acknowledge)
    certificate = waits(calls.certificate)

    person = waits(calls.person)
    erase_person = waits(calls.erase_person)
    settings = waits(calls.settings)
    give_consent = waits(calls.give_consent)
    withdraw_consent = waits(calls.withdraw_consent)
    dashboard_link = waits(calls.dashboard_link)

    file_request = waits(calls.file_request)
    requests = iterates(calls.requests)
    request = waits(calls.request)
    answer_request = waits(calls.answer_request)
    withdraw_request = waits(calls.withdraw_request)

    add_items = waits(calls.add_items)
    items = waits(calls.items)
    replace_items = waits(calls.replace_items)
    pop_item = waits(calls.pop_item)
    clear_conversation = waits(calls.clear_conversation)
    memory_tool = waits(calls.memory_tool)

    webhooks = waits(calls.webhooks)
    make_webhook = waits(calls.make_webhook)
    webhook = waits(calls.webhook)
    delete_webhook = waits(calls.delete_webhook)
    rotate_webhook_secret = waits(calls.rotate_webhook_secret)
    send_test = waits(calls.send_test)
    deliveries = iterates(calls.deliveries)

    export = iterates(calls.export)
    export_part = waits(calls.export)
    import_part = waits(calls.import_part)

    def remember_many(
        self, person: str, items: Iterable[NewMemory]
    ) -> Iterator[Remembered | MemoryhubError]:
        """Writes any number of memories by batches, and gives in order what became of
        each: the memory, or the error that it alone got. Nothing is sent until it is
        iterated, and a batch whose answer is lost is sent again."""
        for batch in batches(items):
            if isinstance(batch, TooLarge):
                yield batch
            else:
                yield from self.remember_batch(person, batch)
