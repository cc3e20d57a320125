"""The page on which somebody who is signed in shows once more that it is them."""

from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.views import ReauthenticateView
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from typing_extensions import override

from governance.web.sign_in_forms import AgainForm
from governance.web.sign_in_passkeys import ways_of


# allauth publishes no types, hence the ignores.
class SignInAgain(ReauthenticateView):  # type: ignore[misc]
    """By password; by passkey beside it where there is one. Tries are counted twice: by
    allauth for each account, and by axes as those of signing in."""

    form_class = AgainForm

    @override
    def dispatch(
        self, request: HttpRequest, *args: Any, **kwargs: Any
    ) -> HttpResponseBase:
        """An account without password and passkey is told how to get one."""
        if request.user.is_authenticated and not _ways(request):
            return render(request, "account/no_way.html", status=403)
        response: HttpResponseBase = super().dispatch(request, *args, **kwargs)
        return response

    @override
    def form_invalid(self, form: Any) -> HttpResponse:
        """The page again, with what was wrong."""
        response: HttpResponse = super().form_invalid(form)
        response.status_code = 422
        return response

    @override
    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Which ways there are."""
        context: dict[str, Any] = super().get_context_data(**kwargs)
        return {**ways_of(self.request.user), **context}


def _ways(request: HttpRequest) -> bool:
    return bool(get_adapter().get_reauthentication_methods(request.user))
