"""After a restore: what the ledger has and the restored data does not know is done again."""

from governance.erasure.replay.people import ReplayTrouble
from governance.erasure.replay.run import Replayed, replay
from governance.erasure.replay.settle import clear, when_clear

__all__ = ["ReplayTrouble", "Replayed", "clear", "replay", "when_clear"]
