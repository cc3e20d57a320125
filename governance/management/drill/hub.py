"""A service and those it knows, through the product's own verbs."""

import uuid
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from django.db.models.functions import Now
from django.utils import timezone

from governance.access import (
    Caller,
    Whose,
    as_service_with,
    authenticate,
    find_or_make_person,
    make_account,
    make_service,
)
from governance.audit import SYSTEM
from governance.condensing import rebuild, waiting
from governance.conversations import add_items, clear_conversation
from governance.erasure import (
    ask,
    ask_for_all,
    carry_out,
    erase_memories,
    erase_whole,
    open_runs,
    undo,
)
from governance.files import Command, run_command
from governance.holding import ground, place
from governance.models import (
    Account,
    ConversationItem,
    ErasureRun,
    Exception17,
    FileVersion,
    KeyScope,
    Kind,
    Memory,
    MemoryFile,
    Person,
    SourceType,
)
from governance.telling import make_webhook
from governance.writing import Draft, SourceDraft, remember

SCOPES = [scope.value for scope in KeyScope]
SOMEWHERE = "93.184.215.14"
"""An address in public, which is looked at and not called."""


class Hub:
    """A service and those it knows, through the product's own verbs."""

    def __init__(self, name: str) -> None:
        self.service, self.key = make_service(name, scopes=SCOPES, actor=SYSTEM)
        caller = authenticate(self.key)
        if caller is None:
            raise RuntimeError("a key that was just made opens")
        self.caller: Caller = caller

    def tell(
        self, name: str, text: str, kind: Kind = Kind.FACT, **more: object
    ) -> uuid.UUID:
        """Remembers a text of a person; gives its id."""
        source = SourceDraft(type=SourceType.USER_MESSAGE, said_at=timezone.now())
        draft = replace(Draft(text=text, kind=kind, key="", source=source), **more)  # type: ignore[arg-type]
        return remember(draft, whose=self._whose(name), caller=self.caller).memory.id

    def say(self, name: str, conversation: str, text: str) -> None:
        """Keeps a message of a conversation."""
        body = {"role": "user", "content": text}
        add_items(conversation, [body], whose=self._whose(name), caller=self.caller)

    def clear(self, name: str, conversation: str) -> None:
        """Erases a conversation."""
        clear_conversation(
            conversation,
            memories=False,
            person_id=self.person(name).id,
            caller=self.caller,
        )

    def note(self, name: str, command: Command) -> None:
        """Carries out a command of the memory tool."""
        whose = self._whose(name)
        run_command(command, whose=whose, caller=self.caller, purpose="assist")

    def erase(self, name: str, *ids: uuid.UUID) -> None:
        """Erases memories, or all that is there, to the end."""
        person = self.person(name)
        with as_service_with(self.service.id, person.id):
            if ids:
                run = erase_memories(
                    ids,
                    person_id=person.id,
                    service_id=self.service.id,
                    actor=SYSTEM,
                )
            else:
                run = ask_for_all(person.id, self.service.id, actor=SYSTEM)
        carry_out(run.id)

    def keep(self, name: str, memory_id: uuid.UUID) -> None:
        """Holds one memory, for a year."""
        person = self.person(name)
        why = ground(
            Exception17.OBLIGATION,
            "Books are kept for years.",
            timezone.now() + timedelta(days=365),
        )
        with as_service_with(self.service.id, person.id):
            place(memory_id, why, person_id=person.id, actor=SYSTEM)

    def forget(self, name: str, memory_id: uuid.UUID) -> ErasureRun:
        """Forgets a memory; there is a day to undo it."""
        person = self.person(name)
        with as_service_with(self.service.id, person.id):
            return ask(
                [memory_id],
                person_id=person.id,
                service_id=self.service.id,
                actor=SYSTEM,
                undo=timedelta(days=1),
            )

    def undo(self, name: str, run: ErasureRun) -> None:
        """Takes a forget back."""
        with as_service_with(self.service.id, self.person(name).id):
            undo(run, actor=SYSTEM)

    def erase_person(self, name: str) -> None:
        """Erases somebody whole, to the end."""
        person = self.person(name)
        with as_service_with(self.service.id, person.id):
            erase_whole(person.id, self.service.id, actor=SYSTEM)
        finish()

    def sign_up(self, name: str) -> Account:
        """An account that has claimed what is remembered of them."""
        account = make_account(f"{name}@example.org", None)
        person = self.person(name)
        with as_service_with(self.service.id, person.id):
            mine = Person.objects.filter(id=person.id)
            mine.update(account=account, claimed_at=Now())
        return account

    def listen(self) -> uuid.UUID:
        """A webhook, to which nothing is ever sent here; gives its id."""
        made, _secret = make_webhook(
            self.service.id,
            "https://drill.example/hook",
            actor=SYSTEM,
            resolve=lambda host, port: [SOMEWHERE],
        )
        return made.id

    def person(self, name: str) -> Person:
        """Somebody it knows."""
        return find_or_make_person(self.service.id, name)

    def texts(self, name: str) -> list[str]:
        """What is there of them by the owner's login, which sees every row."""
        rows = Memory.objects.using("owner").filter(person_id=self.person_id(name))
        return list(rows.values_list("text", flat=True))

    def written(self, name: str) -> list[str]:
        """What is there beside memories: messages, notes and what these said before."""
        of_person = {"person_id": self.person_id(name)}
        items = ConversationItem.objects.using("owner").filter(**of_person)
        said = [str(item.body) for item in items]
        for model in (MemoryFile, FileVersion):
            rows = model._default_manager.using("owner").filter(**of_person)
            said += rows.values_list("text", flat=True)
        return said

    def person_id(self, name: str) -> uuid.UUID:
        """Their id, remembered: right after the restore nobody may be looked up."""
        return self._ids[name]

    def _whose(self, name: str) -> Whose:
        return Whose(self.service.id, name, self.person(name).id)

    def note_people(self, names: Sequence[str]) -> None:
        """Looks everybody up while that can be done."""
        self._ids = {name: self.person(name).id for name in names}


def finish() -> None:
    """Carries out all that is due, and derives again what waits for it."""
    while sum(carry_out(run_id) for run_id in open_runs()):
        pass
    for each in waiting():
        rebuild(each)
