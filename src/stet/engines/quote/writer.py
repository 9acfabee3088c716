"""The writer of the quote engine: code's own draft."""

from stet.ports import Brief
from stet.research.quotations import write_draft


class QuotationWriter:
    """Writes without a model: who says it, when, and the words themselves."""

    async def write(self, brief: Brief) -> str:
        """See `stet.ports.Writer`."""
        return write_draft(brief)
