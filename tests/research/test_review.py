"""A draft with one thing wrong is not approved, and the right one is: what code tells, and what a reader must."""

from collections.abc import Sequence
from datetime import date

import pytest

from modelkit import brief_of, entry, plan_of, source_of
from stet.confidence.profile import load_profile
from stet.domain.claims import (
    Check,
    ClaimKind,
    Conflict,
    ConflictValue,
    Decision,
    Label,
    LedgerEntry,
    Outcome,
    Scope,
)
from stet.domain.report import Gap
from stet.ports import Brief
from stet.report.draft import parse
from stet.research.points import POINTS, code_points, written_by_code
from stet.research.quotations import write_draft
from stet.research.review import approves, review

PROFILE = load_profile("general")
PLAN = plan_of("When does the canal toll start?", "Who pays the canal toll?", "Who is exempt?")
START, LATER, PAYS, FINE, BUSES = (
    entry("C1", "The canal toll starts on 3 March 2027 for barges.", value="2027-03-03"),
    entry(
        "C2",
        "The canal toll starts on 1 July 2027, says the bargemen's union.",
        source="S2",
        value="2027-07-01",
    ),
    entry(
        "C3", "The canal toll may be paid by the owners of barges over 40 tonnes.", topic="T2", source="S3"
    ),
    entry(
        "C4", "A fine of 90 crowns is due for an unpaid passage of the lower lock.", topic="T2", source="S4"
    ),
    entry("C5", "The canal toll does not apply to rowing boats of clubs.", topic="T3", source="S5"),
)
LEDGER = [START, LATER, PAYS, FINE, BUSES]
CONFLICT = Conflict(
    claims=("C1", "C2"),
    on="When does the canal toll start?",
    values=(
        ConflictValue(value="2027-03-03", source="S1", claim="C1"),
        ConflictValue(value="2027-07-01", source="S2", claim="C2"),
    ),
)
SOURCES = (
    source_of("S1").model_copy(
        update={"title": "Notice of the canal office", "publisher": "Overton Canal Office"}
    ),
    source_of("S2").model_copy(update={"title": "The tow path", "publisher": "Bargemen's Union"}),
    source_of("S3").model_copy(update={"title": "Who pays", "publisher": "Lock Keepers' Gazette"}),
    source_of("S4").model_copy(update={"title": "Fines"}),
    source_of("S5").model_copy(update={"title": "Exemptions"}),
)
BRIEF = brief_of(LEDGER, PLAN, conflicts=(CONFLICT,)).model_copy(update={"sources": SOURCES})
SIDES = f"{START.text} [C1]\n\n{LATER.text} [C2]"
DRAFT = f"""## Short answer

{SIDES}

## When does the canal toll start?

{SIDES}

## Who pays the canal toll?

{PAYS.text} [C3]

{FINE.text} [C4]

## Who is exempt?

{BUSES.text} [C5]
"""


class Says:
    """A reviewer that says the same of every point, but for those that it is told to answer otherwise."""

    def __init__(self, **otherwise: Outcome | None) -> None:
        self.otherwise = otherwise
        self.found: Sequence[Check] = ()
        self.asked = 0

    async def review(self, draft: str, brief: Brief, found: Sequence[Check] = ()) -> tuple[Check, ...]:
        """See `stet.ports.Reviewer`."""
        self.found, self.asked = found, self.asked + 1
        said = {point: self.otherwise.get(point, Outcome.PASS) for point in POINTS}
        return tuple(
            Check(name=name, outcome=outcome, reason="said", detail="as told", by="model")
            for name, outcome in said.items()
            if outcome is not None
        )


def points(draft: str, brief: Brief = BRIEF) -> dict[str, Check]:
    return {
        check.name: check
        for check in code_points(parse(draft, [e.key for e in brief.ledger]), brief, PROFILE)
    }


def failing(draft: str, brief: Brief = BRIEF) -> list[str]:
    return [name for name, check in points(draft, brief).items() if check.outcome is Outcome.FAIL]


def test_the_words_of_the_claims_are_no_fault_and_no_doubt_but_for_their_meaning() -> None:
    found = points(DRAFT)
    assert failing(DRAFT) == []
    assert [name for name, check in found.items() if check.outcome is Outcome.UNSURE] == [
        "nothing_beyond_claims"
    ]
    assert "not code's to judge" in found["nothing_beyond_claims"].detail


