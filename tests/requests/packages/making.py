"""Order a package as staff would, and look into it."""

import csv
import io
import json
import uuid
import zipfile
from dataclasses import dataclass, field
from typing import Any

from governance.access import as_staff, open_package
from governance.audit import Actor, ActorKind
from governance.models import Package, PackageKind, Person
from governance.requests import packages
from tests.bell import Bell
from tests.world import World

STAFF = Actor(ActorKind.STAFF, uuid.uuid4())


@dataclass
class Making:
    """One request, of the owner unless others are named."""

    world: World
    bell: Bell
    request_id: uuid.UUID = field(default_factory=uuid.uuid4)

    def order(
        self,
        kind: PackageKind = PackageKind.ACCESS,
        *,
        account_id: uuid.UUID | None = None,
        persons: list[Person] | None = None,
        language: str = "en",
    ) -> uuid.UUID:
        """Ordered, and not made yet."""
        people = persons or [self.world.owner]
        with as_staff():
            package = packages.order(
                self.request_id,
                kind,
                persons=[(each.id, each.service_id) for each in people],
                account_id=account_id,
                language=language,
                actor=STAFF,
            )
        return package.id

    def make(self, kind: PackageKind = PackageKind.ACCESS, **more: Any) -> Package:
        """Ordered and made, with whatever is proposed kept in."""
        package_id = self.order(kind, **more)
        self.bell.answer()
        self.keep_all()
        return self.row(package_id)

    def keep_all(self) -> None:
        """Staff decide that every passage stays."""
        with as_staff():
            rows = packages.proposals(self.request_id)
            packages.keep([each.id for each in rows], actor=STAFF)
        self.bell.answer()

    def row(self, package_id: uuid.UUID) -> Package:
        """As it stands."""
        return Package.objects.using("owner").get(id=package_id)

    def files(self, package: Package) -> dict[str, str]:
        """Every member by its name."""
        with open_package(package) as file, zipfile.ZipFile(file) as archive:
            assert archive.testzip() is None
            return {name: archive.read(name).decode() for name in archive.namelist()}

    def json(self, package: Package) -> dict[str, Any]:
        """The document of an access package."""
        document: dict[str, Any] = json.loads(self.files(package)["memories.json"])
        return document

    def memories(self, package: Package) -> list[dict[str, Any]]:
        """The memories of its one record."""
        [record] = self.json(package)["records"]
        return list(record["memories"])


def rows(table: str) -> list[dict[str, str]]:
    """A table of a package by its columns."""
    return list(csv.DictReader(io.StringIO(table.lstrip("\ufeff"), "")))
