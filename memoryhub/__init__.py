"""Memoryhub, the project: how it is wired, nothing about memories."""
