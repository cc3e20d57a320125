"""The person's own requests: file one, see what happens and by when, take it back."""