BEYOND = "nothing_beyond_claims"
DUE = "a fine of 90 crowns is due for an unpaid passage of the lower lock."
WRONG = {
    "a claim without its key": (PAYS.text + " [C3]", PAYS.text, "cited"),
    "a key of nothing": ("[C3]", "[C30]", "cited"),
    "a date moved by a year": ("starts on 3 March 2027 for", "starts on 3 March 2028 for", BEYOND),
    "a number changed": ("90 crowns", "900 crowns", BEYOND),
    "a unit changed": ("40 tonnes", "40 metres", BEYOND),
    "a name from nowhere": ("of the lower lock", "of Brackwater lock", BEYOND),
    "a value of another claim": ("for an unpaid passage", "for a passage over 40 tonnes", BEYOND),
    "a negation dropped": ("does not apply", "does apply", BEYOND),
    "a negation added": (
        "starts on 3 March 2027 for barges. [C1]",
        "does not start on 3 March 2027 for barges. [C1]",
        BEYOND,
    ),
    "a hedge removed": ("may be paid", "must be paid", BEYOND),
    "a hedge left out": ("may be paid", "is paid", BEYOND),
    "an addition": (BUSES.text, f"{BUSES.text} [C5] Ferries pay 12 crowns.", BEYOND),
    "the key of another claim": (f"{FINE.text} [C4]", f"{FINE.text} [C3]", BEYOND),
    "somebody else's word": (FINE.text, f"According to the Overton Canal Office, {DUE}", BEYOND),
    "quoted words that stand nowhere": (
        FINE.text,
        "“A fine of 90 crowns is the price of an unpaid passage”, it is said.",
        BEYOND,
    ),
    "a raised label": (PAYS.text, f"With high confidence, {PAYS.text}", "labels_match"),
    "a rating in other words": (PAYS.text, f"{PAYS.text[:-1]} (confidence: very high).", "labels_match"),
    "a heading that states something": ("## Who is exempt?", "## Rowers pay 300 crowns", BEYOND),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_code_alone_catches(wrong: str) -> None:
    right, false, point = WRONG[wrong]
    spoilt = DRAFT.replace(right, false)
    assert spoilt != DRAFT
    assert point in failing(spoilt), points(spoilt)[point]


def test_one_side_of_a_conflict_may_not_be_left_out_anywhere() -> None:
    everywhere = DRAFT.replace(f"{LATER.text} [C2]\n", "")
    assert "is not in the draft" in points(everywhere)["contradictions_disclosed"].detail
    in_answer = DRAFT.replace(f"{LATER.text} [C2]\n", "", 1)
    assert "gives one side" in points(in_answer)["contradictions_disclosed"].detail
    weaker_only = DRAFT.replace(f"{START.text} [C1]\n", "", 1)
    assert "not the stronger C1" in points(weaker_only)["contradictions_disclosed"].detail
    # A key alone shows no side.
    merged = DRAFT.replace(SIDES, "The canal toll starts on 3 March 2027 for barges. [C1, C2]")
    assert "(C2) is not in the draft" in points(merged)["contradictions_disclosed"].detail
    changed = BRIEF.model_copy(update={"conflicts": (CONFLICT.model_copy(update={"relation": "change"}),)})
    assert points(in_answer, changed)["contradictions_disclosed"].outcome is Outcome.PASS


def test_the_short_answer_gives_no_value_and_no_negation_that_the_body_does_not_give_with_these_keys() -> (
    None
):
    both = [entry("C1", "The toll is 5 crowns for barges and 7 crowns for rafts.")]
    brief = brief_of(both)
    body = "## When does it start?\n\nThe toll for barges is 5 crowns. [C1]\n"
    assert failing(f"## Short answer\n\nThe toll for barges is 5 crowns. [C1]\n\n{body}", brief) == []
    other = points(f"## Short answer\n\nThe toll for rafts is 7 crowns. [C1]\n\n{body}", brief)[
        "summary_matches_body"
    ]
    assert (other.outcome, "“7” is in the short answer" in other.detail) == (Outcome.FAIL, True)
    denied = points(f"## Short answer\n\nThe toll for barges is never 5 crowns. [C1]\n\n{body}", brief)
    assert denied["summary_matches_body"].outcome is Outcome.UNSURE
    assert "negation_added" in denied["summary_matches_body"].detail


def test_a_gap_is_stated_in_the_draft_and_states_nothing_itself() -> None:
    brief = brief_of(LEDGER[:4], PLAN, gaps=(Gap(topic="T3", missing="no list of exemptions was found"),))
    quoted = write_draft(brief)
    line = "Gap: “Who is exempt\\?” – no list of exemptions was found."
    assert f"## Who is exempt\\?\n\n{line}\n" in quoted
    assert points(quoted, brief)["gaps_stated"].outcome is Outcome.PASS
    removed = quoted.replace(line, "")
    assert "no list of exemptions" in points(removed, brief)["gaps_stated"].detail
    softened = quoted.replace("no list of exemptions was found", "not every exemption was found")
    assert points(softened, brief)["gaps_stated"].outcome is Outcome.FAIL
    worded = points(quoted, brief)["nothing_beyond_claims"]
    assert (worded.outcome, "in a model's words" in worded.detail) == (Outcome.UNSURE, True)
    stated = quoted.replace(line, f"{line}\n\nGap: Rafts of less than 12 tonnes are exempt.")
    assert "“12 tonnes” is stated in a gap" in points(stated, brief)["nothing_beyond_claims"].detail
    unlisted = brief.model_copy(update={"gaps": ()})
    assert points(removed, unlisted)["gaps_stated"].outcome is Outcome.FAIL


def test_what_no_source_says_begins_with_the_word_for_it() -> None:
    follows = entry("C1", "The toll is due before the harvest.", kind=ClaimKind.INFERENCE)
    brief = brief_of([follows])
    draft = "## Short answer\n\n{0} [C1]\n\n## When does it start?\n\n{0} [C1]\n"
    assert failing(draft.format(f"Inference: {follows.text}"), brief) == []
    bare = points(draft.format(follows.text), brief)["labels_match"]
    assert (bare.outcome, "“Inference:”" in bare.detail) == (Outcome.FAIL, True)


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"label": Label.HIGH}, "labelled high"),
        ({"value": 0.9, "label": Label.HIGH}, "factors give"),
        ({"strongest": "S9"}, "which it does not quote"),
        ({"authority": 0.3, "recency": 0.5}, "another authority"),
    ],
)
def test_a_label_follows_from_a_score_and_a_score_from_its_factors(
    changed: dict[str, object], told: str
) -> None:
    assert PAYS.score is not None
    other = PAYS.model_copy(update={"score": PAYS.score.model_copy(update=changed)})
    ledger: list[LedgerEntry] = [START, LATER, other, FINE, BUSES]
    found = points(DRAFT, BRIEF.model_copy(update={"ledger": tuple(ledger)}))["labels_match"]
    assert (found.outcome, told in found.detail) == (Outcome.FAIL, True)


