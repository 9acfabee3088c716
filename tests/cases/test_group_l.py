"""Install and packaging."""

import importlib
import os
import re
import subprocess
import sys
import zipfile
from datetime import date
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "stet"

# Everything is imported, and the help printed, from the unpacked wheel alone.
USE = """
import importlib, pkgutil, sys
sys.path.insert(0, sys.argv[1])
import stet
assert stet.__file__.startswith(sys.argv[1]), stet.__file__
names = [m.name for m in pkgutil.walk_packages(stet.__path__, "stet.") if ".migrations." not in m.name]
for name in names:
    if name != "stet.__main__":
        importlib.import_module(name)
from stet.cli import main
assert main(["ask", "When does the tram of Halden leave?", "--docs", sys.argv[2], "-f", "html", "-q"]) == 0
print(len(names))
"""


def test_a_wheel_holds_the_package_whole_and_nothing_beside_it(tmp_path: Path):
    """K107: built, unpacked, and used from another folder; templates, profiles and migrations are in it."""
    pytest.importorskip("hatchling", reason="no hatchling here; .ci/run builds and installs the wheel")
    build = "import sys; from hatchling.build import build_wheel; print(build_wheel(sys.argv[1]))"
    made = subprocess.run(
        [sys.executable, "-c", build, str(tmp_path)], cwd=ROOT, capture_output=True, text=True, check=True
    )
    site = tmp_path / "site"
    with zipfile.ZipFile(tmp_path / made.stdout.splitlines()[-1]) as wheel:
        wheel.extractall(site)
    tops = {path.name for path in site.iterdir()}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"stet"}
    wanted = {
        p.relative_to(PACKAGE) for p in PACKAGE.rglob("*") if p.is_file() and "__pycache__" not in p.parts
    }
    packed = {p.relative_to(site / "stet") for p in (site / "stet").rglob("*") if p.is_file()}
    assert packed == wanted
    docs = tmp_path / "documents"
    docs.mkdir()
    (docs / "a.md").write_text("The tram of Halden leaves on 3 May 2027 at noon.", encoding="utf-8")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    environment = {**os.environ, "STET_HOME": str(tmp_path / "home")}
    command = [sys.executable, "-I", "-c", USE, str(site), str(docs)]
    used = subprocess.run(
        command, cwd=elsewhere, env=environment, capture_output=True, text=True, timeout=100, check=False
    )
    assert used.returncode == 0, used.stderr
    assert "<!doctype html>" in used.stdout.lower()
    assert int(used.stdout.splitlines()[-1]) > 80
    assert not list(elsewhere.iterdir())


def test_every_requirement_can_be_met_by_one_version():
    """K107: the pins hold one version of each package for one interpreter, with a hash."""
    pins = re.findall(
        r"^([A-Za-z0-9._-]+)==(\S+)(?: ; (.*?))? \\$",
        (ROOT / "constraints.txt").read_text(encoding="utf-8"),
        re.MULTILINE,
    )
    assert len(pins) > 20
    versions: dict[str, list[tuple[str, str]]] = {}
    for name, version, marker in pins:
        versions.setdefault(re.sub(r"[-_.]+", "-", name).lower(), []).append((version, marker))
    for name, pinned in versions.items():
        markers = [marker for _, marker in pinned]
        assert len(pinned) == 1 or (all(markers) and len(set(markers)) == len(markers)), name


def test_dates_are_written_without_codes_of_one_platform():
    """K109: a day without a leading zero comes out the same everywhere."""

    words = importlib.import_module("stet.report.words")
    assert words.long_date(date(2026, 3, 1)) == "1 March 2026"
    assert not [
        path
        for path in PACKAGE.rglob("*.j2")
        if re.search(r"%[-#][a-zA-Z]", path.read_text(encoding="utf-8"))
    ]


def test_the_commands_of_the_pages_are_run_by_ci():
    """K110: the gate runs each of them, and the README has some."""
    assert re.search(r"^scripts/readme\b", (ROOT / ".ci" / "run").read_text(encoding="utf-8"), re.MULTILINE)
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```sh\n(.*?)^```$", readme, re.MULTILINE | re.DOTALL)
    assert any("pip install . && stet ask" in block for block in blocks)
    assert any(re.search(r"^scripts/test$", block, re.MULTILINE) for block in blocks)
