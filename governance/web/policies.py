"""Policies: what goes by itself, and when. All staff see them; an officer sets them, and
is told what a change would take before it is saved. Counts, and no word about anybody.
"""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
    require_safe,
)

from governance import retention
from governance.access import as_staff
from governance.models import About, RetentionRule
from governance.web.answers import see_other
from governance.web.me.done import deed_done, note_words
from governance.web.names import names_of
from governance.web.policy_forms import AddForm, ChangeForm
from governance.web.visitor import Request, officers_only, staff_only


@dataclass(frozen=True)
class Shown:
    """A rule with its sentence, what it would take now, and who changed it last."""

    rule: RetentionRule
    said: str
    going: int | None
    by: str


@require_safe
@staff_only
def policies(request: Request) -> HttpResponse:
    """Every rule."""
    with as_staff():
        rules = retention.all_rules()
        names = names_of(rule.changed_by for rule in rules)
        shown = [_shown(rule, names) for rule in rules]
    context = {"shown": shown, "done": deed_done(request, [])}
    return render(request, "compliance/policies.html", context)


@require_safe
@staff_only
def policy(request: Request, rule_id: uuid.UUID) -> HttpResponse:
    """One rule, the form to change it, and what it was before."""
    return _one(request, rule_id)


@require_POST
@officers_only
def change_policy(request: Request, rule_id: uuid.UUID) -> HttpResponse:
    """Tells first what the change would take; saves after a second yes."""
    with as_staff():
        rule = _rule(rule_id)
        form = ChangeForm(rule, request.POST)
        sure = form.is_valid() and "sure" in request.POST
        if sure:
            actor = request.visitor.staff_actor
            retention.change(
                rule.id, days=form.days(), enabled=form.enabled(), actor=actor
            )
        going = _going(rule, form) if form.is_valid() else {}
    if sure:
        note_words(request, _("Saved."))
        return see_other("policy", rule_id=rule_id)
    if form.errors:
        return _one(request, rule_id, form)
    context = {"rule": rule, "form": form, **going}
    return render(request, "compliance/policy_preview.html", context)


def _going(rule: RetentionRule, form: ChangeForm) -> dict[str, int]:
    """How many rows the rule would take as it is now, and as it would be."""
    now = retention.Reach.of(rule)
    then = replace(now, days=form.days())
    return {
        "now": now.count() if rule.enabled else 0,
        "going": then.count() if form.enabled() else 0,
    }


@require_http_methods(["GET", "HEAD", "POST"])
@officers_only
def new_policy(request: Request) -> HttpResponse:
    """A rule about memories of one kind or privacy."""
    form = AddForm(request.POST or None)
    made, going = None, 0
    with as_staff():
        if form.is_valid() and retention.there_is(**form.what()):
            form.add_error(None, _("There is a rule about these already."))
        if form.is_valid():
            given = form.cleaned_data
            going = retention.Reach(About.MEMORIES, **given).count()
            if "sure" in request.POST:
                made = retention.add(**given, actor=request.visitor.staff_actor)
    if made:
        note_words(request, _("Saved."))
        return see_other("policy", rule_id=made.id)
    if not form.is_valid():
        status = 422 if form.is_bound else 200
        return render(
            request, "compliance/policy_new.html", {"form": form}, status=status
        )
    context: dict[str, Any] = {"form": form, "going": going, "new": True}
    return render(request, "compliance/policy_preview.html", context)


def _one(
    request: Request, rule_id: uuid.UUID, form: ChangeForm | None = None
) -> HttpResponse:
    with as_staff():
        rule = _rule(rule_id)
        changes = list(retention.history(rule))
        names = names_of([rule.changed_by, *(each.by for each in changes)])
        shown = _shown(rule, names)
    own = request.visitor.may.set_policies and not (rule.own_end and rule.always_on)
    context = {
        "shown": shown,
        "rule": rule,
        "changes": [(each, names.get(each.by, "")) for each in changes],
        "change_form": (form or ChangeForm(rule)) if own else None,
        "form": form,
        "done": deed_done(request, []),
    }
    status = 422 if form else 200
    return render(request, "compliance/policy.html", context, status=status)


def _rule(rule_id: uuid.UUID) -> RetentionRule:
    found = RetentionRule.objects.filter(id=rule_id).first()
    if found is None:
        raise Http404
    return found


def _shown(rule: RetentionRule, names: Mapping[uuid.UUID | None, str]) -> Shown:
    going = retention.Reach.of(rule).count() if rule.enabled else None
    return Shown(rule, retention.said(rule), going, names.get(rule.changed_by, ""))
