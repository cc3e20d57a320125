"""Street addresses of many countries, found by how they are written."""

from governance.scrubbing.recognisers.streets.find import RULES

__all__ = ["RULES"]
