"""A package on its way to a browser."""

from typing import cast

from django.http import HttpResponse, StreamingHttpResponse

from governance.requests.packages import Outgoing


def as_download(outgoing: Outgoing) -> HttpResponse:
    """As a file to be kept, chunk by chunk, in no cache."""
    response = StreamingHttpResponse(outgoing, content_type="application/zip")
    response["Content-Disposition"] = f'attachment; filename="{outgoing.name}"'
    response["Content-Length"] = str(outgoing.size)
    response["Cache-Control"] = "no-store"
    # Pages are typed as whole answers; nothing on the way reads this one's content.
    return cast("HttpResponse", response)
