"""A clerk on loopback: a server of chat completions that plays every role by rule, from what stands in the prompt.

    with clerk() as town:
        app = App(home, operator=town.operator())
        report = await app.ask(Request(question=QUESTION, engine="model", model=CLERK, documents=(TOLL,)))
        assert town.roles() == ["planner", …]

It plans the topics it has rules for, claims the sentences that fit them, judges by numbers, writes what the ledger says
and approves what only that says. What it writes can be spoilt, and what it is asked be failed or delayed.
"""

import json
import re
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from httpkit import Raw, Reply, Seen, Server, answer
from stet.app import Operator
from stet.domain.base import value_id
from wirekit import chat

CLERK = "local:clerk"
TOLL = Path(__file__).parents[1] / "examples" / "harbour-toll"
ASKED = "When does the Harbour Bridge toll start, who pays it, and what does an unpaid crossing cost?"

_HEADS = {
    "Planner": "planner",
    "Analyst": "analyst",
    "Judge": "judge",
    "Narrower": "narrower",
    "Reviewer": "reviewer",
    "Supervisor": "supervisor",
    "Writer": "writer",
    "Section writer": "writer",
    "From memory": "single",
}
_POINTS = (
    "cited",
    "nothing_beyond_claims",
    "contradictions_disclosed",
    "labels_match",
    "summary_matches_body",
    "gaps_stated",
)
_BLOCK = re.compile(r"<<<([0-9a-f]{16}) ([^>\n]+)>>>\n(.*?)\n<<<\1 end>>>", re.DOTALL)
_PASSAGE = re.compile(r"^(P\d+)(?: \([^\n]*?\))?: ", re.MULTILINE)
_CLAIM = re.compile(r"^(C\d+) \((T\d), (\w+).*?\): (.*?)(?: \| .*)?$", re.MULTILINE)
_JUDGED = re.compile(r"^(C\d+) \((P\d[^)]*)\): (.*)$", re.MULTILINE)
_PLACE = re.compile(r"P\d+")
_NARROWED = re.compile(r"^(C\d+) \(\w+\): (.*?)(?: \| fails: .*)?$", re.MULTILINE)
_FEW = 6
"""Words around a claim's own, its key among them, that the reviewer does not mind."""
_SENTENCE = re.compile(r"[A-Z“(\u0600-\u06ff][^.\n]*(?:\.\d[^.\n]*)*\.|[^。\n]+。")
_KEY = re.compile(r"\[(C\d+)\]")
_SIDE = re.compile(r"\((C\d+)\)")
_DAY = re.compile(r"\d{1,2} [A-Z][a-z]+ \d{4}")
_NUMBER = re.compile(r"\d[\d.,]*\d|\d")


class Rule(NamedTuple):
    """A topic that the clerk plans, and which sentences it takes for an answer to it."""

    text: str
    kind: str
    queries: tuple[str, ...]
    answers: str


HARBOUR = (
    Rule(
        "When does the Harbour Bridge toll start?",
        "answer",
        ("Harbour Bridge toll start date", "Harbour Bridge toll postponed"),
        r"toll (?:now )?(?:starts|applies|begins|will be charged)\b.* 1 \w+ 2027",
    ),
    Rule(
        "Who pays the Harbour Bridge toll?",
        "part",
        ("Harbour Bridge toll goods vehicles",),
        r"applies to goods vehicles|payable for every goods vehicle",
    ),
    Rule(
        "What does an unpaid crossing cost?",
        "part",
        ("Harbour Bridge unpaid crossing penalty",),
        r"penalty .*\d+ euros for each crossing",
    ),
    Rule(
        "Who is exempt from the toll?", "scope", ("Harbour Bridge toll exempt",), r"are exempt from the toll"
    ),
)


class Asked(NamedTuple):
    """What the clerk was asked: by role, and as it came."""

    role: str
    system: str
    prompt: str
    body: Mapping[str, object]
    at: float

    @property
    def content(self) -> str:
        """What is equal for equal requests."""
        return value_id(dict(self.body))

    @property
    def characters(self) -> int:
        """How much was sent, the shape included."""
        shape = self.body.get("response_format")
        return len(self.system) + len(self.prompt) + (len(json.dumps(shape)) if shape else 0)


Failing = Callable[[Asked, int], Reply | Raw | None]
"""What the clerk says in place of its answer to a request, given how many of that role came before; None for none."""


def _never(*_: object) -> None:
    return None


def _as_it_is(draft: str) -> str:
    return draft


