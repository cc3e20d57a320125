"""Where the pages of letters are."""

from django.urls import URLPattern, path

from governance.web.letters import deeds, texts

TEXT = "compliance/letters/texts/<str:kind>/<str:language>/"

urlpatterns: list[URLPattern] = [
    path("compliance/letters/", texts.texts, name="letters"),
    path("compliance/letters/trouble/", deeds.for_somebody, name="letters-trouble"),
    path(TEXT, texts.one_text, name="letter-text"),
    path(f"{TEXT}change/", texts.change_text, name="change-letter-text"),
    path(f"{TEXT}default/", texts.default_again, name="default-letter-text"),
    path("compliance/letters/<uuid:letter_id>/", deeds.one_letter, name="letter"),
    path(
        "compliance/letters/<uuid:letter_id>/<str:deed>/",
        deeds.letter_deed,
        name="letter-deed",
    ),
]
