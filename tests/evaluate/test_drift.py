"""What moved between two results, beyond noise; what is not the same comes first."""

from decimal import Decimal

import pytest

from driftkit import MODEL, QUOTE, cell, failed, names, result, task
from stet.domain.run import Level, PromptHash, RoleModel
from stet.evaluate.bench.task import Fact, Limits
from stet.evaluate.bench.values import BenchResult, CellState, Experiment, Player, Quotient
from stet.evaluate.drift import compared, told
from stet.evaluate.drift_values import Drift, Finding, Move


def move(drift: Drift, figure: str, row: int = 0) -> Move:
    return next(each for each in drift.rows[row].moves if each.figure == figure)


def whats(drift: Drift) -> list[tuple[str, int | None]]:
    return [(each.what, each.pairs) for each in drift.differences]


def bench(count: int, player: Player = MODEL, **changed) -> BenchResult:
    return result([cell(name, player, **changed) for name in names(count)])


def test_a_result_compared_with_itself_has_not_moved():
    same = bench(8)
    drift = compared(same, same)
    assert (drift.pairs, drift.differences, drift.regressed) == (8, (), False)
    assert {each.finding for each in drift.rows[0].moves} == {Finding.SAME}
    assert "Not regressed" in told(drift)


def test_any_change_of_quotations_is_a_change_and_for_the_worse_a_regression():
    drift = compared(bench(2, QUOTE), bench(2, QUOTE, counted={"facts_found": 2}))
    found = move(drift, "facts_found")
    assert (found.finding, found.p, found.low, found.difference) == (Finding.WORSE, None, None, -0.25)
    assert drift.rows[0].certain
    assert drift.regressed
    assert "WORSE" in told(drift)


def test_a_quotation_for_the_better_is_no_regression():
    drift = compared(bench(2, QUOTE), bench(2, QUOTE, counted={"facts_found": 4}))
    assert move(drift, "facts_found").finding is Finding.BETTER
    assert not drift.regressed


def test_changes_of_quotations_that_outweigh_each_other_are_seen_all_the_same():
    before = result([cell("a", QUOTE), cell("b", QUOTE)])
    now = result([cell("a", QUOTE, counted={"facts_found": 4}), cell("b", QUOTE, counted={"facts_found": 2})])
    found = move(compared(before, now), "facts_found")
    assert (found.finding, found.changed, found.difference) == (Finding.MOVED, 2, 0)


def test_quotations_from_the_open_web_are_not_the_same_every_time():
    tasks = [task(name, search=("searxng",)) for name in names(2)]
    before = result([cell(name, QUOTE) for name in names(2)], tasks)
    now = result([cell(name, QUOTE, counted={"facts_found": 2}) for name in names(2)], tasks)
    drift = compared(before, now)
    assert not drift.rows[0].certain
    assert move(drift, "facts_found").finding is Finding.TOO_FEW


@pytest.mark.parametrize("count", [1, 4, 5])
def test_a_few_pairs_of_a_model_are_too_few_whatever_they_say(count: int):
    drift = compared(bench(count), bench(count, approved=False))
    found = move(drift, "approved")
    assert (found.finding, found.low, found.p) == (Finding.TOO_FEW, None, None)
    assert not drift.regressed
    assert "too few" in told(drift)


def test_twelve_reports_no_longer_approved_are_a_regression_with_an_interval():
    drift = compared(bench(12), bench(12, approved=False))
    found = move(drift, "approved")
    assert (found.finding, found.low, found.high) == (Finding.WORSE, -1.0, -1.0)
    assert found.p is not None
    assert found.p < 0.001
    assert drift.regressed


def test_what_chance_does_is_noise():
    now = [cell(name, approved=number not in (0, 1)) for number, name in enumerate(names(12))]
    found = move(compared(bench(12), result(now)), "approved")
    assert found.finding is Finding.NOISE
    assert found.p == 0.5
    assert (found.changed, found.pairs) == (2, 12)


def test_one_of_many_figures_beyond_its_own_noise_is_perhaps_and_no_regression():
    now = []
    for number, name in enumerate(names(12)):
        spread = (-1) ** number
        now.append(
            cell(
                name,
                approved=number > 5,
                counted={"sources": 4 + spread, "rounds": 2 - number % 3, "gaps": number % 2},
            )
        )
    drift = compared(bench(12), result(now))
    approved = move(drift, "approved")
    assert approved.p == 2 / 64
    assert approved.corrected is not None
    assert approved.corrected > 0.05
    assert approved.finding is Finding.PERHAPS
    assert not drift.regressed
    assert "perhaps" in told(drift)


