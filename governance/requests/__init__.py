"""Requests of people who exercise a right: received, proved, decided, done, answered, within
the one month that the law gives (docs/decisions/0023-clock.md)."""
