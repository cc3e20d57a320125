"""The controller's own place: whose law, zone and holidays every request goes by."""

from functools import cache

from django.conf import settings

from governance.requests.clock import Place, place


@cache
def office() -> Place:
    """As the deployment says (``MEMORYHUB_JURISDICTION``, ``_REGION``, ``_ZONE``); a
    system check has made sure that there is such a place."""
    return place(settings.OFFICE_COUNTRY, settings.OFFICE_REGION, settings.OFFICE_ZONE)
