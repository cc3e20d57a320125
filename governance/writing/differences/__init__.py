"""Whether two texts may be the same fact, by their words. Pure: no database, no Django.

Texts that part by a number, a name or a "not" lie closer in any embedding than many that
say the same. So near-equality is not enough: both must hold the same words in the same
order, but for closed lists of small words, spellings and synonyms (``vocabulary``). A word
that is in no list and stands in one text only is a difference, in every language.
A wrong yes would lose a fact; a wrong no costs a row.
"""

from governance.writing.differences.compare import Said, says_the_same

__all__ = ["Said", "says_the_same"]
