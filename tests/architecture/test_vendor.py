"""What others made is unchanged, and everything of theirs has its licence beside it."""

import hashlib
import tomllib
from pathlib import Path

VENDOR = Path(__file__).parents[2] / "static" / "vendor"
PACKAGES = tomllib.loads((VENDOR / "VENDOR.toml").read_text())["package"]


def test_every_file_has_the_sum_that_is_written_down() -> None:
    written = {name: sum_ for p in PACKAGES for name, sum_ in p["files"].items()}
    there = {
        str(path.relative_to(VENDOR)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in VENDOR.rglob("*")
        if path.is_file() and path.name != "VENDOR.toml"
    }
    assert there == written


def test_every_package_names_its_version_and_brings_its_licence() -> None:
    for package in PACKAGES:
        assert package["version"]
        assert package["licence"]
        assert any(name.endswith("LICENSE") for name in package["files"])


def test_no_page_asks_anybody_else_for_anything() -> None:
    templates = VENDOR.parents[1] / "templates"
    for page in templates.rglob("*.html"):
        text = page.read_text()
        for sign in ('src="http', 'src="//', "url(http", "@import"):
            assert sign not in text, page
