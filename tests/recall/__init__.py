"""Reading: search, and the record of reads."""
