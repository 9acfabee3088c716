"""`stet doctor`: what works here, what does not, and what to do about it."""

import importlib
import json
import sqlite3
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from stet._version import __version__
from stet.cli.exit import Exit
from stet.cli.finding import Finding, fault
from stet.cli.modelfindings import model_findings
from stet.cli.terminal import Line, one_line, write
from stet.cli.webfindings import web_findings
from stet.config import KEYS, Settings, key, load_settings, prepare_home, shown_store
from stet.errors import StetError

_OLDEST = (3, 11)
_LIBRARIES = (
    ("HTML", ("lxml.html", "htmldate")),
    ("PDF", ("pypdfium2",)),
    ("Word", ("mammoth",)),
    ("Markdown", ("markdown_it", "yaml")),
    ("encodings", ("resiliparse.parse.encoding",)),
    ("sites", ("tldextract",)),
    ("store", ("sqlalchemy", "alembic")),
)
_STYLES = {"ok": "", "off": "dim", "warn": "yellow", "fault": "bold red"}


def doctor(*, live: bool, as_json: bool) -> int:
    """Print what was found; status 2 when something does not work. Only `live` asks anybody outside."""
    findings = list(_findings(live=live))
    if as_json:
        said = {
            "schema": "stet.doctor/1",
            "ok": all(f.ok for f in findings),
            "findings": [{**f._asdict(), "state": f.state} for f in findings],
        }
        print(json.dumps(said, indent=2, ensure_ascii=False))
    else:
        write(line for finding in findings for line in _lines(finding))
    return Exit.DONE if all(finding.ok for finding in findings) else Exit.USAGE


def _lines(finding: Finding) -> Iterator[Line]:
    yield Line(f"{finding.state:<6}{finding.name:<23}{one_line(finding.seen)}", _STYLES[finding.state])
    if finding.hint:
        yield Line(f"next: {one_line(finding.hint)}", indent=29)


def _findings(*, live: bool) -> Iterator[Finding]:
    yield Finding("stet", True, __version__)
    python = sys.version.split()[0]
    yield Finding(
        "python",
        sys.version_info >= _OLDEST,
        python,
        None if sys.version_info >= _OLDEST else "install 3.11 or newer",
    )
    yield _sqlite()
    try:
        settings = load_settings()
    except StetError as error:
        yield fault("settings", error)
        return
    yield _settings(settings)
    yield _tried("home", lambda: str(prepare_home(settings)))
    yield _tried("store", lambda: _store(settings))
    yield _tried("profiles", _profiles)
    for name, modules in _LIBRARIES:
        yield _library(name, modules)
    yield _tried("keys", _keys)
    yield from web_findings(settings, live=live)
    yield from model_findings(settings, live=live)


def _sqlite() -> Finding:
    version = sqlite3.sqlite_version
    connection = sqlite3.connect(":memory:")
    try:
        connection.execute("CREATE VIRTUAL TABLE words USING fts5 (text)")
    except sqlite3.Error as error:
        return Finding(
            "sqlite", False, f"{version}, without FTS5: {error}", "use a Python whose SQLite has FTS5"
        )
    finally:
        connection.close()
    return Finding("sqlite", True, f"{version} with FTS5")


def _settings(settings: Settings) -> Finding:
    places = sorted({origin.split(" ")[0] for origin in settings.origins.values()})
    seen = f"from: {', '.join(places)}"
    if settings.ignored:
        ignored = ", ".join(settings.ignored)
        return Finding(
            "settings", True, f"{seen}; these variables mean nothing: {ignored}", "stet config show"
        )
    return Finding("settings", True, seen)


def _keys() -> str:
    names = [name for name in KEYS if key(name) is not None]
    return f"{', '.join(names) if names else 'none set'}; the engine quote needs none"


def _store(settings: Settings) -> str:
    from stet.store import open_store

    name = shown_store(settings.store)
    if "://" not in settings.store and not Path(settings.store).exists():
        return f"{name}: will be made by the first run"
    store = open_store(settings.store, wait=2.0)
    try:
        newest = store.list_runs(1)
    finally:
        store.close()
    last = f"last run {newest[0].id}" if newest else "no runs yet"
    return f"{name}: {_revision()}, {last}"


def _revision() -> str:
    from stet.store.schema import REVISION

    return f"version {REVISION}"


def _profiles() -> str:
    from stet.confidence.profile import SHIPPED, load_profile

    return ", ".join(f"{name} ({len(load_profile(name).rules)} rules)" for name in SHIPPED)


def _library(name: str, modules: tuple[str, ...]) -> Finding:
    missing: list[str] = []
    for module in modules:
        try:
            importlib.import_module(module)
        except ImportError as error:
            missing.append(f"{module} ({error})")
    if missing:
        return Finding(
            name,
            False,
            f"cannot be loaded: {', '.join(missing)}",
            "python -m pip install --force-reinstall stet-research",
        )
    return Finding(name, True, ", ".join(modules))


def _tried(name: str, look: Callable[[], str]) -> Finding:
    try:
        return Finding(name, True, look())
    except StetError as error:
        return fault(name, error)
