"""``bench NAME``: measures on data that it makes itself, in servers of its own."""

import json
from collections.abc import Sequence
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from typing_extensions import override

from governance.management.bench.erasing.run import bench_erase
from governance.management.bench.expire import EACH as PEOPLE_EACH
from governance.management.bench.expire import bench_expire
from governance.management.bench.harness import Bench, Size, machine
from governance.management.bench.pages import bench_pages
from governance.management.bench.requests import bench_request
from governance.management.bench.scrubbing.run import bench_scrub
from governance.management.bench.write import bench_write
from governance.management.reading import readable_file, whole

BENCHES: dict[str, Bench] = {
    "erase": bench_erase,
    "expire": bench_expire,
    "pages": bench_pages,
    "request": bench_request,
    "scrub": bench_scrub,
    "write": bench_write,
}
LARGEST = 100_000
WIDEST = 90
OF_SCRUB = ("records", "seed", "templates", "unseen", "worst", "show_text")
COLUMNS = (
    "balanced",
    "strict",
    "presidio",
    "goal",
    "p50_ms",
    "p95_ms",
    "mean_ms",
    "ratio",
    "texts_per_s",
    "rows_per_s",
    "queries",
    "gzip_kb",
)


class Command(BaseCommand):
    """JSON lines on standard output, a table on standard error."""

    help = "Measure, beside floors in the same run. It uses none of your data."

    @override
    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", choices=BENCHES)
        parser.add_argument("--rounds", type=int, default=200)
        parser.add_argument(
            "--memories",
            type=int,
            default=10_000,
            help="of the person (pages), or open requests (request)",
        )
        parser.add_argument(
            "--others",
            type=whole,
            help="of everybody else (pages: 990,000; erase: as many as of the person)",
        )
        parser.add_argument(
            "--rows",
            type=whole,
            nargs="+",
            default=[20_000, 100_000],
            help="that have expired (expire)",
        )
        _add_for_scrub(parser)

    @override
    def handle(self, *args: Any, **options: Any) -> None:
        rounds = max(2, min(options["rounds"], LARGEST))
        size = Size(
            rounds=rounds,
            memories=max(100, options["memories"]),
            others=options["others"],
            rows=tuple(max(PEOPLE_EACH, each) for each in options["rows"]),
            **{name: options[name] for name in OF_SCRUB},
        )
        rows = [{"bench": options["name"], "rounds": rounds, **machine()}]
        rows += BENCHES[options["name"]](size)
        for row in rows:
            self.stdout.write(json.dumps(_rounded(row)))
        for line in _table(rows[1:]):
            self.stderr.write(line)


def _add_for_scrub(parser: CommandParser) -> None:
    parser.add_argument("--records", type=whole, default=1_600, help="labelled (scrub)")
    parser.add_argument(
        "--seed", type=int, help="of the sets; a fresh one each time by default (scrub)"
    )
    parser.add_argument(
        "--templates", type=readable_file, help="more of them, one a line (scrub)"
    )
    parser.add_argument(
        "--unseen", action="store_true", help="the part kept unseen (scrub)"
    )
    parser.add_argument(
        "--worst", type=whole, default=0, help="misses and false alarms to show (scrub)"
    )
    parser.add_argument(
        "--show-text",
        action="store_true",
        help="with --worst: text, not shapes (scrub)",
    )


def _rounded(row: dict[str, Any]) -> dict[str, Any]:
    return {
        name: round(value, 3) if isinstance(value, float) else value
        for name, value in row.items()
    }


def _table(rows: Sequence[dict[str, Any]]) -> list[str]:
    columns = [name for name in COLUMNS if any(name in row for row in rows)]
    head = f"{'':44}" + "".join(f"{name:>12}" for name in columns)
    lines = [head]
    for row in rows:
        cells = [f"{row[name]:12.2f}" if name in row else " " * 12 for name in columns]
        lines.append(f"{row['what']:44}" + "".join(cells) + _verdict(row))
    return lines


def _verdict(row: dict[str, Any]) -> str:
    """What is no figure: a goal that is not met, a bait, a miss."""
    said = [str(row[name]) for name in ("bait",) if name in row]
    said += [repr(row[name])[:WIDEST] for name in ("shape", "text") if name in row]
    said += [] if row.get("met", True) else ["not met"]
    return "".join(f"  {each}" for each in said)
