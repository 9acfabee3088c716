"""Counters in a file: what may stand in it, and what a wrong one is called."""

from decimal import Decimal
from pathlib import Path

import pytest

from stet.errors import BadSetting, NotFound
from stet.evaluate.cost import cost_of
from stet.evaluate.cost.countsfile import read_counts

STEP = '[[steps]]\nname = "drafts"\nmodel = "{model}"\ninput = 1_000_000\noutput = 0\n'


def total(folder: Path, text: str) -> Decimal | None:
    file = read_counts(written(folder, text))
    return cost_of(file.counts(), file.costs).total


def written(folder: Path, text: str | bytes) -> Path:
    path = folder / "counts.toml"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def test_a_price_of_the_file_counts_and_one_that_nobody_knows_is_unknown(tmp_path: Path) -> None:
    price = '[[prices]]\nat = "example"\nmodel = "m"\ninput = 0.1\noutput = 1\n'
    assert total(tmp_path, STEP.format(model="example:m") + price) == Decimal("0.1")
    assert total(tmp_path, STEP.format(model="example:other") + price) is None
    assert total(tmp_path, STEP.format(model="local:m")) is None


def test_a_public_list_price_counts_in_dollars_and_in_nothing_else(tmp_path: Path) -> None:
    listed = total(tmp_path, STEP.format(model="openai:gpt-5-mini"))
    assert listed is not None
    assert listed > 0
    with pytest.raises(BadSetting, match="two currencies"):
        total(tmp_path, STEP.format(model="openai:gpt-5-mini") + '[costs]\ncurrency = "EUR"\n')


def test_a_price_in_dollars_is_no_price_in_another_currency(tmp_path: Path) -> None:
    price = '[[prices]]\nat = "example"\nmodel = "m"\ninput = 0.1\noutput = 1\n'
    euros = '[costs]\ncurrency = "EUR"\n'
    assert total(tmp_path, STEP.format(model="example:m") + price + euros) is None
    assert total(tmp_path, STEP.format(model="example:m") + price + 'currency = "EUR"\n' + euros) == Decimal(
        "0.1"
    )


def test_steps_of_several_calls_are_long_by_each_call_and_not_together(tmp_path: Path) -> None:
    text = (
        '[[steps]]\nname = "a"\nmodel = "example:m"\ncalls = 3\ninput = 100_000\n'
        '[[prices]]\nat = "example"\nmodel = "m"\ninput = 1\noutput = 1\n'
        "long = { over = 200_000, input = 50, output = 50 }\n"
    )
    assert total(tmp_path, text) == Decimal("0.3")


def test_searches_and_pages_without_a_price_are_unknown_and_none_of_them_cost_nothing(tmp_path: Path) -> None:
    assert total(tmp_path, "searches = { finder = 1 }\n") is None
    assert total(tmp_path, "pages = 1\n") is None
    assert total(tmp_path, "searches = { finder = 0 }\npages = 0\n") == 0


def test_measured_seconds_stand_before_those_of_the_table(tmp_path: Path) -> None:
    text = "attempts = 2\nreview_seconds = 36\n[costs]\nreview_hour = 100\nreview_seconds = 9\n"
    assert total(tmp_path, text) == 2


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("attempts = 0\n", "attempts"),
        ("attempts = 1\naccepted = 2\n", "more are accepted"),
        ("pages = -1\n", "pages"),
        ("pages = 1.5\n", "pages"),
        ("nonsense = 1\n", "nonsense"),
        ("[costs]\nmaintenance = 20\n", "runs_per_month"),
        ("[costs]\nreview_seconds = 20\n", "review_hour"),
        ("[costs]\npage = nan\n", "costs.page"),
        ("[costs]\npage = 1e999999\n", "costs.page"),
        ("[costs]\npage = -0.1\n", "costs.page"),
        ('[costs]\ncurrency = "euro"\n', "costs.currency"),
        (STEP.format(model="m"), "steps.0.model"),
        (STEP.format(model="example:m").replace("1_000_000", "1" * 40), "steps.0.input"),
        ("[costs\n", "TOML"),
        (b"\xff\xfe\x00", "TOML"),
        ("a = " + "[" * 20_000, "TOML"),
    ],
)
def test_a_file_that_cannot_be_says_which_field(tmp_path: Path, text: str | bytes, said: str) -> None:
    with pytest.raises(BadSetting) as error:
        read_counts(written(tmp_path, text))
    assert said in error.value.message
    assert "docs/costs.md" in (error.value.hint or "")


def test_no_file_a_folder_and_a_huge_one(tmp_path: Path) -> None:
    for path in (tmp_path / "none.toml", tmp_path):
        with pytest.raises(NotFound):
            read_counts(path)
    with pytest.raises(BadSetting, match="too large"):
        read_counts(written(tmp_path, "#" * 1_000_001))
