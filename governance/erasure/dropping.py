"""Rows that a service takes back itself as it goes on: an item that it pops, items in whose
place it puts others, versions of a file beyond the last so many. In the caller's transaction
and without a run, a certificate or a receipt: nobody asked for anything to be erased."""

import uuid

from governance.models import ConversationItem, FileVersion, MemoryFile

MOST_VERSIONS = 50


def drop_item(item: ConversationItem) -> None:
    """Deletes one item; call it with the person locked."""
    ConversationItem.objects.owned_by(item.person_id).filter(id=item.id).delete()


def drop_items_upto(
    person_id: uuid.UUID, conversation_id: uuid.UUID, number: int
) -> int:
    """Deletes the items of a conversation up to one; gives how many. With the person
    locked."""
    mine = ConversationItem.objects.owned_by(person_id)
    rows = mine.filter(conversation_id=conversation_id, number__lte=number)
    gone, _ = rows.delete()
    return gone


def drop_oldest_versions(file: MemoryFile) -> None:
    """Keeps the newest versions of a file: an agent that changes one each minute would
    fill the disk long before they are old enough to go."""
    mine = FileVersion.objects.owned_by(file.person_id).filter(file_id=file.id)
    mine.filter(number__lte=file.version - MOST_VERSIONS).delete()
