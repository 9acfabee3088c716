"""Profiles: every rule decides its sample, hosts match by whole labels, and faults name their place."""

from pathlib import Path

import pytest

from stet.confidence.profile import SHIPPED, Profile, load_profile, parse_profile
from stet.domain.claims import Label
from stet.errors import BadSetting

MINIMAL = """\
title = "Mine"
unknown_site = "other"
no_address = "other"
corroboration = [1.0, 1.2]

[kinds]
law = { authority = 1.0, title = "law", official = true }
other = { authority = 0.1, title = "other" }

[recency]
bands = [{ days = 10, factor = 1.0 }]
older = 0.2
undated = 0.8

[labels]
high = 0.7
medium = 0.4

[sites.law]
"law.example" = "https://law.example/1"
"town.example/bylaws" = "https://www.town.example/bylaws/7"
"""


@pytest.mark.parametrize("name", SHIPPED)
def test_each_rule_decides_its_sample(name: str) -> None:
    profile = load_profile(name)
    assert len(profile.rules) > 150
    for rule in profile.rules:
        assert profile.rule_for(rule.sample) == rule
        assert profile.classify(rule.sample) == (rule.kind, profile.kinds[rule.kind].authority)


@pytest.mark.parametrize("name", SHIPPED)
def test_every_kind_is_used_and_no_rule_takes_a_look_alike(name: str) -> None:
    profile = load_profile(name)
    used = {rule.kind for rule in profile.rules} | {profile.unknown_site, profile.no_address}
    assert used == set(profile.kinds)
    for rule in profile.rules:
        found = profile.rule_for(f"https://not{rule.host}{rule.path}")
        assert found is None or found.host != rule.host


def test_eu_law_holds_the_numbers_of_the_design() -> None:
    profile = load_profile("eu-law")
    assert {name: kind.authority for name, kind in profile.kinds.items()} == {
        "law": 1.0,
        "eu_body": 0.85,
        "regulator": 0.7,
        "law_firm": 0.5,
        "vendor": 0.3,
        "news": 0.15,
        "blog": 0.15,
        "unknown": 0.15,
    }
    assert [(band.days, band.factor) for band in profile.recency.bands] == [(90, 1.0), (182, 0.8), (365, 0.5)]
    assert (profile.recency.older, profile.recency.undated) == (0.2, 0.8)
    assert profile.corroboration == (1.0, 1.2, 1.4)
    assert (profile.labels.high, profile.labels.medium) == (0.7, 0.4)


@pytest.mark.parametrize(
    ("url", "kind"),
    [
        ("https://EUR-LEX.europa.eu.:443/eli/reg/2024/1689/oj#art_3", "law"),
        ("http://someone@eur-lex.europa.eu/", "law"),
        ("https://digital-strategy.ec.europa.eu/en/faqs", "eu_body"),
        ("https://data.europa.eu/data/datasets", "eu_body"),
        ("https://data.europa.eu/elix", "eu_body"),
        ("https://notx.com/", "unknown"),
        ("https://x.com.evil.example/", "unknown"),
        ("https://eur-lex.europa.eu.evil.example/", "unknown"),
        ("https://eur-lex.europa.eu@evil.example/", "unknown"),
        ("https://evil.example\\@eur-lex.europa.eu/", "unknown"),
        ("https://artificialintelligenceact.eu/article/6/", "unknown"),
        ("https://someone.github.io/eur-lex.europa.eu", "blog"),
        ("notes/eur-lex.europa.eu.md", "unknown"),
        (None, "unknown"),
    ],
)
def test_classify(url: str | None, kind: str) -> None:
    assert load_profile("eu-law").classify(url).kind == kind


def test_official_sites_are_those_of_official_kinds_weightiest_first() -> None:
    profile = load_profile("eu-law")
    sites = profile.official_sites()
    assert sites[0] == "eur-lex.europa.eu"
    assert len(sites) == len(set(sites))
    weights = [
        max(profile.kinds[rule.kind].authority for rule in profile.rules if rule.host == site)
        for site in sites
    ]
    assert weights == sorted(weights, reverse=True)
    assert "github.com" not in sites
    assert "cnil.fr" in sites


def test_label_thresholds_are_inclusive() -> None:
    profile = load_profile("eu-law")
    labels = [profile.label(value) for value in (0.7, 0.699999, 0.4, 0.399999)]
    assert labels == [Label.HIGH, Label.MEDIUM, Label.MEDIUM, Label.LOW]


def test_a_profile_survives_json() -> None:
    profile = load_profile("general")
    profile.classify("https://www.gov.uk/")
    assert Profile.model_validate_json(profile.model_dump_json()) == profile


def test_own_profile_by_file_and_by_folder(tmp_path: Path) -> None:
    folder = tmp_path / "harbour"
    folder.mkdir()
    file = folder / "profile.toml"
    file.write_text("\ufeff" + MINIMAL, encoding="utf-8")
    assert load_profile(file) == load_profile(str(folder))
    profile = load_profile(file)
    assert profile.name == "harbour"
    assert profile.classify("https://town.example/bylaws/7").kind == "law"
    assert profile.classify("https://town.example/bylaws-faq").kind == "other"
    assert profile.kind_title("law") == "law"
    assert profile.kind_title("gone") == "gone"


@pytest.mark.parametrize("name", ["nope", "", "/no/such/file.toml", "\0", "eu_law"])
def test_unknown_profile_lists_the_names(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BadSetting) as caught:
        load_profile(name)
    assert all(shipped in (caught.value.hint or "") for shipped in SHIPPED)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('title = "Mine"', "title = ", "line 1"),
        ("authority = 1.0", "authority = 1.5", "kinds.law.authority"),
        ("authority = 1.0", "authority = nan", "line 7"),
        ("authority = 1.0", 'authority = "much"', "kinds.law.authority"),
        ('title = "Mine"', 'title = "Mine"\ncolour = "red"', "colour"),
        ("older = 0.2", "older = -1", "recency.older"),
        ("older = 0.2", "", "recency.older"),
        ("days = 10", "days = -1", "line 11"),
        (
            "[{ days = 10, factor = 1.0 }]",
            "[{ days = 9, factor = 1 }, { days = 8, factor = 1 }]",
            "must rise",
        ),
        ("[1.0, 1.2]", "[1.2, 1.0]", "corroboration"),
        ("[1.0, 1.2]", "[0.5]", "corroboration"),
        ("[1.0, 1.2]", "[]", "corroboration"),
        ("medium = 0.4", "medium = 0.9", "labels"),
        ('unknown_site = "other"', 'unknown_site = "none"', "line 2"),
        ("[sites.law]", "[sites.low]", "sites.low"),
        ("https://law.example/1", "https://www.low.example/1", "line 20"),
        ("https://law.example/1", "law.example", "sites.law.law.example"),
        ('"law.example" =', '"law example" =', "is not a host"),
        (
            '"town.example/bylaws" = "https://www.town.example/bylaws/7"',
            '"LAW.example" = "https://law.example"',
            "twice",
        ),
    ],
)
def test_faults_are_named_with_their_place(old: str, new: str, said: str) -> None:
    assert old in MINIMAL
    with pytest.raises(BadSetting) as caught:
        parse_profile(MINIMAL.replace(old, new), "mine")
    assert said in caught.value.message
    assert "profile mine" in caught.value.message


def test_a_file_that_is_not_text_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "p.toml"
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadSetting, match="not UTF-8"):
        load_profile(file)