def test_a_claim_stands_on_words_of_a_source_that_was_read() -> None:
    unread = BRIEF.model_copy(update={"sources": SOURCES[:4]})
    assert "C5 quotes S5, which was not read" in points(DRAFT, unread)["cited"].detail
    bare = BUSES.model_copy(update={"quotes": (), "score": None})
    ledger = (START, LATER, PAYS, FINE, bare)
    assert "C5 quotes nothing" in points(DRAFT, BRIEF.model_copy(update={"ledger": ledger}))["cited"].detail
    fallen = BUSES.model_copy(update={"decision": Decision.UNREVIEWED})
    ledger = (START, LATER, PAYS, FINE, fallen)
    assert "may not be used" in points(DRAFT, BRIEF.model_copy(update={"ledger": ledger}))["cited"].detail


COPIES = {
    "another modal verb": (
        PAYS.text,
        "The canal toll should be paid by the owners of barges over 40 tonnes.",
    ),
    "a second negation": (BUSES.text, "The canal toll does not apply to no rowing boats of clubs."),
    "a quantity made vague": (
        FINE.text,
        "A fine of nearly 90 crowns is due for an unpaid passage of the lower lock.",
    ),
    "the name of its source for a thing": (
        BUSES.text,
        "The Exemptions toll does not apply to rowing boats of clubs.",
    ),
    "a clause at its end": (FINE.text, f"{FINE.text[:-1]}, which most bargemen have welcomed."),
    "words of nobody under its key": (FINE.text, "Lock keepers wear green coats in winter."),
    "may made must": (PAYS.text, "The canal toll must be paid by the owners of barges over 40 tonnes."),
    "a product that is none of its claim": (
        FINE.text,
        "Inference: Two unpaid passages of the lower lock cost a fine of 190 crowns.",
    ),
}


