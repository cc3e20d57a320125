"""Who calls: a service with a key, and what the key may do."""

from typing import Any

from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed, NotAuthenticated
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from typing_extensions import override

from governance.access import Caller, authenticate
from governance.api.problems import Problem


class ServiceKeyAuthentication(BaseAuthentication):
    """``Authorization: Bearer mh_<prefix>_<secret>``."""

    @override
    def authenticate(self, request: Request) -> tuple[Any, Caller] | None:
        kind, _, key = request.headers.get("Authorization", "").partition(" ")
        if kind.lower() != "bearer":
            return None
        caller = authenticate(key.strip())
        if caller is None:
            raise AuthenticationFailed
        return None, caller

    @override
    def authenticate_header(self, request: Request) -> str:
        return 'Bearer realm="memoryhub"'


class HasScope(BasePermission):
    """The view names the scope for each method: ``scopes = {"GET": …}``."""

    @override
    def has_permission(self, request: Request, view: Any) -> bool:
        if not isinstance(request.auth, Caller):
            raise NotAuthenticated
        # Django answers HEAD with the view's GET, so it needs the same scope.
        method = "GET" if request.method == "HEAD" else request.method
        needed = view.scopes.get(method)
        if needed is None or needed in request.auth.scopes:
            return True
        detail = "This key lacks the scope."
        raise Problem(403, "missing-scope", detail, scope=needed)
