"""Help: every page is pinned as text, and costs no heavy import."""

import subprocess
import sys
from pathlib import Path

import pytest

from stet.cli.pages import all_pages

PAGES = Path(__file__).parent / "help"
HEAVY = (
    "alembic", "babel", "htmldate", "jinja2", "lxml", "mammoth", "markdown_it", "pydantic", "pypdfium2", "rapidfuzz",
    "resiliparse", "rich", "sqlalchemy", "sqlite3", "stet.app", "stet.domain", "tldextract", "trafilatura",
)  # fmt: skip


def test_every_page_is_as_pinned() -> None:
    pinned = {path.stem: path.read_text(encoding="utf-8") for path in PAGES.glob("*.txt")}
    assert all_pages() == pinned, "write them again with scripts/help, and read the difference"


@pytest.mark.parametrize("argv", [["--help"], ["runs", "--help"], ["ask", "-h"], ["--version"]])
def test_help_loads_nothing_heavy(argv: list[str], tmp_path: Path) -> None:
    code = (
        "import sys; from stet.cli import main; status = main(sys.argv[1:]);"
        f"print([name for name in {HEAVY!r} if name in sys.modules], status)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *argv],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        timeout=60,
        check=False,
    )
    assert done.stdout.splitlines()[-1] == "[] 0", done.stderr
