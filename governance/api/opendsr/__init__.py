"""OpenDSR 2.0 over HTTP, where MEMORYHUB_OPENDSR is set. Another standard than ours: its
shapes and errors are its own, so it is no part of our description."""
