"""The engine that needs no model: topics by rule, claims word for word, a report of attributed quotations."""

from stet.engines.quote.analyst import RuleAnalyst
from stet.engines.quote.planner import RulePlanner
from stet.engines.quote.reviewer import NoFurtherReview
from stet.engines.quote.writer import QuotationWriter
from stet.ports import Engine


def quote_engine() -> Engine:
    """A fresh quote engine; it keeps what it has prepared of each source for one run."""
    return Engine(
        name="quote",
        planner=RulePlanner(),
        analyst=RuleAnalyst(),
        writer=QuotationWriter(),
        reviewer=NoFurtherReview(),
    )
