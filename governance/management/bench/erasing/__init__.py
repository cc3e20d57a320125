"""``bench erase`` and what it fills its tables with."""
