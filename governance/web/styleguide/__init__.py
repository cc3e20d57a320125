"""Every component in every state, with invented content; axe and screenshots run on it."""

from governance.web.styleguide.page import styleguide

__all__ = ["styleguide"]
