"""By mail, on the page, or by hand; who sees which letter, and how long it is kept."""

import uuid

import pytest

from governance.access import as_account, as_staff, as_sweeper
from governance.models import AuditEntry, Letter, LetterChannel, LetterKind
from governance.requests import letters
from governance.requests.letters import Reader, masked
from governance.requests.letters.delivering import send_due
from tests.requests.letters.conftest import (
    ADDRESS,
    OFFICER,
    a_letter,
    change,
    now_is,
    released,
)

pytestmark = pytest.mark.usefixtures("world", "bell")


@pytest.fixture
def no_mail(settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"


def seen_by(account):
    with as_account(account.id):
        return {each.id for each in Letter.objects.all()}


def test_with_a_mail_server_it_goes_by_mail_and_stands_on_the_page_too(people_account):
    assert Reader(address=ADDRESS, account_id=uuid.uuid4()).channel == "mail"
    letter = released(a_letter(account_id=people_account.id))
    assert letter.state == "queued"
    assert seen_by(people_account) == {letter.id}


def test_without_one_it_stands_on_the_page_at_once(no_mail, people_account):
    letter = released(a_letter(account_id=people_account.id))
    assert (letter.channel, letter.state) == (LetterChannel.PAGE, "sent")
    assert letter.sent_at is not None
    assert seen_by(people_account) == {letter.id}
    assert send_due() == 0


def test_without_mail_and_account_staff_hand_it_over(no_mail):
    letter = released(a_letter())
    assert (letter.channel, letter.state) == (LetterChannel.HAND, "queued")
    assert send_due() == 0
    with as_staff():
        assert [each.id for each in letters.for_staff()] == [letter.id]
        letters.handed_over(letter.id, actor=OFFICER)
        assert not letters.for_staff().exists()
    assert now_is(letter).state == "sent"
    assert AuditEntry.objects.using("owner").filter(verb="letter.handed_over").exists()


def test_what_mail_could_not_bring_can_be_handed_over():
    letter = released(a_letter())
    with as_staff(), pytest.raises(letters.NotNow):
        letters.handed_over(letter.id, actor=OFFICER)
    change(letter, state="failed", reason="bad_address")
    with as_staff():
        letters.handed_over(letter.id, actor=OFFICER)
    assert (now_is(letter).state, now_is(letter).channel) == ("sent", "hand")


def test_a_person_sees_no_draft_none_taken_back_and_none_of_others(people_account):
    draft = a_letter(account_id=people_account.id)
    taken_back = released(a_letter(account_id=people_account.id))
    with as_staff():
        letters.withdraw(taken_back.id, actor=OFFICER)
    released(a_letter(account_id=uuid.uuid4()))
    released(a_letter())
    assert seen_by(people_account) == set()
    released(draft)
    assert seen_by(people_account) == {draft.id}


def test_the_letters_of_a_request_in_their_order():
    request_id = uuid.uuid4()
    first = a_letter(request_id=request_id)
    second = a_letter(LetterKind.EXTENSION, request_id=request_id)
    a_letter()
    with as_staff():
        found = [each.id for each in letters.letters_of(request_id)]
        assert letters.letter_of(first.id) == first
        assert letters.letter_of(uuid.uuid4()) is None
    assert found == [first.id, second.id]


def test_letters_go_with_their_request_whatever_became_of_them(as_owner):
    mine, other = uuid.uuid4(), uuid.uuid4()
    released(a_letter(request_id=mine))
    a_letter(LetterKind.DONE, request_id=mine)
    kept = a_letter(request_id=other)
    with as_sweeper():
        assert letters.drop_letters([mine]) == 2
    assert [each.id for each in as_owner(Letter).all()] == [kept.id]


def test_staff_cannot_delete_a_letter(as_owner):
    letter = a_letter()
    with as_staff():
        letters.drop_letters([letter.request_id])
    assert as_owner(Letter).filter(id=letter.id).exists()


def test_a_closed_account_has_no_letters_any_more(no_mail, people_account):
    on_page = released(a_letter(account_id=people_account.id))
    by_hand = a_letter(address="")
    with as_staff():
        assert letters.leave_account(people_account.id) == 1
    assert seen_by(people_account) == set()
    assert now_is(on_page).channel == "hand"
    assert now_is(by_hand).account_id is None


def test_the_address_is_sealed_and_opens_for_who_sends():
    letter = a_letter()
    assert letters.addressee_of(letter) == ADDRESS
    assert letters.addressee_of(a_letter(address="")) == ""


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        (ADDRESS, "m…@e….org"),
        ("a@b", "a…@b…"),
        ("", ""),
    ],
)
def test_a_masked_address_shows_little(address, shown):
    assert masked(address) == shown
