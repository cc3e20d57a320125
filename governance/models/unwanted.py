"""What a person does not want to be learnt again."""

from django.db import models

from governance.models.owned import Owned, OwnedQuerySet, owner_first


class Unwanted(Owned):
    """Two fingerprints of one erased text under the person's own key, never the text: of
    its words in their order, and of the set of them. With the key they are gone. Each
    erasure has its own, so that an undo takes back no other's."""

    run_id = models.UUIDField()
    in_order = models.BinaryField(max_length=32)
    in_any_order = models.BinaryField(max_length=32)

    objects = OwnedQuerySet.as_manager()

    class Meta:
        db_table = "unwanted"
        constraints = owner_first("unwanted")
        indexes = [
            models.Index(fields=["person", "in_order"], name="unwanted_by_words")
        ]
