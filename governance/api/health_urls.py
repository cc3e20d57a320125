"""Health addresses, outside /api/v1 so that a prober needs no key."""

from django.urls import path

from governance.api.health import live, ready

urlpatterns = [
    path("live", live, name="live"),
    path("ready", ready, name="ready"),
]
