"""The front door and the page that explains the house."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from governance.web.sign_in import start_page
from governance.web.visitor import Request


@require_safe
def home(request: Request) -> HttpResponse:
    """Sends everybody to where their work begins."""
    visitor = request.visitor
    if not visitor.known:
        return redirect("account_login")
    return redirect(start_page(visitor.account) if visitor.account else reverse("me"))


@require_safe
def how_it_works(request: Request) -> HttpResponse:
    """How memory works here, for anybody."""
    return render(request, "how_it_works.html")
