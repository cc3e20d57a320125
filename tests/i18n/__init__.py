"""Languages: German is whole, every string is marked, and the pages hold in any script."""
