"""Reference facts, and what must not be claimed, looked for in whole reports."""

from collections.abc import Sequence
from datetime import date
from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from stet.domain.claims import Action, ClaimKind, Decision, LedgerEntry
from stet.domain.report import Removed, Report, ReportOutcome, ReportUsage, Review, Section, Sentence, States
from stet.evaluate.bench.facts import Finding, claimed, found, verdict_of
from stet.evaluate.bench.task import Fact, Forbidden, Statement

OPENS = Fact(id="opens", text="The lock opens on 3 May 2027.", values=("3 May 2027",), words=("lock", "open"))
WIDE = Fact(
    id="wide", text="The lock is 12 metres wide.", values=("12 metres",), words=("lock", "wide|width")
)
APRIL = Forbidden(
    id="april",
    why="superseded",
    text="The lock opens on 1 April 2027.",
    values=("1 April 2027",),
    words=("lock", "open"),
)
QUOTED = "According to “{title}” (Harbour Office, 3 May 2027){since}: “{words}”"


def said(text: str, *claims: str) -> Sentence:
    return Sentence(text=text, claims=claims)


def entry(key: str, decision: Decision) -> LedgerEntry:
    return LedgerEntry(
        key=key,
        text="The lock opens.",
        kind=ClaimKind.QUOTATION,
        topic="t1",
        quotes=(),
        decision=decision,
        reason="ok",
        action=Action.ACCEPT,
    )


def report(
    *answer: Sentence,
    body: Sequence[Sentence] = (),
    claims: Sequence[LedgerEntry] = (),
    removed: Sequence[Removed] = (),
) -> Report:
    return Report(
        run="r1",
        question="When does the lock open on 3 May 2027?",
        level="workflow",
        engine="quote",
        today=date(2026, 11, 30),
        profile="general",
        outcome=ReportOutcome.NOT_APPROVED,
        states=States(
            evidence_retrieved=True, coverage_passed=False, report_accepted=False, needs_human_review=True
        ),
        topics=(),
        answer=answer,
        sections=(Section(heading="The lock opens on 3 May 2027.", sentences=tuple(body)),),
        claims=tuple(claims),
        removed=tuple(removed),
        review=Review(approved=False),
        usage=ReportUsage(searches=0, pages=0, model_calls=0, tokens=0, usd=Decimal(0), seconds=0),
    )


def fact(whole: Report, wanted: Fact = OPENS) -> Finding:
    (finding,) = found(whole, [wanted])
    return finding


def ban(whole: Report, wanted: Forbidden = APRIL) -> Finding:
    (finding,) = claimed(whole, [wanted])
    return finding


def test_a_finding_names_its_sentence_and_claims():
    whole = report(
        said("The lock is new.", "C1"), body=[said("It is long. The lock opens on 3 May 2027.", "C2", "C3")]
    )
    assert fact(whole) == Finding(
        statement="opens",
        verdict="said",
        sentence="It is long. The lock opens on 3 May 2027.",
        claims=("C2", "C3"),
    )


def test_every_statement_has_a_finding_in_order():
    whole = report(said("The lock is 12 m wide."))
    assert [(each.statement, each.verdict) for each in found(whole, [OPENS, WIDE])] == [
        ("opens", "absent"),
        ("wide", "said"),
    ]
    assert found(whole, []) == ()


def test_headings_the_question_and_gaps_say_nothing():
    gap = said("Gap: “The lock opens on 3 May 2027” – no sentence that answers it was found.")
    assert fact(report(said("What of the lock?"), body=[gap])).verdict == "absent"


def test_what_was_removed_does_not_stand():
    gone = Removed(what="sentence", text="The lock opens on 3 May 2027.", reason="revised", detail="gone")
    assert fact(report(said("The lock is new."), removed=[gone])).verdict == "absent"


def test_a_sentence_that_says_it_outweighs_one_that_does_not():
    other = said("The lock opens on 9 June 2027.")
    assert fact(report(other)).verdict == "contradicted"
    assert fact(report(other, body=[said("The lock opens on 3 May 2027.")])).verdict == "said"


def test_of_a_quotation_only_the_quoted_words_count():
    title = QUOTED.format(title="The lock opens on 3 May 2027", since="", words="The lock is painted green.")
    assert fact(report(said(title, "C1"))).verdict == "absent"
    words = QUOTED.format(title="Notice", since="", words="The lock opens on 3 May 2027.")
    assert fact(report(said(f"{words} – the same value is given by “Other” (2026)", "C1"))).verdict == "said"
    beside = QUOTED.format(title="Notice", since="", words="The lock is green.")
    also = f"{beside} – the same is given by “The lock opens on 3 May 2027” (Harbour Office, undated)"
    assert fact(report(said(also, "C1"))).verdict == "absent"


