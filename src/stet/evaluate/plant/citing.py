"""Errors of citing: keys that lead nowhere or elsewhere, statements without keys or without anything behind them."""

import re
from collections.abc import Iterator
from functools import lru_cache
from random import Random

from stet.domain.claims import Claim
from stet.domain.evidence import Quote
from stet.evaluate.plant.reading import (
    Statement,
    folded,
    literal,
    places,
    plain,
    statements,
    with_keys,
    with_words,
)
from stet.evaluate.plant.values import Layer, Planted, Target
from stet.evaluate.plant.wording import core, with_claim
from stet.evaluate.plant.wordlists import ADDITIONS, CLAUSES, COMMON

_SENTENCE = re.compile(r"[^\n.!?。]+[.!?。]?")
_SHORTEST, _LONGEST = 12, 400
_NUMBER_AT_END = re.compile(r"\d{1,6}$")


def invented_citation(target: Target, rng: Random) -> Iterator[Planted]:
    """A key that leads nowhere, in place of the right one or beside it."""
    known = {key for place in statements(target.text, target.marks) for key in place.keys}
    known |= {claim.key for claim in target.claims} | set(target.leads)
    highest = max((int(number[0]) for key in known if (number := _NUMBER_AT_END.search(key))), default=0)
    for number, place in enumerate(_shuffled(target, rng)):
        key = f"{place.keys[0].rstrip('0123456789')}{highest + rng.randint(1, 80)}"
        variant, keys = ("in place", (key,)) if number % 2 == 0 else ("beside", (*place.keys, key))
        yield _planted("invented_citation", variant, place, target, with_keys(target, place, keys))


def invented_source(target: Target, rng: Random) -> Iterator[Planted]:
    """A claim whose quote names a source that was never read."""
    for claim in _used(target, rng):
        source = f"S{len(target.sources) + rng.randint(1, 80)}"
        quotes = tuple(quote.model_copy(update={"source": source}) for quote in claim.quotes)
        changed = claim.model_copy(update={"quotes": quotes})
        yield _of_claim("invented_citation", "source", claim, target, changed)


def swapped_citation(target: Target, rng: Random) -> Iterator[Planted]:
    """A key that leads to another source, which speaks of something similar and does not say all of it."""
    about = {claim.key: _content(claim.text) for claim in target.claims}
    about |= {key: _content(" ".join(_texts(target, key))) for key in target.leads}
    for place in _shuffled(target, rng):
        start, end = core(place.words(target.text))
        said = _content(place.words(target.text)[start:end])
        own = {source for key in place.keys for source in target.rests_on(key)}
        others = [
            key
            for key in about
            if key not in place.keys
            and target.rests_on(key)
            and own.isdisjoint(target.rests_on(key))
            and not said <= _content(" ".join(_texts(target, key)))
        ]
        if own and others:
            nearest = max(others, key=lambda key: (len(said & about[key]), key))
            copy = with_keys(target, place, (nearest,))
            yield _planted("swapped_citation", "key", place, target, copy)


def swapped_source(target: Target, rng: Random) -> Iterator[Planted]:
    """A claim quotes the most similar sentence of another source, which does not say all of it."""
    for claim in _used(target, rng):
        said, own = _content(claim.text), {quote.source for quote in claim.quotes}
        near = [
            (len(said & about), source, start, words)
            for source, text in target.sources.items()
            if source not in own and not said <= _content(text)
            for about, start, words in _sentences(text)
        ]
        if not near:
            continue
        _, source, start, exact = max(near)
        start += len(exact) - len(exact.lstrip())
        quote = Quote(source=source, start=start, end=start + len(exact.strip()), exact=exact.strip())
        changed = claim.model_copy(update={"quotes": (quote,)})
        yield _of_claim("swapped_citation", "source", claim, target, changed)


def missing_citation(target: Target, rng: Random) -> Iterator[Planted]:
    """A statement without its keys."""
    for place in _shuffled(target, rng):
        yield _planted("missing_citation", "", place, target, with_keys(target, place, ()))


