"""Packages that open: their files are sealed, so they are searched by what they give back."""

import zipfile
from collections.abc import Iterator

from governance.access import Damaged, open_package
from governance.models import Package, PackageState
from governance.residue.found import Found
from governance.residue.spellings import spellings
from governance.residue.stream import times_in


def in_packages(phrase: str) -> Iterator[Found]:
    """Members of every package that is ready, whosever it is. One that does not open with
    its key is told as a finding: nothing unsearched may pass for clean."""
    ready = Package.objects.using("owner").filter(state=PackageState.READY)
    for package in ready.order_by("created_at", "id"):
        yield from _in_package(package, phrase)


def _in_package(package: Package, phrase: str) -> Iterator[Found]:
    wanted = spellings(phrase)
    try:
        with open_package(package) as file, zipfile.ZipFile(file) as archive:
            for name in archive.namelist():
                with archive.open(name) as member:
                    times = times_in(member, wanted)
                if times:
                    yield Found("package", f"{package.id}/{name}", times)
    except FileNotFoundError:
        return  # the file is gone: there is nothing that it could give back
    except (Damaged, ValueError, zipfile.BadZipFile):
        yield Found("package", f"{package.id} not searched: it does not open", 0)
