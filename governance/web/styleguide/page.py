"""The gallery: one page, its parts in the order of the rooms."""

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from governance.web.me.settings_forms import ScrubbingForm
from governance.web.sign_in_forms import NewPasswordForm, SignInForm
from governance.web.styleguide.looking_after import looking_after
from governance.web.styleguide.rows import every_row
from governance.web.styleguide.switches import switches
from governance.web.visitor import Request
from governance.web.words import RUN_STATES


@require_safe
def styleguide(request: Request) -> HttpResponse:
    """The gallery."""
    failed = SignInForm({"login": "not an address", "password": ""}, request=request)
    failed.is_valid()
    context = {
        "rows": every_row(),
        "page": Paginator(range(500), 50).page(5),
        "form": SignInForm(request=request, prefix="empty"),
        "failed": failed,
        "passwords": NewPasswordForm(prefix="new"),
        "choosing": ScrubbingForm([]),
        "passkey_wrong": _(
            "This passkey was not accepted. Try again, or use your password."
        ),
        "run_states": RUN_STATES.items(),
        **looking_after(),
        **switches(),
    }
    return render(request, "styleguide.html", context)
