"""Which special categories does a text reveal about a person? Art. 9 and 10 GDPR.

Pure and linear in the text: lexicons, the words around them that say it is somebody, and
the everyday phrases that only look alike. It asks; whether to keep is decided elsewhere.
"""

from governance.scrubbing.special.categories import Category
from governance.scrubbing.special.detect import special_categories
from governance.scrubbing.special.words import readings

__all__ = ["Category", "readings", "special_categories"]
