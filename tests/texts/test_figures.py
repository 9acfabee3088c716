"""Which figures need a citation of their own, and which do not."""

import pytest

from stet.texts.read import read_text


def uncited(text: str) -> list[str]:
    return [text[f.start or 0 : f.end] for f in read_text(text).findings if f.kind == "uncited_figure"]


LINK = "([A](https://a.uk/1))"


def test_a_citation_later_in_the_paragraph_covers_the_figures_before_it():
    assert uncited(f"Tolls rose by 12 % in spring. In June they fell by 3 %. Ferries stopped {LINK}.") == []


def test_a_citation_later_in_the_bullet_covers_the_figures_before_it():
    assert uncited(f"- **Tolls:** They rose by 12 %. Ferries stopped {LINK}.") == []


def test_a_line_of_sources_under_a_paragraph_covers_its_figures():
    assert uncited(f"Tolls rose by 12 %. Ferries fell by 40 %.\n\n*Sources: {LINK}.*\n") == []


def test_a_citation_does_not_cover_the_figures_after_it():
    assert uncited(f"Ferries stopped {LINK}. Tolls rose by 12 %.") == ["Tolls rose by 12 %."]


@pytest.mark.parametrize(
    "text",
    [
        f"Tolls rose by 12 %.\n\nFerries stopped {LINK}.",
        f"- Tolls rose by 12 %.\n- Ferries stopped {LINK}.",
        f"| Port | Toll |\n|---|---|\n| North | 12 % |\n| South | 14 % {LINK} |",
    ],
)
def test_a_citation_does_not_cover_the_block_before_its_own(text):
    (only,) = uncited(text)
    assert "12 %" in only


@pytest.mark.parametrize(
    "name",
    [
        "Gull 2 13B",
        "the licence Heron 2.0",
        "Harbour Lab’s Gull 3",
        "ISO 34503",
        "DIN EN 13000",
        "the port [2025]",
        "the entry [ISO 34503][2]",
        "(1) the quay and (2) the lock",
    ],
)
def test_numbers_that_belong_to_a_name_or_a_list_are_no_figures(name):
    assert uncited(f"The port of the whole north uses {name} now.") == []


@pytest.mark.parametrize(
    "amount",
    [
        "North 5 ships",
        "Norway’s North 5 percent",
        "the north (2) ships",
        "the Bank’s May 3 notice",
        "ISO 5 %",
    ],
)
def test_numbers_that_only_look_so_are_figures(amount):
    assert len(uncited(f"The port of the whole town counts {amount}.")) == 1


def test_the_parameter_of_the_question_in_the_title_needs_no_source():
    title = "# Can a port with 40,000 ships a year pay for itself?\n\n"
    assert uncited(title + "Ports with about 40,000 ships can pay for themselves.") == []
    assert len(uncited(title + "Ports with 41,000 ships can pay for themselves.")) == 1
    assert len(uncited(title + "Ports with 40,000 ships earn 12 %.")) == 1


def test_a_question_that_is_labelled_gives_its_parameters():
    text = "**Question:** What does a quay of 300 m cost?\n\nA quay of 300 m is built in many ports."
    assert uncited(text) == []


def test_a_percentage_in_the_question_is_what_an_answer_must_show():
    assert len(uncited("# Did tolls rise by 12 %?\n\nTolls rose by 12 % in the north.")) == 1


def test_a_title_that_is_no_question_gives_no_parameters():
    assert len(uncited("# Tolls of 40,000 ships\n\nThe port has 40,000 ships a year.")) == 1


@pytest.mark.parametrize(
    "text",
    [
        "*This report is based on data current as of June 20, 2025.*",
        "Current as of 3 May 2026.",
        "Last updated: 2026-11-30 by the whole office",
        "本报告基于截至2026年5月的数据。",
    ],
)
def test_the_date_of_the_text_itself_needs_no_source(text):
    assert uncited(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "This report is based on 12 interviews of 2025.",
        "Current as of 2026, tolls bring in 40 million euros.",
        "The harbour report of 3 May 2026 was withdrawn.",
    ],
)
def test_another_figure_or_another_date_needs_one(text):
    assert uncited(text) == [text]
