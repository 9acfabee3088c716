"""What becomes of a claim that does not stand: each action is an event, and nothing vanishes."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import pytest

from httpkit import Reply, answer
from modeltown import CLERK, Asked, Clerk, ClerkTown, Rule, clerk
from stet.app import App, Request
from stet.domain.budget import Budget
from stet.domain.claims import Action, ClaimKind, Decision, Taken
from stet.domain.events import Acted, Claimed, Decided, Drafted, Event, PageRead, Searched
from stet.domain.report import Report, ReportOutcome
from stet.domain.run import Level
from stet.evaluate.audit import audit
from stet.report.json import to_json

QUESTION = "When does the canal toll of Overton start?"
RULES = (
    Rule(
        "When does the canal toll start?", "answer", ("canal toll Overton start",), r"toll of Overton starts"
    ),
    Rule("Who pays the canal toll?", "part", ("canal toll Overton paid",), r"is paid by"),
)
NOTICE = (
    "---\ntitle: Notice of the canal office\nurl: https://canal.example/notice\ndate: 2026-10-01\n---\n"
    "# Canal toll\n\nThe canal toll of Overton starts on 3 March 2027 for barges.\n\n"
    "The canal toll of Overton is paid by the masters of barges.\n"
)
LEDGERS = (
    "---\ntitle: Ledgers of the lower lock\nurl: https://lock.example/ledgers\ndate: 2026-10-05\n---\n"
    "# Ledgers\n\nEvery ship in the ledgers of Overton is a barge, as the rafts were sold in 1911.\n"
)
TOO_WIDE = "The canal toll of Overton starts on 3 March 2027 for every ship."
FITTING = "The canal toll of Overton starts on 3 March 2027 for barges only."
_ASKED = re.compile(r"^(C\d+) \((\w+)[^\n]*?\): (.*?)(?: \| [^\n]*)?$", re.MULTILINE)

Verdict = Callable[[str, str], str]
"""What a judge says of a claim's text, given all texts that it is shown: supports, does_not_support, cannot_tell."""


@dataclass
class Wide(Clerk):
    """A clerk whose second claim says more than its words; its judge sees that."""

    rules: tuple[Rule, ...] = RULES
    kind: str = "paraphrase"
    says_of_it: Verdict = lambda text, _: "does_not_support" if "every ship" in text else "supports"

    def _claims(self, topic: str, passage: str, sentence: str) -> list[object]:
        quotes = [{"passage": passage, "exact": sentence}]
        plain: list[object] = [{"topic": topic, "quotes": quotes, "text": sentence, "kind": "quotation"}]
        if topic != "T1":
            return plain
        return [*plain, {"topic": topic, "quotes": quotes, "text": TOO_WIDE, "kind": self.kind}]

    def _verdict(self, data: Mapping[str, str], key: str, places: str, claim: str) -> object:
        texts = "\n".join(text for label, text in data.items() if label.startswith("text "))
        verdict = self.says_of_it(claim, texts)
        words = next(line for line in texts.splitlines() if "toll of Overton starts" in line)
        return {
            "claim": key,
            "words": words if verdict == "supports" else None,
            "failing": "for every ship" if verdict == "does_not_support" else None,
            "verdict": verdict,
        }


class Came:
    """A run that was seen through."""

    def __init__(self, app: App, report: Report, events: list[Event], town: ClerkTown) -> None:
        self.app, self.report, self.events, self.town = app, report, events, town

    @property
    def taken(self) -> list[Taken]:
        return [event.taken for event in self.events if isinstance(event, Acted)]

    def of(self, action: Action) -> list[Taken]:
        return [each for each in self.taken if each.action is action]


def nobody(_: Asked, __: int) -> Reply | None:
    return None


