"""2. Okt. 2026, 14:05 UTC."""

DATE_FORMAT = "j. N Y"
TIME_FORMAT = "H:i T"
DATETIME_FORMAT = "j. N Y, H:i T"
