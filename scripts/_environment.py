"""The environment of scripts/test and scripts/check: `.venv-test`, made of constraints.txt by pip alone."""

import contextlib
import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Generator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HOME = ROOT / ".venv-test"
PYTHON = HOME / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
OLDEST = (3, 11)


def python() -> Path:
    """The environment's interpreter; made anew when the pins, the project or the interpreter changed."""
    if sys.version_info < OLDEST:
        sys.exit(f"Python {OLDEST[0]}.{OLDEST[1]} or newer is needed; this is {sys.version.split()[0]}")
    with _alone():
        key, kept = _key(), HOME / "made-of"
        if not (PYTHON.exists() and kept.exists() and kept.read_text(encoding="utf-8") == key):
            kept.unlink(missing_ok=True)
            _make()
            kept.write_text(key, encoding="utf-8")
    return PYTHON


def environment() -> dict[str, str]:
    """This process's variables without what would let other packages in, the tools first on the path."""
    kept = {name: value for name, value in os.environ.items() if name not in {"PYTHONPATH", "PYTHONHOME"}}
    return kept | {"PATH": f"{PYTHON.parent}{os.pathsep}{kept.get('PATH', '')}", "VIRTUAL_ENV": str(HOME)}


def run(*command: str | Path) -> int:
    """Run a command of the environment in the checkout; its exit status."""
    return subprocess.run(
        [str(part) for part in command], cwd=ROOT, env=environment(), check=False
    ).returncode


def _key() -> str:
    """What the environment is made of: pins, packaging (lint rules change nothing), interpreter, place."""
    import tomllib  # here, so that an older Python gets as far as the message about its age

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    packaging = [project["project"], project["build-system"], project["tool"]["hatch"]]
    parts = [(ROOT / "constraints.txt").read_text(encoding="utf-8"), json.dumps(packaging)]
    parts += [sys.version, sys.base_prefix, str(ROOT)]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def _make() -> None:
    """Third-party packages by hash, then the project itself, editable, with nothing fetched for it."""
    print(f"making {HOME.name} (once, and again when the pins change)", file=sys.stderr)
    if run(sys.executable, "-m", "venv", "--clear", HOME):
        sys.exit("no virtual environment could be made; on Debian: apt-get install python3-venv")
    pip = (PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    if run(*pip, "--require-hashes", "--requirement", ROOT / "constraints.txt"):
        sys.exit("the pinned packages could not be installed")
    if run(*pip, "--no-deps", "--no-build-isolation", "--editable", ROOT):
        sys.exit("the project could not be installed")


@contextlib.contextmanager
def _alone() -> Generator[None]:
    """Hold a lock, so that two scripts started at once make one environment."""
    try:
        import fcntl
    except ImportError:  # Windows: two scripts at once are the user's to avoid
        yield
        return
    with (ROOT / ".venv-test.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
