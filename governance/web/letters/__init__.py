"""The pages of letters: their texts, and letters that need somebody."""

from governance.web.letters.preview import ShownLetter, letter_preview

__all__ = ["ShownLetter", "letter_preview"]
