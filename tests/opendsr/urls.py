"""The addresses as they are where MEMORYHUB_OPENDSR is set."""

from django.urls import include, path

from memoryhub.urls import handler400, handler403, handler404, handler500
from memoryhub.urls import urlpatterns as usual

urlpatterns = [*usual, path("opendsr/", include("governance.api.opendsr.urls"))]

__all__ = ["handler400", "handler403", "handler404", "handler500", "urlpatterns"]
