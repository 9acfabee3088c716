"""The shapes of what a model answers: small, and without anything that the program knows already.

Fields stand in the order in which a model writes them: what it relies on comes before what it concludes.
"""

import json
from functools import cache
from typing import Annotated, Literal, cast

from pydantic import AfterValidator, Field, model_validator
from pydantic.json_schema import GenerateJsonSchema

from stet.domain.base import Value
from stet.domain.question import TopicKind
from stet.ports import Shape
from stet.verify.normal import fold


def _line(most: int) -> AfterValidator:
    """One line of at most so many characters; the limit is not in the schema, which grammars unroll."""

    def check(text: str) -> str:
        flat = " ".join(text.split())
        if not flat:
            raise ValueError("must not be empty")
        if len(flat) > most:
            raise ValueError(f"must have at most {most} characters")
        return flat

    return AfterValidator(check)


Line = Annotated[str, _line(600)]
Words = Annotated[str, _line(3_000)]
Search = Annotated[str, _line(300)]


class TopicShape(Value):
    """A subquestion, its kind and its queries."""

    subquestion: Line
    kind: Literal["answer", "part", "scope", "change"]
    queries: tuple[Search, ...] = Field(min_length=1, max_length=3)

    @property
    def topic_kind(self) -> TopicKind:
        """The kind as the domain has it."""
        return TopicKind(self.kind)


class PlanShape(Value):
    """A checklist of two to five topics."""

    topics: tuple[TopicShape, ...] = Field(min_length=2, max_length=5)

    @model_validator(mode="after")
    def _differ(self) -> "PlanShape":
        if len({fold(topic.subquestion).casefold() for topic in self.topics}) < len(self.topics):
            raise ValueError("two topics say the same")
        return self


class QuoteShape(Value):
    """Words of a passage."""

    passage: str
    exact: Words


class ClaimShape(Value):
    """One statement and the words it stands on."""

    topic: str
    quotes: tuple[QuoteShape, ...]
    text: Annotated[str, _line(1_500)]
    kind: Literal["quotation", "paraphrase", "inference", "recommendation"]
    value: str | None = None
    date: str | None = None
    population: str | None = None
    units: str | None = None
    dataset: str | None = None
    conditions: str | None = None
    repeats: str | None = None


class CoverageShape(Value):
    """Whether a topic is covered, by which words, and what is missing where it is not."""

    topic: str
    passage: str | None = None
    quote: str | None = None
    covered: bool
    lacks: Literal["primary_source", "date", "definition", "comparison", "explanation", "answer"] | None = (
        None
    )
    missing: str | None = None
    query: str | None = None


class ReadingShape(Value):
    """What passages say about the topics, and which topics are covered."""

    claims: tuple[ClaimShape, ...]
    topics: tuple[CoverageShape, ...]


class SplitShape(Value):
    """The topics of each researcher."""

    parts: tuple[tuple[str, ...], ...]


class VerdictShape(Value):
    """Whether a text supports a claim, by the claim's key, and the words or the part that decide."""

    claim: str
    words: str | None = None
    failing: str | None = None
    verdict: Literal["supports", "does_not_support", "cannot_tell"]


class VerdictsShape(Value):
    """A verdict for each of the claims."""

    verdicts: tuple[VerdictShape, ...]


class LessShape(Value):
    """What is left of one claim; null where nothing is."""

    claim: str
    text: Annotated[str, _line(1_500)] | None = None


class NarrowedShape(Value):
    """What is left of claims."""

    claims: tuple[LessShape, ...]


Point = Literal[
    "cited",
    "nothing_beyond_claims",
    "contradictions_disclosed",
    "labels_match",
    "summary_matches_body",
    "gaps_stated",
]


class PointShape(Value):
    """The answer to one point of the review."""

    point: Point
    sentence: str | None = None
    instruction: str | None = None
    outcome: Literal["pass", "fail"]


class ReviewShape(Value):
    """The answers to the six points."""

    points: tuple[PointShape, ...]


class _Bare(GenerateJsonSchema):
    """A schema without titles: they repeat the names, and every character is sent."""

    def field_title_should_be_set(self, schema: object) -> bool:
        """Never."""
        return False


@cache
def shape_of(kind: type[Value]) -> Shape:
    """The shape of a value as a model is asked for it; its fields keep their order, which sorting would take away."""
    name = kind.__name__.removesuffix("Shape").lower()
    schema = kind.model_json_schema(schema_generator=_Bare)
    text = json.dumps(_bare(schema), ensure_ascii=False, separators=(",", ":"))
    lines = (kind.__doc__ or "").splitlines()
    return Shape(name=name, description=lines[0], json_schema=text)


def _bare(node: object) -> object:
    """A schema without the titles and docstrings of its classes; the properties of a class keep their names."""
    if isinstance(node, list):
        return [_bare(each) for each in cast("list[object]", node)]
    if not isinstance(node, dict):
        return node
    known = cast("dict[str, object]", node)
    dropped = {key for key in ("title", "description") if isinstance(known.get(key), str)}
    return {key: _bare(value) for key, value in known.items() if key not in dropped}
