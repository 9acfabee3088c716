"""Rung 1: the cited source exists, was read, and its passage was given to the writer."""

from stet.domain.claims import Check, Claim, Outcome
from stet.domain.evidence import Quote
from stet.verify.evidence import EvidenceIndex


def citation(claim: Claim, index: EvidenceIndex) -> Check:
    """The check of rung 1; every quote of the claim must hold."""
    if not claim.quotes:
        return _failed("no_quote", "The claim quotes no source.")
    found = [check for quote in claim.quotes if (check := _quote(quote, index)) is not None]
    if found:
        return next((check for check in found if check.outcome is Outcome.FAIL), found[0])
    cited = ", ".join(dict.fromkeys(quote.source for quote in claim.quotes))
    return Check(
        name="citation", outcome=Outcome.PASS, reason="ok", detail=f"Read and given to the writer: {cited}."
    )


def _quote(quote: Quote, index: EvidenceIndex) -> Check | None:
    source = quote.source
    if source not in index.sources:
        return _failed("source_unknown", f"There is no source {source}.")
    if source not in index.texts:
        # It was read, and its words cannot be had now: that says nothing for or against the claim.
        detail = f"The saved text of {source} could not be had, so nothing was checked."
        return Check(name="citation", outcome=Outcome.NOT_RUN, reason="text_missing", detail=detail)
    if not index.texts[source].strip():
        return _failed("source_not_read", f"{source} has no saved text.")
    if index.given is not None and source not in index.given:
        return _failed("not_given", f"No passage of {source} was given to the writer.")
    if index.passages is not None:
        inside = any(
            quote.start < span.end and quote.end > span.start for span in index.passages.get(source, ())
        )
        if not inside:
            return _failed(
                "passage_not_given", f"The quoted passage of {source} was not given to the writer."
            )
    return None


def _failed(reason: str, detail: str) -> Check:
    return Check(name="citation", outcome=Outcome.FAIL, reason=reason, detail=detail)
