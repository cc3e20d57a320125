"""Close one's account: a page that shows what goes, and the receipts of it."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any, NamedTuple

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods

from governance.access import as_account
from governance.choices.closing import LastOfficer, close_account, is_last_officer
from governance.erasure import LINK_LIFE, previewed
from governance.models import Account, EraseScope, Person
from governance.web.again import account_of, signed_in_again
from governance.web.me.find import records_of
from governance.web.visitor import NOBODY, Request
from governance.web.words import STORES, moment


class Going(NamedTuple):
    """What goes of one app, by store, and how many memories have to stay, by law."""

    service: str
    stores: Sequence[tuple[object, int]]
    held: int


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in_again
def close(request: Request) -> HttpResponse:
    """The preview is the confirmation, with a box to tick: there is no undo."""
    account = account_of(request)
    if request.method != "POST":
        return _page(request, account)
    if request.POST.get("understood") != "yes":
        said = _("Tick the box to say that you understand that this cannot be undone.")
        return _page(request, account, error=said)
    return _close(request, account)


@sensitive_variables("closed")
def _close(request: Request, account: Account) -> HttpResponse:
    """The receipts are shown in the answer itself: afterwards there is no account in
    which they could be found again."""
    try:
        closed = close_account(account)
    except LastOfficer:
        return _page(request, account)
    except Account.DoesNotExist:
        closed = []  # pressed twice, and the other one was quicker
    request.session.flush()
    request.visitor = NOBODY
    now = timezone.now()
    receipts = [(each.service, _address(each.token)) for each in closed]
    context = {
        "receipts": receipts,
        "ends": moment(now + LINK_LIFE - timedelta(seconds=1), now),
    }
    response = render(request, "me/closed.html", context)
    response["Cache-Control"] = "no-store"
    return response


def _page(request: Request, account: Account, *, error: str = "") -> HttpResponse:
    last = is_last_officer(account)
    context = {
        "last_officer": last,
        "error": error,
        "going": [] if last else _going(account),
    }
    status = 409 if last and request.method == "POST" else 422 if error else 200
    return render(request, "me/settings_close.html", context, status=status)


def _going(account: Account) -> list[Going]:
    with as_account(account.id) as persons:
        return [_of(person) for person in records_of(persons)]


def _of(person: Person) -> Going:
    scope = EraseScope.WHOLE_PERSON
    with previewed(person.id, person.service_id, scope=scope) as plan:
        counts: dict[str, Any] = plan.counts
    stores = [
        (words, counts[name]) for name, words in STORES.items() if counts.get(name)
    ]
    return Going(person.service.name, stores, plan.held)


def _address(token: str) -> str:
    return settings.PUBLIC_URL + reverse("receipt", kwargs={"token": token})
