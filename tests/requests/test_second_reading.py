"""What a second reading found: each case is a way in which a request went wrong."""

import re
import uuid
from datetime import timedelta

import pytest
from django.core import mail
from django.utils import timezone

from governance import tasks
from governance.access import as_account, as_staff, find_or_make_person, make_account
from governance.models import (
    Channel,
    Decision,
    IdentityCode,
    Person,
    RequestEvent,
    RequestState,
    Right,
    SubjectRequest,
)
from governance.requests import proving
from governance.requests.assigning import take_up
from governance.requests.changing import changing
from governance.requests.doing import follow
from governance.requests.feed import account_of_feed, feed_token
from governance.requests.filing import SIGNED_IN, Filed, file_request
from governance.requests.identity import BY_STAFF, ask_identity, confirm_identity
from governance.requests.listing import today
from governance.requests.proving import _account, ask_by_mail, unasked
from governance.requests.receipt import correct_receipt
from governance.requests.refusals import NotPossible
from governance.requests.reminding import remind
from governance.requests.review import (
    approve,
    decide,
    look_again,
    try_again,
)
from tests.requests.conftest import now
from tests.requests.test_identity import by_letter
from tests.web.people import as_, words
from tests.web.test_asking import FORM

pytestmark = pytest.mark.usefixtures("static_files")


@pytest.fixture
def second_app(office):
    person = find_or_make_person(office.world.bank.service.id, "owner")
    rows = Person.objects.using("owner").filter(id=person.id)
    rows.update(account=office.asker)
    return rows.get()


def ask_about(office, right, *persons):

    with as_account(office.asker.id):
        filed = Filed(
            right=right,
            channel=Channel.PAGE,
            language="en",
            account_id=office.asker.id,
            person_ids=persons,
            verified_by=SIGNED_IN,
        )
        return file_request(filed, office.by_asker)[0]


def test_a_wider_second_request_brings_its_records_and_their_restriction(
    office, second_app
):
    owner = office.world.owner
    first = ask_about(office, Right.RESTRICTION, owner.id)
    ask_about(office, Right.RESTRICTION, owner.id, second_app.id)
    assert set(now(first).person_ids) == {owner.id, second_app.id}
    people = Person.objects.using("owner")
    assert people.get(id=second_app.id).restricted_at is not None


def test_an_address_that_looks_alike_is_nobody_elses_account(database):
    make_account("victim@example.org", None)
    assert _account("Victim@example.org") is not None
    assert _account("v\u0131ctim@example.org") is None


def test_a_request_that_is_followed_keeps_its_version(office, bell):
    request = office.in_review(Right.RECTIFICATION)
    with as_staff(), changing(request.id) as row:
        decide(row, Decision.FULFIL, office.by_officer)
    before = now(request).version
    for _ in range(3):
        follow(request.id)
        remind()
    assert now(request).version == before


def test_trouble_does_not_keep_the_day_from_being_told(office):
    office.files(Right.ACCESS)
    rows = SubjectRequest.objects.using("owner")
    rows.update(trouble="letter_missing", due=today() + timedelta(days=3))
    assert remind() == 2
    rows.update(due=today() + timedelta(days=1))
    assert remind() == 1
    assert remind() == 0


