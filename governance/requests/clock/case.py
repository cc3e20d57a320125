"""What a request comes with, in days of the controller's zone."""

from dataclasses import dataclass
from datetime import date

from governance.requests.clock.events import Awaited, Wait
from governance.requests.clock.places import Place
from governance.requests.clock.refusals import Refused
from governance.requests.clock.sentences import gettext_noop


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
                gettext_noop(
                    "An extension is told by %(until)s, the end of the first period; this "
                    "one was told on %(told)s."
                ),
                rule=self.place.law.extension_rule,
                until=until,
                told=self.told,
            )
