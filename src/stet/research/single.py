"""Level `single`: one call, from memory. Nothing of it can be checked, and it is never approved."""

from stet.domain.events import Drafted, Noted, Planned, Searched
from stet.domain.question import Plan, Query, Topic, TopicKind
from stet.domain.report import Gap, ReportTopic
from stet.domain.run import RunSpec
from stet.errors import BadSetting
from stet.report.draft import ANSWER, Draft, DraftSection, DraftSentence
from stet.research.assemble import Findings
from stet.research.tools import Tools
from stet.verify.sentences import sentences

FROM_MEMORY = "From memory: a model wrote this without any source, and nothing in it was checked."
FROM_SEARCH = (
    "From {}: a model wrote this with its own search, and its citations stand as it gave them. "
    "None of the pages was read here, and nothing was checked."
)
_MISSING = "no source was looked for"


async def from_memory(tools: Tools, spec: RunSpec) -> Findings:
    """The answer as it came, sentence by sentence, each without a claim.

    Raises:
        BadSetting: the engine has nothing to remember with
    """
    if tools.engine.memory is None:
        raise BadSetting(
            f"level single asks a model from memory, and the engine {tools.engine.name} has none"
        )
    topic = Topic(id="T1", text=spec.question, kind=TopicKind.ANSWER)
    plan = Plan(question=spec.question, topics=(topic,), queries=())
    tools.recorder.emit(Planned(plan=plan))
    answer = await tools.engine.memory.recall(spec.question)
    if answer.by is not None:
        for query in answer.queries or (spec.question,):
            asked = Query(text=query, topic=topic.id)
            tools.recorder.emit(Searched(round=1, provider=answer.by, query=asked, hits=answer.cited))
    tools.recorder.emit(Drafted(round=1, markdown=answer.text))
    return Findings(
        plan=plan,
        topics=(ReportTopic(id=topic.id, text=topic.text, covered=False, gap=_MISSING),),
        gaps=(Gap(topic=topic.id, missing=_MISSING),),
        ledger=(),
        conflicts=(),
        draft=recalled(answer.text),
        rounds=(),
        notes=(
            FROM_MEMORY if answer.by is None else FROM_SEARCH.format(answer.by),
            *dict.fromkeys(_told(event) for event in tools.recorder.emitted if isinstance(event, Noted)),
        ),
    )


def _told(noted: Noted) -> str:
    return f"{noted.where}: {noted.message}" if noted.where else noted.message


def recalled(text: str) -> Draft:
    """What a model remembered, sentence by sentence, as a draft without a claim."""
    said = (" ".join(text[span.start : span.end].split()) for span in sentences(text))
    return Draft(sections=(DraftSection(ANSWER, tuple(DraftSentence(each) for each in said if each)),))
