"""Names by which programs call a secret: "DB_PASSWORD", "apiKey", "x-auth-token"."""

import re

WORDS_FOR_ONE = (
    "pass(?:word|code|phrase|wort|ord)|passwd|passwrd|pwd|kennwort|zugangscode|losungswort"
    "|mots? de passe|mdp|contraseña|contrasena|senha|palavra[- ]passe|wachtwoord|lösenord(?:et)?|losenord|hasł[oa]|haslo"
    "|parola d'ordine|heslo|jelszó|salasana|adgangskode|пароль|密码|密碼|パスワード|비밀번호"
)  # fmt: skip

_LONGEST = 100
_WORD = re.compile(r"[^\W_]+")
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_PASSWORD = re.compile(
    rf"(?:.* )?(?:(?:{WORDS_FOR_ONE})s?|pw|pgpass|pgpassword|mysqlpassword)"
    r"|(?:.* )?(?:db|database|user|login|admin|root|mail|email|wifi|wi fi|wlan|smtp|imap|ftp|ssh|my|sql|redis|mongo|postgres|pg|proxy"
    r"|ldap|basic auth|auth|keystore|truststore|key|cert|router) pass|pass",
    re.IGNORECASE | re.DOTALL,
)
_KEY = re.compile(
    r"(?:.* )?(?:secrets?|api ?keys?|(?:access|secret|private|auth|api|app|application|account|admin|bot|client|consumer|deploy|encryption|signing"
    r"|signature|master|service|service role|shared access|subscription|functions?|host|storage|session|webhook|integration|integrity|ingest(?:ion)?"
    r"|write|read|hmac|aes|jwt|preshared|pre shared|shared|wifi|wpa|license|licence|activation|cookie|personal access|bearer|id|oauth|refresh|security"
    r"|user|device|login|bot|vault|registry|ci|npm|github|gitlab|slack|discord|telegram|deploy|identity) (?:key|token|secret)"
    r"|psk|apikey|authkey|secretkey|accesskey|authtoken|accesstoken|[a-z]{2,20}_?apikey|connection string|credentials?)",
    re.IGNORECASE | re.DOTALL,
)
_TOKEN = re.compile(
    r"(?:.* )?(?:token|key base|access key id|key secret|sas|jwt|bearer|otp secret)",
    re.IGNORECASE | re.DOTALL,
)
# "next_page_token" and its like say where a list goes on.
_NO_SECRET = re.compile(
    r"(?:.* )?(?:max|min|num|total|next|page|page next|next page|continuation|sync|eos|bos|pad|unk|mask|cls|sep|special|eof|public|primary|foreign|sort|partition"
    r"|cache|idempotency|translation|image pull|cancellation|cancel|column|row|hash|dict|lookup|group|shift|ctrl|control) (?:tokens?|keys?|secrets?|signature)",
    re.IGNORECASE | re.DOTALL,
)


def in_words(name: str) -> str:
    """ "userPhone", "user_phone" and "user-phone" are "user phone"."""
    plain = name[-_LONGEST:].encode(errors="ignore").decode()
    return " ".join(_WORD.findall(_CAMEL.sub(" ", plain)))


def names_password(words: str) -> bool:
    return _PASSWORD.fullmatch(words) is not None


def names_key(words: str) -> bool:
    return _KEY.fullmatch(words) is not None and not _NO_SECRET.fullmatch(words)


def may_name_key(words: str) -> bool:
    """A word that has other meanings as well, so the value must speak too."""
    return _TOKEN.fullmatch(words) is not None and not _NO_SECRET.fullmatch(words)
