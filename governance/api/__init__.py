"""REST under /api/v1: parse, ask a room, answer."""
