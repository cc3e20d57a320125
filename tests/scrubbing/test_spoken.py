"""Secrets by the words and signs around them, and what people say about secrets."""

import hashlib
import re

import pytest
from mnemonic import Mnemonic

from governance.scrubbing import scrub

# Made at run time, and always the same.
KEY = "k" + hashlib.sha256(b"an invented key").hexdigest()[:17].replace("a", "Q")

TOLD = [
    ("the wifi password is Sunflower22", "Sunflower22"),
    ("mein Passwort lautet Blaumeise", "Blaumeise"),
    ("PIN: 4711", "4711"),
    ("the code for the door is 2580#", "2580#"),
    ("password: correct horse battery staple", "correct horse battery staple"),
    ("my passphrase is correct horse battery staple", "correct horse battery staple"),
    ("le mot de passe du wifi est Tournesol9", "Tournesol9"),
    ("mon mot de passe : tournesol", "tournesol"),
    ("mi contraseña es girasol99", "girasol99"),
    ("la contraseña del wifi es: Girasol", "Girasol"),
    ("la password del wifi è girasole7", "girasole7"),
    ("il mio pin è 4711", "4711"),
    ("mijn wachtwoord is zonnebloem8", "zonnebloem8"),
    ("a senha do wifi é girassol5", "girassol5"),
    ("moje hasło to slonecznik7", "slonecznik7"),
    ("hasło: slonecznik", "slonecznik"),
    ("mitt lösenord är solros44", "solros44"),
    ("I changed my password to Sunflower22!", "Sunflower22"),
    ("log in as anna with password Sunflower22", "Sunflower22"),
    ("user anna / pass Sunflower22", "Sunflower22"),
    ("use Sunflower22 as the password", "Sunflower22"),
    ("Sunflower22 ist mein Passwort", "Sunflower22"),
    ("Password:\nSunflower22", "Sunflower22"),
    ("pw = sunflower", "sunflower"),
    ("**Password:** Sunflower22", "Sunflower22"),
    ("Passwort = „Sonnen blume“", "Sonnen blume"),
    ("my password is swordfish for the wifi", "swordfish"),
    ("the password for the router at home is Sunflower", "Sunflower"),
    ("password (wifi): Sunflower22", "Sunflower22"),
    ("Haustürcode: 2580", "2580"),
    ("der Code für die Haustür ist 2580", "2580"),
    ("le code de la porte est 2580", "2580"),
    ("le digicode est 2580", "2580"),
    ("el código de la puerta es 2580", "2580"),
    ("il codice del portone è 2580", "2580"),
    ("o código do alarme é 2580", "2580"),
    ("de deurcode is 2580", "2580"),
    ("kod do drzwi to 2580", "2580"),
    ("portkoden är 2580", "2580"),
    ("the garage code is 2580", "2580"),
    ("alarm code: 2580*", "2580*"),
    ("safe combination is 12-34-56", "12-34-56"),
    ("the combination to my locker is 34 12 08", "34 12 08"),
    ("my pin is four seven one one", "four seven one one"),
    ("Your verification code is G-482913", "482913"),
    ("482913 is your verification code", "482913"),
    ("4711 is my PIN", "4711"),
    ("phone passcode 482913", "482913"),
    ("my phone's unlock code is 2580", "2580"),
    ("PUK 12345678", "12345678"),
    ("SIM PIN 4711", "4711"),
    ("the PIN for my Visa is 4711", "4711"),
    ("Geheimzahl: 4711", "4711"),
    (f"my token for the lab is {KEY}", f"{KEY}"),
    (f"use {KEY} as the api key", f"{KEY}"),
    (f"here's the key: {KEY}", f"{KEY}"),
    (f"the secret is {KEY}", f"{KEY}"),
    (f"mein API-Schlüssel lautet {KEY}", f"{KEY}"),
    (f"ma clé API est {KEY}", f"{KEY}"),
    (f"mi clave de API es {KEY}", f"{KEY}"),
    (f"la chiave API è {KEY}", f"{KEY}"),
    (f"a chave de API é {KEY}", f"{KEY}"),
    (f"mijn API-sleutel is {KEY}", f"{KEY}"),
    (f"klucz API to {KEY}", f"{KEY}"),
    (f"min API-nyckel är {KEY}", f"{KEY}"),
    (f"benutze {KEY} als Token", f"{KEY}"),
    (f"utilise {KEY} comme jeton", f"{KEY}"),
    (f"the access token we got from them: {KEY}", f"{KEY}"),
    (f"API_KEY={KEY}", f"{KEY}"),
    (f"export MY_TOKEN='{KEY}'", f"{KEY}"),
    (f'{{"apiKey": "{KEY}"}}', f"{KEY}"),
    (f"api_key: {KEY}", f"{KEY}"),
    (f'api_key = "{KEY}"', f"{KEY}"),
    ("- name: DB_PASSWORD\n  value: sunflower", "sunflower"),
    (f'{{"name":"API_KEY","value":"{KEY}"}}', f"{KEY}"),
    ("<password>sunflower</password>", "sunflower"),
    ("Server=db;User Id=sa;Password=SunFlower;Encrypt=true", "SunFlower"),
    ("jdbc:mysql://db/x?user=a&password=sunflower", "sunflower"),
    ("DB_PASS=sunflower", "sunflower"),
    ("POSTGRES_PASSWORD=sunflower\nX=1", "sunflower"),
    ("mysql -u root -psunflower shop", "sunflower"),
    ("curl -u anna:sunflower https://x.example", "sunflower"),
    ("--password sunflower", "sunflower"),
    ("sshpass -p sunflower ssh a@b", "sunflower"),
    ("machine x login anna password sunflower", "sunflower"),
    (f'curl -H "Authorization: Bearer {KEY}" https://x', f"{KEY}"),
    (f"X-Api-Key: {KEY}", f"{KEY}"),
    (f"PRIVATE-TOKEN: {KEY}", f"{KEY}"),
    (f"Authorization: Basic {KEY}==", f"{KEY}"),
    (f"Cookie: theme=dark; session={KEY}", f"{KEY}"),
    (f"Set-Cookie: sid={KEY}; Path=/", f"{KEY}"),
    (f"PHPSESSID={KEY}", f"{KEY}"),
    (f"Ocp-Apim-Subscription-Key: {KEY}", f"{KEY}"),
    (f"headers={{'Authorization': 'Token {KEY}'}}", f"{KEY}"),
    (f"https://x.example/reset-password/{KEY}", f"{KEY}"),
    (f"https://x.example/cb#access_token={KEY}&x=1", f"{KEY}"),
    (f"AccountKey={KEY}{KEY}{KEY}{KEY}==;EndpointSuffix=core", f"{KEY}"),
    ("| password | sunflower7 |", "sunflower7"),
    ("Recovery codes:\n1. ab12-cd34\n2. ef56-gh78\n3. ij90-kl12", "ef56-gh78"),
    ("my backup codes are 1234 5678, 2345 6789 and 3456 7890", "2345 6789"),
    ("Wiederherstellungscodes: abcd1-efgh2 ijkl3-mnop4", "ijkl3-mnop4"),
    ("codes de récupération : ab12c-d34ef, gh56i-j78kl", "gh56i-j78kl"),
    (f"API key is {KEY}.", f"{KEY}"),
    (
        "secret_key_base: a1b2a1b2a1b2a1b2a1b2a1b2a1b2a1b2a1b2a1b2a1b2a1b2a1b2a1b2a1b2a1b2a1b2a1b2a1b2a1b2a1b2a1b2a1b2a1b2a1b2a1b2a1b2a1b2a1b2a1b2a1b2a1b2",
        "a1b2a1b2",
    ),
    (f"DJANGO SECRET_KEY = 'k#{KEY}$x'", f"{KEY}"),
]


