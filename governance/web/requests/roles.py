"""Who of the staff may see and do what with requests."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.core.exceptions import PermissionDenied
from django.http import HttpResponse

from governance.models import Role
from governance.web.visitor import Request, staff_only

P = ParamSpec("P")

LOOK = frozenset({Role.OFFICER, Role.APPROVER, Role.AUDITOR})
ACT = frozenset({Role.OFFICER})
AGREE = frozenset({Role.OFFICER, Role.APPROVER})


def role_of(request: Request) -> str:
    account = request.visitor.account
    return account.role if account else ""


def for_roles(
    *roles: str,
) -> Callable[
    [Callable[Concatenate[Request, P], HttpResponse]],
    Callable[Concatenate[Request, P], HttpResponse],
]:
    """To other staff it is forbidden; to anybody else there is no such page."""

    def decorate(
        view: Callable[Concatenate[Request, P], HttpResponse],
    ) -> Callable[Concatenate[Request, P], HttpResponse]:
        @wraps(view)
        def page(
            request: Request, /, *args: P.args, **kwargs: P.kwargs
        ) -> HttpResponse:
            if role_of(request) not in roles:
                raise PermissionDenied
            return view(request, *args, **kwargs)

        return staff_only(page)

    return decorate
