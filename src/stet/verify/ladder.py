"""The ladder: rungs 1 to 6 of one claim in order, each with a reason code and a sentence for the reader.

Rung 7, conflicts, needs all claims at once and stands in `conflicts.py`. A rung below a failed one still runs where it
can: a reader wants to know everything that is wrong, and `decide` goes by the first.
"""

from collections.abc import Sequence

from stet.domain.claims import Check, Claim, ClaimKind, Outcome
from stet.domain.evidence import Quote, Stance
from stet.verify.attribution import attribution, verbatim_attribution
from stet.verify.belonging import Elsewhere
from stet.verify.change import factor
from stet.verify.citations import citation
from stet.verify.coverage import Coverage, Missing, Window, covers
from stet.verify.evidence import EvidenceIndex
from stet.verify.found import Found
from stet.verify.normal import fold
from stet.verify.quotes import Located, locate, nearest
from stet.verify.unbound import bounds_dropped
from stet.verify.values import cached_values
from stet.verify.verbatim import whole_sentence
from stet.verify.wording import Flag, wording

__all__ = ["RUNGS", "EvidenceIndex", "check_claim"]

RUNGS = ("citation", "quote", "values", "attribution", "wording", "judge")


def check_claim(claim: Claim, index: EvidenceIndex) -> tuple[Check, ...]:
    """The checks of one claim, one a rung, in the order of `RUNGS`."""
    cited = citation(claim, index)
    if cited.outcome is not Outcome.PASS:
        return (
            cited,
            *(_not_run(name, "no_citation", "There is nothing to check it on.") for name in RUNGS[1:]),
        )
    quoted, found = _quotes(claim, index)
    if quoted.outcome is Outcome.FAIL:
        return (
            cited,
            quoted,
            *(_not_run(name, "no_quote", "The quote was not found.") for name in RUNGS[2:]),
        )
    verbatim = claim.kind is ClaimKind.QUOTATION
    supporting = [(q, at) for q, at in zip(claim.quotes, found, strict=True) if q.stance is Stance.SUPPORTS]
    words = " ".join(index.texts[quote.source][at.start : at.end] for quote, at in supporting)
    stated = _values(claim, supporting, index)
    # What fails anyway needs no second reason.
    doubts = () if verbatim or stated.outcome is Outcome.FAIL else _elsewhere(claim, supporting, index)
    return (
        cited,
        quoted,
        _belonging(stated, doubts),
        verbatim_attribution() if verbatim else _attribution(claim, supporting, stated, index),
        wording(claim.text, words, verbatim=verbatim, further=_flags(claim, doubts, supporting, index)),
        _judge(claim, supporting, index),
    )


def _quotes(claim: Claim, index: EvidenceIndex) -> tuple[Check, tuple[Located, ...]]:
    """Rung 2: every quote is found in its source, and a quotation says nothing but its first quote."""
    found: list[Located] = []
    ways: list[str] = []
    for quote in claim.quotes:
        at = _located(quote, index)
        if at is None:
            return _quote_missing(quote, index), ()
        found.append(at)
        ways.append(at.way)
    first = claim.quotes[0]
    if claim.kind is ClaimKind.QUOTATION and fold(claim.text) != fold(first.exact):
        return _quote_failed("text_differs", f"The claim is not word for word what {first.source} says."), ()
    if not any(quote.stance is Stance.SUPPORTS for quote in claim.quotes):
        return _quote_failed("no_support", "No quote is given in support of the claim."), ()
    way = next((way for way in ("fuzzy", "ellipsis", "typography") if way in ways), "exact")
    count = len(found)
    detail = f"{'The quote was' if count == 1 else f'All {count} quotes were'} found {_FOUND[way]}."
    return Check(name="quote", outcome=Outcome.PASS, reason=way, detail=detail), tuple(found)


_FOUND = {
    "exact": "word for word in the saved text",
    "typography": "in the saved text, typography apart",
    "ellipsis": "part by part, in order, in the saved text",
    "fuzzy": "in the saved text with the same words, numbers and negations, punctuation apart",
}


def _located(quote: Quote, index: EvidenceIndex) -> Located | None:
    text = index.texts[quote.source]
    if quote.exact.strip() and text[quote.start : quote.end] == quote.exact:
        return Located(quote.start, quote.end, "exact")
    return locate(quote.exact, index.page(quote.source), near=quote.start)


def _quote_missing(quote: Quote, index: EvidenceIndex) -> Check:
    whole = index.whole(quote.source)
    if whole is not None and locate(quote.exact, whole) is not None:
        return _quote_failed(
            "outside_main_text",
            f"The words stand on the page of {quote.source}, but not in its main text: beside it, or across cells.",
        )
    close = nearest(quote.exact, index.page(quote.source))
    if close is None:
        return _quote_failed("not_found", f"The quoted words are not in {quote.source}.")
    there = " ".join(index.texts[quote.source][close.start : close.end].split())
    return _quote_failed(
        "altered", f"{quote.source} does not say this; the nearest words are “{there[:300]}”."
    )


def _quote_failed(reason: str, detail: str) -> Check:
    return Check(name="quote", outcome=Outcome.FAIL, reason=reason, detail=detail)


def _elsewhere(
    claim: Claim, supporting: list[tuple[Quote, Located]], index: EvidenceIndex
) -> tuple[Elsewhere, ...]:
    """The values of a claim that every quoted window which has them gives to something else."""
    wanted = cached_values(claim.text)
    windows = [index.window(quote.source, at.start, at.end) for quote, at in supporting] if wanted else []
    found = [tuple(window.clauses.elsewhere(wanted, claim.text)) for window in windows]
    if len(windows) == 1:
        return found[0]
    holding = [
        (window.normal, {each.value for each in some}) for window, some in zip(windows, found, strict=True)
    ]
    doubtful = dict.fromkeys(each for some in found for each in some)
    return tuple(
        each
        for each in doubtful
        if all(each.value in some for normals, some in holding if each.value.normal in normals)
    )