@pytest.mark.parametrize("copy", COPIES)
def test_a_copy_with_a_word_changed_is_no_paraphrase(copy: str) -> None:
    right, other = COPIES[copy]
    assert failing(DRAFT.replace(right, other)) == ["nothing_beyond_claims"]


def test_a_limit_that_is_left_out_of_a_copy_is_a_fault_and_other_words_are_a_doubt() -> None:
    limited = entry(
        "C1", "The toll is due from every barge unless the lock is closed by order of the office."
    )
    draft = "## Short answer\n\n{0} [C1]\n\n## When does it start?\n\n{0} [C1]\n"
    without = points(draft.format("The toll is due from every barge."), brief_of([limited]))
    assert "the limit “unless the lock is closed" in without["nothing_beyond_claims"].detail
    shorter = draft.format("The toll is due from every barge unless the lock is closed.")
    told = points(shorter, brief_of([limited]))["nothing_beyond_claims"]
    assert (told.outcome, told.reason) == (Outcome.UNSURE, "doubtful")
    assert "leaves out “by order of the office”" in told.detail


FAIR = (
    (START.text, "For barges, the canal toll starts on 3 March 2027."),
    (START.text, "Barges are subject to the canal toll from 3 March 2027."),
    (START.text, f"According to the Overton Canal Office (12 October 2026), t{START.text[1:]}"),
    (START.text, "The Overton Canal Office says that the canal toll starts for barges on 3 March 2027."),
    (LATER.text, "The Bargemen's Union gives another date, 1 July 2027, for the start of the canal toll."),
    (PAYS.text, "The owners of barges of more than 40 tonnes may have to pay the canal toll."),
    (PAYS.text, "Owners whose barges weigh over 40 tonnes may be asked for the canal toll."),
    (FINE.text, "An unpaid passage of the lower lock costs a fine of 90 crowns."),
    (FINE.text, "Whoever passes the lower lock without paying is fined 90 crowns."),
    (BUSES.text, "Rowing boats of clubs are not subject to the canal toll."),
    (BUSES.text, "The canal toll doesn't apply to clubs' rowing boats."),
    (BUSES.text, "Clubs need not pay the canal toll for their rowing boats."),
    (BUSES.text, "Rowing boats of clubs are exempt from the canal toll."),
    (BUSES.text, "Die Kanalmaut gilt nicht für Ruderboote von Vereinen."),
    (PAYS.text, f"The Lock Keepers' Gazette reports that t{PAYS.text[1:]}"),
    (PAYS.text, f"Lock Keepers' Gazette: t{PAYS.text[1:]}"),
    (PAYS.text, "The canal toll can be paid by the owners of barges over 40 tonnes."),
    (PAYS.text, "The canal toll might be paid by the owners of barges over 40 tonnes."),
    (PAYS.text, "It is possible that owners of barges over 40 tonnes pay the canal toll."),
    (FINE.text, "Inference: Two unpaid passages of the lower lock would cost a fine of 180 crowns."),
    (PAYS.text, f"In short:\n\n- {PAYS.text}"),
)


@pytest.mark.parametrize(("claim", "reworded"), FAIR)
def test_code_does_not_fail_what_says_the_same_in_other_words(claim: str, reworded: str) -> None:
    assert failing(DRAFT.replace(claim, reworded)) == []


def test_a_draft_in_another_language_than_its_claims_is_left_to_the_reviewer() -> None:
    german = """## Short answer

Die Kanalmaut beginnt am 3. März 2027. [C1]

## Wann beginnt die Maut?

Die Kanalmaut beginnt am 3. März 2027. [C1]

Eigentümer von Lastkähnen zahlen die Gebühr möglicherweise selbst. [C3]

Ruderboote der Vereine sind davon nicht betroffen. [C5]
"""
    brief = BRIEF.model_copy(update={"conflicts": ()})
    assert failing(german, brief) == []
    assert points(german, brief)["nothing_beyond_claims"].outcome is Outcome.UNSURE


