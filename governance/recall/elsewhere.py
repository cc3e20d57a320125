"""What is said of a topic beside memories: in messages of conversations, and in notes. By
their words alone: neither has a vector."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.postgres.search import SearchQuery, SearchVector, SearchVectorField
from django.db.models import F, Func, Q, TextField

from governance.models import ConversationItem, FileQuerySet, ItemQuerySet, MemoryFile
from governance.recall.search import WORDS


@dataclass(frozen=True)
class Elsewhere:
    """The newest first."""

    messages: Sequence[ConversationItem]
    notes: Sequence[MemoryFile]

    @property
    def ids(self) -> list[uuid.UUID]:
        """Of all of them."""
        return [each.id for each in (*self.messages, *self.notes)]


class WordsOf(Func):
    """The words of all strings in a JSON document, names of members left out."""

    output_field = SearchVectorField()
    template = f"jsonb_to_tsvector('{WORDS}', %(expressions)s, '[\"string\"]')"


class StringsOf(Func):
    """The strings themselves, one behind another."""

    output_field = TextField()
    template = (
        "(SELECT string_agg(each #>> '{}', ' ') FROM jsonb_path_query("
        "%(expressions)s, 'strict $.**') each WHERE jsonb_typeof(each) = 'string')"
    )


def said_elsewhere(
    queries: Sequence[str], *, messages: ItemQuerySet, notes: FileQuerySet
) -> Elsewhere:
    """Those of the rows that say any of the queries: all its words, or it as it stands."""
    said = messages.annotate(
        words=WordsOf(F("body")), plain=StringsOf(F("body"))
    ).filter(_says(queries))
    # Of a conversation that a forget has taken out of use nothing is found.
    said = said.filter(conversation__forgotten=False).select_related("conversation")
    written = notes.annotate(
        words=SearchVector("text", config=WORDS), plain=F("text")
    ).filter(_says(queries))
    return Elsewhere(
        list(said.order_by("-created_at", "-id")),
        list(written.order_by("-updated_at", "-id")),
    )


def _says(queries: Sequence[str]) -> Q:
    found = Q(pk__in=[])
    for query in queries:
        asked = SearchQuery(query, config=WORDS, search_type="websearch")
        found |= Q(words=asked) | Q(plain__icontains=query)
    return found
