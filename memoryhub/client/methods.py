"""A description of a call, made a method. The twins differ in how they wait, not in what
they take."""

from collections.abc import Callable
from inspect import Parameter, Signature, signature
from typing import Any, TypeVar, get_args

F = TypeVar("F", bound=Callable[..., Any])
ME = Parameter("self", Parameter.POSITIONAL_OR_KEYWORD)


def result_of(make: Callable[..., Any]) -> Any:
    """``Memory`` where ``make`` gives a ``Call[Memory]``."""
    return get_args(signature(make).return_annotation)[0]


def dressed(method: F, make: Callable[..., Any], answer: object) -> F:
    """The method with the name, the words and the parameters of ``make``, for ``help()``
    and for editors; type checkers know them already."""
    parameters = [ME, *signature(make).parameters.values()]
    described = Signature(parameters, return_annotation=answer)
    method.__signature__ = described  # type: ignore[attr-defined]
    method.__name__, method.__doc__ = make.__name__, make.__doc__
    method.__qualname__ = make.__name__
    return method
