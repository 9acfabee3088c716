"""From settings to what is asked of the web."""

from datetime import date
from pathlib import Path
from typing import Any

import pytest

from stet.app.settings import operator_of, web_of
from stet.config import Settings, load_settings
from stet.config.values import Flags
from stet.errors import BadSetting

TODAY = date(2026, 11, 30)


def settings(home: Path, project: str = "", own: str = "", **flags: object) -> Settings:
    folder = home / "project"
    folder.mkdir(exist_ok=True)
    (folder / "stet.toml").write_text(project, encoding="utf-8")
    (home / "config.toml").write_text(own, encoding="utf-8")
    return load_settings(Flags.model_validate(flags), home=home, environ={}, folder=folder)


def test_documents_stay_in_the_house_unless_the_same_place_asks_for_a_search(tmp_path: Path):
    """A search that a settings file asks for is none for documents that were given as a flag."""
    assert web_of(settings(tmp_path, own='search = ["wikipedia"]', docs=("papers",)), TODAY) is None
    assert web_of(settings(tmp_path, docs=("papers",)), TODAY) is None
    asked = web_of(settings(tmp_path, docs=("papers",), search=("wikipedia",)), TODAY)
    assert asked is not None
    assert asked.search == ("wikipedia",)
    both = settings(tmp_path, project='docs = ["papers"]\nsearch = ["wikipedia"]')
    assert web_of(both, TODAY) is not None


@pytest.mark.parametrize(
    ("flag", "said"),
    [("since", "90d"), ("site", ("a.example",)), ("lang", "en"), ("official", False)],
)
def test_a_flag_that_documents_alone_would_ignore_is_refused(tmp_path: Path, flag: str, said: Any):
    own = settings(tmp_path, docs=("papers",), **{flag: said})
    with pytest.raises(BadSetting, match=f"--{flag}: .* documents alone"):
        web_of(own, TODAY)
    assert (
        web_of(settings(tmp_path, docs=("papers",), search=("wikipedia",), **{flag: said}), TODAY) is not None
    )


def test_what_a_settings_file_says_of_searches_stays_for_searches(tmp_path: Path):
    assert web_of(settings(tmp_path, own='since = "90d"\nlang = "en"', docs=("papers",)), TODAY) is None


@pytest.mark.parametrize(("since", "day"), [("90d", date(2026, 9, 1)), ("2026-05-01", date(2026, 5, 1))])
def test_since_is_a_span_before_the_as_of_date_or_a_date(tmp_path: Path, since: str, day: date):
    asked = web_of(settings(tmp_path, since=since), TODAY)
    assert asked is not None
    assert asked.since == day


@pytest.mark.parametrize(
    "said",
    [
        'allow_host = ["10.0.0.1"]',
        'proxy = "http://p.example"',
        "browser = true",
        '[urls]\ntavily = "http://x.example"',
    ],
)
def test_what_is_reached_is_the_operators_and_no_projects(tmp_path: Path, said: str):
    """A folder from somebody else must not send keys elsewhere or open the house network."""
    with pytest.raises(BadSetting, match="cannot set this"):
        settings(tmp_path, project=said)
    operator = operator_of(settings(tmp_path, own=said))
    assert operator.allow_host or operator.proxy or operator.browser or operator.urls


@pytest.mark.parametrize(
    "flags",
    [
        {"since": "soon"},
        {"max_age": "-1d"},
        {"max_age": "1 fortnight"},
        {"lang": "english"},
        {"contact": "a b"},
    ],
)
def test_what_is_no_value_is_refused(flags: dict[str, object]):
    with pytest.raises(ValueError, match="validation error"):
        Flags.model_validate(flags)
