"""Answers that Django has no name for."""

from django.http import HttpResponseRedirect
from django.urls import reverse


class SeeOther(HttpResponseRedirect):
    """303: it is done, look there; going back or reloading does nothing again."""

    status_code = 303


def see_other(name: str, **arguments: object) -> SeeOther:
    """On to the page of this name."""
    return SeeOther(reverse(name, kwargs=arguments))
