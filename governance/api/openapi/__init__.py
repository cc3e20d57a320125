"""The description of REST: OpenAPI 3.1 for programs, and the same as a page for people.

A view is described by one decorator out of ``calls``; nothing here is asked while a call
is answered.
"""