def by_form(settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    mail.outbox = []
    as_(None).post(FORM, {"right": "access", "contact": "jo@example.org"})
    return SubjectRequest.objects.using("owner").get()


def test_a_worker_that_dies_before_its_mail_is_seen_and_staff_try_again(
    office, settings, monkeypatch
):

    request = by_form(settings)

    def dies(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as dying:
        dying.setattr(proving, "_mail", dies)
        with pytest.raises(KeyboardInterrupt):
            ask_by_mail(request.id)
    assert now(request).trouble == "mail_failed"
    assert unasked() == []
    with as_staff(), changing(request.id) as row:
        try_again(row, office.by_officer)
    tasks.ask_identities()
    tasks.ask_identities()
    assert len(mail.outbox) == 1
    assert now(request).trouble == ""
    events = RequestEvent.objects.using("owner").filter(kind="identity_asked")
    assert events.count() == 1


def test_staff_try_again_also_when_the_code_is_over_and_gone(
    office, settings, monkeypatch
):
    request = by_form(settings)
    with monkeypatch.context() as down:
        down.setattr(proving, "_mail", lambda *_: False)
        tasks.ask_identities()
    assert now(request).trouble == "mail_failed"
    codes = IdentityCode.objects.using("owner")
    end_of = {"expires_at": timezone.now() - timedelta(minutes=1)}
    for number in (1, 2):
        codes.update(**end_of)
        tasks.retain_nightly()
        assert codes.count() == 0
        with as_staff(), changing(request.id) as row:
            try_again(row, office.by_officer)
        tasks.ask_identities()
        assert len(mail.outbox) == number
        assert now(request).trouble == ""
    # Nobody is written to again because a code has ended.
    codes.update(**end_of)
    tasks.retain_nightly()
    tasks.ask_identities()
    assert len(mail.outbox) == 2
    events = RequestEvent.objects.using("owner").filter(request_id=request.id)
    assert events.filter(kind="identity_asked").count() == 1
    page = words(as_(office.officer).get(f"/compliance/requests/{request.id}/"))
    assert page.count("The address was written to once more.") == 2


def test_the_link_of_who_is_known_already_is_no_trouble(office, settings):

    request = by_form(settings)
    tasks.ask_identities()
    link = re.search(r"/requests/confirm/[\w-]{20,}/", str(mail.outbox[-1].body))
    assert link
    with as_staff(), changing(request.id) as row:
        confirm_identity(row, office.by_officer, by=BY_STAFF, how="We know her.")
    assert as_(None).post(link.group()).status_code == 200
    assert as_(None).post(link.group()).status_code == 410
    assert IdentityCode.objects.using("owner").exclude(used_at=None).count() == 1


def test_a_copy_about_somebody_who_was_erased_goes_back_to_the_review(office, bell):
    request = office.in_review(Right.ACCESS)
    with as_staff(), changing(request.id) as row:
        decide(row, Decision.FULFIL, office.by_officer)
    bell.rung.clear()
    Person.objects.using("owner").filter(id=office.world.owner.id).update(
        gone_at=timezone.now()
    )
    follow(request.id)
    assert now(request).trouble == "nobody_there"
    with as_staff(), changing(request.id) as row:
        look_again(row, office.by_officer)
    assert (now(request).state, now(request).decision) == (RequestState.IN_REVIEW, "")


def test_a_closed_request_keeps_its_dates(office):
    request = office.in_review(Right.ACCESS)
    with as_staff(), changing(request.id) as row:
        decide(row, Decision.REFUSE, office.by_officer, reasons="Asked ten times.")
    with as_staff(), changing(request.id) as row:
        approve(row, office.by_approver)
    with as_staff(), pytest.raises(NotPossible), changing(request.id) as row:
        correct_receipt(row, timezone.now(), "Late.", office.by_officer)


def test_who_is_signed_in_is_not_asked_who_they_are(office):
    request = office.in_review(Right.ACCESS)
    with (
        as_staff(),
        pytest.raises(NotPossible, match="identity_known"),
        changing(request.id) as row,
    ):
        ask_identity(row, "Your name?", office.by_officer)


def test_who_never_proves_it_is_refused_with_reasons_by_two(office):
    request = by_letter(office)
    with as_staff(), changing(request.id) as row:
        take_up(row, office.officer.id, office.by_officer)
        decide(row, Decision.REFUSE, office.by_officer, reasons="You never answered.")
    with as_staff(), changing(request.id) as row:
        approve(row, office.by_approver)
    assert now(request).state == RequestState.REFUSED
    other = by_letter(office)
    with (
        as_staff(),
        pytest.raises(NotPossible, match="not_from_received"),
        changing(other.id) as row,
    ):
        decide(row, Decision.FULFIL, office.by_officer)


def test_a_feed_ends_with_the_role_and_takes_any_sign(office):
    token = feed_token(office.officer)
    assert account_of_feed(office.officer.id, token) == office.officer
    assert account_of_feed(office.officer.id, "\u00e9") is None
    assert account_of_feed(uuid.uuid4(), token) is None
    office.officer.role = "auditor"
    office.officer.save()
    assert account_of_feed(office.officer.id, token) is None
