"""What lies in a package of each kind, member by member, and what is counted on the way."""

import json

from django.utils.text import slugify

from governance import retention
from governance.access import as_sweeper
from governance.porting import document_of
from governance.requests.packages import tables
from governance.requests.packages.archive import Archive
from governance.requests.packages.beside import Beside
from governance.requests.packages.contents import Contents
from governance.requests.packages.headings import headings
from governance.requests.packages.json_out import Copy, own_messages
from governance.requests.packages.page import Page
from governance.requests.packages.schemas import ACCESS, MEMORIES, MESSAGES, schema


def add_access(archive: Archive, contents: Contents) -> dict[str, int]:
    """A copy of all of it, with what the law wants told beside (Art. 15 GDPR)."""
    with as_sweeper():
        rules = [rule for rule in retention.all_rules() if rule.enabled]
    said = headings(contents, rules)
    with Beside(rules) as beside:
        copy = Copy(contents, said, rules, beside)
        archive.add("memories.json", copy.pieces())
        archive.add("memories.csv", beside.memories.pieces())
        archive.add("history.csv", beside.history.pieces())
        archive.add("messages.csv", beside.said.pieces())
        archive.add("notes.csv", beside.written.pieces())
        archive.add("sources.csv", tables.sources(contents))
        archive.add("reads.csv", beside.readers.pieces())
        # Last, for it says how much was left out of the others.
        page = Page(contents).access(said, beside.page.pieces(), left_out=copy.left_out)
        archive.add("index.html", page)
    archive.add("schema.json", [schema(ACCESS)])
    return {"memories": copy.memories, "left_out": copy.left_out}


def add_portability(archive: Archive, contents: Contents) -> dict[str, int]:
    """What the person provided, in documents that an import takes (Art. 20 GDPR)."""
    memories = 0
    for number, record in enumerate(contents.records(), start=1):
        person = record.person
        place = f"import/{number}-{slugify(person.service.name)[:40] or 'app'}"
        parts = contents.provided(person)
        for part_number, (part, told) in enumerate(parts, start=1):
            document = json.dumps(document_of(part, person.id), ensure_ascii=False)
            archive.add(f"{place}/part-{part_number:04}.json", [document])
            contents.log(person, told)
            memories += len(told)
    archive.add("memories.csv", tables.provided(contents))
    archive.add("messages.json", own_messages(contents))
    archive.add("messages.csv", tables.own_messages(contents))
    archive.add("index.html", Page(contents).portability())
    archive.add("schema.json", [schema(MEMORIES)])
    archive.add("messages.schema.json", [schema(MESSAGES)])
    return {"memories": memories, "left_out": 0}
