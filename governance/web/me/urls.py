"""The pages that list memories and look after one."""

from django.urls import URLPattern, path

from governance.web.me import (
    acting,
    bulk,
    certificates,
    editing,
    erasing,
    forgotten,
    listing,
    memories,
    notes,
    reviewing,
    talks,
    topics,
    tour,
)

ONE = "me/memories/<uuid:memory_id>/"
NOTE = "me/notes/<uuid:note_id>/"
TALK = "me/conversations/<uuid:conversation_id>/"

urlpatterns: list[URLPattern] = [
    path("me/", listing.remembered, name="me"),
    path("me/tour/<int:step>/", tour.tour, name="tour"),
    path("me/tour/end/", tour.end_tour, name="end-tour"),
    path("me/add/", editing.add_memory, name="add-memory"),
    path("me/bulk/", bulk.bulk, name="bulk"),
    path("me/review/", reviewing.review, name="review"),
    path("me/forgotten/", forgotten.forgotten, name="forgotten"),
    path(ONE, memories.one_memory, name="memory"),
    path(f"{ONE}row/", memories.memory_row, name="memory-row"),
    path(f"{ONE}correct/", editing.correct_memory, name="correct-memory"),
    path(f"{ONE}details/", editing.memory_details, name="memory-details"),
    path(f"{ONE}pause/", acting.pause_memory, name="pause-memory"),
    path(f"{ONE}pin/", acting.pin_memory, name="pin-memory"),
    path(f"{ONE}forget/", acting.forget_memory, name="forget-memory"),
    path(f"{ONE}erase/", erasing.erase_memory, name="erase-memory"),
    path(f"{ONE}let-in/", reviewing.let_memory_in, name="let-in"),
    path(f"{ONE}never-ask/", reviewing.never_ask, name="never-ask"),
    path("me/notes/", notes.notes, name="notes"),
    path(NOTE, notes.one_note, name="note"),
    path(f"{NOTE}forget/", notes.forget_note, name="forget-note"),
    path(f"{NOTE}erase/", notes.erase_note, name="erase-note"),
    path("me/conversations/", talks.conversations, name="conversations"),
    path(TALK, talks.one_conversation, name="conversation"),
    path(f"{TALK}forget/", talks.forget_conversation, name="forget-conversation"),
    path(f"{TALK}erase/", talks.erase_conversation, name="erase-conversation"),
    path(
        f"{TALK}messages/<uuid:message_id>/forget/",
        talks.forget_message,
        name="forget-message",
    ),
    path("me/forget/", topics.forget_topic, name="forget-topic"),
    path("me/forget/chosen/", topics.forget_chosen, name="forget-chosen"),
    path("me/forget/now/", topics.erase_chosen, name="erase-chosen"),
    path("me/forget/<uuid:person_id>/allow/", topics.allow_again, name="allow-again"),
    path(f"{ONE}versions/<int:number>/redact/", memories.redact, name="redact-version"),
    path("me/erasures/<uuid:run_id>/", erasing.erasure, name="erasure"),
    path(
        "me/erasures/<uuid:run_id>/certificate/",
        certificates.certificate,
        name="certificate",
    ),
    path(
        "me/erasures/<uuid:run_id>/certificate.json",
        certificates.certificate_file,
        name="certificate-file",
    ),
    path(
        "me/erasures/<uuid:run_id>/certificate.pdf",
        certificates.certificate_pdf,
        name="certificate-pdf",
    ),
    path(
        "me/erasures/<uuid:run_id>/link/",
        certificates.receipt_link,
        name="receipt-link",
    ),
    path("me/erasures/<uuid:run_id>/undo/", acting.undo_forget, name="undo"),
    path(
        "me/erasures/<uuid:run_id>/now/", acting.erase_forgotten, name="erase-forgotten"
    ),
]
