"""Conversations of one person, as one service sees them: items in their order."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from governance.access import Whose
from governance.api.callers import (
    caller_of,
    checked_ref,
    known_person,
    purpose_of,
)
from governance.api.fields import rfc_3339
from governance.api.once import once_of
from governance.api.openapi import calls
from governance.api.problems import Problem
from governance.api.told_shapes import ItemsIn, ReplaceIn
from governance.conversations import (
    add_items,
    clear_conversation,
    newest_items,
    pop_item,
    replace_items,
)
from governance.models import ConversationItem, KeyScope

DEFAULT_LIMIT = 100
MOST = 1_000
YES_NO = {"true": True, "false": False}


class Items(APIView):
    """``POST`` adds, ``GET`` reads, ``PUT`` replaces."""

    scopes = dict.fromkeys(("POST", "GET", "PUT"), KeyScope.CONVERSATIONS)

    @calls.add_items
    def post(self, request: Request, person: str, conversation: str) -> Response:
        """Adds items, all of them or none."""
        wanted = ItemsIn(data=request.data)
        wanted.is_valid(raise_exception=True)
        caller = caller_of(request)
        added = add_items(
            _name(conversation),
            wanted.validated_data["items"],
            whose=Whose.of(caller.service_id, checked_ref(person)),
            caller=caller,
            once=once_of(request),
        )
        return Response(_listed(added.items), status=201)

    @calls.list_items
    def get(self, request: Request, person: str, conversation: str) -> Response:
        """The newest, in the order in which they were told."""
        caller, whose = caller_of(request), known_person(request, person)
        found = newest_items(
            _name(conversation),
            limit=_limit(request),
            whose=whose,
            caller=caller,
            purpose=purpose_of(request),
        )
        return Response(_listed(found))

    @calls.replace_items
    def put(self, request: Request, person: str, conversation: str) -> Response:
        """Replaces them at once."""
        wanted = ReplaceIn(data=request.data)
        wanted.is_valid(raise_exception=True)
        caller = caller_of(request)
        put = replace_items(
            _name(conversation),
            wanted.validated_data["items"],
            upto=wanted.validated_data.get("upto"),
            whose=Whose.of(caller.service_id, checked_ref(person)),
            caller=caller,
        )
        return Response(_listed(put))


class Pop(APIView):
    """``POST`` takes the last item out."""

    scopes = {"POST": KeyScope.CONVERSATIONS}

    @calls.pop_item
    def post(self, request: Request, person: str, conversation: str) -> Response:
        """One of those who ask at once gets it."""
        caller = caller_of(request)
        known_person(request, person)
        taken = pop_item(
            _name(conversation),
            whose=Whose.of(caller.service_id, checked_ref(person)),
            caller=caller,
            purpose=purpose_of(request),
        )
        return Response({"item": item_out(taken) if taken else None})


class OneConversation(APIView):
    """``DELETE`` clears it."""

    scopes = {"DELETE": KeyScope.CONVERSATIONS}

    @calls.clear_conversation
    def delete(self, request: Request, person: str, conversation: str) -> Response:
        """Erases its items, and with ``memories`` what was learnt from it."""
        caller, whose = caller_of(request), known_person(request, person)
        memories = YES_NO.get(str(request.query_params.get("memories", "false")))
        if memories is None:
            raise _invalid("memories", "must be true or false")
        run = clear_conversation(
            _name(conversation), memories=memories, person_id=whose.id, caller=caller
        )
        return Response({"erasure": str(run.id)}, status=202)


def item_out(item: ConversationItem) -> dict[str, Any]:
    """One item as it is answered."""
    return {
        "id": str(item.id),
        "item": item.body,
        "created_at": rfc_3339(item.created_at),
        "expires_at": rfc_3339(item.expires_at),
    }


def _listed(items: Any) -> dict[str, Any]:
    return {"items": [item_out(each) for each in items]}


def _name(conversation: str) -> str:
    if not 1 <= len(conversation) <= 255 or "\0" in conversation:
        raise _invalid(
            "conversation", "must have 1 to 255 characters, none of them NUL"
        )
    return conversation


def _limit(request: Request) -> int:
    given = str(request.query_params.get("limit", DEFAULT_LIMIT))
    if not given.isdecimal() or not given.isascii() or int(given) > MOST:
        raise _invalid("limit", f"must be a whole number from 0 to {MOST:,}")
    return int(given)


def _invalid(name: str, said: str) -> Problem:
    return Problem(400, "invalid", "See errors.", errors={name: [said]})
