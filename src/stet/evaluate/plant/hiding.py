"""Errors of leaving out and of praising: a side that is hidden, a label raised, a summary of its own, a gap unsaid."""

from collections.abc import Iterable, Iterator
from random import Random

from stet.domain.claims import Label, Score
from stet.domain.report import Gap
from stet.evaluate.plant.reading import Statement, folded, plain, statements
from stet.evaluate.plant.values import Planted, Target

_HIGHER = {Label.LOW: Label.MEDIUM, Label.MEDIUM: Label.HIGH}
_LEAST = {Label.MEDIUM: 0.55, Label.HIGH: 0.85}


def hidden_side(target: Target, rng: Random) -> Iterator[Planted]:
    """The draft without the weaker side of a contradiction."""
    yield from _hidden(target, rng, claims_too=False)


def hidden_claims(target: Target, rng: Random) -> Iterator[Planted]:
    """The weaker side left out of the draft and of the claims: nothing but the sources tells of it."""
    yield from _hidden(target, rng, claims_too=True)


def raised_label(target: Target, rng: Random) -> Iterator[Planted]:
    """A label above its score, or label and score together above what the evidence gives."""
    used = {key for place in statements(target.text) for key in place.keys}
    raisable = [k for k, score in target.scores.items() if score.label in _HIGHER and k in used]
    for number, key in enumerate(rng.sample(raisable, len(raisable))):
        score = target.scores[key]
        label = _HIGHER[score.label]
        update: dict[str, object] = {"label": label}
        if number % 2:
            update["value"] = _LEAST[label]
        raised = score.model_copy(update=update)
        yield Planted(
            kind="raised_label",
            layer="ledger",
            variant="label and score" if number % 2 else "label",
            place=key,
            before=_shown(score),
            after=_shown(raised),
            report=target.model_copy(update={"scores": {**target.scores, key: raised}}),
        )


def summary_alone(target: Target, rng: Random) -> Iterator[Planted]:
    """A claim of the short answer that the body no longer has."""
    places = statements(target.text)
    leading = [key for place in places if place.lead for key in place.keys]
    for key in rng.sample(leading, len(leading)):
        body = [place for place in places if not place.lead and key in place.keys]
        if body:
            yield Planted(
                kind="summary_differs",
                layer="draft",
                variant="not in the body",
                place=key,
                before=_told(target, body),
                after="",
                report=target.model_copy(update={"text": _without(target.text, body)}),
            )


def removed_gap(target: Target, rng: Random) -> Iterator[Planted]:
    """What is missing is no longer said to be."""
    for gap in rng.sample(target.gaps, len(target.gaps)):
        left = tuple(each for each in target.gaps if each != gap)
        yield Planted(
            kind="removed_gap",
            layer="ledger",
            variant="",
            place=gap.topic,
            before=gap.missing,
            after="",
            report=target.model_copy(update={"gaps": left, "text": _untold(target.text, gap)}),
        )


def _hidden(target: Target, rng: Random, *, claims_too: bool) -> Iterator[Planted]:
    places = statements(target.text)
    for keys in rng.sample(target.conflicts, len(target.conflicts)):
        for weaker in keys[1:]:
            told = [place for place in places if weaker in place.keys]
            if not told:
                continue
            copy = target.model_copy(update={"text": _without(target.text, told)})
            if claims_too:
                left = tuple(claim for claim in target.claims if claim.key != weaker)
                copy = copy.model_copy(update={"claims": left})
            yield Planted(
                kind="hidden_contradiction",
                layer="claim" if claims_too else "draft",
                variant="claims too" if claims_too else "draft",
                place=weaker,
                before=_told(target, told),
                after="",
                report=copy,
            )


def _untold(text: str, gap: Gap) -> str:
    """The draft without the line that tells of a gap."""
    wanted = folded(gap.missing)
    lines = [line for line in text.splitlines(keepends=True) if not _tells(line, wanted)]
    return "".join(lines) if len(lines) < len(text.splitlines()) else text


def _tells(line: str, wanted: str) -> bool:
    return line.lstrip().startswith("Gap:") and wanted in folded(line)


def _without(text: str, places: Iterable[Statement]) -> str:
    for place in sorted(places, reverse=True):
        text = f"{text[: place.start]}{text[place.stop :]}"
    return text


def _told(target: Target, places: Iterable[Statement]) -> str:
    return " / ".join(plain(place.words(target.text)) for place in places)


def _shown(score: Score) -> str:
    return f"{score.value:.2f} {score.label.value}"
