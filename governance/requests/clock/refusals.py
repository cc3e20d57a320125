"""Why the clock gives no dates. Each names its rule, where a rule is broken."""


class Refused(ValueError):
    """The events or the place cannot be; the sentence says what is wrong and holds nothing
    but what was given: names of places and kinds of events, and dates."""

    def __init__(self, said: str, *, rule: str | None = None) -> None:
        super().__init__(f"{rule}: {said}" if rule else said)
        self.rule = rule
