"""Keys and tokens of the forms that issuers publish, made at run time.

Written apart from the table that finds them. No key-shaped string stands in a file.
"""

import base64
import json
import random
import re
import string
from collections.abc import Callable

# Nothing is protected by them.
_R = random.Random(20261130)  # noqa: S311
an = string.ascii_letters + string.digits
hx = "0123456789abcdef"
up = string.ascii_uppercase + string.digits
lo = string.ascii_lowercase + string.digits
b = an + "-_"
dg = string.digits


def draw_anew(seed: str) -> None:
    """What is drawn from here on depends on nothing but the seed."""
    _R.seed(seed)


def c(alphabet: str, size: int) -> str:
    """Random characters."""
    return "".join(_R.choice(alphabet) for _ in range(size))


def u() -> str:
    return "-".join(c(hx, size) for size in (8, 4, 4, 4, 12))


def web_token() -> str:
    def part(value: object) -> str:
        return base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")

    head = {"alg": "HS256", "typ": "JWT"}
    return f"{part(head)}.{part({'sub': c(dg, 8)})}.{c(b, 43)}"


MADE: dict[str, Callable[[], str]] = {
    "aws": lambda: "AKIA" + c(up, 16),
    "aws_sts": lambda: "ASIA" + c(up, 16),
    "gcp": lambda: "AIza" + c(b, 35),
    "gcp_oauth": lambda: "GOCSPX-" + c(b, 28),
    "ya29": lambda: "ya29." + c(b, 120),
    "google_refresh": lambda: "1//0" + c(b, 60),
    "do": lambda: "dop_v1_" + c(hx, 64),
    "alibaba": lambda: "LTAI" + c(an, 20),
    "tencent": lambda: "AKID" + c(an, 32),
    "azure_secret": lambda: c(an, 3) + c(dg, 1) + "Q~" + c(an + "._-~", 33) + "a",
    "azure_storage": lambda: c(an + "+/", 76) + "+ASt" + c(an, 6) + "==",
    "cloudflare_ca": lambda: "v1.0-" + c(hx, 24) + "-" + c(hx, 146),
    "heroku": lambda: "HRKU-AA" + c(b, 58),
    "fly": lambda: "FlyV1 fm2_" + c(an + "+/", 200) + "=",
    "netlify": lambda: "nfp_" + c(an, 36),
    "render": lambda: "rnd_" + c(an, 32),
    "scaleway": lambda: "SCW" + c(up, 17),
    "supabase": lambda: "sbp_" + c(hx, 40),
    "neon": lambda: "napi_" + c(lo, 64),
    "planetscale": lambda: "pscale_tkn_" + c(b, 43),
    "aiven": lambda: "AVNS_" + c(b, 19),
    "databricks": lambda: "dapi" + c(hx, 32),
    "clickhouse": lambda: "4b1d" + c(an, 38),
    "pinecone": lambda: "pcsk_" + c(an, 6) + "_" + c(an, 62),
    "gh_pat": lambda: "ghp_" + c(an, 36),
    "gh_oauth": lambda: "gho_" + c(an, 36),
    "gh_app": lambda: "ghs_" + c(an, 36),
    "gh_fine": lambda: "github_pat_" + c(an, 22) + "_" + c(an, 59),
    "gitlab": lambda: "glpat-" + c(b, 20),
    "gitlab_new": lambda: "glpat-" + c(b, 27) + ".01." + c(lo, 9),
    "gitlab_runner": lambda: "glrt-" + c(b, 20),
    "gl_deploy": lambda: "gldt-" + c(b, 20),
    "bitbucket": lambda: "ATBB" + c(an, 32),
    "atlassian": lambda: "ATATT3x" + c(b + "=", 185),
    "sourcegraph": lambda: "sgp_" + c(hx, 40),
    "sonar": lambda: "squ_" + c(hx, 40),
    "circleci": lambda: "CCIPAT_" + c(an, 22) + "_" + c(hx, 40),
    "buildkite": lambda: "bkua_" + c(hx, 40),
    "harness": lambda: "pat." + c(b, 22) + "." + c(hx, 24) + "." + c(an, 20),
    "jfrog": lambda: "AKCp" + c(an, 69),
    "docker": lambda: "dckr_pat_" + c(b, 27),
    "npm": lambda: "npm_" + c(an, 36),
    "pypi": lambda: "pypi-AgEIcHlwaS5vcmc" + c(b, 150),
    "rubygems": lambda: "rubygems_" + c(hx, 48),
    "nuget": lambda: "oy2" + c(lo, 43),
    "crates": lambda: "cio" + c(an, 32),
    "clojars": lambda: "CLOJARS_" + c(lo, 60),
    "pulumi": lambda: "pul-" + c(hx, 40),
    "terraform": lambda: c(an, 14) + ".atlasv1." + c(b, 67),
    "postman": lambda: "PMAK-" + c(hx, 24) + "-" + c(hx, 34),
    "vault": lambda: "hvs." + c(b, 95),
    "vault_old": lambda: "s." + c(an, 24),
    "doppler": lambda: "dp.pt." + c(an, 43),
    "doppler_svc": lambda: "dp.st.prd." + c(an, 43),
    "1password": lambda: "ops_eyJ" + c(an, 300),
    "tailscale": lambda: "tskey-auth-" + c(an, 12) + "CNTRL-" + c(an, 32),
    "age": lambda: "AGE-SECRET-KEY-1" + c("QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L", 58),
    "openai": lambda: "sk-" + c(an, 20) + "T3BlbkFJ" + c(an, 20),
    "openai_proj": lambda: "sk-proj-" + c(b, 120),
    "openai_svc": lambda: "sk-svcacct-" + c(b, 100),
    "anthropic": lambda: "sk-ant-api03-" + c(b, 93) + "AA",
    "anthropic_oat": lambda: "sk-ant-oat01-" + c(b, 93) + "AA",
    "openrouter": lambda: "sk-or-v1-" + c(hx, 64),
    "groq": lambda: "gsk_" + c(an, 52),
    "xai": lambda: "xai-" + c(an, 80),
    "perplexity": lambda: "pplx-" + c(an, 48),
    "hf": lambda: "hf_" + c(string.ascii_letters, 34),
    "replicate": lambda: "r8_" + c(an, 37),
    "langsmith": lambda: "lsv2_pt_" + c(hx, 32) + "_" + c(hx, 10),
    "nvidia": lambda: "nvapi-" + c(b, 64),
    "tavily": lambda: "tvly-" + c(an, 32),
    "elevenlabs": lambda: "sk_" + c(hx, 48),
    "deepseek": lambda: "sk-" + c(hx, 32),
    "cerebras": lambda: "csk-" + c(lo, 48),
    "jina": lambda: "jina_" + c(b, 60),
    "slack_bot": lambda: "xoxb-" + c(dg, 12) + "-" + c(dg, 12) + "-" + c(an, 24),
    "slack_user": lambda: (
        "xoxp-" + c(dg, 12) + "-" + c(dg, 12) + "-" + c(dg, 12) + "-" + c(hx, 32)
    ),
    "slack_app": lambda: "xapp-1-" + c(up, 11) + "-" + c(dg, 13) + "-" + c(hx, 64),
    "slack_hook": lambda: (
        "https://hooks.slack.com/services/T"
        + c(up, 8)
        + "/B"
        + c(up, 10)
        + "/"
        + c(an, 24)
    ),
    "slack_refresh": lambda: "xoxe-1-" + c(an, 146),
    "discord_bot": lambda: "M" + c(an, 23) + "." + c(b, 6) + "." + c(b, 38),
    "discord_hook": lambda: (
        "https://discord.com/api/webhooks/" + c(dg, 18) + "/" + c(b, 68)
    ),
    "telegram": lambda: c(dg[1:], 10) + ":AA" + c(b, 33),
    "telegram_url": lambda: (
        "https://api.telegram.org/bot"
        + c(dg[1:], 10)
        + ":AA"
        + c(b, 33)
        + "/sendMessage"
    ),
    "teams_hook": lambda: (
        "https://acme.webhook.office.com/webhookb2/"
        + u()
        + "@"
        + u()
        + "/IncomingWebhook/"
        + c(hx, 32)
        + "/"
        + u()
    ),
    "matrix": lambda: (
        "syt_" + c(an, 12) + "_" + c(string.ascii_letters, 20) + "_" + c(an, 6)
    ),
    "facebook": lambda: "EAA" + c(an, 180),
    "twitter": lambda: "A" * 22 + c(an + "%", 84),
    "notion": lambda: "ntn_" + c(an, 46),
    "notion_old": lambda: "secret_" + c(an, 43),
    "airtable": lambda: "pat" + c(an, 14) + "." + c(hx, 64),
    "linear": lambda: "lin_api_" + c(an, 40),
    "figma": lambda: "figd_" + c(b, 40),
    "clickup": lambda: "pk_" + c(dg, 8) + "_" + c(up, 32),
    "typeform": lambda: "tfp_" + c(b + ".", 59),
    "dropbox": lambda: "sl." + c(b, 137),
    "hubspot": lambda: "pat-na1-" + u(),
    "mailgun": lambda: "key-" + c(hx, 32),
    "sendgrid": lambda: "SG." + c(b, 22) + "." + c(b, 43),
    "brevo": lambda: "xkeysib-" + c(hx, 64) + "-" + c(an, 16),
    "resend": lambda: "re_" + c(an, 8) + "_" + c(an, 24),
    "mailchimp": lambda: c(hx, 32) + "-us" + c("123456789", 1) + c(dg, 1),
    "twilio": lambda: "SK" + c(hx, 32),
    "klaviyo": lambda: "pk_" + c(hx, 34),
    "stripe": lambda: "sk_live_" + c(an, 99),
    "stripe_test": lambda: "sk_test_" + c(an, 24),
    "stripe_rk": lambda: "rk_live_" + c(an, 99),
    "stripe_wh": lambda: "whsec_" + c(an, 32),
    "shopify": lambda: "shpat_" + c(hx, 32),
    "square": lambda: "sq0atp-" + c(b, 22),
    "square2": lambda: "EAAA" + c(b, 60),
    "paypal": lambda: "access_token$production$" + c(lo, 16) + "$" + c(hx, 32),
    "plaid": lambda: "access-production-" + u(),
    "flutterwave": lambda: "FLWSECK-" + c(hx, 32) + "-X",
    "razorpay": lambda: "rzp_live_" + c(an, 14),
    "mollie": lambda: "live_" + c(an, 30),
    "easypost": lambda: "EZAK" + c(an, 54),
    "shippo": lambda: "shippo_live_" + c(hx, 40),
    "duffel": lambda: "duffel_live_" + c(b, 43),
    "woo": lambda: "cs_" + c(hx, 40),
    "paystack": lambda: "sk_live_" + c(hx, 40),
    "grafana": lambda: "glsa_" + c(an, 32) + "_" + c(hx, 8),
    "grafana_cloud": lambda: "glc_eyJ" + c(an + "+/", 120) + "=",
    "newrelic": lambda: "NRAK-" + c(up, 27),
    "newrelic_ingest": lambda: c(hx, 36) + "NRAL",
    "honeycomb": lambda: "hcaik_" + c(lo, 58),
    "sentry": lambda: "sntryu_" + c(hx, 64),
    "dynatrace": lambda: "dt0c01." + c(up, 24) + "." + c(up, 64),
    "launchdarkly": lambda: "sdk-" + u(),
    "posthog": lambda: "phx_" + c(an, 43),
    "mapbox": lambda: "sk.eyJ" + c(an, 60) + "." + c(b, 22),
    "adafruit": lambda: "aio_" + c(an, 28),
    "jwt": web_token,
    "mapbox_pk": lambda: "tk.eyJ" + c(an, 60) + "." + c(b, 22),
    "zapier_hook": lambda: (
        "https://hooks.zapier.com/hooks/catch/" + c(dg, 7) + "/" + c(lo, 7) + "/"
    ),
    "apify": lambda: "apify_api_" + c(an, 36),
    "infura": lambda: "https://mainnet.infura.io/v3/" + c(hx, 32),
    "sas": lambda: (
        "https://acme.blob.core.windows.net/c/f.zip?sv=2022-11-02&se=2026-01-01&sr=b&sp=r&sig="
        + c(an, 42)
        + "%3D"
    ),
    "amz": lambda: (
        "https://b.s3.amazonaws.com/k?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Expires=600&X-Amz-Signature="
        + c(hx, 64)
    ),
    "dsn": lambda: (
        "https://" + c(hx, 32) + "@o" + c(dg, 6) + ".ingest.sentry.io/" + c(dg[1:], 7)
    ),
    "pg": lambda: "postgres://app:" + c(an, 16) + "@db.internal:5432/shop",
    "mongo": lambda: (
        "mongodb+srv://app:" + c(an + "!$", 16) + "@cluster0.abc.mongodb.net/x"
    ),
    "redis": lambda: "redis://:" + c(an, 20) + "@cache:6379/0",
    "amqp": lambda: "amqp://guest2:" + c(an, 12) + "@mq/",
}


_WITHIN = {
    "zapier_hook": r"catch/(.+)/",
    "pg": r":([^:@/]+)@",
    "mongo": r":([^:@/]+)@",
    "redis": r":([^:@/]+)@",
    "amqp": r":([^:@/]+)@",
    "dsn": r"//([^@]+)@",
    "sas": r"sig=(.{40})",
    "amz": r"Signature=(.+)",
    "telegram_url": r"/bot([^/]+)/",
    "teams_hook": r"webhookb2/(.+)",
}


def secret_part(name: str, made: str) -> str:
    """What of it may not be left."""
    if "://" not in made:
        return made
    if name in _WITHIN:
        found = re.search(_WITHIN[name], made)
        assert found
        return found[1]
    return made.rstrip("/").rpartition("/")[2]
