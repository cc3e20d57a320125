"""The pages: thin. Who asks, what about, ask a room, answer."""
