"""Why a rule takes something, in one line: for the simulator, whose output is not
translated."""

from governance.models import About, RetentionRule


def why(rule: RetentionRule) -> str:
    """The condition of the rule."""
    if rule.about == About.EXPIRED:
        return "its own end has come"
    if rule.about == About.CHOSEN:
        return "older than its person wants it kept, not pinned"
    if rule.about == About.FILES:
        return (
            f"neither opened nor changed for {rule.days} days, or as its person chose"
        )
    if rule.own_end:
        return "the end that it was given has come"
    return ", ".join([f"older than {rule.days} days", *_more(rule)])


def _more(rule: RetentionRule) -> list[str]:
    if rule.about == About.UNUSED:
        return [
            "not used in that time",
            f"importance below {rule.importance_below}",
            "not pinned",
        ]
    if rule.about == About.MEMORIES:
        kind = [f"kind is {rule.kind}"] if rule.kind else []
        told = [f"sensitivity is {rule.sensitivity}"] if rule.sensitivity else []
        return [*kind, *told, "not pinned"]
    waits = {About.PROPOSED: "waits for consent", About.QUARANTINED: "waits for review"}
    return [waits[About(rule.about)]] if rule.about in waits else []
