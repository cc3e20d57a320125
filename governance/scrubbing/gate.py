"""The gate: text in, clean text and findings out, or `ScrubFailed` and nothing.

normalise → recognise → shield machine values → resolve overlaps → act by policy, again
until a round finds nothing. So a second scrub of the result changes nothing, whatever
the recognisers make of the placeholders.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from governance.scrubbing import loading
from governance.scrubbing.deadline import check_time, deadline
from governance.scrubbing.engine import Engine
from governance.scrubbing.leftover import nothing_left
from governance.scrubbing.mapped import Edit, Mapped, edited
from governance.scrubbing.normalise import views
from governance.scrubbing.overlaps import resolve
from governance.scrubbing.policy import BALANCED, Action, Policy, SaidBy
from governance.scrubbing.replacing import Tokens, numbered, replacement, worth_it
from governance.scrubbing.results import Finding, Match, Scrubbed, ScrubFailed
from governance.scrubbing.shields import unshielded
from governance.scrubbing.special import special_categories

LONGEST = 200_000
# A round only goes on where one before it changed the text; more than three is odd.
_ROUNDS = 8


@dataclass
class Draft:
    """One text on its way: as it stands, where it came from, what was done."""

    now: Mapped
    tokens: Tokens = field(default_factory=numbered)
    special: tuple[str, ...] = ()
    findings: list[Finding] = field(default_factory=list)
    settled: bool = False

    def apply(
        self, matches: Sequence[Match], policy: Policy, *, said_by: SaidBy
    ) -> None:
        acted = [each for each in matches if worth_it(each, self.now.text, policy)]
        self.settled = not acted
        edits: list[Edit] = []
        for match in acted:
            action = policy.action(match.entity, said_by=said_by)
            source = self.now.source(match.start, match.end)
            self.findings.append(Finding(match.entity, action, *source))
            value = self.now.text[match.start : match.end]
            text = replacement(match.entity, value, action, self.tokens)
            edits.append(Edit(match.start, match.end, text))
        if edits:
            self.now = edited(self.now.text, edits).after(self.now)

    def result(self, *, behind: int = 0) -> Scrubbed:
        """Of what stands behind so many characters; offsets count from there."""
        ends = enumerate(self.now.ends)
        first = next((at for at, end in ends if end > behind), len(self.now.text))
        return scrubbed(
            self.now.text[first:],
            (
                replace(
                    found, start=max(0, found.start - behind), end=found.end - behind
                )
                for found in self.findings
                if found.end > behind
            ),
            self.special,
        )


def scrubbed(
    text: str, findings: Iterable[Finding], special: tuple[str, ...] = ()
) -> Scrubbed:
    in_order = tuple(sorted(findings, key=lambda f: (f.start, f.end)))
    return Scrubbed(
        text=text,
        findings=in_order,
        special=special,
        blocked=any(found.action == Action.BLOCK for found in in_order),
        empty=nothing_left(text),
    )


def scrub(
    text: str,
    *,
    policy: Policy = BALANCED,
    language: str = "en",
    said_by: SaidBy = SaidBy.PERSON,
    tokens: Tokens | None = None,
) -> Scrubbed:
    return scrub_many(
        [text], policy=policy, language=language, said_by=said_by, tokens=tokens
    )[0]


def scrub_many(
    texts: Sequence[str],
    *,
    policy: Policy = BALANCED,
    language: str = "en",
    said_by: SaidBy = SaidBy.PERSON,
    tokens: Tokens | None = None,
) -> list[Scrubbed]:
    """As `scrub`, for many at once: the model reads them in batches.

    The rules know all their languages at once and names are looked for in English, so
    `language` changes nothing yet. `tokens` gives the code that stands for a name;
    without it the names of each text are numbered.
    """
    drafts = drafted(texts, policy, said_by=said_by, tokens=tokens)
    return [draft.result() for draft in drafts]


def drafted(
    texts: Sequence[str],
    policy: Policy,
    *,
    said_by: SaidBy,
    tokens: Tokens | None = None,
) -> list[Draft]:
    for text in texts:
        check(text)
    engine = loading.engine()
    with deadline(sum(map(len, texts))):
        settled = _or_none(
            lambda: _settled(engine, _begun(texts, tokens), policy, said_by=said_by)
        )
    if settled is None:
        raise ScrubFailed("scrubbing failed; store nothing of the text") from None
    return settled


def _begun(texts: Sequence[str], tokens: Tokens | None) -> list[Draft]:
    """Special categories are looked for in the text as it came: a placeholder may hide
    what the words tell of."""
    return [
        Draft(Mapped.same(text), tokens or numbered(), special_categories(text))
        for text in texts
    ]


def _or_none(scrubbing: Callable[[], list[Draft]]) -> list[Draft] | None:
    """None where anything went wrong: an error raised here would carry along the one
    it stems from, whose message may repeat the text."""
    try:
        return scrubbing()
    except ScrubFailed:
        raise
    except Exception:  # noqa: BLE001 # see above
        return None


def check(text: str) -> None:
    if len(text) > LONGEST:
        raise ScrubFailed(
            f"the text is too long to scrub; send at most {LONGEST:,} characters"
        )
    if "\x00" in text or any("\ud800" <= char <= "\udfff" for char in text):
        raise ScrubFailed(
            "the text holds a NUL or half a surrogate pair, which nothing can store"
        )


def _settled(
    engine: Engine, drafts: list[Draft], policy: Policy, *, said_by: SaidBy
) -> list[Draft]:
    entities = policy.acted_on(said_by=said_by)
    for _ in range(_ROUNDS):
        unsettled = [draft for draft in drafts if not draft.settled]
        if not unsettled:
            return drafts
        found = find_all(engine, [draft.now.text for draft in unsettled], entities)
        for draft, matches in zip(unsettled, found, strict=True):
            draft.apply(matches, policy, said_by=said_by)
    raise ScrubFailed(
        "the text does not come to rest under scrubbing; send it in parts"
    )


def find_all(
    engine: Engine, texts: Sequence[str], entities: frozenset[str]
) -> list[list[Match]]:
    """For each text what the policy acts on, whichever view of it shows it."""
    viewed = [(at, view) for at, text in enumerate(texts) for view in views(text)]
    check_time()
    found: list[list[Match]] = [[] for _ in texts]
    results = engine.find([view.text for _, view in viewed], entities)
    for (at, view), matches in zip(viewed, results, strict=True):
        found[at] += (_traced(match, view) for match in unshielded(view.text, matches))
    check_time()
    return [resolve(text, matches) for text, matches in zip(texts, found, strict=True)]


def _traced(match: Match, view: Mapped) -> Match:
    return Match(match.entity, *view.source(match.start, match.end), match.score)