def test_a_sentence_under_the_heading_of_another_topic_is_a_doubt_and_no_work_of_code() -> None:
    moved = DRAFT.replace(f"{FINE.text} [C4]\n", "").replace(BUSES.text, f"{FINE.text} [C4]\n\n{BUSES.text}")
    told = points(moved)["nothing_beyond_claims"]
    assert (told.outcome, "stands under “Who is exempt?”" in told.detail) == (Outcome.UNSURE, True)
    quoted = BRIEF.model_copy(
        update={"ledger": tuple(e.model_copy(update={"kind": ClaimKind.QUOTATION}) for e in LEDGER)}
    )
    keys = [entry.key for entry in LEDGER]
    by_code = write_draft(quoted)
    assert written_by_code(parse(by_code, keys), quoted)
    renamed = by_code.replace("## Who pays the canal toll\\?", "## Who is exempt\\?")
    assert renamed != by_code
    assert not written_by_code(parse(renamed, keys), quoted)


def test_sides_that_a_conflict_has_in_words_are_shown_where_their_own_values_are() -> None:
    shortened = tuple(
        each.model_copy(update={"value": f"{side.text[:36]}…"})
        for each, side in zip(CONFLICT.values, (START, LATER), strict=True)
    )
    in_words = CONFLICT.model_copy(update={"values": shortened, "relation": "contradiction"})
    brief = BRIEF.model_copy(update={"conflicts": (in_words,)})
    assert points(DRAFT, brief)["contradictions_disclosed"].outcome is Outcome.PASS
    merged = DRAFT.replace(SIDES, "The canal toll starts on 3 March 2027 for barges. [C1, C2]")
    assert "(C2) is not in the draft" in points(merged, brief)["contradictions_disclosed"].detail


def test_one_short_answer_is_enough() -> None:
    twice = f"{DRAFT}\n## Short answer\n\n{PAYS.text} [C3]\n"
    assert "more than one short answer" in points(twice)["summary_matches_body"].detail


def test_a_conflict_over_a_claim_that_is_nowhere_is_told_and_no_crash() -> None:
    lost = CONFLICT.model_copy(update={"claims": ("C1", "C2", "C9")})
    told = points(DRAFT, BRIEF.model_copy(update={"conflicts": (lost,)}))["contradictions_disclosed"]
    assert (told.outcome, "C9" in told.detail) == (Outcome.FAIL, True)


DOUBTFUL = {
    "a negation in other words": (
        BUSES.text,
        "Clubs and their rowing boats are charged the canal toll of the office.",
        "negation_dropped",
    ),
    "a word of certainty": (
        PAYS.text,
        "It is proven that the canal toll may be paid by the owners of barges over 40 tonnes.",
        "proven",
    ),
    "a name that no source has": (FINE.text, f"According to the harbour pilots, {DUE}", "the harbour pilots"),
}


@pytest.mark.parametrize("doubt", DOUBTFUL)
async def test_code_tells_the_reviewer_what_it_doubts(doubt: str) -> None:
    right, other, told = DOUBTFUL[doubt]
    reviewer = Says()
    await review(DRAFT.replace(right, other), BRIEF, PROFILE, reviewer, 1)
    assert any(told in check.detail and check.outcome is Outcome.UNSURE for check in reviewer.found)


def test_a_condition_that_is_left_out_and_values_in_another_order_are_doubts() -> None:
    limited = entry("C1", "The toll is 5 crowns for barges and 7 crowns for rafts.").model_copy(
        update={"scope": Scope(conditions="if the water is high")}
    )
    swapped = "The toll is 7 crowns for barges and 5 crowns for rafts. [C1]"
    draft = f"## Short answer\n\n{swapped}\n\n## When does it start?\n\n{swapped}\n"
    told = points(draft, brief_of([limited]))["nothing_beyond_claims"]
    assert told.outcome is Outcome.UNSURE
    assert "leaves out a condition of C1: if the water is high" in told.detail
    assert "in another order" in told.detail


def test_the_date_of_a_source_is_no_date_of_its_claim() -> None:
    say = "## Short answer\n\n{0} [C4]\n\n## Who pays the canal toll?\n\n{0} [C4]\n"
    dated = say.format(
        "Fines (12 October 2026): a fine of 90 crowns is due for an unpaid passage of the lower lock."
    )
    brief = brief_of([FINE], plan_of("Who pays the canal toll?")).model_copy(update={"sources": SOURCES[3:4]})
    brief = brief.model_copy(update={"ledger": (FINE.model_copy(update={"topic": "T1"}),)})
    assert SOURCES[3].published_at == date(2026, 10, 12)
    assert failing(dated, brief) == []
    moved = say.format(
        "From 12 October 2026 a fine of 90 crowns is due for an unpaid passage of the lower lock."
    )
    assert failing(moved, brief) == ["nothing_beyond_claims"]


