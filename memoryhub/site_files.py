"""What every page loads, each kind joined to one file (memoryhub/bundles.py)."""

BUNDLES = {
    "css/site.css": [
        "css/tokens.css",
        "css/base.css",
        "css/components.css",
        "css/memories.css",
        "css/looking_after.css",
        "css/requests.css",
    ],
    "js/site.js": [
        "js/swaps.js",
        "js/busy.js",
        "js/shortcuts.js",
        "js/choosing.js",
    ],
}