def test_the_day_of_a_source_is_no_other_value():
    dated = QUOTED.format(title="Notice", since="", words="The lock opens in spring.")
    assert fact(report(said(dated, "C1"))).verdict == "absent"


def test_one_side_of_a_conflict_is_disclosed_and_contradicts_nothing():
    sentence = said("The lock opens on 1 April 2027.", "C1", "C2")
    both = [entry("C1", Decision.CONFLICTING), entry("C2", Decision.CONFLICTING)]
    assert ban(report(sentence, claims=both)).verdict == "disclosed"
    assert fact(report(sentence, claims=both)).verdict == "absent"
    one = [entry("C1", Decision.CONFLICTING), entry("C2", Decision.SUPPORTED)]
    assert ban(report(sentence, claims=one)).verdict == "said"
    assert fact(report(sentence, claims=one)).verdict == "contradicted"


def test_a_conflicting_side_that_is_right_is_said_all_the_same():
    sentence = said("The lock opens on 3 May 2027.", "C1")
    assert fact(report(sentence, claims=[entry("C1", Decision.CONFLICTING)])).verdict == "said"


def test_a_quotation_that_is_called_changed_or_proposed_is_disclosed():
    words = "The lock opens on 1 April 2027."
    for head, since in (
        ("An earlier value, since changed: ", ""),
        ("", ", amended since"),
        ("", ", since withdrawn"),
        ("", ", as a proposal"),
    ):
        text = QUOTED.format(title="Notice", since=since, words=words)
        text = f"{head}{text[0].lower()}{text[1:]}" if head else text
        assert ban(report(said(text, "C1"))).verdict == "disclosed"
        assert ban(report(said(QUOTED.format(title="Notice", since="", words=words), "C1"))).verdict == "said"


def test_what_a_title_says_of_itself_discloses_nothing():
    words = "The lock opens on 1 April 2027."
    text = QUOTED.format(title="Rules, amended since 2020, as a proposal", since="", words=words)
    assert ban(report(said(text, "C1"))).verdict == "said"


def test_a_report_from_memory_is_read_the_same_way():
    whole = report(said("The lock opens on 3 May 2027.")).model_copy(update={"level": "single"})
    assert fact(whole).verdict == "said"
    assert ban(report(said("The lock opens on 1 April 2027."))).verdict == "said"


def test_the_worst_sentence_decides_of_what_must_not_be_claimed():
    denied = said("The lock does not open on 1 April 2027.")
    assert ban(report(denied)).verdict == "denied"
    assert ban(report(denied, body=[said("The lock opens on 1 April 2027.")])).verdict == "said"


def test_an_empty_report_says_nothing():
    assert fact(report()).verdict == "absent"
    assert ban(report()).verdict == "absent"
    assert verdict_of("", OPENS) == "absent"


def test_a_statement_that_looks_for_nothing_is_found_nowhere():
    nothing = Statement(id="x", text="Anything.")
    assert verdict_of("Anything. The lock opens on 3 May 2027.", nothing) == "absent"


def test_a_statement_may_have_values_and_no_words():
    bare = Fact(id="bare", text="It is 3 May 2027.", values=("3 May 2027",))
    assert verdict_of("The lock opens on 3 May 2027.", bare) == "said"
    assert verdict_of("The lock opens on 4 May 2027.", bare) in {"contradicted", "absent"}
    assert verdict_of("Until 2026 the lock was shut on 4 May.", bare) == "absent"


def test_marks_that_nobody_sees_change_nothing():
    assert verdict_of("The lo\u00adck o\u200bpens on 3 May\u202f2027.", OPENS) == "said"
    assert verdict_of("The lock opens\non 3 May\n2027.", OPENS) == "said"


def test_a_sentence_without_end_is_read_at_its_beginning():
    endless = "The lock opens on 3 May 2027, " + "and the gate is not shut, " * 5_000
    assert verdict_of(endless, OPENS) == "said"
    assert (
        verdict_of("and the gate is not shut, " * 5_000 + "the lock opens on 3 May 2027", OPENS) == "absent"
    )


@given(st.text(max_size=300))
def test_any_text_has_a_verdict(text: str):
    assert verdict_of(text, OPENS) in {"said", "contradicted", "absent"}
    assert verdict_of(text, APRIL) in {"said", "denied", "absent"}
