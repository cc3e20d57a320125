"""What a request comes with, in days of the controller's zone."""

from dataclasses import dataclass
from datetime import date

from governance.requests.clock.events import Awaited, Wait
from governance.requests.clock.places import Place
from governance.requests.clock.refusals import Refused
from governance.requests.clock.sentences import shown


@dataclass(frozen=True, slots=True)
class Case:
    received: date
    place: Place
    waits: tuple[Wait, ...]
    told: date | None  # the day the person was told of an extension, with reasons

    def awaited(self, *what: Awaited) -> tuple[Wait, ...]:
        return tuple(wait for wait in self.waits if wait.what in what)

    def refuse_late_extension(self, until: date) -> None:
        if self.told and self.told > until:
            raise Refused(
                f"An extension is told by {shown(until)}, the end of the first period; "
                f"this one was told on {shown(self.told)}.",
                rule=self.place.law.extension_rule,
            )