def test_more_rows_need_more_pairs():
    def rows(count: int, **changed) -> BenchResult:
        players = [Player(engine="model", model=f"local:m{number}") for number in range(count)]
        cells = [cell(name, player, **changed) for player in players for name in names(6)]
        return result(cells, players=tuple(players))

    assert compared(rows(1), rows(1, approved=False)).regressed
    many = compared(rows(2), rows(2, approved=False))
    assert move(many, "approved").finding is Finding.TOO_FEW


def test_seconds_regress_a_run_only_when_that_is_asked_for():
    before, now = bench(12), bench(12, seconds=9.0)
    alone = compared(before, now)
    assert move(alone, "seconds").finding is Finding.WORSE
    assert not alone.regressed
    assert "times are not counted" in told(alone)
    assert compared(before, now, seconds=True).regressed


def test_a_metric_of_time_counts_no_more_than_seconds():
    slow = {"metrics": {"latency": Quotient(part=400, of=1)}}
    fast = {"metrics": {"latency": Quotient(part=4, of=1)}}
    drift = compared(bench(12, counted=fast), bench(12, counted=slow))
    assert move(drift, "latency").finding is Finding.WORSE
    assert not drift.regressed


def test_more_sources_or_claims_are_neither_better_nor_worse():
    drift = compared(bench(12), bench(12, counted={"sources": 1, "supported": 1}))
    assert move(drift, "sources").finding is Finding.MOVED
    assert not drift.regressed


def test_a_failed_cell_found_no_fact_and_gets_no_credit_for_claiming_nothing_forbidden():
    before = bench(10, counted={"forbidden_claimed": 1})
    drift = compared(before, result([failed(name) for name in names(10)]))
    assert move(drift, "failed").finding is Finding.WORSE
    assert move(drift, "facts_found").now == 0
    assert "forbidden_claimed" not in {each.figure for each in drift.rows[0].moves}
    assert drift.regressed


def test_a_metric_that_is_no_share_of_anything_leaves_its_pair_out():
    nothing = {"metrics": {"claim_support": Quotient(part=0, of=0)}}
    now = [cell(name, counted=nothing if number < 3 else {}) for number, name in enumerate(names(10))]
    found = move(compared(bench(10), result(now)), "claim_support")
    assert (found.pairs, found.changed) == (7, 0)


def test_the_cost_per_accepted_report_is_all_cost_over_all_accepted():
    now = [cell(name, approved=number % 2 == 0) for number, name in enumerate(names(12))]
    found = move(compared(bench(12), result(now)), "cost_per_accepted")
    assert (found.baseline, found.now) == (pytest.approx(0.10), pytest.approx(0.20))
    assert found.low is None
    assert found.p is not None


def test_where_nothing_is_accepted_any_more_its_cost_is_undefined_and_worse():
    found = move(compared(bench(12), bench(12, approved=False)), "cost_per_accepted")
    assert (found.now, found.difference, found.finding) == (None, None, Finding.WORSE)
    assert "undefined" in told(compared(bench(12), bench(12, approved=False)))


def test_a_cost_that_nobody_knows_makes_the_cost_per_accepted_unknown():
    now = [cell(name, cost=None if number == 0 else Decimal(1)) for number, name in enumerate(names(12))]
    figures = {each.figure for each in compared(bench(12), result(now)).rows[0].moves}
    assert "cost_per_accepted" not in figures


@pytest.mark.parametrize(
    ("changed", "what"),
    [
        ({"question": "What is the fine?"}, "task"),
        ({"facts": (Fact(id="F1", text="fact 1", values=("9",)),)}, "task"),
        ({"limits": Limits(rounds=1)}, "budget"),
        ({"documents": ("/b/other.md",)}, "documents"),
    ],
)
def test_another_task_text_budget_or_documents_takes_its_pairs_out(changed: dict[str, object], what: str):
    first, *rest = names(8)
    cells = [cell(name) for name in names(8)]
    before = result(cells, [task(first), *map(task, rest)])
    now = result(cells, [task(first, **changed), *map(task, rest)])
    drift = compared(before, now)
    assert whats(drift) == [(what, 1)]
    assert drift.pairs == 7
    assert first in told(drift)