@pytest.mark.parametrize(("text", "secret"), TOLD)
def test_what_a_person_or_a_setting_tells_is_gone(text: str, secret: str):
    scrubbed = scrub(text)
    assert secret not in scrubbed.text
    assert scrub(scrubbed.text).text == scrubbed.text


TALK = [
    "the password policy changed",
    "my password manager is Bitwarden",
    "forgot my password again",
    "pin this message",
    "token budget of 1000",
    "secret santa",
    "the key is under the mat",
    "passwords must have 12 characters",
    "a PIN is four digits",
    "Der Schlüssel liegt unter der Matte",
    "la clave del éxito es la paciencia",
    "la clé est sous le paillasson",
    "The password is case sensitive for all users",
    "Password: the password of the user account",
    "I reset my password yesterday and it works",
    "Do not share your password with anyone",
    "Her password was far too short",
    "The PIN must have 4 to 6 digits",
    "I need a new PIN for my card",
    "pinned 3 messages in 2024",
    "the door code changed last week",
    "She forgot the code for the door",
    "the secret is to use cold butter",
    "the secret to a good sauce is butter",
    "the key is to stay calm",
    "our key result is 2024 revenue",
    "max_tokens=4000",
    "max_tokens: 128000",
    "tokens: 12345678",
    "next_page_token: abc123def456",
    "primary key: user_id",
    "foreign key = order_id2",
    "password = get_password()",
    "password: str | None = None",
    'password=os.environ["DB_PASSWORD"]',
    'api_key = os.getenv("API_KEY")',
    "api_key: ${API_KEY}",
    'token = request.headers["Authorization"]',
    "token: <your-token>",
    "Authorization: Bearer <token>",
    "Authorization: Bearer $TOKEN",
    "export TOKEN=$(cat token.txt)",
    "password: {{ vault_password }}",
    "mot de passe oublié",
    "Ich habe mein Passwort vergessen",
    "das Passwort ist abgelaufen",
    "la contraseña es demasiado corta",
    "het wachtwoord is verkeerd",
    "hasło jest za krótkie",
    "lösenordet är fel",
    "a senha está errada",
    "commit 9fceb02d0ae598e95dc970b74767f19372d61af8",
    "trace id 4bf92f3577b34da6a3ce929d0e0e4736",
    "request id 550e8400-e29b-41d4-a716-446655440000",
    'ETag: "33a64df551425fcc55e4d42a148795d9f25f89d4"',
    "integrity sha512-9NoAK1ZtD7Bm0Z0CBBk5DLJdBaJ1z0hV3cUuQ6c2VhF7l6p0zQ==",
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk",
    "IMG_20240115_093012.jpg",
    ".btn-primary-2xl:hover",
    "the class AbstractSingletonProxyFactoryBean is long",
    "useState2FAContext is a hook",
    "key: value",
    "keys: a, b, c",
    "code: 404",
    "error code: 50012345",
    "the zip code is 20095",
    "promo code: SUMMER2024",
    "discount code SAVE20 works",
    "country code +49",
    "QR code for the table",
    "dress code is casual",
    "the source code is on GitHub",
    "gate 12, seat 14C, boarding pass printed",
    "a backup code is sent by mail",
    "recovery codes can be printed",
    "store your backup codes in a safe place",
    "the seed phrase has 12 words",
    "never share your seed phrase with anyone",
    "two factor codes expire after 30 seconds",
    "wifi is slow in room 204",
    "password strength: strong",
    "password reset link expires in 24 hours",
    "password hash uses PBKDF2 with 600000 iterations",
    "passwords are hashed with argon2id",
    "the token expires in 3600 seconds",
    "token type: bearer",
    "bearer of good news",
    "the cookie has 250 calories",
    "Cookies: chocolate=2 cups",
    "Bearer authentication is used",
    "We use JWT tokens for the API",
    "Secret: none",
    "secret garden is her favourite book",
    "The Secret History (1992)",
    "his pin number is wrong",
    "bowling pins fell",
    "OTP is sent by SMS",
    "TAN list was lost",
    "she collects enamel pins",
    "GPIO pin 18 is broken",
    "The combination of 12 and 34 is fine",
    "unlock the door at 7:30",
    "flight code LH2024",
    "the verification code was sent",
    "please confirm the code",
    "passport renewal in 2027",
    "https://example.com/?page=2&sort=asc",
    "https://example.com/login/next",
    "see https://docs.example.com/authentication/tokens#refresh",
    "git clone https://github.com/acme/shop.git",
    "the API key page says it never expires",
    "API keys are rotated every 90 days",
    "password: required",
    "Passwort-Manager: KeePass 2",
    "Password manager: Bitwarden",
    "my passwords are in Bitwarden",
    "sk-learn and task-live",
    "Anna is key to the project",
    "she lost the key: again",
    "Wir haben das Passwort geändert und es klappt",
    "token = self.next_token()",
    "x-request-id: 7f3c9d2e1b4a",
    "The password field is required",
    "Password must contain a digit",
    "The rabbit said that they will meet again about noon, because this also happens when people visit.",
    "-----BEGIN PRIVATE " + "KEY----- is the first line of such a file",
]


