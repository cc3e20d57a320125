"""Does a text that is to be remembered give orders to whoever reads it later?"""

import re

_ORDERS = re.compile(
    r"\bignore (?:all |any |the )?(?:previous|prior|above|earlier) (?:instructions|rules)"
    r"|^from now on,? always\b|<\|im_start\|>|\[INST\]",
    re.IGNORECASE,
)


def reads_like_instruction(text: str) -> bool:
    return _ORDERS.search(text) is not None