async def run(
    folder: Path,
    playing: Clerk,
    *,
    budget: Budget | None = None,
    failing: Callable[[Asked, int], Reply | None] = nobody,
    more: Mapping[str, str] | None = None,
) -> Came:
    """The run, audited and made again."""
    documents = folder / "documents"
    documents.mkdir()
    (documents / "notice.md").write_text(NOTICE, encoding="utf-8")
    (documents / "ledgers.md").write_text(LEDGERS, encoding="utf-8")
    for name, text in (more or {}).items():
        (documents / name).write_text(text, encoding="utf-8")
    events: list[Event] = []
    with clerk(playing, failing=failing) as town:
        app = App(folder / "home", operator=town.operator())
        asked: dict[str, object] = {
            "question": QUESTION,
            "documents": (str(documents),),
            "engine": "model",
            "model": CLERK,
            "level": Level.WORKFLOW,
            "profile": "general",
            "today": date(2026, 11, 30),
        }
        request = Request.model_validate({**asked, **({"budget": budget} if budget else {})})
        report = await app.ask(request, [lambda stamped: events.append(stamped.event)])
    with app.store() as store:
        assert audit(store, report.run).report
    assert to_json(await app.replay(report.run)) == to_json(report)
    assert report.actions == tuple(dict.fromkeys(e.taken for e in events if isinstance(e, Acted)))
    return Came(app, report, events, town)


async def test_a_claim_that_says_too_much_is_narrowed_checked_and_judged_again(tmp_path: Path) -> None:
    came = await run(tmp_path, Wide(less=lambda _, text: FITTING if text == TOO_WIDE else None))
    (entry,) = [claim for claim in came.report.claims if claim.kind is ClaimKind.PARAPHRASE]
    assert (entry.text, entry.decision) == (FITTING, Decision.SUPPORTED)
    (taken,) = came.of(Action.NARROW)
    assert (taken.text, taken.became, taken.outcome) == (TOO_WIDE, FITTING, "carried_out")
    assert came.report.removed == ()
    assert came.report.outcome is ReportOutcome.APPROVED
    said = [sentence.text for section in came.report.sections for sentence in section.sentences]
    assert FITTING in said
    assert TOO_WIDE not in said
    # What was judged before is not judged again.
    judged = [re.findall(r"every ship|barges only", asked.prompt) for asked in came.town.of("judge")]
    assert sum("every ship" in each for each in judged) == 1
    narrowing = next(n for n, event in enumerate(came.events) if isinstance(event, Acted))
    assert any(isinstance(event, Claimed) for event in came.events[narrowing:])
    assert any(isinstance(event, Decided) for event in came.events[narrowing:])


@pytest.mark.parametrize(
    ("less", "why"),
    [
        (None, "Nothing of it could be saved"),
        ("The canal toll of Overton starts on 4 March 2027 for every ship.", "did not pass either"),
        ("The toll starts on 3 March 2027 for every ship that there is.", "did not pass either"),
        (TOO_WIDE, "no new claim"),
        ("The canal toll of Overton starts on 3 March 2027 for barges.", "no new claim"),
    ],
)
async def test_what_still_fails_is_taken_out_and_listed_with_its_reason(
    tmp_path: Path, less: str | None, why: str
) -> None:
    came = await run(tmp_path, Wide(less=lambda *_: less))
    (taken,) = came.of(Action.NARROW)
    assert (taken.outcome, taken.became, why in taken.detail) == ("failed", None, True)
    (out,) = came.of(Action.REMOVE)
    assert (out.text, out.outcome) == (TOO_WIDE, "carried_out")
    (gone,) = came.report.removed
    assert (gone.what, gone.text, gone.claims) == ("claim", TOO_WIDE, (taken.claim,))
    assert gone.decision is Decision.UNSUPPORTED
    assert "for every ship" in gone.detail
    assert came.report.outcome is ReportOutcome.APPROVED
    assert len(came.town.of("narrower")) == 1


async def test_a_claim_that_stays_open_is_searched_for_once_and_judged_on_what_was_found(
    tmp_path: Path,
) -> None:
    came = await run(
        tmp_path, Wide(says_of_it=lambda text, _: "cannot_tell" if text == TOO_WIDE else "supports")
    )
    (taken,) = came.of(Action.INVESTIGATE)
    assert taken.text == TOO_WIDE
    assert taken.outcome == "failed"
    searched = [event for event in came.events if isinstance(event, Searched)]
    aimed = [event for event in searched if event.query.text == TOO_WIDE]
    assert len(aimed) == 1
    assert aimed[0].query.gap is not None
    assert aimed[0].round == 2
    (gone,) = came.report.removed
    assert (gone.decision, gone.reason) == (Decision.UNREVIEWED, "cannot_tell")
    assert came.report.outcome is ReportOutcome.APPROVED


