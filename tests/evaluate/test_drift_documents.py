"""What the documents of a task hold, in a comparison with an earlier result."""

from driftkit import cell, names, result
from stet.evaluate.drift import compared, told


def held(**changed: str) -> dict[str, str]:
    return {name: changed.get(name.replace("-", "_"), f"sha256:{'a' * 64}") for name in names(8)}


def test_documents_that_hold_something_else_take_their_pairs_out() -> None:
    cells = [cell(name) for name in names(8)]
    before = result(cells, documents=held())
    now = result(cells, documents=held(task_03=f"sha256:{'b' * 64}"))
    drift = compared(before, now)
    assert [(each.what, each.where, each.pairs) for each in drift.differences] == [
        ("content of documents", "task-03", 1)
    ]
    assert drift.pairs == 7
    assert f"{'a' * 12} → {'b' * 12}" in told(drift)
    assert compared(before, before).differences == ()


def test_where_one_side_does_not_say_what_documents_held_that_is_told() -> None:
    cells = [cell(name) for name in names(8)]
    drift = compared(result(cells), result(cells, documents=held()))
    assert [(each.what, each.pairs) for each in drift.differences] == [("content of documents", None)]
    assert drift.pairs == 8
    assert "content of documents: not known → known" in told(drift)
