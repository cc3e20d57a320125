"""Settings: how the pages look, how long things are kept, and how one signs in."""

from typing import Any, NamedTuple

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from governance.access import as_account
from governance.choices import for_all
from governance.choices.settings import (
    set_forgetting,
    set_keep_unused,
    set_looks,
    set_scrubbing,
    set_undo,
)
from governance.models import Account, Person, RetentionRule
from governance.retention import (
    older_than,
    told_older_than,
    unread,
    unused,
    unused_rule,
)
from governance.web.answers import see_other
from governance.web.looks import COOKIE, keep_looks
from governance.web.me.done import deed_done, note_words
from governance.web.me.find import records_of
from governance.web.me.passkeys import passkeys_of
from governance.web.me.settings_forms import KeepingForm, LooksForm, ScrubbingForm
from governance.web.visitor import Request, visitors_only
from governance.web.words import moment

AFTERWARDS = {
    0: gettext_lazy("They are erased at once, and it cannot be undone."),
    1: gettext_lazy("It can be undone for 1 hour."),
    24: gettext_lazy("It can be undone for 24 hours."),
    7 * 24: gettext_lazy("It can be undone for 7 days."),
    30 * 24: gettext_lazy("It can be undone for 30 days."),
}
DIFFERS = gettext_lazy("It can be undone for as long as you have set for each app.")


@require_safe
@visitors_only
def settings_page(request: Request) -> HttpResponse:
    """All of it; each part is a form of its own."""
    return _page(request)


@require_POST
@visitors_only
def save_looks(request: Request) -> HttpResponse:
    """Language, zone, theme and keys; without an account what a browser can keep."""
    account = request.visitor.account
    form = LooksForm(account, request.POST)
    if not form.is_valid():
        return _page(request, looks=form)
    looks = form.looks()
    if account:
        with as_account(account.id):
            set_looks(account, looks, actor=request.visitor.actor)
    note_words(request, _("Saved."))
    answer = see_other("settings")
    keep_looks(answer, language=looks.language, theme=looks.theme)
    return answer


@require_POST
@visitors_only
def save_keeping(request: Request) -> HttpResponse:
    """How long. What would go by age is told first, and goes after a second yes. Not
    by a link: no undo and an early end would erase all by themselves."""
    if not request.visitor.may.erase_all:
        raise PermissionDenied
    actor = request.visitor.actor
    with request.visitor.scope() as persons:
        records = records_of(persons)
        rule = unused_rule()
        form = KeepingForm(records, request.POST, rule=rule)
        valid = form.is_valid()
        asked = valid and "sure" not in request.POST
        going = _going(records, form, rule) if asked else Going()
        if valid and not any(going):
            for_all(records, lambda each: _keep(each, form, actor))
    if not valid:
        return _page(request, keeping=form)
    if any(going):
        return _preview(request, form, going)
    note_words(request, _("Saved."))
    return see_other("settings")


@require_POST
@visitors_only
def save_scrubbing(request: Request) -> HttpResponse:
    """Holds for what is told from now on. Not by a link, as all that outlives it."""
    if not request.visitor.may.erase_all:
        raise PermissionDenied
    actor = request.visitor.actor
    with request.visitor.scope() as persons:
        records = records_of(persons)
        form = ScrubbingForm(records, request.POST)
        valid = form.is_valid()
        if valid:
            policy = form.cleaned_data["policy"]
            for_all(records, lambda p: set_scrubbing(p, policy=policy, actor=actor))
    if not valid:
        return _page(request, scrubbing=form)
    note_words(request, _("Saved. It holds for what is told from now on."))
    return see_other("settings")


def _keep(person: Person, form: KeepingForm, actor: Any) -> None:
    hours = form.undo_hours()
    if hours is not None:
        set_undo(person, hours=hours, actor=actor)
    if not form.leaves_months:
        set_forgetting(person, months=form.forget_months(), actor=actor)
    keep = form.keep_unused()
    if keep is not None:
        set_keep_unused(person, keep=keep, actor=actor)


class Going(NamedTuple):
    """How many memories go that did not before, by age and for not being used; and, by
    age, how many notes and messages."""

    aged: int = 0
    unused: int = 0
    notes: int = 0
    messages: int = 0
    unread: int = 0


def _going(
    records: list[Person], form: KeepingForm, rule: RetentionRule | None
) -> Going:
    """What the new choice takes and the one before did not."""
    ids = [each.id for each in records]
    months = form.forget_months()
    by_age = months is not None and "months" in form.changed_data
    let_go = form.keep_unused() is False and "unused" in form.changed_data
    going = Going(
        unused=unused(rule, ids) if rule and let_go else 0,
        unread=unread(ids) if let_go else 0,
    )
    if months is None or not by_age:
        return going
    notes, messages = told_older_than(months, ids)
    return going._replace(aged=older_than(months, ids), notes=notes, messages=messages)


def _preview(request: Request, form: KeepingForm, going: Going) -> HttpResponse:
    hours = form.undo_hours()
    context = {
        "keeping": form,
        "going": going,
        "months": form.forget_months(),
        "afterwards": DIFFERS if hours is None else AFTERWARDS[hours],
        "forever": hours == 0,
    }
    return render(request, "me/settings_forget.html", context)


def _page(
    request: Request,
    *,
    looks: LooksForm | None = None,
    keeping: KeepingForm | None = None,
    scrubbing: ScrubbingForm | None = None,
) -> HttpResponse:
    account = request.visitor.account
    wrong = looks or keeping or scrubbing
    with request.visitor.scope() as persons:
        records = records_of(persons)
        done = deed_done(request, persons)
        if account and records and keeping is None:
            keeping = KeepingForm(records, rule=unused_rule())
    context = {
        "looks": looks or LooksForm(account, initial=_looks_of(request)),
        "keeping": keeping if account and records else None,
        "scrubbing": (
            (scrubbing or ScrubbingForm(records)) if account and records else None
        ),
        "form": wrong,
        "done": done,
        **(_sign_in(account) if account else {}),
    }
    status = 422 if context["form"] else 200
    return render(request, "me/settings.html", context, status=status)


def _looks_of(request: Request) -> dict[str, Any]:
    account = request.visitor.account
    if account is None:
        return {
            "language": request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, ""),
            "theme": request.COOKIES.get(COOKIE, "system"),
        }
    names = ("language", "theme", "zone", "shortcuts")
    return {name: getattr(account, name) for name in names}


def _sign_in(account: Account) -> dict[str, Any]:
    now = timezone.now()
    return {
        "account": account,
        "waiting": EmailAddress.objects.get_new(account),
        "passkeys": [
            {
                "id": each.id,
                "name": each.wrap().name,
                "added": moment(each.created_at, now),
                "used": moment(each.last_used_at, now) if each.last_used_at else None,
            }
            for each in passkeys_of(account)
        ],
    }
