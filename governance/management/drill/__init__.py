"""The whole circle in a scratch database: dump, erase, restore, replay, verify."""

from governance.management.drill.probes import Check
from governance.management.drill.run import drilled
from governance.management.drill.story import play

__all__ = ["Check", "drilled", "play"]
