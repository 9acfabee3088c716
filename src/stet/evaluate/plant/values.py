"""A report as plain data, and a copy of it with one error."""

from collections.abc import Mapping
from typing import Literal

from stet.domain.base import Value
from stet.domain.claims import Claim, Score
from stet.domain.report import Gap

Layer = Literal["draft", "claim", "ledger"]


class Target(Value):
    """A report as plain data: what it says, what it rests on and what it states about itself.

    `text` is Markdown whose statements end with the keys of their claims (`[C3]`). `sources` are the saved texts
    and `names` what the sources are called, both by id. `scores` are by claim key; `conflicts` are the keys of
    claims that disagree, the stronger first; `gaps` are those that the report states.

    A text by anyone has no claims: its statements end with `marks` of any kind (`[3]`, `【3】`), and `leads` says which
    sources a key in them leads to. Nothing is planted in `spared` spans `[start, end)`.
    """

    text: str
    claims: tuple[Claim, ...] = ()
    sources: Mapping[str, str] = {}
    names: Mapping[str, str] = {}
    scores: Mapping[str, Score] = {}
    conflicts: tuple[tuple[str, ...], ...] = ()
    gaps: tuple[Gap, ...] = ()
    marks: Literal["keys", "any"] = "keys"
    leads: Mapping[str, tuple[str, ...]] = {}
    spared: tuple[tuple[int, int], ...] = ()

    def rests_on(self, key: str) -> tuple[str, ...]:
        """The sources that a key leads to, by id: those that its claim quotes."""
        claim = self.claim(key)
        named = [quote.source for quote in claim.quotes] if claim is not None else self.leads.get(key, ())
        return tuple(dict.fromkeys(source for source in named if source in self.sources))

    def claim(self, key: str) -> Claim | None:
        """The claim with this key, or None."""
        return next((claim for claim in self.claims if claim.key == key), None)


class Planted(Value):
    """A copy of a report with one known error.

    `layer` says where it is: in the `draft`, whose claims stay right; in a `claim`, which the draft repeats
    faithfully; or in what the report states about its `ledger` (labels, gaps). `variant` sets ways of one kind
    apart. `place` names the statement or claim; `before` and `after` are its words without and with the error.
    """

    kind: str
    layer: Layer
    variant: str
    place: str
    before: str
    after: str
    report: Target
