"""The tables of money: what they mean in force, and what a wrong one is called."""

from decimal import Decimal
from pathlib import Path

import pytest

from stet.app.prices import own_prices
from stet.config import Costs, Settings, load_settings
from stet.errors import BadSetting

TABLE = """
[costs]
searches = { tavily = 0.008 }
page = 0.002
maintenance = 20
runs_per_month = 1_000
review_hour = 30

[[prices]]
at = "cometapi"
model = "m"
input = 0.1
output = 0.3
long = { over = 200_000, input = 0.2, output = 0.45 }

[[prices]]
at = "cometapi"
model = "m"
input = 7
output = 8
currency = "EUR"
"""


def load(folder: Path, text: str, where: str = "home/config.toml") -> Settings:
    path = folder / where
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    (folder / "project").mkdir(exist_ok=True)
    return load_settings(environ={"STET_HOME": str(folder / "home")}, folder=folder / "project")


@pytest.mark.parametrize("where", ["home/config.toml", "project/stet.toml"])
def test_the_table_of_costs_is_read_as_it_is_written(tmp_path: Path, where: str) -> None:
    settings = load(tmp_path, TABLE, where)
    assert settings.costs.searches == {"tavily": Decimal("0.008")}
    assert (settings.costs.page, settings.costs.infrastructure) == (Decimal("0.002"), None)
    assert settings.costs.currency == "USD"
    shown = {row.name: row for row in settings.rows()}["costs"]
    assert "maintenance=20" in shown.value
    assert "tavily=0.008" in shown.value
    assert shown.origin == str(tmp_path / where)


def test_without_a_table_nothing_is_said(tmp_path: Path) -> None:
    settings = load(tmp_path, "")
    assert settings.costs == Costs()
    assert {row.name: row.value for row in settings.rows()}["costs"] == "-"


def test_a_price_in_another_currency_is_no_price_in_dollars(tmp_path: Path) -> None:
    own = load(tmp_path, TABLE).prices
    dollars, euros = own_prices(own, "USD"), own_prices(own, "EUR")
    assert dollars["cometapi", "m"].input == Decimal("0.1")
    assert dollars["cometapi", "m"].long is not None
    assert euros["cometapi", "m"].input == 7
    assert own_prices(own, "GBP") == {}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[costs]\nmaintenance = 20\n", "costs: maintenance and runs_per_month go together"),
        ("[costs]\nruns_per_month = 20\n", "costs: maintenance and runs_per_month go together"),
        ("[costs]\nreview_seconds = 20\n", "review_hour"),
        ("[costs]\npage = -1\n", "costs.page"),
        ("[costs]\npage = inf\n", "costs.page"),
        ("[costs]\nsearches = { tavily = -1 }\n", "costs.searches.tavily"),
        ('[costs]\ncurrency = "dollars"\n', "costs.currency"),
        ("[costs]\npages = 1\n", "costs.pages: no such setting"),
        ("costs = 5\n", "costs"),
        (
            '[[prices]]\nat = "a"\nmodel = "m"\ninput = 1\noutput = 1\nlong = { over = 0, input = 1, output = 1 }\n',
            "long",
        ),
    ],
)
def test_a_table_that_cannot_be_names_file_and_field(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(BadSetting) as error:
        load(tmp_path, text)
    assert "config.toml" in error.value.message
    assert said in error.value.message
    assert error.value.hint


def test_the_table_is_for_files_alone(tmp_path: Path) -> None:
    with pytest.raises(BadSetting, match="STET_COSTS"):
        load_settings(environ={"STET_HOME": str(tmp_path), "STET_COSTS": "page=1"}, folder=tmp_path)
