"""After a restore: what the ledger has and the restored data does not know is done again."""

from governance.erasure.replay.people import ReplayTrouble
from governance.erasure.replay.run import Replayed, replay
from governance.erasure.replay.settle import clear, refuse_unless_clear, when_clear

__all__ = [
    "ReplayTrouble",
    "Replayed",
    "clear",
    "refuse_unless_clear",
    "replay",
    "when_clear",
]
