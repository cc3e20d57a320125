"""What an operator does to services, their keys and staff, by commands."""

import json
from datetime import timedelta
from io import StringIO
from urllib.parse import urlsplit

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from governance.access import authenticate
from governance.models import Account, AuditEntry, Service, ServiceKey

URL = "/api/v1/people/owner/memories"


def run(*words):
    out = StringIO()
    call_command(words[0].replace("-", "_"), *words[1:], stdout=out)
    return json.loads(out.getvalue())


def refused(*words):
    with pytest.raises(CommandError) as error:
        call_command(words[0].replace("-", "_"), *words[1:], stdout=StringIO())
    # On the command line argparse itself exits with 2; called, it raises this.
    by_argparse = str(error.value).startswith("Error: argument")
    assert by_argparse or error.value.returncode == 2
    return str(error.value)


def status(world, key):
    client = world.travel.client()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {key}")
    return client.get(URL).status_code


def scopes_of(key):
    caller = authenticate(key)
    assert caller is not None
    return caller.scopes


def prefix_of(key):
    return key.split("_")[1]


class TestKeys:
    """``service-key``."""

    def test_the_list_tells_prefixes_and_never_keys(self, world):
        found = run("service-key", "list", "Travel assistant")
        assert [each["prefix"] for each in found["keys"]] == [
            prefix_of(world.travel.key)
        ]
        assert world.travel.key not in json.dumps(found)

    def test_a_revoked_key_ends_at_once(self, world):
        assert status(world, world.travel.key) == 200
        run("service-key", "revoke", prefix_of(world.travel.key))
        assert status(world, world.travel.key) == 401

    def test_after_a_rotation_both_work_until_the_overlap_ends(
        self, world, time_machine
    ):
        old = world.travel.key
        new = run("service-key", "rotate", prefix_of(old), "--overlap", "1h")["key"]
        assert (status(world, old), status(world, new)) == (200, 200)
        assert scopes_of(new) == scopes_of(old)
        ends = ServiceKey.objects.using("owner").get(prefix=prefix_of(old)).expires_at
        made = ServiceKey.objects.using("owner").get(prefix=prefix_of(new)).created_at
        assert ends is not None
        assert abs(ends - made - timedelta(hours=1)) < timedelta(minutes=1)

    def test_a_rotation_without_overlap_ends_the_old_key_now(self, world):
        old = world.travel.key
        new = run("service-key", "rotate", prefix_of(old), "--overlap", "0")["key"]
        assert (status(world, old), status(world, new)) == (401, 200)

    def test_a_rotation_never_prolongs_a_key(self, world):
        prefix = prefix_of(world.travel.key)
        run("service-key", "end", prefix, "--in", "5m")
        before = ServiceKey.objects.using("owner").get(prefix=prefix).expires_at
        run("service-key", "rotate", prefix, "--overlap", "90d")
        after = ServiceKey.objects.using("owner").get(prefix=prefix).expires_at
        assert after == before

    def test_a_narrowed_key_may_do_no_more_than_is_left(self, world):
        run("service-key", "narrow", prefix_of(world.travel.key), "--scope", "recall")
        assert status(world, world.travel.key) == 403

    def test_a_key_is_never_widened(self, world):
        key = run("service-key", "add", "Travel assistant", "--scope", "recall")["key"]
        words = ["narrow", prefix_of(key), "--scope", "memories:read"]
        assert "add a new key" in refused("service-key", *words)

    def test_a_key_with_an_end_is_over_then(self, world):
        key = run("service-key", "add", "Travel assistant", "--expires-in", "0")["key"]
        assert status(world, key) == 401

    def test_a_whole_key_in_place_of_its_prefix_is_understood_and_not_repeated(
        self, world
    ):
        found = run("service-key", "revoke", world.travel.key)
        assert found == {"prefix": prefix_of(world.travel.key), "revoked": True}

    def test_what_is_over_cannot_be_rotated(self, world):
        run("service-key", "revoke", prefix_of(world.travel.key))
        assert "over" in refused("service-key", "rotate", prefix_of(world.travel.key))

    def test_every_deed_is_on_the_record(self, world, as_owner):
        prefix = prefix_of(world.travel.key)
        run("service-key", "narrow", prefix, "--scope", "recall")
        run("service-key", "rotate", prefix)
        run("service-key", "revoke", prefix)
        verbs = set(as_owner(AuditEntry).values_list("verb", flat=True))
        assert {"key.narrowed", "key.rotated", "key.revoked"} <= verbs


