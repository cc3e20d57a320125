"""The pages of whoever is remembered."""
