"""What was asked, and the checklist it becomes."""

from enum import StrEnum

from stet.domain.base import Value


class TopicKind(StrEnum):
    """What part of the question a topic covers."""

    ANSWER = "answer"
    PART = "part"
    SCOPE = "scope"
    CHANGE = "change"


class Topic(Value):
    """A required subquestion; `id` is `T1`, `T2`, … and stable for the whole run."""

    id: str
    text: str
    kind: TopicKind = TopicKind.PART


class Query(Value):
    """A search string and the topic it serves; `gap` says what was missing when it was made."""

    text: str
    topic: str
    gap: str | None = None


class Plan(Value):
    """Two to five topics (one for the narrowest questions) and the first queries."""

    question: str
    topics: tuple[Topic, ...]
    queries: tuple[Query, ...]