async def test_what_a_search_for_a_claim_finds_is_read_and_everything_decided_on_it(tmp_path: Path) -> None:
    proof = "The canal toll of Overton starts on 3 March 2027 for every ship, rafts and ferries included."
    hidden = {
        "decree.md": "---\ntitle: Decree\nurl: https://decree.example/\ndate: 2026-10-20\n---\n"
        f"# On ships\n\n{proof}\n\n" + "Of ropes, sails and oars nothing is said here. " * 60,
        "coins.md": "---\ntitle: Canal toll paid\nurl: https://coins.example/\ndate: 2026-10-20\n---\n"
        "# Canal toll paid at Overton\n\nThe canal toll paid at Overton was paid in coins.\n",
    }
    seen: list[bool] = []

    def verdict(text: str, texts: str) -> str:
        if text != TOO_WIDE:
            return "supports"
        seen.append(proof in texts)
        return "supports" if proof in texts else "cannot_tell"

    came = await run(tmp_path, Wide(says_of_it=verdict), budget=Budget(pages_per_query=1), more=hidden)
    read = [event.round for event in came.events if isinstance(event, PageRead)]
    assert read == [1, 1, 2]
    (taken,) = came.of(Action.INVESTIGATE)
    assert (taken.outcome, "with 1 more source it stands" in taken.detail) == ("carried_out", True)
    assert seen == [False, True]
    assert came.report.removed == ()


async def test_no_round_left_is_no_search_and_is_told(tmp_path: Path) -> None:
    playing = Wide(says_of_it=lambda text, _: "cannot_tell" if text == TOO_WIDE else "supports")
    came = await run(tmp_path, playing, budget=Budget(rounds=1))
    (taken,) = came.of(Action.INVESTIGATE)
    assert (taken.outcome, taken.detail) == ("not_possible", "No round was left.")
    assert all(event.round == 1 for event in came.events if isinstance(event, Searched))


async def test_a_narrower_that_cannot_be_had_costs_the_claim_and_not_the_run(tmp_path: Path) -> None:
    def failing(asked: Asked, _: int) -> Reply | None:
        return answer({"error": {"message": "no"}}, 400) if asked.role == "narrower" else None

    came = await run(tmp_path, Wide(), failing=failing)
    (taken,) = came.of(Action.NARROW)
    assert taken.outcome == "failed"
    assert any("were not rewritten" in note for note in came.report.notes)
    assert [gone.text for gone in came.report.removed] == [TOO_WIDE]
    assert came.report.outcome is ReportOutcome.APPROVED


async def test_what_no_source_says_is_written_under_the_word_for_it(tmp_path: Path) -> None:
    came = await run(tmp_path, Wide(kind="inference", says_of_it=lambda *_: "supports"))
    (taken,) = came.of(Action.LABEL_INFERENCE)
    assert taken.outcome == "carried_out"
    said = [sentence for section in came.report.sections for sentence in section.sentences]
    (inferred,) = [sentence for sentence in said if taken.claim in sentence.claims]
    assert inferred.text == f"Inference: {TOO_WIDE}"


async def test_a_sentence_that_a_revision_left_out_is_listed_with_what_the_review_found(
    tmp_path: Path,
) -> None:
    added = "Rowers pay 900 crowns."
    drafts: list[str] = []

    def spoil(draft: str) -> str:
        drafts.append(draft)
        return draft.replace("## When", f"{added} [C1]\n\n## When") if len(drafts) == 1 else draft

    came = await run(tmp_path, Wide(spoil=spoil, says_of_it=lambda *_: "supports"))
    assert [event.round for event in came.events if isinstance(event, Drafted)] == [1, 2]
    (gone,) = came.report.removed
    assert (gone.what, gone.text, gone.claims, gone.reason) == ("sentence", added, ("C1",), "revised")
    assert "Review 1 found" in gone.detail
    assert "900" in gone.detail
    assert came.report.outcome is ReportOutcome.APPROVED