def test_the_same_documents_in_another_folder_are_the_same():
    before = result([cell("a", QUOTE)], [task("a", documents=("/folders/one/toll.md",))])
    now = result([cell("a", QUOTE)], [task("a", documents=("/srv/two/toll.md",))])
    assert compared(before, now).differences == ()


def test_two_kinds_of_experiment_are_not_compared():
    frozen = result([cell("a")], experiment=Experiment.FROZEN)
    drift = compared(result([cell("a")]), frozen)
    assert (drift.pairs, drift.comparable, drift.regressed) == (0, False, False)
    assert whats(drift)[0] == ("experiment", 1)
    assert "Nothing could be compared" in told(drift)


def test_what_explains_a_difference_is_named():
    role = RoleModel(role="writer", model="local:tern", temperature=0.0)
    prompt = PromptHash(name="writer", sha256="sha256:1")
    before = result(
        [cell("a", models=("tern-1",), roles=(role,), prompts=(prompt,))], tools={"official": "on"}
    )
    now = result(
        [
            cell(
                "a",
                models=("tern-2",),
                roles=(role.model_copy(update={"temperature": 0.7}),),
                prompts=(prompt.model_copy(update={"sha256": "sha256:2"}),),
                version="0.7.0",
            )
        ],
        version="0.7.0",
        tools={"official": "off", "lang": "de"},
    )
    assert {what for what, _ in whats(compared(before, now))} == {
        "version", "version of a cell", "tool", "model", "role", "prompt",
    }  # fmt: skip
    text = told(compared(before, now))
    assert "local:tern: tern-1 → local:tern: tern-2" in text
    assert "official: on → off" in text.replace("tool official", "official")


def test_cells_on_one_side_and_those_that_did_not_end_are_counted_and_left_out():
    waiting = cell("b", state=CellState.STOPPED, measures=None, approved=False)
    before = result([cell("a"), cell("b"), cell("c")])
    now = result([cell("a"), waiting, cell("a", level=Level.REVIEWED)])
    drift = compared(before, now)
    assert whats(drift) == [("cells that did not end", 1), ("cells on one side only", 2)]
    assert drift.pairs == 1


def test_a_cell_that_stands_twice_is_compared_once():
    assert compared(result([cell("a")]), result([cell("a"), cell("a", approved=False)])).pairs == 1


def test_each_row_and_repeat_is_paired_with_its_own():
    def three(found: int) -> BenchResult:
        return result([cell("a", repeat=repeat, counted={"facts_found": found}) for repeat in (1, 2, 3)])

    drift = compared(three(1), three(1))
    assert (drift.pairs, drift.rows[0].pairs) == (3, 3)


def test_hostile_names_cannot_act_on_a_terminal():
    name = "\x1b[31m\u202e" + "x" * 400
    drift = compared(result([cell(name, counted={"facts_found": 1})]), result([cell(name), cell("z" * 999)]))
    text = told(drift)
    assert "\x1b" not in text
    assert "\u202e" not in text


def test_it_goes_through_json_and_back():
    drift = compared(bench(8), bench(8, approved=False))
    assert Drift.model_validate_json(drift.model_dump_json()) == drift
    assert '"schema":"stet.drift/1"' in drift.model_dump_json()


def test_a_result_without_cells_compares_with_nothing():
    empty = result([])
    assert compared(empty, empty).pairs == 0
    assert not compared(bench(3), empty).comparable


def test_a_cell_that_was_killed_on_the_way_is_set_against_nothing():
    # It could read less than its limits say, and that is no change of what is compared.
    killed = [
        cell(name, counted={"facts_found": 0, "lost": 4} if at < 2 else {})
        for at, name in enumerate(names(8))
    ]
    drift = compared(bench(8), result(killed))
    assert [(each.what, each.baseline, each.now, each.pairs) for each in drift.differences] == [
        ("cells that were killed on the way", "0", "2", 2)
    ]
    assert (drift.rows[0].pairs, drift.regressed) == (6, False)
    assert not compared(bench(8, counted={"lost": 1}), bench(8)).comparable
