"""Names of people that the model does not see, found by the words and signs beside them,
and what it takes for a name too much."""

from governance.scrubbing.recognisers.people.cues import RULES
from governance.scrubbing.recognisers.people.spread import spread
from governance.scrubbing.recognisers.people.trim import cleaned

__all__ = ["RULES", "cleaned", "spread"]
