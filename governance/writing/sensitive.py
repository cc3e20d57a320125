"""Special categories (Art. 9 and 10 GDPR) are remembered with consent only. Without it a
text is refused, or held for the person to decide: design.md, Special categories.

Which of the two is the deployer's legal choice, by service and category; without one, a
text is held where the person can answer and refused where nobody could.
"""

import uuid
from collections.abc import Sequence

from governance.access import Caller, Refused
from governance.models import CategoryPolicy, Consent, Person
from governance.scrubbing import STRICT
from governance.writing.gate import policy_for


def must_be_held(
    categories: Sequence[str], *, person_id: uuid.UUID | None, caller: Caller
) -> bool:
    """Whether a text of these categories waits for the person's yes; raises ``Refused``
    where it may not even wait. Call it in the scope of the person, if known."""
    if not categories:
        return False
    if policy_for(caller, _own_policy(person_id)) is STRICT:
        raise Refused("category_refused", categories)
    missing = without_consent(categories, person_id)
    if not missing:
        return False
    if _never_asked(missing, person_id):
        raise Refused("category_refused", missing)
    unless_said = _unless_said(person_id)
    said = {each: caller.category_policy.get(each, unless_said) for each in missing}
    if CategoryPolicy.REFUSE in said.values():
        raise Refused("consent_needed", missing)
    return True


def refuse_unless_consented(
    categories: Sequence[str], *, person_id: uuid.UUID, caller: Caller
) -> None:
    """The same where nothing can be held: a correction is made or refused."""
    if must_be_held(categories, person_id=person_id, caller=caller):
        raise Refused("consent_needed", without_consent(categories, person_id))


def without_consent(
    categories: Sequence[str], person_id: uuid.UUID | None
) -> list[str]:
    """Those of the categories for which no consent stands."""
    if person_id is None:
        return list(categories)
    standing = Consent.objects.owned_by(person_id).standing()
    given = set(standing.values_list("category", flat=True))
    return [each for each in categories if each not in given]


def _own_policy(person_id: uuid.UUID | None) -> str:
    if person_id is None:
        return ""
    rows = Person.objects.filter(id=person_id).values_list("scrub_policy", flat=True)
    return rows.get()


def _never_asked(categories: Sequence[str], person_id: uuid.UUID | None) -> bool:
    """Whether the person has said that they do not want to be asked about one."""
    refusing = Person.objects.filter(refused_categories__overlap=list(categories))
    return person_id is not None and refusing.filter(id=person_id).exists()


def _unless_said(person_id: uuid.UUID | None) -> str:
    """Held, if the person can answer: has an account, or has opened their pages."""
    person = Person.objects.filter(id=person_id).first() if person_id else None
    can_answer = person and (person.account_id or person.seen_at)
    return CategoryPolicy.HOLD if can_answer else CategoryPolicy.REFUSE