def _belonging(stated: Check, doubts: Sequence[Elsewhere]) -> Check:
    """Rung 3 once more: values that are there, and not with what the claim says of them."""
    sure = next((each for each in doubts if each.sure), None)
    if sure is None:
        return stated
    return Check(name="values", outcome=Outcome.FAIL, reason="value_of_another", detail=sure.detail)


def _attribution(
    claim: Claim, supporting: list[tuple[Quote, Located]], stated: Check, index: EvidenceIndex
) -> Check:
    """Rung 4; a value that rung 3 found or computed is not lacking, however the rival writes it."""
    sources = [quote.source for quote, _ in supporting]
    seen: dict[str, list[Found]] = {source: [] for source in sources}
    for quote, at in supporting if cached_values(claim.text) else ():
        seen[quote.source].extend(index.window(quote.source, at.start, at.end).values)
    stands = stated.outcome is Outcome.PASS
    return attribution(claim.text, sources, index.coverage, stated=stands, seen=seen)


def _flags(
    claim: Claim,
    doubts: Sequence[Elsewhere],
    supporting: list[tuple[Quote, Located]],
    index: EvidenceIndex,
) -> tuple[Flag, ...]:
    """What code doubts of a claim's values though they are there."""
    wanted = () if claim.kind is ClaimKind.QUOTATION else cached_values(claim.text)
    windows = [index.window(quote.source, at.start, at.end) for quote, at in supporting] if wanted else []
    elsewhere = (Flag("value_elsewhere", each.detail) for each in doubts if not each.sure)
    return (*elsewhere, *bounds_dropped(claim.text, wanted, windows))


def _values(claim: Claim, supporting: list[tuple[Quote, Located]], index: EvidenceIndex) -> Check:
    """Rung 3: every value of the claim is in a quoted window, or follows from it."""
    if claim.kind is ClaimKind.QUOTATION:
        return _quoted_value(claim, supporting, index)
    wanted = cached_values(claim.text)
    if not wanted and factor(claim.text) is None:
        return Check(
            name="values", outcome=Outcome.PASS, reason="no_values", detail="The claim states no value."
        )
    windows = [index.window(quote.source, at.start, at.end) for quote, at in supporting]
    best = min((covers(wanted, window, claim.text) for window in windows), key=lambda each: len(each.missing))
    missing = _missing_everywhere(best, windows, claim.text) if len(windows) > 1 else best.missing
    if missing:
        detail = " ".join(each.detail for each in missing[:4])
        return Check(name="values", outcome=Outcome.FAIL, reason=missing[0].reason, detail=detail)
    if best.derived:
        detail = f"Computed from the passage: {'; '.join(each.formula for each in best.derived)}."
        return Check(name="values", outcome=Outcome.PASS, reason="derived", detail=detail)
    return Check(
        name="values",
        outcome=Outcome.PASS,
        reason="ok",
        detail=f"Found in the passage: {len(wanted)} of {len(wanted)} values.",
    )


def _missing_everywhere(best: Coverage, windows: list[Window], text: str) -> tuple[Missing, ...]:
    """A claim may take one value from one quote and the next from another."""
    left = best.missing
    for window in windows:
        # A change that is told the wrong way round has its values; the best window decides it.
        left = tuple(
            each
            for each in left
            if each.reason == "direction_differs" or covers((each.value,), window, text).missing
        )
    return left


def _quoted_value(claim: Claim, supporting: list[tuple[Quote, Located]], index: EvidenceIndex) -> Check:
    """A quotation states what its source states; each further source must give the same answer."""
    for quote, at in supporting if claim.value is not None else ():
        if not _gives(index.window(quote.source, at.start, at.end), claim.value or ""):
            detail = f"“{claim.value}” is not in the passage of {quote.source}."
            return Check(name="values", outcome=Outcome.FAIL, reason="value_absent", detail=detail)
    return Check(
        name="values",
        outcome=Outcome.PASS,
        reason="verbatim",
        detail="The values are in the source's own words.",
    )


def _gives(window: Window, value: str) -> bool:
    return any(
        value in (each.normal, each.also) or each.normal.startswith(f"{value}-") for each in window.values
    )


def _judge(claim: Claim, supporting: list[tuple[Quote, Located]], index: EvidenceIndex) -> Check:
    """Rung 6, as far as code can settle it: a claim in a source's own words, or one that nobody has judged yet."""
    if claim.kind is ClaimKind.QUOTATION:
        detail = "A quotation is supported as a quotation by being found; its meaning was not judged."
        return Check(name="judge", outcome=Outcome.PASS, reason="verbatim", detail=detail)
    for quote, at in supporting if claim.kind is ClaimKind.PARAPHRASE else ():
        within = index.around(quote.source, at.start, at.end)
        known = index.sources.get(quote.source)
        title = (known.title if known else None) or ""
        if whole_sentence(claim.text, index.texts[quote.source], index.spans(quote.source), within, title):
            detail = f"It is a sentence of {quote.source}, word for word; its meaning was not judged."
            return Check(name="judge", outcome=Outcome.PASS, reason="verbatim", detail=detail)
    return _not_run("judge", "no_judge", "Nobody judged whether the quoted words mean what the claim says.")


def _not_run(name: str, reason: str, detail: str) -> Check:
    return Check(name=name, outcome=Outcome.NOT_RUN, reason=reason, detail=detail)