async def test_a_draft_by_code_needs_no_reader_and_any_other_needs_all_six_points() -> None:
    quoted = [each.model_copy(update={"kind": ClaimKind.QUOTATION}) for each in LEDGER]
    brief = BRIEF.model_copy(update={"ledger": tuple(quoted)})
    by_code = write_draft(brief)
    reviewer = Says()
    assert written_by_code(parse(by_code, [e.key for e in quoted]), brief)
    assert (await review(by_code, brief, PROFILE, reviewer, 1)).approved
    assert reviewer.asked == 0
    swapped = by_code.replace("[C4]", "[C5]", 1)
    assert not (await review(swapped, brief, PROFILE, reviewer, 1)).approved
    assert (await review(DRAFT, BRIEF, PROFILE, reviewer, 1)).approved
    for point in POINTS:
        for outcome in (None, Outcome.FAIL, Outcome.UNSURE, Outcome.NOT_RUN):
            done = await review(DRAFT, BRIEF, PROFILE, Says(**{point: outcome}), 1)
            assert not done.approved
            assert any(each.startswith(f"{point}: ") for each in done.instructions)


QUOTED = BRIEF.model_copy(
    update={"ledger": tuple(each.model_copy(update={"kind": ClaimKind.QUOTATION}) for each in LEDGER)}
)


def _moved(draft: str, what: str, behind: str) -> str:
    """`draft` with the paragraph that begins with `what` put behind the one in the short answer on `behind`."""
    parts = draft.rstrip().split("\n\n")
    part = parts.pop(next(n for n, each in enumerate(parts) if each.startswith(what)))
    parts.insert(next(n for n, each in enumerate(parts) if f"[{behind}]" in each) + 1, part)
    return "\n\n".join(parts) + "\n"


def _without(draft: str, *keys: str, times: int = 99) -> str:
    parts = draft.rstrip().split("\n\n")
    for key in keys:
        for part in [each for each in parts if f"[{key}]" in each][:times]:
            parts.remove(part)
    return "\n\n".join(parts) + "\n"


BY_CODE = write_draft(QUOTED)
EXEMPT = "## Who is exempt\\?"
ARRANGED = {
    "a heading that denies": BY_CODE.replace(EXEMPT, "## Nobody is exempt"),
    "a heading of one word": BY_CODE.replace(EXEMPT, "## Abolished"),
    "a heading of signs": BY_CODE.replace(EXEMPT, "## ❌❌❌"),
    "a heading in another script": BY_CODE.replace(EXEMPT, "## 任何船只都不得免费通行"),
    "a heading without a section": BY_CODE.replace("## When does", "## Settled beyond doubt\n\n## When does"),
    "another value behind another claim": _moved(BY_CODE, "Another value is given", "C3"),
    "the weaker side told as the value": BY_CODE.replace("Another value is given: acc", "Acc"),
    "the exemptions left out": _without(BY_CODE, "C5").replace(EXEMPT, ""),
    "a decisive claim left out of the answer": _without(BY_CODE, "C5", times=1),
    "an answer to something else": _without(BY_CODE, "C1", "C2", "C5", times=1),
    "a section said to be cut off": f"{BY_CODE}\nGap: This section was cut off.\n",
    "a sentence under its neighbour's topic": BY_CODE.replace(f"{EXEMPT}\n\n", ""),
    "a sentence said twice": f"{BY_CODE}\n{BY_CODE.rstrip().rpartition(chr(10))[2]}\n",
}


@pytest.mark.parametrize("arranged", ARRANGED)
async def test_sentences_by_code_in_another_arrangement_are_no_draft_by_code(arranged: str) -> None:
    other = ARRANGED[arranged]
    assert other != BY_CODE
    assert (await review(BY_CODE, QUOTED, PROFILE, Says(cited=Outcome.FAIL), 1)).approved
    reviewer = Says(nothing_beyond_claims=None)
    assert not (await review(other, QUOTED, PROFILE, reviewer, 1)).approved
    assert reviewer.asked == 1