class TestSettings:
    """``set-service``."""

    def test_without_an_option_it_tells_and_changes_nothing(self, world, as_owner):
        found = run("set-service", "Travel assistant")
        assert found["scrub_policy"] == "balanced"
        assert not as_owner(AuditEntry).filter(verb="service.changed").exists()

    def test_the_scrub_policy_holds_for_the_next_write(self, world):
        text = "Pays with 4111 1111 1111 1111 at the desk."
        assert world.write(text)["findings"]
        run("set-service", "Travel assistant", "--scrub-policy", "strict")
        body = {"text": text + " Again.", "source": {"type": "user_message"}}
        answer = world.travel.client().post(URL, body, format="json")
        assert answer.status_code == 422

    def test_purposes_are_what_reads_may_name(self, world):
        run("set-service", "Travel assistant", "--purpose", "plan", "--purpose", "help")
        client = world.travel.client()
        assert client.get(f"{URL}?purpose=help").status_code == 200
        assert client.get(f"{URL}?purpose=assist").status_code == 400

    def test_a_category_is_set_and_unset(self, world):
        words = ["set-service", "Travel assistant", "--category"]
        assert run(*words, "health=hold")["category_policy"] == {"health": "hold"}
        assert run(*words, "health=")["category_policy"] == {}

    def test_a_trusted_tools_answer_is_in_use_at_once(self, world):
        source = {"type": "tool_result", "ref": "calendar/7"}
        assert world.write("Meets Ida on Monday.", source=source)["status"] == (
            "quarantined"
        )
        run("set-service", "Travel assistant", "--trust-tool", "calendar")
        assert world.write("Meets Ben on Friday.", source=source)["status"] == "active"
        other = {"type": "tool_result", "ref": "calendars/7"}
        assert world.write("Meets Jon on Sunday.", source=other)["status"] == (
            "quarantined"
        )

    def test_a_paused_service_writes_and_reads_nothing(self, world):
        run("set-service", "Travel assistant", "--pause")
        answer = world.travel.client().get(URL)
        assert (answer.status_code, answer.json()["reason"]) == (403, "service_paused")
        run("set-service", "Travel assistant", "--resume")
        assert world.travel.client().get(URL).status_code == 200

    @pytest.mark.parametrize(
        "words",
        [
            ["--category", "health=maybe"],
            ["--category", "shoes=hold"],
            ["--purpose", "two words"],
            ["--trust-tool", "a/b"],
            ["--scrub-policy", "none"],
        ],
    )
    def test_wrong_use_is_refused(self, world, words):
        refused("set-service", "Travel assistant", *words)

    def test_an_unknown_service_is_refused(self, world):
        assert "no service" in refused("set-service", "Nobody")
        assert "no service" in refused("service-key", "list", "Nobody")


class TestStaff:
    """``create-staff``."""

    def test_the_link_sets_a_password_once_and_opens_the_compliance_pages(
        self, database, static_files
    ):
        made = run("create-staff", "Officer@Example.org", "--role", "officer")
        assert made["email"] == "officer@example.org"
        client = Client()
        path = urlsplit(made["url"]).path
        form = client.get(path, follow=True)
        where = form.redirect_chain[-1][0]
        password = "correct horse battery"
        given = {"password1": password, "password2": password}
        assert client.post(where, given).status_code == 302
        login = {"login": "officer@example.org", "password": password}
        assert client.post(reverse("account_login"), login).status_code == 302
        assert client.get("/compliance/").status_code == 200
        again = Client().get(path, follow=True)
        assert b"password1" not in again.content

    def test_an_address_that_is_taken_keeps_its_role(self, database):
        run("create-staff", "a@example.org", "--role", "auditor")
        assert "account" in refused(
            "create-staff", "a@example.org", "--role", "officer"
        )
        assert Account.objects.get().role == "auditor"

    def test_nonsense_is_no_address(self, database):
        refused("create-staff", "nonsense", "--role", "officer")
        assert not Account.objects.exists()

    def test_a_person_is_no_role_of_staff(self, database):
        refused("create-staff", "a@example.org", "--role", "person")


def test_a_service_is_made_with_its_key(database):
    made = run("create-service", "Planner", "--scope", "recall", "--purpose", "plan")
    assert scopes_of(made["key"]) == frozenset({"recall"})
    assert Service.objects.using("owner").get().purposes == ["plan"]
