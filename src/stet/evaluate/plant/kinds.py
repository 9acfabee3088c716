"""The kinds of errors, what each needs of a text, and how many of them are planted."""

from collections.abc import Collection, Mapping
from random import Random
from typing import NamedTuple

from stet.domain.base import Value
from stet.evaluate.plant import citing, edits, hiding
from stet.evaluate.plant.reading import places
from stet.evaluate.plant.swapping import CHOSEN
from stet.evaluate.plant.values import Planted, Target
from stet.evaluate.plant.wording import Planter, in_claim, in_draft


class Kind(NamedTuple):
    """A kind of error: its name, what is wrong, what a text must have for it, and who plants it.

    `of_sources`: it is about which source is cited, so that a check on that speaks of it. `of_runs`: only a report of
    a run can have it, for it is in what such a report states about itself.
    """

    name: str
    title: str
    needs: str
    planters: tuple[Planter, ...]
    of_sources: bool = False
    of_runs: bool = False


class Skipped(Value):
    """A kind that a text leaves no room for, and why."""

    kind: str
    why: str


def _worded(name: str, title: str, needs: str, editor: edits.Editor) -> Kind:
    return Kind(name, title, needs, (in_draft(name, editor), in_claim(name, editor)))


_NO_MARKS = "no statement ends with a key or mark"

_ALL = (
    Kind(
        "invented_citation",
        "citation never found",
        "no statement that may be changed has a key",
        (citing.invented_citation, citing.invented_source),
        of_sources=True,
    ),
    Kind(
        "swapped_citation",
        "cited source swapped for a similar one",
        "no other source speaks of anything similar",
        (citing.swapped_citation, citing.swapped_source),
        of_sources=True,
    ),
    Kind(
        "missing_citation",
        "claim without citation",
        "no statement that may be changed has a key",
        (citing.missing_citation,),
    ),
    Kind(
        "unsupported_addition",
        "unsupported addition",
        "no statement that may be changed has a key",
        (citing.unsupported_addition,),
    ),
    _worded("moved_by_a_year", "date moved by a year", "no statement has a date", edits.moved_by_a_year),
    _worded("moved_date", "date moved by days or months", "no statement has a full date", edits.moved_date),
    _worded("changed_number", "number changed", "no statement has a number", edits.changed_number),
    _worded("wrong_unit", "wrong unit", "no statement has a number with a known unit", edits.wrong_unit),
    _worded(
        "flipped_negation",
        "negation flipped",
        "no statement has a verb that could be turned",
        edits.flipped_negation,
    ),
    _worded(
        "changed_hedge",
        "hedge removed or strengthened",
        "no statement has a word of strength",
        edits.changed_hedge,
    ),
    _worded(
        "dropped_qualifier",
        "qualifier or scope dropped",
        "no statement has a condition",
        edits.dropped_qualifier,
    ),
    _worded("outside_name", "name from outside", "no statement has a name", edits.outside_name),
    _worded(
        "same_source_name",
        "name of the same source",
        "no source of a statement has another name",
        edits.same_source_name,
    ),
    _worded(
        "same_source_number",
        "number of the same source",
        "no source of a statement has another number",
        edits.same_source_number,
    ),
    _worded(
        "same_source_date",
        "date of the same source",
        "no source of a statement has another date",
        edits.same_source_date,
    ),
    Kind(CHOSEN, "value of the same source, chosen by a model", "", ()),
    Kind(
        "wrong_attribution",
        "wrong attribution",
        "no statement names its source by its title",
        (citing.wrong_attribution,),
        of_sources=True,
    ),
    Kind(
        "altered_quote",
        "quote altered",
        "no statement is a quotation",
        (
            in_draft("altered_quote", edits.altered_word, quoted=True),
            in_claim("altered_quote", edits.altered_word, quote_too=True),
        ),
    ),
    Kind(
        "hidden_contradiction",
        "contradiction hidden",
        "nothing contradicts anything",
        (hiding.hidden_side, hiding.hidden_claims),
        of_runs=True,
    ),
    Kind("raised_label", "label raised", "every label is high already", (hiding.raised_label,), of_runs=True),
    Kind(
        "summary_differs",
        "summary differs from body",
        "the short answer has no value and no claim",
        (
            in_draft("summary_differs", edits.any_value, lead=True),
            hiding.summary_alone,
        ),
        of_runs=True,
    ),
    Kind("removed_gap", "gap removed", "the report states no gap", (hiding.removed_gap,), of_runs=True),
)

KINDS: Mapping[str, Kind] = {kind.name: kind for kind in _ALL}


def plant(
    target: Target, *, seed: int = 0, each: int = 3, kinds: Collection[str] = tuple(KINDS)
) -> tuple[tuple[Planted, ...], tuple[Skipped, ...]]:
    """Copies with one error each: at most `each` of every kind and layer; and the kinds that there is no room for.

    The same report, seed and number give the same copies, whichever other kinds are planted. In a text by anyone
    nothing is planted that only a report of a run can have.
    """
    planted: list[Planted] = []
    skipped: list[Skipped] = []
    empty = not places(target)
    for name in KINDS:
        fits = KINDS[name].planters and not (KINDS[name].of_runs and target.marks == "any")
        if name not in kinds or not fits:
            continue
        kind, before = KINDS[name], len(planted)
        for number, planter in enumerate(kind.planters):
            rng = Random(f"{seed}/{name}/{number}")  # noqa: S311 - chance that can be had again, nothing secret
            planted += [made for _, made in zip(range(each), planter(target, rng), strict=False)]
        if len(planted) == before:
            skipped.append(Skipped(kind=name, why=_NO_MARKS if empty else kind.needs))
    return tuple(planted), tuple(skipped)