@dataclass
class Clerk:
    """Plays every role by rule.

    `spoil` changes its drafts; one that is `lenient` approves and supports whatever it is shown.
    `paraphrases` makes a claim in other words of every sentence with a day in it. `asks` is the query that it proposes
    for every gap, `each` how many sentences it takes for a topic at most, `less` what it leaves of a claim by key and
    text: nothing.
    """

    rules: tuple[Rule, ...] = HARBOUR
    spoil: Callable[[str], str] = _as_it_is
    lenient: bool = False
    paraphrases: bool = True
    asks: str | None = None
    each: int = 100
    less: Callable[[str, str], str | None] = _never
    memory: str = "The toll starts in 2027, I believe. I am not sure who pays it."

    def says(self, role: str, prompt: str) -> str:
        """The text of an answer."""
        said = getattr(self, f"_{role}")(_blocks(prompt))
        return said if isinstance(said, str) else json.dumps(said, ensure_ascii=False)

    def _planner(self, _: Mapping[str, str]) -> object:
        return {
            "topics": [
                {"subquestion": rule.text, "kind": rule.kind, "queries": list(rule.queries)}
                for rule in self.rules
            ]
        }

    def _supervisor(self, data: Mapping[str, str]) -> object:
        ids = list(_topics(data))
        return {"parts": [part for part in (ids[0::2], ids[1::2]) if part]}

    def _analyst(self, data: Mapping[str, str]) -> object:
        claims: list[object] = []
        covered: dict[str, tuple[str, str]] = {}
        for topic, text in _topics(data).items():
            rule = next((each for each in self.rules if each.text == text), None)
            wanted = rule.answers if rule is not None else r"(?!)"
            fitting = [pair for pair in _sentences(data) if re.search(wanted, pair[1])]
            for passage, sentence in fitting[: self.each]:
                covered.setdefault(topic, (passage, sentence))
                claims += self._claims(topic, passage, sentence)
        topics = [_coverage(topic, covered.get(topic), self.asks) for topic in _topics(data)]
        return {"claims": claims, "topics": topics}

    def _claims(self, topic: str, passage: str, sentence: str) -> list[object]:
        quotes = [{"passage": passage, "exact": sentence}]
        made: list[object] = [{"topic": topic, "quotes": quotes, "text": sentence, "kind": "quotation"}]
        day = _DAY.search(sentence)
        if self.paraphrases and day is not None:
            text = f"The first day on which the toll is due is {day[0]}."
            made.append({"topic": topic, "quotes": quotes, "text": text, "kind": "paraphrase"})
        return made

    def _judge(self, data: Mapping[str, str]) -> object:
        return {"verdicts": [self._verdict(data, *found) for found in _JUDGED.findall(data["claims"])]}

    def _narrower(self, data: Mapping[str, str]) -> object:
        claims = _NARROWED.findall(data["claims"])
        return {"claims": [{"claim": key, "text": self.less(key, text)} for key, text in claims]}

    def _verdict(self, data: Mapping[str, str], key: str, places: str, claim: str) -> object:
        wanted = set(_NUMBER.findall(claim))
        texts = "\n".join(data[f"text {place}"] for place in _PLACE.findall(places))
        for sentence in _SENTENCE.findall(texts):
            if self.lenient or wanted <= set(_NUMBER.findall(sentence)):
                return {"claim": key, "words": sentence, "failing": None, "verdict": "supports"}
        return {"claim": key, "words": None, "failing": claim, "verdict": "does_not_support"}

    def _writer(self, data: Mapping[str, str]) -> str:
        claims = _CLAIM.findall(data["claims"])
        lines: dict[str, list[str]] = {}
        for key, topic, kind, text in claims:
            quoted = f"The source says: “{text}”" if kind == "quotation" else text
            lines.setdefault(topic, []).append(f"{quoted} [{key}]")
        headings = dict(re.findall(r"^(T\d): (.*)$", data["topics"], re.MULTILINE))
        line_of = {key: line for said in lines.values() for line in said for key in _KEY.findall(line)[-1:]}
        lead = _KEY.findall(next(iter(lines.values()))[0])[-1]
        # A conflict of the first claim is told with every side, the stronger first, as the prompt wants it.
        sides = next(
            (keys for row in _lines(data.get("conflicts", "")) if lead in (keys := _SIDE.findall(row))),
            [lead],
        )
        first = "\n\n".join(line_of[key] for key in dict.fromkeys([*sides, lead]) if key in line_of)
        body = [f"## {headings[topic]}\n\n" + "\n\n".join(said) for topic, said in lines.items()]
        return self.spoil("\n\n".join([f"## Short answer\n\n{first}", *body]))

    def _reviewer(self, data: Mapping[str, str]) -> object:
        known = {text for _, _, _, text in _CLAIM.findall(data["claims"])}
        foreign = [line for line in _lines(data["draft"]) if _beyond(line, known)]
        points: list[object] = []
        for point in _POINTS:
            failing = point == "nothing_beyond_claims" and foreign and not self.lenient
            fault = {"sentence": foreign[0], "instruction": "Say only what a claim says."} if failing else {}
            points.append({"point": point, **fault, "outcome": "fail" if failing else "pass"})
        return {"points": points}

    def _single(self, _: Mapping[str, str]) -> str:
        return self.memory


