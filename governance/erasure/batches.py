"""A plan is erased batch by batch, from every store."""

from collections import Counter
from collections.abc import Iterator

from governance.erasure.plan import Plan
from governance.erasure.stores import STORES

WITH_EACH = 4
"""So many rows of one store go with each thing of a batch; where there are more, the batch
is several."""


def erase_by_batches(plan: Plan, size: int) -> Iterator[dict[str, int]]:
    """Erases one batch of at most ``size`` things each time that it is asked, and gives how
    many rows of each store went: ask in a transaction each time. What points at a row goes
    before the row, or with it."""
    most = WITH_EACH * size
    for part in plan.parts(size):
        gone: Counter[str] = Counter()
        for store in STORES:
            while (some := store.erase(plan, part, limit=most)) >= most:
                yield gone | {store.name: some}
                gone.clear()
            gone[store.name] += some
        yield dict(gone)
    for store in STORES:
        while some := store.erase_rest(plan, limit=most):
            yield {store.name: some}
