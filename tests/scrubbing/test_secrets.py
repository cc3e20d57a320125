"""Keys by their form and passwords by the words around them. No literal key stands here."""

import pytest

from governance.scrubbing import scrub

KEYS = {
    "memoryhub": "mh_" + "abc12" + "_" + "Zx9" * 10,
    "github": "ghp_" + "a1" * 18,
    "github fine": "github_pat_" + "A1" * 30,
    "gitlab": "glpat-" + "a1" * 10,
    "aws": "AKIA" + "A1" * 8,
    "google": "AIza" + "a1-_" * 8 + "abc",
    "slack": "xoxb" + "-12345678" * 2 + "-abc",
    "stripe": "sk_" + "live_" + "a1" * 12,
    "openai": "sk-" + "a1" * 20,
    "openai project": "sk-" + "proj-" + "Ab3" * 20,
    "anthropic": "sk-" + "ant-api03-" + "a1B" * 20,
    "npm": "npm_" + "a1" * 18,
    "hugging face": "hf_" + "aB" * 17,
    "telegram": "123456789" + ":AA" + "b1" * 16 + "c",
}


@pytest.mark.parametrize("name", KEYS)
def test_a_key_in_a_sentence_is_removed_whole(name: str):
    assert scrub(f"Deploy with {KEYS[name]}, then tell Anna").text == (
        "Deploy with [API key removed], then tell Anna"
    )


def test_a_json_web_token_goes():
    token = "eyJ" + "hbGciOiJIUzI1NiJ9" + ".eyJ" + "zdWIiOiIxIn0" + ".abc_-123"
    assert scrub(f"Anna's {token} here").text == "Anna's [access token removed] here"


def test_a_private_key_goes_from_begin_to_end():
    block = (
        "-----BEGIN RSA PRIVATE " + "KEY-----\nMIIabc\n-----END RSA PRIVATE KEY-----"
    )
    assert scrub(f"here {block} bye Anna").text == "here [private key removed] bye Anna"


def test_a_private_key_that_was_cut_off_takes_the_rest_with_it():
    assert scrub("here -----BEGIN PRIVATE " + "KEY-----\nMIIabc").text == (
        "here [private key removed]"
    )


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("Authorization: Bearer abcdefgh12345678", "abcdefgh12345678"),
        ("authorization: basic dXNlcjpwYXNz", "dXNlcjpwYXNz"),
        ("postgres://anna:p%40ssw0rd@db/shop", "p%40ssw0rd"),
        ("https://x.example/?api_key=abcdef123&page=2", "abcdef123"),
        ("client_secret = 'abc12345xyz'", "abc12345xyz"),
        ("my password is hunter2", "hunter2"),
        ("My password's hunter2", "hunter2"),
        ("my password is swordfish and I like it", "swordfish"),
        ("My password to gmail is swordfish.", "swordfish"),
        ("hunter2 is my password", "hunter2"),
        ("password: geheim", "geheim"),
        ('"password": "open sesame 7"', "open sesame 7"),
        ("das Passwort für Gmail ist Sommer2024!", "Sommer2024!"),
        ("Kennwort lautet blau7", "blau7"),
        ("密码是hunter2", "hunter2"),
        ("the PIN is 4821", "4821"),
        ("meine PIN lautet 4821", "4821"),
        ("pаssword: hunter2", "hunter2"),  # a Cyrillic a on purpose
        ("verification code is 123456", "123456"),
    ],
)
def test_a_secret_in_plain_talk_is_gone(text: str, secret: str):
    scrubbed = scrub(text)
    assert scrubbed.findings
    assert secret not in scrubbed.text


@pytest.mark.parametrize(
    "text",
    [
        "the password is expired",
        "The password is hashed with bcrypt",
        "Her password was too short",
        "send me the password reset mail",
        "the PIN is wrong",
        "a token budget of 4000 tokens",
        "the secret of happiness",
        "my API key stopped working",
        "sk-learn-contrib-project-template",
        "Passwort ist falsch",
    ],
)
def test_talk_about_secrets_stays(text: str):
    assert scrub(text).text == text
