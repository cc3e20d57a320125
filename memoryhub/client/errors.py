"""What goes wrong, as exceptions. No message repeats what was sent, and none holds the
key."""

from collections.abc import Mapping, Sequence
from uuid import UUID

from typing_extensions import override

from memoryhub.client.problem import Problem


class MemoryhubError(Exception):
    """A call was refused or not answered; the root of all of them."""

    def __init__(
        self, problem: Problem, *, retry_after: float = 0, maybe_done: bool = False
    ) -> None:
        super().__init__(problem)
        self.problem = problem
        self.retry_after = retry_after
        """Seconds that the server asks to wait."""
        self.maybe_done = maybe_done
        """Whether it may have been carried out although no good answer came back."""

    @property
    def status(self) -> int:
        """The HTTP status; 0 when there was no answer."""
        return self.problem.status

    @property
    def reason(self) -> str:
        """A fixed word such as ``memory_off``, or nothing."""
        return self.problem.reason

    @override
    def __str__(self) -> str:
        said = [self.problem.title, self.problem.detail, self.problem.reason]
        fields = [f"{name} {', '.join(each)}" for name, each in self.errors.items()]
        return ". ".join(part.rstrip(".") for part in [*said, *fields] if part)

    @property
    def errors(self) -> Mapping[str, Sequence[str]]:
        """Sentences by field, such as ``source.said_at``."""
        return self.problem.errors


class Invalid(MemoryhubError):
    """The call is not valid (400), or cannot be stored (422); see ``errors``."""


class Unauthenticated(MemoryhubError):
    """The key is not, or not any more, a key of this server (401)."""


class NotAllowed(MemoryhubError):
    """The key lacks ``scope``, or the person or the law says no: ``reason`` (403)."""

    @property
    def scope(self) -> str:
        """The scope that the key lacks, or nothing."""
        return self.problem.scope

    @property
    def categories(self) -> Sequence[str]:
        """Special categories that the text tells of, where consent is needed."""
        return self.problem.categories


class NotFound(MemoryhubError):
    """There is no such thing, or it is somebody else's (404)."""


class NotPossible(MemoryhubError):
    """It cannot be done as things are (409); for a request ``reason`` says why."""


class Gone(MemoryhubError):
    """It was erased, or has expired (410)."""

    @property
    def erasure(self) -> UUID | None:
        """The run that took it; None if it expired."""
        return self.problem.erasure


class Changed(MemoryhubError):
    """It was changed meanwhile: ``if_match`` names another version (412)."""


class TooLarge(MemoryhubError):
    """The body is over the server's limit (413)."""


class TooManyRequests(MemoryhubError):
    """The key has called too often (429); wait ``retry_after`` seconds."""


class Unavailable(MemoryhubError):
    """The server, or the way to it, failed. ``maybe_done`` tells whether the call may
    have been carried out all the same."""


KINDS: Mapping[int, type[MemoryhubError]] = {
    400: Invalid,
    401: Unauthenticated,
    403: NotAllowed,
    404: NotFound,
    409: NotPossible,
    410: Gone,
    412: Changed,
    413: TooLarge,
    422: Invalid,
    429: TooManyRequests,
}
SERVER_ERRORS = 500


def error_of(
    problem: Problem, *, retry_after: float = 0, maybe_done: bool = False
) -> MemoryhubError:
    """The exception for a problem, by its status."""
    failed = problem.status >= SERVER_ERRORS or not problem.status
    kind = Unavailable if failed else KINDS.get(problem.status, MemoryhubError)
    return kind(problem, retry_after=retry_after, maybe_done=maybe_done)
