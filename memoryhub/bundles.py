"""Static files as production serves them: parts joined to one file a kind, so that a
page costs few requests; each part stays small enough to read."""

from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.core.files.base import ContentFile
from typing_extensions import override
from whitenoise.storage import CompressedManifestStaticFilesStorage


# WhiteNoise publishes no types, hence the ignore.
class BundlingStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """WhiteNoise's storage, which first writes ``STATIC_BUNDLES``: a name, and the files
    that are joined under it, in order."""

    @override
    def post_process(
        self, paths: dict[str, Any], dry_run: bool = False, **options: Any
    ) -> Iterator[tuple[str, str | None, bool]]:
        if not dry_run:
            for name, parts in settings.STATIC_BUNDLES.items():
                self._join(name, parts)
                paths[name] = (self, name)
        yield from super().post_process(paths, dry_run, **options)

    def _join(self, name: str, parts: list[str]) -> None:
        whole = b"\n".join(self._read(part) for part in parts)
        if self.exists(name):
            self.delete(name)
        self._save(name, ContentFile(whole))

    def _read(self, part: str) -> bytes:
        with self.open(part) as file:
            return bytes(file.read())
