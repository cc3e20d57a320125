"""The one-month queue: what a person asks for under the law, and by when."""
