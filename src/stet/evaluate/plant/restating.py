"""A report of quotations told as a report in own words: the same words, as claims that a check must look through."""

import re

from stet.domain.claims import Claim, ClaimKind
from stet.evaluate.plant.reading import literal, statements
from stet.evaluate.plant.values import Target

_HEAD = re.compile(r"^(?:\(?[a-z0-9]{1,3}[.)]|[-•–]) +")


def restated(target: Target) -> Target | None:
    """The report with every quotation a claim in own words that repeats it; None where it has no quotation.

    A statement then says what its claim says and nothing of who says it. Nothing in it is wrong.
    """
    quoted = {claim.key: _told(claim) for claim in target.claims if claim.kind is ClaimKind.QUOTATION}
    places = [place for place in statements(target.text) if place.keys[0] in quoted]
    if not places:
        return None
    text = target.text
    for place in reversed(places):
        told = literal(quoted[place.keys[0]].text)
        text = f"{text[: place.start]}{told} [{place.keys[0]}]{text[place.stop :]}"
    claims = tuple(quoted.get(claim.key, claim) for claim in target.claims)
    return target.model_copy(update={"text": text, "claims": claims})


def _told(claim: Claim) -> Claim:
    """The claim in own words, without the number or bullet of the list it may stand in."""
    words = _HEAD.sub("", " ".join(claim.text.split()))
    return claim.model_copy(update={"kind": ClaimKind.PARAPHRASE, "text": words})
