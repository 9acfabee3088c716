"""File names from titles."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stet.report.names import file_name


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("When does the toll start?", "When-does-the-toll-start.md"),
        ("../../etc/passwd", "etc-passwd.md"),
        ("..", "report.md"),
        ("/", "report.md"),
        ("", "report.md"),
        ("CON", "report-CON.md"),
        ("nul.txt", "report-nul.txt.md"),
        ("Größe der 桥", "Größe-der-桥.md"),
        (".hidden", "hidden.md"),
        ("a\u202eb\x00c", "abc.md"),
    ],
)
def test_titles_become_names(title: str, name: str):
    assert file_name(title, "md") == name


def test_a_long_title_is_cut_within_bytes():
    name = file_name("桥" * 300, "html")
    assert name == "桥" * 40 + ".html"


@given(st.text(max_size=400))
def test_any_title_makes_a_name_that_can_be_written(title: str):
    name = file_name(title, "md")
    assert len(name.encode()) <= 130
    assert name.endswith(".md")
    assert not set(name) & set('/\\:*?"<>|\n\r\t\x00 ')
    assert not name.startswith((".", "-"))
