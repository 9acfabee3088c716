"""`docs/cases.md` and the tests say the same."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "docs" / "cases.md").read_text(encoding="utf-8")
CASE = re.compile(r"\bK\d{3}\b")
TEST = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")


def rows() -> dict[str, tuple[str, str]]:
    """Each case with its cells of tests and of what is still to come."""
    found = re.findall(r"^\| (K\d{3}) \| [^|]+ \| ([^|]*) \| ([^|]*) \|$", PAGE, re.MULTILINE)
    assert len(found) == len({case for case, _, _ in found})
    return {case: (tests.strip(), later.strip()) for case, tests, later in found}


ROWS = rows()


def functions(path: Path) -> dict[str, str]:
    """The test functions of a file with their docstrings."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {
        node.name: ast.get_docstring(node) or ""
        for node in tree.body
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_")
    }


def claimed() -> Iterator[tuple[str, str]]:
    """Each case that the docstring of a test names, with the test."""
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        for name, said in functions(path).items():
            for case in CASE.findall(said):
                yield case, f"{path.relative_to(ROOT).as_posix()}::{name}"


@pytest.mark.parametrize("case", ROWS)
def test_every_test_that_the_page_names_exists(case: str) -> None:
    tests, later = ROWS[case]
    named = TEST.findall(tests)
    assert tests == "<br>".join(f"`{path}::{name}`" for path, name in named)
    assert named or re.match(r"issue \d+ \(.+\)$", later)
    for path, name in named:
        assert name in functions(ROOT / path), f"{path} has no {name}"


def test_every_case_that_a_test_names_is_on_the_page() -> None:
    missing = [(case, test) for case, test in claimed() if case not in ROWS]
    assert not missing
    unseen = {case for case, _ in claimed() if not ROWS[case][0]}
    assert not unseen


def test_no_line_of_the_page_is_left_out() -> None:
    assert len(re.findall(r"^\| K\d{3}", PAGE, re.MULTILINE)) == len(ROWS) > 80
