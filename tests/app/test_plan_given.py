"""A run that is given its plan follows it, and can be made again and audited like any other."""

from pathlib import Path

from stet.app import App
from stet.app.request import Request
from stet.domain.events import Planned
from stet.domain.question import Plan, Query, Topic, TopicKind
from stet.evaluate.audit import audit

TOLL = Path(__file__).parents[2] / "examples" / "harbour-toll"


async def test_the_run_follows_the_plan_and_can_be_made_again(tmp_path: Path):
    app = App(tmp_path)
    topic = Topic(id="T1", text="Who is exempt from the toll?", kind=TopicKind.ANSWER)
    plan = Plan(question="", topics=(topic,), queries=(Query(text="exempt from the toll", topic="T1"),))
    question = "When does the harbour bridge toll start?"
    report = await app.ask(Request(question=f" {question} ", documents=(str(TOLL),), plan=plan))
    assert [each.text for each in report.topics] == ["Who is exempt from the toll?"]
    assert report.queries[0].text == "exempt from the toll"
    with app.store() as store:
        spec = store.run(report.run).spec
        told = [s.event.plan for s in store.events(report.run) if isinstance(s.event, Planned)]
        assert told == [spec.plan]
        assert told[0].question == question
        audit(store, report.run)
    assert await app.replay(report.run) == report


async def test_the_identity_of_a_run_without_one_is_what_it_was(tmp_path: Path):
    spec = App(tmp_path).spec(Request(question="When?", documents=(str(TOLL),)))
    assert "plan" not in spec.model_dump()
