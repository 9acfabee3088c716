"""The invented folder keeps its cast: who is official, who copies whom, and all of it marked as invented."""

import re
from pathlib import Path

from stet.confidence.copies import copy_groups
from stet.confidence.profile import load_profile

FOLDER = Path(__file__).parents[2] / "examples" / "harbour-toll"
ADDRESS = re.compile(r'^url: (\S+)$|rel="canonical" href="([^"]+)"', re.MULTILINE)
KINDS = {
    "01": "law",
    "02": "law",
    "03": "city",
    "04": "regulator",
    "05": "law_firm",
    "06": "vendor",
    "07": "blog",
    "08": "blog",
    "09": "news",
    "10": "unknown",
    "11": "trade",
    "12": "unknown",
    "13": "city",
    "14": "law",
}


def documents() -> dict[str, str]:
    return {file.name[:2]: file.read_text("utf-8") for file in FOLDER.iterdir() if file.name[0].isdigit()}


def address(text: str) -> str | None:
    found = ADDRESS.search(text)
    return (found[1] or found[2]) if found else None


def test_each_document_has_the_kind_that_its_part_needs() -> None:
    profile = load_profile(FOLDER)
    assert {key: profile.classify(address(text)).kind for key, text in documents().items()} == KINDS


def test_every_document_is_short_and_marked_as_invented() -> None:
    for key, text in documents().items():
        assert 80 <= len(text.split()) <= 350
        if key != "12":
            assert "invented" in text
            assert (address(text) or "").split("/")[2].endswith(".example")
    assert "invented" in (FOLDER.parent / "README.md").read_text("utf-8")


def test_only_the_blogs_are_near_copies() -> None:
    bodies = {
        key: re.sub(r"\A---\n.*?\n---\n", "", text, flags=re.DOTALL) for key, text in documents().items()
    }
    groups = copy_groups(bodies)
    assert groups.pop("08") == "07"
    assert all(group == key for key, group in groups.items())


def test_no_document_knows_the_price_of_a_yearly_pass() -> None:
    assert not any(
        re.search(r"yearly|annual|season ticket|\bpass\b(?! (?:that|the toll) on)", t)
        for t in documents().values()
    )
