"""Shapes of tokens by issuer, as their makers or public scanners publish them.

Only prefixes, alphabets and lengths stand here; a token is drawn when it is needed, so
that no file of ours holds anything shaped like one.
"""

import random
import re
import string

ALPHABETS = {
    "d": string.digits,
    "x": "0123456789abcdef",
    "a": string.ascii_lowercase + string.digits,
    "A": string.ascii_letters + string.digits,
    "L": string.ascii_letters,
    "U": string.ascii_uppercase + string.digits,
    "T": string.ascii_uppercase + "234567",  # base32
    "b": string.ascii_letters + string.digits + "-_",  # base64url
    "B": string.ascii_letters + string.digits + "+/",
    "q": "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L",  # bech32
}
PIECE = re.compile(r"<([dxaALUTbBq])(\d+)>")

# <A36>: 36 of the alphabet A. What stands before | is written with it and is no secret.
PREFIXED = {
    "GitHub classic": "ghp_<A36>",
    "GitHub OAuth": "gho_<A36>",
    "GitHub user-to-server": "ghu_<A36>",
    "GitHub server": "ghs_<A36>",
    "GitHub refresh": "ghr_<A76>",
    "GitHub fine-grained": "github_pat_<A22>_<A59>",
    "GitLab": "glpat-<b20>",
    "GitLab deploy": "gldt-<b20>",
    "GitLab runner": "glrt-<b20>",
    "GitLab trigger": "glptt-<x40>",
    "Bitbucket": "ATBB<A32>",
    "Atlassian": "ATATT3xFfGF0<b171>=<U8>",
    "AWS key id": "AKIA<T16>",
    "AWS session key id": "ASIA<T16>",
    "Google API": "AIza<b35>",
    "Google OAuth client": "GOCSPX-<b28>",
    "Google OAuth access": "ya29.a0<b140>",
    "Google refresh": "1//0<d1><b60>",
    "Azure client secret": "<A3>8Q~<b34>",
    "Azure storage": "AccountKey=|<B86>==",
    "Azure DevOps": "<A76>AZDO<A4>",
    "Slack bot": "xoxb-<d12>-<d12>-<A24>",
    "Slack user": "xoxp-<d12>-<d12>-<d12>-<x32>",
    "Slack app": "xapp-1-<U11>-<d13>-<x64>",
    "Slack webhook": "https://hooks.slack.com/services/|T<U8>/B<U10>/<A24>",
    "Discord bot": "M<A23>.<A6>.<b38>",
    "Discord webhook": "https://discord.com/api/webhooks/<d18>/|<b68>",
    "Telegram bot": "<d10>:AA<b33>",
    "Stripe secret": "sk_live_<A24>",
    "Stripe restricted": "rk_live_<A24>",
    "Stripe webhook": "whsec_<A32>",
    "Square": "sq0atp-<b22>",
    "Square OAuth": "sq0csp-<b43>",
    "PayPal Braintree": "access_token$production$<a16>$<x32>",
    "Plaid": "access-production-<x8>-<x4>-<x4>-<x4>-<x12>",
    "Flutterwave": "FLWSECK-<x32>-X",
    "Twilio": "SK<x32>",
    "SendGrid": "SG.<b22>.<b43>",
    "Mailgun": "key-<x32>",
    "Mailchimp": "<x32>-us<d2>",
    "Brevo": "xkeysib-<x64>-<A16>",
    "Postman": "PMAK-<x24>-<x34>",
    "npm": "npm_<A36>",
    "PyPI": "pypi-AgEIcHlwaS5vcmc<b120>",
    "RubyGems": "rubygems_<x48>",
    "crates.io": "cio<A32>",
    "Docker Hub": "dckr_pat_<b27>",
    "JFrog": "AKCp<A69>",
    "NuGet": "oy2<a43>",
    "OpenAI": "sk-<A20>T3BlbkFJ<A20>",
    "OpenAI project": "sk-proj-<b74>T3BlbkFJ<b74>",
    "Anthropic": "sk-ant-api03-<b93>AA",
    "Hugging Face": "hf_<L34>",
    "Replicate": "r8_<A37>",
    "Groq": "gsk_<A52>",
    "Perplexity": "pplx-<A48>",
    "OpenRouter": "sk-or-v1-<x64>",
    "xAI": "xai-<A80>",
    "Tavily": "tvly-<A32>",
    "DigitalOcean": "dop_v1_<x64>",
    "DigitalOcean OAuth": "doo_v1_<x64>",
    "Heroku": "HRKU-AA<b58>",
    "Fly.io": "fo1_<b43>",
    "Netlify": "nfp_<A36>",
    "Supabase": "sbp_<x40>",
    "PlanetScale": "pscale_tkn_<b43>",
    "Neon": "napi_<a64>",
    "Databricks": "dapi<x32>",
    "New Relic": "NRAK-<U27>",
    "Grafana service": "glsa_<A32>_<x8>",
    "Grafana cloud": "glc_<B60>",
    "Sentry user": "sntryu_<x64>",
    "Dynatrace": "dt0c01.<U24>.<U64>",
    "Vault": "hvs.<b92>",
    "Terraform": "<A14>.atlasv1.<b65>",
    "Pulumi": "pul-<x40>",
    "Doppler": "dp.pt.<A43>",
    "Tailscale": "tskey-auth-<A17>-<A32>",
    "age": "AGE-SECRET-KEY-1<q58>",
    "CircleCI": "CCIPAT_<A22>_<x40>",
    "Buildkite": "bkua_<x40>",
    "SonarQube": "sqp_<x40>",
    "OpenShift": "sha256~<b43>",
    "Linear": "lin_api_<A40>",
    "Notion": "ntn_<A46>",
    "Notion, old": "secret_<A43>",
    "Figma": "figd_<b40>",
    "Airtable": "pat<A14>.<x64>",
    "Asana": "1/<d16>:<x32>",
    "Contentful": "CFPAT-<b43>",
    "Typeform": "tfp_<b44>_<b14>",
    "ReadMe": "rdme_<a70>",
    "Prefect": "pnu_<A36>",
    "Shopify": "shpat_<x32>",
    "Shopify app": "shpss_<x32>",
    "Facebook": "EAACEdEose0cBA<A120>",
    "Twitter app": "AAAAAAAAAAAAAAAAAAAAA<A90>",
    "Mapbox": "sk.eyJ<A80>.<b22>",
    "Shippo": "shippo_live_<x40>",
    "EasyPost": "EZAK<A54>",
    "Duffel": "duffel_live_<b43>",
    "Frame.io": "fio-u-<b64>",
    "Adafruit": "aio_<A28>",
    "Alibaba": "LTAI<A20>",
    "Tencent": "AKID<A32>",
    "Yandex": "AQVN<b36>",
    "Infracost": "ico-<A32>",
}
# Nothing in them says what they are; only the name beside them can.
NAMELESS = {
    "AWS_SECRET_ACCESS_KEY": "<B40>",
    "DATADOG_API_KEY": "<x32>",
    "CLOUDFLARE_API_TOKEN": "<b40>",
    "COHERE_API_KEY": "<A40>",
    "OKTA_API_TOKEN": "00<b40>",
    "SNYK_TOKEN": "<x8>-<x4>-<x4>-<x4>-<x12>",
    "ALGOLIA_ADMIN_KEY": "<x32>",
    "FASTLY_API_TOKEN": "<b32>",
    "LAUNCHDARKLY_SDK_KEY": "sdk-<x8>-<x4>-<x4>-<x4>-<x12>",
    "SESSION_SECRET": "<A48>",
    "client_secret": "<b40>",
    "webhook_signing_secret": "<x64>",
}


def drawn(shape: str, chance: random.Random) -> tuple[str, str]:
    """What stands before a token of that shape, and the token."""
    whole = PIECE.sub(lambda piece: _some(piece, chance), shape)
    before, _, token = whole.rpartition("|")
    return before, token


def _some(piece: re.Match[str], chance: random.Random) -> str:
    return "".join(chance.choices(ALPHABETS[piece.group(1)], k=int(piece.group(2))))
