"""What docs/profiles.md says is so."""

import re
from pathlib import Path

import pytest

from stet.confidence.profile import SHIPPED, load_profile

PAGE = (Path(__file__).parents[2] / "docs" / "profiles.md").read_text(encoding="utf-8")


def test_the_example_loads_and_matches_as_the_page_says(tmp_path: Path):
    [block] = re.findall(r"^```toml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    file = tmp_path / "profile.toml"
    file.write_text(block, encoding="utf-8")
    profile = load_profile(str(file))
    kinds = {
        "https://news.city.example/ordinances/14": "gazette",
        "https://city.example/ordinances": "gazette",
        "https://city.example/ordinances-old": "other",
        "https://mycity.example/ordinances/14": "other",
        "https://gazette.example/": "gazette",
        "https://courier.example/": "news",
        None: "other",
    }
    assert {url: profile.classify(url).kind for url in kinds} == kinds


def test_the_page_names_the_profiles_that_ship():
    assert set(re.findall(r"^\| `([a-z-]+)` \|", PAGE, re.MULTILINE)) == set(SHIPPED)


def test_the_worked_example_has_the_numbers_of_eu_law():
    profile = load_profile("eu-law")
    factors = (profile.kinds["unknown"].authority, profile.recency.undated, profile.corroboration[1])
    assert f"{factors[0]} × {factors[1]} × {factors[2]} = 0.144" in PAGE
    assert factors[0] * factors[1] * factors[2] == pytest.approx(0.144)
