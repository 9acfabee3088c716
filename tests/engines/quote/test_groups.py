"""Candidates that say the same, and those that share a value and disagree."""

from modelkit import source_of
from stet.domain.question import Topic, TopicKind
from stet.engines.quote.candidates import Candidate
from stet.engines.quote.groups import Group, group
from stet.verify.focus import focus_of
from stet.verify.sentences import Span
from stet.verify.statements import statement

ASKED = "What is the fine for a false plate?"
FOCUS = focus_of(ASKED)
TOPIC = Topic(id="T1", text=ASKED, kind=TopicKind.ANSWER)


def candidate(key: str, text: str, authority: float) -> Candidate:
    said = statement(text, FOCUS, {})
    source = source_of(key).model_copy(update={"authority": authority})
    return Candidate(source, Span(0, len(text)), text, said, said.match, False, None, None)


def leads(*candidates: Candidate) -> list[tuple[str, int]]:
    found: list[Group] = group(TOPIC, FOCUS, sorted(candidates, key=lambda c: -c.fit))
    return [(each.lead.source.id, len(each.members)) for each in found]


OLD = candidate("S1", "The fine for a false plate is up to 90 euros or 1.5 % of the fleet.", 0.15)
LAW = candidate(
    "S2", "Any false plate shall be subject to a fine of up to 90 euros or 1 % of the fleet.", 1.0
)
SAME = candidate("S3", "A false plate means a fine up to 90 euros or 1 % of the fleet.", 0.3)


def test_sides_that_share_a_value_and_disagree_are_groups_of_their_own_the_weightier_first() -> None:
    assert leads(OLD, LAW, SAME) == [("S2", 2), ("S1", 1)]
    assert leads(LAW, OLD) == [("S2", 1), ("S1", 1)]


def test_what_agrees_is_one_group() -> None:
    assert leads(LAW, SAME) == [("S2", 2)]
