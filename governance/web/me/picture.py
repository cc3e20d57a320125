"""The picture of where a memory came from and what was made from it: columns from left
to right, drawn on the server, each box a link. A list with the same says it in words."""

import uuid
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from django.urls import reverse
from django.utils.text import Truncator

from governance.models import Memory, Source, SourceType
from governance.provenance import Graph
from governance.web.words import PLACES_SHORT

MOST_BOXES = 60
BOX_WIDTH, BOX_HEIGHT = 208, 44
GAP_X, GAP_Y = 56, 16
EDGE = 8
LABEL = 23
ROUND = GAP_X // 2


@dataclass(frozen=True)
class Box:
    """One source or memory; ``x`` and ``y`` are its upper left corner in pixels."""

    id: uuid.UUID
    kind: str
    label: str
    href: str
    x: int
    y: int

    @property
    def text_x(self) -> int:
        """Where its words begin."""
        return self.x + 12

    @property
    def text_y(self) -> int:
        """The line on which they stand."""
        return self.y + BOX_HEIGHT // 2 + 5


@dataclass(frozen=True)
class Picture:
    """Boxes, and the lines between them as paths of SVG."""

    boxes: list[Box]
    lines: list[str]
    width: int
    height: int
    more: int
    box_width: int = BOX_WIDTH
    box_height: int = BOX_HEIGHT

    @property
    def worth_it(self) -> bool:
        """A memory with its one source needs no picture."""
        return len(self.boxes) > 2


def picture_of(memory: Memory, graph: Graph) -> Picture:
    """The picture of the graph around a memory."""
    columns = _columns(memory, graph)
    kept = sorted(columns, key=lambda each: (abs(columns[each]), str(each)))[
        :MOST_BOXES
    ]
    places = _places({each: columns[each] for each in kept})
    boxes = {each: _box(each, memory, graph, places[each]) for each in kept}
    height = max(box.y for box in boxes.values()) + BOX_HEIGHT + EDGE
    width = max(box.x for box in boxes.values()) + BOX_WIDTH + EDGE
    lines = [
        _line(boxes[edge.origin_id], boxes[edge.made_id])
        for edge in graph.edges
        if edge.origin_id in boxes and edge.made_id in boxes
    ]
    more = len(columns) - len(kept) + graph.more
    return Picture(list(boxes.values()), lines, width, height, more)


def _columns(memory: Memory, graph: Graph) -> dict[uuid.UUID, int]:
    """How many steps each box is from the memory: sources before it, what was made from
    it after it."""
    up: dict[uuid.UUID, set[uuid.UUID]] = defaultdict(set)
    down: dict[uuid.UUID, set[uuid.UUID]] = defaultdict(set)
    for edge in graph.edges:
        up[edge.made_id].add(edge.origin_id)
        down[edge.origin_id].add(edge.made_id)
    columns = {memory.id: 0}
    for step, neighbours in ((-1, up), (1, down)):
        reached = {memory.id}
        distance = 0
        while reached:
            distance += step
            nearest = {n for each in reached for n in neighbours[each]}
            reached = nearest - columns.keys()
            columns |= dict.fromkeys(reached, distance)
    return columns


def _places(columns: Mapping[uuid.UUID, int]) -> dict[uuid.UUID, tuple[int, int]]:
    first = min(columns.values())
    by_column: dict[int, list[uuid.UUID]] = defaultdict(list)
    for each in sorted(columns, key=str):
        by_column[columns[each]].append(each)
    tallest = max(len(each) for each in by_column.values())
    places = {}
    for column, members in by_column.items():
        x = EDGE + (column - first) * (BOX_WIDTH + GAP_X)
        over = (tallest - len(members)) * (BOX_HEIGHT + GAP_Y) // 2
        for row, each in enumerate(members):
            places[each] = (x, EDGE + over + row * (BOX_HEIGHT + GAP_Y))
    return places


def _box(each: uuid.UUID, memory: Memory, graph: Graph, at: tuple[int, int]) -> Box:
    source = next((row for row in graph.sources if row.id == each), None)
    if source is not None:
        return Box(each, "source", _place(source), "#where-from", *at)
    row = next((row for row in graph.memories if row.id == each), memory)
    label = Truncator(" ".join(row.text.split())).chars(LABEL)
    kind = "self" if each == memory.id else "memory"
    return Box(each, kind, label, reverse("memory", args=[each]), *at)


def _place(source: Source) -> str:
    return str(PLACES_SHORT[SourceType(source.type)])


def _line(start: Box, end: Box) -> str:
    x1, y1 = start.x + BOX_WIDTH, start.y + BOX_HEIGHT // 2
    x2, y2 = end.x, end.y + BOX_HEIGHT // 2
    return f"M{x1} {y1}C{x1 + ROUND} {y1} {x2 - ROUND} {y2} {x2} {y2}"