def unsupported_addition(target: Target, rng: Random) -> Iterator[Planted]:
    """A whole statement, or the end of one, that rests on nothing."""
    sentences, clauses = rng.sample(ADDITIONS, len(ADDITIONS)), rng.sample(CLAUSES, len(CLAUSES))
    for number, place in enumerate(_shuffled(target, rng)):
        words = place.words(target.text)
        if number % 3 == 2:
            more = clauses[number % len(clauses)]
            bare = words.rstrip("\\.")
            made = f"{bare}{more}."
            yield _planted("unsupported_addition", "clause", place, target, with_words(target, place, made))
            continue
        more, keys = literal(sentences[number % len(sentences)]), target.text[place.end : place.stop]
        bare = number % 3 == 1
        added = f"\n\n{more}.{'' if bare else keys}"
        text = f"{target.text[: place.stop]}{added}{target.text[place.stop :]}"
        copy = target.model_copy(update={"text": text})
        made = _planted("unsupported_addition", "bare sentence" if bare else "sentence", place, target, copy)
        yield made.model_copy(update={"after": f"{made.before} + {plain(more)}."})


def wrong_attribution(target: Target, rng: Random) -> Iterator[Planted]:
    """The name of another source before the words of this one."""
    for place in _shuffled(target, rng):
        words = place.words(target.text)
        head = words[: core(words)[0]]
        held = [name for name in target.names.values() if literal(name) in head]
        others = sorted(name for name in target.names.values() if literal(name) not in words)
        if held and others:
            old = literal(held[0])
            made = words.replace(old, literal(rng.choice(others)), 1)
            yield _planted("wrong_attribution", "title", place, target, with_words(target, place, made))


def _planted(kind: str, variant: str, place: Statement, target: Target, copy: Target) -> Planted:
    """A copy whose error stands in one statement; its keys are shown with the words."""
    after = next((p for p in statements(copy.text, copy.marks) if p.start == place.start), None)
    keys = f" [{', '.join(after.keys)}]" if after is not None else ""
    end = len(copy.text) - len(target.text) + place.stop
    words = after.words(copy.text) if after is not None else copy.text[place.start : end]
    return Planted(
        kind=kind,
        layer="draft",
        variant=variant,
        place=place.place,
        before=f"{plain(place.words(target.text))} [{', '.join(place.keys)}]",
        after=f"{plain(words)}{keys}",
        report=copy,
    )


def _of_claim(kind: str, variant: str, claim: Claim, target: Target, changed: Claim) -> Planted:
    layer: Layer = "claim"
    return Planted(
        kind=kind,
        layer=layer,
        variant=variant,
        place=claim.key,
        before=f"{claim.text} ({_cited(claim)})",
        after=f"{claim.text} ({_cited(changed)})",
        report=with_claim(target, changed),
    )


def _cited(claim: Claim) -> str:
    return "; ".join(f"{quote.source}: “{quote.exact[:160]}”" for quote in claim.quotes)


def _shuffled(target: Target, rng: Random) -> list[Statement]:
    fit = places(target)
    return rng.sample(fit, len(fit))


def _used(target: Target, rng: Random) -> list[Claim]:
    used = {key for place in statements(target.text) for key in place.keys}
    claims = [claim for claim in target.claims if claim.key in used]
    return rng.sample(claims, len(claims))


def _texts(target: Target, key: str) -> list[str]:
    return [target.sources[source] for source in target.rests_on(key)]


@lru_cache(maxsize=256)
def _sentences(text: str) -> tuple[tuple[frozenset[str], int, str], ...]:
    """The sentences of a source: what each is about, where it begins, and its words."""
    hits = (hit for hit in _SENTENCE.finditer(text) if _SHORTEST < len(hit[0]) <= _LONGEST)
    return tuple((_content(hit[0]), hit.start(), hit[0]) for hit in hits if hit[0][-1] in ".!?。")


@lru_cache(maxsize=4096)
def _content(words: str) -> frozenset[str]:
    """The words that say what a text is about."""
    return frozenset(folded(words).split()) - COMMON
