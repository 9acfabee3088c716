"""What would fail every cell alike, and what the documents of tasks hold: looked at before the first cell."""

from decimal import Decimal
from pathlib import Path

import pytest

from benchkit import CLERKS, QUOTE, order_of, run_bench, toll_task
from modeltown import clerk
from stet.app import App
from stet.config import Costs, OwnPrice
from stet.domain.run import Level
from stet.errors import BadSetting, NotFound
from stet.evaluate.bench.ahead import check_currency, documents_of
from stet.evaluate.bench.book import Book
from stet.evaluate.bench.order import Means
from stet.evaluate.bench.run import Bench, Terms, begun
from stet.evaluate.bench.values import CellState, Order
from stet.evaluate.cost.pricing import Pricing
from stet.evaluate.metrics import Labels

EUROS = Costs(currency="EUR")
DOLLARS = (OwnPrice(at="local", model="clerk", input=Decimal(1), output=Decimal(1)),)
IN_EUROS = tuple(price.model_copy(update={"currency": "EUR"}) for price in DOLLARS)
CLERKS_WORK = order_of([Level.WORKFLOW], [CLERKS])


def folder(place: Path) -> Path:
    place.mkdir(parents=True)
    (place / "a.md").write_text("The toll starts in May.", encoding="utf-8")
    (place / "sub").mkdir()
    (place / "sub" / "b.txt").write_text("It costs 3 euros.", encoding="utf-8")
    return place


def over(*documents: Path, level: Level = Level.WORKFLOW) -> Order:
    return order_of([level], [CLERKS], toll_task(documents=tuple(map(str, documents))))


def test_the_same_documents_elsewhere_hold_the_same(tmp_path: Path) -> None:
    one, two = folder(tmp_path / "one" / "docs"), folder(tmp_path / "two" / "docs")
    assert documents_of(over(one)) == documents_of(over(two))
    assert documents_of(over(one / "a.md")) == documents_of(over(two / "a.md"))
    assert documents_of(over(one)) != documents_of(over(one / "a.md"))
    assert documents_of(over(one / "a.md", one / "sub")) == documents_of(over(two / "a.md", two / "sub"))


@pytest.mark.parametrize("what", ["changed", "renamed", "added", "manifest", "gone"])
def test_any_change_of_a_file_is_another_content(tmp_path: Path, what: str) -> None:
    place = folder(tmp_path / "docs")
    before = documents_of(over(place))
    match what:
        case "changed":
            (place / "sub" / "b.txt").write_text("It costs 4 euros.", encoding="utf-8")
        case "renamed":
            (place / "a.md").rename(place / "c.md")
        case "added":
            (place / "d.md").touch()
        case "manifest":
            (place / "manifest.jsonl").write_text('{"path": "a.md", "published": "2026"}\n', encoding="utf-8")
        case _:
            (place / "a.md").unlink()
    assert documents_of(over(place)) != before


def test_what_nobody_opens_is_not_looked_at(tmp_path: Path) -> None:
    assert documents_of(over(tmp_path / "none", level=Level.SINGLE)) == {}
    assert documents_of(order_of([Level.WORKFLOW], [QUOTE], toll_task(documents=()))) == {}
    with pytest.raises(NotFound, match="none"):
        documents_of(over(tmp_path / "none"))


def test_prices_in_another_currency_than_costs_are_found_before_the_first_cell(tmp_path: Path) -> None:
    with clerk() as place:
        dollars = App(tmp_path / "home", operator=place.operator(prices=DOLLARS))
        with pytest.raises(BadSetting, match="USD and \\[costs\\] in EUR"):
            check_currency(dollars, CLERKS_WORK, Means(), EUROS, Pricing(DOLLARS, "EUR"))
        euros = App(tmp_path / "home", operator=place.operator(prices=IN_EUROS))
        check_currency(euros, CLERKS_WORK, Means(), EUROS, Pricing(IN_EUROS, "EUR"))
        check_currency(dollars, order_of([Level.WORKFLOW], [QUOTE]), Means(), EUROS, Pricing(DOLLARS, "EUR"))
        check_currency(dollars, CLERKS_WORK, Means(), Costs(), Pricing(DOLLARS))
        # At no cost there is nothing to add up.
        check_currency(
            App(tmp_path / "home", operator=place.operator()), CLERKS_WORK, Means(), EUROS, Pricing()
        )


async def test_what_only_a_call_shows_to_be_of_another_currency_is_told_of_its_cell(tmp_path: Path) -> None:
    path = tmp_path / "bench.json"
    with clerk() as place:
        app = App(tmp_path / "home", operator=place.operator(prices=DOLLARS))
        book = Book(path, begun(app, CLERKS_WORK, {}), app.clock)
        await Bench(app, book, Terms(Means(), Labels(), EUROS), lambda *_: None).run()
        (cell,) = book.result.cells
        assert (cell.state, cell.error, cell.cost, cell.measures) == (
            CellState.DONE,
            "not_measured",
            None,
            None,
        )
        assert "two currencies" in (cell.why or "")
        assert cell.usd
        asked = len(place.asked)
        whole = (await run_bench(app, path, CLERKS_WORK)).cells[0]
        assert len(place.asked) == asked
    assert (whole.run, whole.error, whole.cost) == (cell.run, None, whole.usd)