@dataclass
class Talker(Clerk):
    """A clerk that does not heed how many claims are wanted: it makes `claims` of them, about the topics in turn."""

    claims: int = 60

    def _analyst(self, data: Mapping[str, str]) -> object:
        said: Any = super()._analyst(data)
        topics, found = list(_topics(data)), _sentences(data)
        said["claims"] = [
            {
                "topic": topics[number % len(topics)],
                "quotes": [{"passage": passage, "exact": sentence}],
                "text": f"One reads there that {sentence[0].lower()}{sentence[1:]}",
                "kind": "paraphrase",
            }
            for number, (passage, sentence) in enumerate(found[: self.claims])
        ]
        return said


@dataclass
class ClerkTown:
    """The clerk's server, and all that it was asked."""

    server: Server
    clerk: Clerk
    failing: Failing = _never
    asked: list[Asked] = field(default_factory=list[Asked])

    def operator(self, **settings: object) -> Operator:
        """How a program is told to reach the clerk as `local:`."""
        return Operator.model_validate({"urls": {"local": self.server.url("/v1")}, **settings})

    def roles(self) -> list[str]:
        """Who was asked, in the order of the requests."""
        return [each.role for each in self.asked]

    def of(self, role: str) -> list[Asked]:
        """What a role was asked."""
        return [each for each in self.asked if each.role == role]

    def handle(self, seen: Seen) -> Reply | Raw:
        """Answer a request."""
        asked = asked_of(seen.json, seen.at)
        before = len(self.of(asked.role))
        self.asked.append(asked)
        failed = self.failing(asked, before)
        return failed if failed is not None else answer(completion(self.clerk, asked))


@contextmanager
def clerk(
    playing: Clerk | None = None, *, delay: float = 0.0, failing: Failing = _never
) -> Generator[ClerkTown]:
    """The clerk's server, open; `delay` seconds pass before each answer."""
    with Server(delay=delay) as server:
        town = ClerkTown(server, playing or Clerk(), failing)
        server.handler = town.handle
        yield town


def asked_of(body: object, at: float) -> Asked:
    """A request as the clerk sees it."""
    assert isinstance(body, dict)
    said: list[dict[str, str]] = body["messages"]
    system = "\n\n".join(each["content"] for each in said if each["role"] in ("system", "developer"))
    prompt = "\n\n".join(each["content"] for each in said if each["role"] == "user")
    head = system.partition("\n")[0].removeprefix("# ").strip()
    return Asked(_HEADS[head], system, prompt, body, at)


def completion(playing: Clerk, asked: Asked, text: str | None = None, **message: Any) -> dict[str, object]:
    """The clerk's answer as a chat completion, with as many tokens as it has fours of characters.

    `text` stands in its place; `message` are more fields of `wirekit.chat`.
    """
    said = playing.says(asked.role, asked.prompt) if text is None else text
    counted = {"prompt_tokens": asked.characters // 4, "completion_tokens": len(said) // 4}
    usage = {**counted, "total_tokens": sum(counted.values())}
    return chat(said, usage=usage, **message)


def _blocks(prompt: str) -> dict[str, str]:
    return {label: text for _, label, text in _BLOCK.findall(prompt)}


def _topics(data: Mapping[str, str]) -> dict[str, str]:
    return dict(re.findall(r"^(T\d) \([^)]*\): (.*)$", data["topics"], re.MULTILINE))


def _sentences(data: Mapping[str, str]) -> list[tuple[str, str]]:
    """Every sentence that is shown, with the id of its passage."""
    found: list[tuple[str, str]] = []
    for label, text in data.items():
        if label.startswith("source "):
            parts: Sequence[str] = _PASSAGE.split(text)[1:]
            for passage, said in zip(parts[::2], parts[1::2], strict=True):
                found += [(passage, sentence) for sentence in _SENTENCE.findall(said)]
    return found


def _coverage(topic: str, found: tuple[str, str] | None, asks: str | None) -> dict[str, object]:
    if found is not None:
        return {"topic": topic, "passage": found[0], "quote": found[1], "covered": True}
    return {"topic": topic, "covered": False, "lacks": "answer", "missing": "any word of it", "query": asks}


def _lines(draft: str) -> list[str]:
    """The sentences of a draft, without the escapes that make them literal."""
    bare = re.sub(r"\\([^\w\s])", r"\1", draft)
    return [line for line in bare.splitlines() if line and not line.startswith(("#", "Gap:"))]


def _beyond(line: str, known: set[str]) -> bool:
    """Whether a line says more than the text of a claim and a few words of who says it."""
    texts = [text for text in known if text in line]
    return not texts or len(line.replace(max(texts, key=len), "").split()) > _FEW
