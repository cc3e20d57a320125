"""Addresses of OpenDSR 2.0."""

from django.urls import path

from governance.api.opendsr.views import (
    Discovery,
    OneRequest,
    Requests,
    processor_certificate,
)

urlpatterns = [
    path("discovery", Discovery.as_view(), name="opendsr-discovery"),
    path("requests", Requests.as_view(), name="opendsr-requests"),
    path("requests/<uuid:named>", OneRequest.as_view(), name="opendsr-request"),
    path("certificate.pem", processor_certificate, name="opendsr-certificate"),
]
