"""Search among one person's memories, by their words and by their meaning.

Exact search over the person's own rows: an index over everybody's vectors would be slower
and lose some (design.md, measured facts).
"""

from typing import Any

from django.contrib.postgres.search import SearchQuery, SearchVectorField
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Case, F, FloatField, Func, Q, Value, When
from django.db.models.functions import Cast, Coalesce, Greatest
from django.db.models.sql.compiler import SQLCompiler
from pgvector.django import CosineDistance
from typing_extensions import override

from governance.embedding import embed
from governance.models import MemoryQuerySet

FLOOR = 0.40
"""Least cosine similarity at which a text counts as found, for the local model. Chosen by
hand on a few sentences (tests/api/test_lists.py), not yet measured on a labelled set."""

# 'simple': words as they are, in any language, since texts come in any.
WORDS = "simple"


class Words(Func):
    """The column that the database makes of the text under ``WORDS`` whenever the text
    changes; to make it of every text at every search takes most of the search's time."""

    output_field = SearchVectorField()

    def __init__(self) -> None:
        super().__init__(F("text"))

    @override
    def as_sql(
        self, compiler: SQLCompiler, connection: BaseDatabaseWrapper, *_: Any, **__: Any
    ) -> tuple[str, Any]:
        """The column beside the one of the text."""
        text: Any = self.source_expressions[0]
        return f"{compiler.quote_name_unless_alias(text.alias)}.words", []


def relevant(rows: MemoryQuerySet, query: str) -> MemoryQuerySet:
    """Rows that hold the words, or come close in meaning, with ``relevance`` 0–1.

    A row that holds all the words is at least as relevant as any that only means alike.
    """
    vector = embed([query])[0]
    similarity = Cast(Value(1.0) - CosineDistance("embedding", vector), FloatField())
    return (
        rows.annotate(words=Words(), similarity=Coalesce(similarity, Value(0.0)))
        .annotate(
            relevance=Greatest(
                F("similarity"),
                Case(When(_says(query), then=Value(1.0)), default=Value(0.0)),
                output_field=FloatField(),
            )
        )
        # Not by the relevance: what is not found need not have it worked out.
        .filter(_says(query) | Q(similarity__gte=FLOOR))
    )


def closest(rows: MemoryQuerySet, query: str) -> MemoryQuerySet:
    """All rows that have a meaning, the closest to the query first."""
    far = CosineDistance("embedding", embed([query])[0])
    return rows.filter(embedding__isnull=False).order_by(far, "id")


def _says(query: str) -> Q:
    asked = SearchQuery(query, config=WORDS, search_type="websearch")
    # A part of a word finds it too, as people expect of a search box.
    return Q(words=asked) | Q(text__icontains=query)
