"""Errors in the words of a statement: in the draft alone, or in a claim and the draft that repeats it."""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from random import Random

from stet.domain.claims import Claim, ClaimKind
from stet.evaluate.plant.edits import Around, Edit, Editor
from stet.evaluate.plant.reading import Statement, folded, literal, places, plain, statements, with_words
from stet.evaluate.plant.truth import mends
from stet.evaluate.plant.values import Planted, Target

_STOP = "xstopx"

Planter = Callable[[Target, Random], Iterator[Planted]]
"""Copies of a report with one error of a kind each, in an order that chance decides."""


def in_draft(kind: str, editor: Editor, *, lead: bool = False, quoted: bool = False) -> Planter:
    """Errors that the writer makes: the claims stay right.

    `lead` for those of the short answer, `quoted` for those in quotation marks alone.
    """

    def planter(target: Target, rng: Random) -> Iterator[Planted]:
        fit = [place for place in places(target) if place.lead is lead]
        if quoted:
            fit = [place for place in fit if core(place.words(target.text))[0]]
        yield from in_turn(_draft_errors(kind, editor, target, p, rng) for p in rng.sample(fit, len(fit)))

    return planter


def in_claim(kind: str, editor: Editor, *, quote_too: bool = False) -> Planter:
    """Errors that are in the claim: the draft repeats it faithfully. `quote_too` changes what it quotes as well."""

    def planter(target: Target, rng: Random) -> Iterator[Planted]:
        used = {key for place in statements(target.text) for key in place.keys}
        claims = [claim for claim in target.claims if claim.key in used]
        if quote_too:
            claims = [claim for claim in claims if claim.kind is ClaimKind.QUOTATION]
        yield from in_turn(
            _claim_errors(kind, editor, target, claim, rng, quote_too=quote_too)
            for claim in rng.sample(claims, len(claims))
        )

    return planter


def core(words: str) -> tuple[int, int]:
    """Where the statement itself stands: the quoted words behind "who says it", or else all of it."""
    opening = words.rfind(": “")
    closing = words.find("”", opening) if opening >= 0 else -1
    # Words in quotation marks that end early are no quotation of ours: then everything is the statement.
    return (opening + 3, closing) if 0 <= opening < closing else (0, len(words))


def around_of(target: Target, keys: Iterable[str], rng: Random) -> Around:
    """The texts that what these keys stand for rests on."""
    named = dict.fromkeys(source for key in keys for source in target.rests_on(key))
    return Around(tuple(target.sources[name] for name in named), rng)


def stands_somewhere(target: Target, words: str, *, whole: bool = False) -> bool:
    """Whether a source says these words, so that they are no error; `whole` up to the end of a sentence of it."""
    wanted = f" {folded(words)} {_STOP} " if whole else f" {folded(words)} "
    return any(wanted in _comparable(text, stops=whole) for text in target.sources.values())


@lru_cache(maxsize=512)
def _comparable(text: str, *, stops: bool) -> str:
    marked = re.sub(r"[.!?;:](?=\s|$)|\n", f" {_STOP} ", text) if stops else text
    return f" {folded(marked)} {_STOP} "


def _draft_errors(
    kind: str, editor: Editor, target: Target, place: Statement, rng: Random
) -> Iterator[Planted]:
    words = place.words(target.text)
    start, end = core(words)
    inner = words[start:end]
    around = around_of(target, place.keys, rng)
    for edit in editor(inner, around):
        new = edit._replace(new=literal(edit.new)).of(inner)
        if folded(new) == folded(inner) or stands_somewhere(target, new, whole=not edit.new):
            continue
        if mends(inner, edit, around.sources):
            continue
        yield of_draft(kind, edit.variant, target, place, f"{words[:start]}{new}{words[end:]}")


def of_draft(kind: str, variant: str, target: Target, place: Statement, made: str) -> Planted:
    """The copy of a report in whose draft a statement reads `made`."""
    return Planted(
        kind=kind,
        layer="draft",
        variant=variant,
        place=place.place,
        before=plain(place.words(target.text)),
        after=plain(made),
        report=with_words(target, place, made),
    )


def _claim_errors(
    kind: str, editor: Editor, target: Target, claim: Claim, rng: Random, *, quote_too: bool
) -> Iterator[Planted]:
    around = around_of(target, (claim.key,), rng)
    for edit in editor(claim.text, around):
        if mends(claim.text, edit, around.sources):
            continue
        made = carried(kind, target, claim, edit, quote_too=quote_too)
        if made is not None:
            yield made


def carried(
    kind: str, target: Target, claim: Claim, edit: Edit, *, quote_too: bool = False
) -> Planted | None:
    """The copy in which a claim is changed and the draft repeats it; None where that is no error or does not show."""
    new = edit.of(claim.text)
    if folded(new) == folded(claim.text) or stands_somewhere(target, new, whole=not edit.new):
        return None
    text = retold(target.text, claim, edit, new)
    if text is None:
        return None
    changed = claim.model_copy(update={"text": new})
    if quote_too:
        first = claim.quotes[0].model_copy(update={"exact": new})
        changed = changed.model_copy(update={"quotes": (first, *claim.quotes[1:])})
    return Planted(
        kind=kind,
        layer="claim",
        variant=edit.variant,
        place=claim.key,
        before=claim.text,
        after=new,
        report=with_claim(target, changed).model_copy(update={"text": text}),
    )


def with_claim(target: Target, changed: Claim) -> Target:
    """The report with one claim changed."""
    claims = tuple(changed if claim.key == changed.key else claim for claim in target.claims)
    return target.model_copy(update={"claims": claims})


def retold(text: str, claim: Claim, edit: Edit, new: str) -> str | None:
    """The draft with the change of a claim made in every statement that names it; None where none shows it."""
    told = text
    for place in reversed(statements(text)):
        if claim.key in place.keys:
            words = place.words(text)
            made = _in_statement(words, claim.text, edit, new)
            told = f"{told[: place.start]}{made}{told[place.end :]}"
    return told if told != text else None


def _in_statement(words: str, old: str, edit: Edit, new: str) -> str:
    whole = literal(old)
    if whole in words:
        return words.replace(whole, literal(new))
    start, end = core(words)
    part = literal(old[edit.start : edit.end])
    made = re.sub(rf"(?<!\w){re.escape(part)}(?!\w)", lambda _: literal(edit.new), words[start:end])
    return f"{words[:start]}{made}{words[end:]}"


def in_turn(each: Iterable[Iterator[Planted]]) -> Iterator[Planted]:
    """One of each, then the next of each: several errors of a kind shall not all be in one statement."""
    left = list(each)
    while left:
        going: list[Iterator[Planted]] = []
        for one in left:
            found = next(one, None)
            if found is not None:
                yield found
                going.append(one)
        left = going