@pytest.mark.parametrize("text", TALK)
def test_talk_and_code_about_secrets_stay(text: str):
    assert scrub(text).text == text


@pytest.mark.parametrize(
    ("text", "entity"),
    [
        ("the wifi password is Sunflower22", "PASSWORD"),
        ("the door code is 2580", "PIN"),
        (f"use {KEY} as the api key", "API_KEY"),
        (f"Authorization: Token {KEY}", "ACCESS_TOKEN"),
        ("Backup codes: ab12-cd34, ef56-gh78", "RECOVERY_CODE"),
    ],
)
def test_a_finding_says_which_kind(text: str, entity: str):
    assert {found.entity for found in scrub(text).findings} == {entity}


@pytest.mark.parametrize("language", sorted(Mnemonic.list_languages()))
@pytest.mark.parametrize("size", [12, 15, 18, 21, 24])
def test_a_recovery_phrase_is_proven_by_its_check_sum(language: str, size: int):
    entropy = hashlib.shake_256(f"{language}{size}".encode()).digest(size * 4 // 3)
    phrase = Mnemonic(language).to_mnemonic(entropy)
    assert scrub(f"I wrote down: {phrase}!").text == (
        "I wrote down: [recovery phrase removed]!"
    )


def test_a_recovery_phrase_may_be_a_numbered_list():
    phrase = Mnemonic().to_mnemonic(b"0123456789abcdef").split()
    listed = "\n".join(f"{at}. {word}" for at, word in enumerate(phrase, 1))
    assert scrub(f"Words:\n{listed}\nAnna knows").text == (
        "Words:\n1. [recovery phrase removed]\nAnna knows"
    )


def test_a_mistyped_recovery_phrase_goes_where_it_is_announced():
    phrase = Mnemonic().to_mnemonic(b"0123456789abcdef").split()
    wrong = " ".join([*phrase[:5], "lettuse", *phrase[6:]])
    assert scrub(f"my seed phrase is {wrong}").text == (
        "my seed phrase is [recovery phrase removed]"
    )


HEAD, FOOT = (
    "-----BEGIN RSA PRIVATE " + "KEY-----",
    "-----END RSA PRIVATE " + "KEY-----",
)
BODY = "\n".join(hashlib.sha512(bytes([n])).hexdigest()[:64] for n in range(6))


@pytest.mark.parametrize(
    "block",
    [
        f"{HEAD}\n{BODY}\n{FOOT}",
        f"{HEAD} {BODY} {FOOT}".replace("\n", " "),
        f"{HEAD}\n{BODY}\n{FOOT}".replace("\n", "\\n"),
        f"{HEAD}\n{BODY}".replace("-----", "--"),
        f"{BODY}\n{FOOT}",
        f"{HEAD}\n{BODY[:90]}\u200b{BODY[90:]}\n{FOOT}",
        f"{HEAD}\n{BODY[:90]}\n\n{BODY[90:]}\n{FOOT}",
        "MIIEpAIBAAKC" + BODY[12:],
        f"PuTTY-User-Key-File-3: ssh-rsa\nPrivate-Lines: 6\n{BODY}\nPrivate-MAC: "
        + "ab12" * 16,
    ],
)
def test_a_private_key_goes_though_it_is_torn(block: str):
    left = scrub(f"here: {block}").text
    assert not re.search(r"[0-9a-f]{20}", left)
