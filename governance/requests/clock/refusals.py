"""Why the clock gives no dates. Each names its rule, where a rule is broken."""

from governance.requests.clock.sentences import Value, shown


class Refused(ValueError):
    """The events or the place cannot be; the sentence says what is wrong and holds nothing
    but what was given: names of places and kinds of events, and dates. It keeps its template
    apart from these, as the explanation does."""

    def __init__(self, said: str, *, rule: str | None = None, **values: Value) -> None:
        self.rule, self.template, self.values = rule, said, values
        if values:
            said %= {name: shown(value) for name, value in values.items()}
        super().__init__(f"{rule}: {said}" if rule else said)
