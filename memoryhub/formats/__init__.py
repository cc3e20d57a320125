"""How dates stand on the pages, by language; what is not here, Django knows."""
