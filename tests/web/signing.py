"""Signed in again, as pages that need it ask for."""

from django.test import Client

from governance.models import Account
from tests.web.people import PASSWORD, as_


def again_as(account: Account) -> Client:
    """A browser in which this account has just shown once more that it is them."""
    client = as_(account)
    client.post("/accounts/again/", {"password": PASSWORD})
    return client
