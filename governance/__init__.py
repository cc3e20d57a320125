"""The app: one room per thing it does; docs/tour.md walks through them."""
