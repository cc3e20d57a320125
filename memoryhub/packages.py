"""Settings of the packages that answer requests for access and portability."""

from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from memoryhub import env


@dataclass(frozen=True)
class Packages:
    """``folder`` holds the sealed files. What only the controller can say about its house
    (Art. 13(2)(f), 15(1)(h), 15(2) GDPR) stands in every access package as given; empty
    says that there is none. The authority is that of the letters (``AUTHORITY``)."""

    folder: Path
    automated_decisions: str = ""
    transfers: str = ""
    life: timedelta = timedelta(days=7)
    lease: timedelta = timedelta(seconds=60)
    tries: int = 5


def packages(data_dir: Path) -> Packages:
    """As the environment has them."""
    return Packages(
        folder=env.path("MEMORYHUB_PACKAGES_DIR", default=data_dir / "packages"),
        automated_decisions=env.text("MEMORYHUB_AUTOMATED_DECISIONS", default=""),
        transfers=env.text("MEMORYHUB_TRANSFERS", default=""),
    )
