"""``verify-certificate``: with the file and the keys alone, anybody can tell."""

import json
import os
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client

from governance.erasure import signing_key
from governance.models import Certificate
from governance.signing import SigningKey, signed

MANAGE = Path(__file__).parents[2] / "manage.py"


@pytest.fixture
def certificate(world, bell, as_owner, settings, tmp_path):
    """The file, as a service has fetched it."""
    settings.LEDGER_DIR = tmp_path / "ledger"
    written = world.write("Likes tea.")
    world.travel.client().delete(f"/api/v1/people/owner/memories/{written['id']}")
    bell.answer()
    file = tmp_path / "certificate.json"
    file.write_text(as_owner(Certificate).get().signed)
    return file


def verified(*words):
    """Exit status and what was printed."""
    out = StringIO()
    try:
        call_command("verify_certificate", *map(str, words), stdout=out)
    except SystemExit as ended:
        return ended.code, json.loads(out.getvalue())
    return 0, json.loads(out.getvalue())


def test_a_certificate_of_this_deployment_is_good(certificate):
    status, found = verified(certificate)
    assert status == 0
    assert found["valid"] is True
    assert found["reference"] == json.loads(certificate.read_text())["reference"]


def members(value, path=()):
    """The way to every single value in it."""
    if isinstance(value, dict | list) and value:
        pairs = value.items() if isinstance(value, dict) else enumerate(value)
        for name, each in pairs:
            yield from members(each, (*path, name))
    else:
        yield path


def test_a_certificate_with_any_member_changed_is_not(certificate):
    whole = certificate.read_text()
    paths = list(members(json.loads(whole)))
    assert len(paths) >= 50
    for path in paths:
        changed = json.loads(whole)
        inner = changed
        for name in path[:-1]:
            inner = inner[name]
        inner[path[-1]] = "another" if inner[path[-1]] != "another" else "one"
        certificate.write_text(json.dumps(changed))
        assert verified(certificate)[0] == 1, path


def test_a_certificate_with_a_member_less_is_not(certificate):
    whole = json.loads(certificate.read_text())
    for name in whole.keys() - {"signature"}:
        less = {each: value for each, value in whole.items() if each != name}
        certificate.write_text(json.dumps(less))
        assert verified(certificate)[0] == 1, name


@pytest.mark.parametrize("content", ["", "no JSON", "[]", '{"reference": 1}'])
def test_what_is_no_certificate_is_told_apart(tmp_path, content):
    file = tmp_path / "file"
    file.write_text(content)
    status, found = verified(file)
    assert status == 2
    assert found["valid"] is None


def test_another_thing_that_was_signed_is_no_certificate(tmp_path):
    file = tmp_path / "file"
    file.write_bytes(signed({"format": "another/1"}, signing_key()))
    assert verified(file)[0] == 2


def test_a_forged_certificate_under_the_name_of_our_key_is_not_good(certificate):
    told = json.loads(certificate.read_text())
    told.pop("signature")
    forger = SigningKey(signing_key().name, os.urandom(32))
    certificate.write_bytes(signed(told, forger))
    assert verified(certificate)[0] == 1


def test_a_machine_that_has_only_the_file_and_the_keys_can_tell(certificate, tmp_path):
    keys = tmp_path / "keys.json"
    keys.write_bytes(Client().get("/.well-known/memoryhub-keys.json").content)
    good = on_another_machine(tmp_path, certificate, "--keys", keys)
    assert (good.returncode, json.loads(good.stdout)["valid"]) == (0, True)
    certificate.write_text(certificate.read_text().replace('"after":0', '"after":1'))
    wrong = on_another_machine(tmp_path, certificate, "--keys", keys)
    assert (wrong.returncode, json.loads(wrong.stdout)["valid"]) == (1, False)
    assert not (tmp_path / "no-data").exists()


def test_keys_that_are_none_are_wrong_use(certificate, tmp_path):
    keys = tmp_path / "keys.json"
    keys.write_text("{}")
    refused = on_another_machine(tmp_path, certificate, "--keys", keys)
    assert refused.returncode == 2
    assert refused.stdout == ""


def test_without_keys_of_its_own_a_machine_asks_for_them(certificate, tmp_path):
    refused = on_another_machine(tmp_path, certificate)
    assert refused.returncode == 2
    assert "--keys" in refused.stderr
    assert refused.stdout == ""


def test_a_file_that_is_not_there_is_wrong_use(tmp_path):
    missing = tmp_path / "nothing"
    refused = on_another_machine(tmp_path, missing, "--keys", missing)
    assert refused.returncode == 2


def on_another_machine(tmp_path, *words):
    return subprocess.run(  # noqa: S603 - our own program
        [sys.executable, MANAGE, "verify-certificate", *map(str, words)],
        env={
            "PATH": os.environ["PATH"],
            "MEMORYHUB_DATA_DIR": str(tmp_path / "no-data"),
        },
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
