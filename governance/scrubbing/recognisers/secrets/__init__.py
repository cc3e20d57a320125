"""Keys, tokens and credentials that tell by their form or their place what they are."""

from governance.scrubbing.recognisers.rule import Rule
from governance.scrubbing.recognisers.secrets.blocks import find_private_keys
from governance.scrubbing.recognisers.secrets.headers import (
    find_authorizations,
    find_cookies,
    find_options,
)
from governance.scrubbing.recognisers.secrets.issuers import find_keys
from governance.scrubbing.recognisers.secrets.recovery import find_recovery_codes
from governance.scrubbing.recognisers.secrets.seeds import find_phrases
from governance.scrubbing.recognisers.secrets.settings import find_settings
from governance.scrubbing.recognisers.secrets.tokens import (
    find_summed_keys,
    find_web_tokens,
)
from governance.scrubbing.recognisers.secrets.urls import (
    find_query_secrets,
    find_secret_paths,
    find_user_passwords,
)

RULES = (
    Rule("keys", ("API_KEY",), find_keys),
    Rule("keys with a check sum", ("PRIVATE_KEY", "RECOVERY_CODE"), find_summed_keys),
    Rule("json web tokens", ("ACCESS_TOKEN",), find_web_tokens),
    Rule("authorization headers", ("ACCESS_TOKEN",), find_authorizations),
    Rule("cookies", ("ACCESS_TOKEN",), find_cookies),
    Rule("command lines", ("API_KEY", "PASSWORD"), find_options),
    Rule("url credentials", ("ACCESS_TOKEN", "PASSWORD"), find_user_passwords),
    Rule("query secrets", ("ACCESS_TOKEN",), find_query_secrets),
    Rule("secret paths", ("ACCESS_TOKEN", "API_KEY"), find_secret_paths),
    Rule("private keys", ("PRIVATE_KEY",), find_private_keys),
    Rule("settings", ("API_KEY", "PASSWORD"), find_settings),
    Rule("recovery phrases", ("SEED_PHRASE",), find_phrases),
    Rule("recovery codes", ("RECOVERY_CODE",), find_recovery_codes),
)
