"""Of interchange with other controllers (OpenDSR 2.0, docs/decisions/0028-request-doors.md):
off unless it is asked for."""

from memoryhub import env

__all__ = ["OPENDSR", "OPENDSR_CERTIFICATE", "OPENDSR_KEY"]

OPENDSR = env.flag("MEMORYHUB_OPENDSR", default=False)
# PEM files: the certificate of the public address, issued by an authority that controllers
# know, and its private key (RSA or elliptic). Answers and callbacks are signed with it.
OPENDSR_CERTIFICATE = env.text("MEMORYHUB_OPENDSR_CERTIFICATE", default="")
OPENDSR_KEY = env.text("MEMORYHUB_OPENDSR_KEY", default="")