def test_a_side_that_is_read_as_the_answer_and_is_not_the_stronger_one_is_a_doubt() -> None:
    def told(draft: str, brief: Brief) -> str:
        check = points(draft, brief)["contradictions_disclosed"]
        assert check.outcome is Outcome.UNSURE
        return check.detail

    other = f"{LATER.text} [C2]\n\n{START.text} [C1]"
    assert "gives C2" in told(DRAFT.replace(SIDES, other, 1), BRIEF)
    torn = told(ARRANGED["another value behind another claim"], QUOTED)
    assert "“Another value is given: according to" in torn
    assert "stands behind another sentence" in torn
    assert points(BY_CODE, QUOTED)["contradictions_disclosed"].outcome is Outcome.PASS


async def test_a_draft_by_code_with_a_gap_in_the_words_of_a_model_needs_a_reader() -> None:
    free = "an answer is missing: no list was found, so nobody is exempt"
    for missing, by_code in (("an answer is missing", True), (free, False), (f"“{free}” was found", False)):
        gap = Gap(topic="T3", missing=missing)
        brief = QUOTED.model_copy(update={"ledger": QUOTED.ledger[:4], "gaps": (gap,)})
        reviewer = Says(gaps_stated=Outcome.FAIL)
        done = await review(write_draft(brief), brief, PROFILE, reviewer, 1)
        assert (done.approved, reviewer.asked == 0) == (by_code, by_code)


@pytest.mark.parametrize("missing", ["没有找到收费标准。只有草案", "", "x! y? z", "see [C1] “a", "- **"])
def test_a_gap_is_found_again_whatever_is_said_to_be_missing(missing: str) -> None:
    brief = brief_of(LEDGER[:4], PLAN, gaps=(Gap(topic="T3", missing=missing),))
    assert points(write_draft(brief), brief)["gaps_stated"].outcome is Outcome.PASS


def test_marks_within_quoted_words_may_be_single() -> None:
    marked = entry("C1", "Barges pay the “small toll” of 5 crowns.", kind=ClaimKind.QUOTATION)
    words = "Barges pay the ‘small toll’ of 5 crowns."
    draft = (
        "## Short answer\n\nThe notice says: “{0}” [C1]\n\n## When does it start?\n\nIt says: “{0}” [C1]\n"
    )
    assert failing(draft.format(words), brief_of([marked])) == []
    other = words.replace("small toll", "great toll")
    assert failing(draft.format(other), brief_of([marked])) == ["nothing_beyond_claims"]


async def test_an_inference_in_a_draft_by_code_says_so() -> None:
    follows = entry("C1", "The toll will be dropped.", kind=ClaimKind.INFERENCE)
    brief = brief_of([follows], plan_of("Will it be dropped?"))
    draft = write_draft(brief)
    assert draft.count("Inference: The toll will be dropped\\. [C1]") == 2
    assert (await review(draft, brief, PROFILE, Says(cited=Outcome.FAIL), 1)).approved
    bare = draft.replace("Inference: ", "")
    assert points(bare, brief)["labels_match"].outcome is Outcome.FAIL


async def test_nobody_can_pass_what_code_fails_or_answer_in_its_name() -> None:
    spoilt = DRAFT.replace("90 crowns", "900 crowns")
    assert not (await review(spoilt, BRIEF, PROFILE, Says(), 1)).approved

    class Forger(Says):
        async def review(self, draft: str, brief: Brief, found: Sequence[Check] = ()) -> tuple[Check, ...]:
            said = await super().review(draft, brief, found)
            return tuple(check.model_copy(update={"by": "code"}) for check in said)

    done = await review(DRAFT, BRIEF, PROFILE, Forger(), 1)
    assert not done.approved
    assert {check.reason for check in done.checks if check.by == "model"} == {"not_answered"}


def test_no_check_at_all_approves_nothing() -> None:
    assert not approves(())
    assert not approves(tuple(points(DRAFT).values()))


@pytest.mark.parametrize(
    "mark", ["[C1", "“", "(", "according to ", "confidence high ", "C1] [", "…", "Gap: "]
)
def test_hostile_drafts_are_read_in_time_and_never_pass(mark: str) -> None:
    draft = f"## Short answer\n\n{mark * 4000} [C1]\n"
    assert failing(draft)
