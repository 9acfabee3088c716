"""The quote engine's reviewer: every sentence is a quotation, so code has answered every point already."""

from collections.abc import Sequence

from stet.domain.claims import Check
from stet.ports import Brief


class NoFurtherReview:
    """Adds nothing; a point that code left open stays open, and the draft is then not approved."""

    async def review(self, draft: str, brief: Brief, found: Sequence[Check] = ()) -> tuple[Check, ...]:
        """See `stet.ports.Reviewer`."""
        return ()
