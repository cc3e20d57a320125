"""What the tests of restores do again and again."""

from django.conf import settings as live

from governance.access import (
    as_service_with,
)
from governance.models import (
    Person,
)
from tests.world import memories_of

OWNER = live.DATABASES["owner"]
URL = "/api/v1/people/owner/memories"


def texts(world, person=None):
    return sorted(row.text for row in memories_of(person or world.owner))


def erase(world, memory, bell=None):
    answer = world.travel.client().delete(f"{URL}/{memory['id']}")
    assert answer.status_code == 202
    if bell:
        bell.answer()
    return answer.json()["erasure"]


def in_own_scope(world, deed):
    with as_service_with(world.travel.service.id, world.owner.id):
        deed(Person.objects.get(id=world.owner.id))


def person(world):
    return Person.objects.using("owner").get(id=world.owner.id)
