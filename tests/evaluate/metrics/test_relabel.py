"""A model that had no part in a run labels its claims: over a journal, never above code's veto or a person's word."""

from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path

import pytest
from metrickit import check, entry, on_claim, report, stamped, subject
from metrickit import said as sentence

from judgekit import judge_of, said
from modelkit import Desk, scripted
from stet.confidence.profile import load_profile
from stet.domain.budget import Budget
from stet.domain.claims import Check, ClaimKind, Decision, Outcome
from stet.domain.events import Started
from stet.domain.report import Report
from stet.domain.run import Level, RunSpec
from stet.errors import NotFound, Unavailable
from stet.evaluate.metrics import Subject, measured
from stet.evaluate.metrics.relabel import relabelled
from stet.ports import Case
from stet.store import open_store

START = "The toll for lorries starts on 1 March 2027 at noon."
PAYS = "Whoever drives a lorry across has to pay the toll."
SPEC = RunSpec(
    question="When does the toll start?",
    level=Level.REVIEWED,
    engine="model",
    profile="general",
    profile_json=load_profile("general").model_dump_json(),
    budget=Budget(),
    providers=(),
    today=date(2026, 11, 30),
    version="0",
)


class Says:
    """A judge who says the same of every claim, and keeps what was asked."""

    def __init__(self, outcome: Outcome, detail: str = "", by: str = "model") -> None:
        self.vote = check("judge", outcome, "said", detail, by)
        self.asked: list[Case] = []

    async def judge(self, cases: Sequence[Case]) -> Mapping[str, Check]:
        self.asked += cases
        return {case.claim.key: self.vote for case in cases}


class Away:
    """A judge who cannot be had."""

    async def judge(self, cases: Sequence[Case]) -> Mapping[str, Check]:
        raise Unavailable("not there")


def told(made: Report, **texts: str) -> Subject:
    """A subject whose sources say more than is quoted, so that no claim is a sentence of one, word for word."""
    kept = {
        **{f"S{n}": f"{c.quotes[0].exact}; so it was decided." for n, c in enumerate(made.claims, 1)},
        **texts,
    }
    plain = subject(made, texts=kept)
    events = (Started(spec=SPEC), *(each.event for each in plain.events))
    return Subject(made, stamped(*events), kept, None, plain.labels)


def paraphrased() -> Report:
    """Two claims in own words: C1 the ledger supports, C2 nobody judged."""
    quotes = (
        "The toll for lorries starts on 1 March 2027 at noon",
        "Whoever drives a lorry across has to pay the toll",
    )
    claims = [
        entry(1, START, decision=Decision.SUPPORTED),
        entry(2, PAYS, decision=Decision.UNREVIEWED, reason="no_judge"),
    ]
    claims = [
        claim.model_copy(
            update={"quotes": (claim.quotes[0].model_copy(update={"exact": quote, "end": len(quote)}),)}
        )
        for claim, quote in zip(claims, quotes, strict=True)
    ]
    return report(claims, body=[sentence(START, "C1"), sentence(PAYS, "C2")])


@pytest.mark.parametrize(
    ("outcome", "detail", "wanted"),
    [
        (Outcome.PASS, "starts on 1 March", "supported"),
        (Outcome.FAIL, "Not supported: at noon", "overstated"),
        (Outcome.FAIL, "", "unsupported"),
        (Outcome.UNSURE, "", "open"),
    ],
)
async def test_what_a_judge_says_is_the_label_of_a_model(outcome: Outcome, detail: str, wanted: str) -> None:
    judge = Says(outcome, detail)
    found = await relabelled(told(paraphrased()), judge)
    assert {case.claim.key for case in judge.asked} == {"C1", "C2"}
    assert found.of_claim("C1") == (wanted, "model")
    assert found.of_claim("C2") == (wanted, "model")
    assert found.labelled["model"] == 2


async def test_a_judge_who_is_not_there_leaves_the_labels_as_they_were() -> None:
    before = told(paraphrased())
    found = await relabelled(before, Away())
    assert found.of_claim("C1") == ("supported", "code")
    assert found.of_claim("C2") == ("open", None)
    assert measured(found) == measured(before)


async def test_a_person_stays_above_the_judge_and_a_judge_may_be_a_person() -> None:
    before = told(paraphrased())
    before = before.with_labels(
        before.labels.model_copy(update={"judgements": (on_claim("C1", "overstated"),)})
    )
    found = await relabelled(before, Says(Outcome.FAIL))
    assert found.of_claim("C1") == ("overstated", "person")
    assert found.of_claim("C2") == ("unsupported", "model")
    heard = await relabelled(told(paraphrased()), Says(Outcome.PASS, by="person"))
    assert heard.of_claim("C2") == ("supported", "person")


async def test_no_judge_is_asked_about_what_code_settles() -> None:
    # C1 is a quotation; C2 gives a value that its words do not have; S3 cannot be had.
    wrong = "The fine is 90 euros a day."
    claims = [
        entry(1, START, kind=ClaimKind.QUOTATION),
        entry(2, wrong, decision=Decision.UNSUPPORTED, reason="value_absent"),
        entry(3, PAYS),
    ]
    quote = "The fine is 70 euros a day."
    claims[1] = claims[1].model_copy(
        update={"quotes": (claims[1].quotes[0].model_copy(update={"exact": quote}),)}
    )
    made = report(claims, body=[sentence(each.text, each.key) for each in claims])
    before = told(made)
    gone = {name: text for name, text in before.texts.items() if name != "S3"}
    judge = Says(Outcome.PASS)
    found = await relabelled(Subject(made, before.events, gone), judge)
    assert judge.asked == []
    assert [found.of_claim(key).verdict for key in ("C1", "C2", "C3")] == [
        "supported",
        "unsupported",
        "supported",
    ]


async def test_events_that_do_not_tell_how_the_run_began_are_not_enough() -> None:
    with pytest.raises(NotFound, match="do not tell how it was begun"):
        await relabelled(subject(paraphrased()), Says(Outcome.PASS))


async def test_a_model_is_asked_through_a_journal_and_an_equal_question_once(tmp_path: Path) -> None:
    with open_store(str(tmp_path / "labels.sqlite")) as store:
        desk = Desk(store)
        yes = {"verdict": "supports", "words": "starts on 1 March 2027", "failing": ""}
        model = scripted(said(yes, keys=["C1"]), said({**yes, "words": "has to pay the toll"}, keys=["C2"]))
        for _ in range(2):
            found = await relabelled(told(paraphrased()), judge_of(desk, model))
            assert found.of_claim("C1").by == "model"
        kinds = {call.kind for call in store.calls(desk.run)}
        assert kinds == {"model:judge"}
        assert len(model.asked) == len(store.calls(desk.run))
