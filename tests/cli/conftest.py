"""The real command line, in this process or in another, over a small invented corpus."""

import io
import shutil
import sys
from pathlib import Path

import pytest

from stet.cli import main

sys.path.insert(0, str(Path(__file__).parent))

from stetcli import QUESTION, Cli, Ran, Result, process, write_documents


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Cli:
    """Run a command in this process: `cli("runs", "--json")`, with `stdin=b"…"` where it reads."""

    def call(*argv: object, stdin: bytes = b"") -> Result:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        capsys.readouterr()
        status = main([str(word) for word in argv])
        said = capsys.readouterr()
        return Result(status, said.out, said.err)

    return call


@pytest.fixture
def ferry(tmp_path: Path) -> Path:
    """Three documents that disagree; one of them is hostile."""
    return write_documents(tmp_path / "ferry")


@pytest.fixture(scope="session")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Ran:
    """A run in a process of its own, in a home that nobody changes."""
    folder = tmp_path_factory.mktemp("finished")
    documents = write_documents(folder / "ferry")
    home = folder / "home"
    result = process(
        "ask", QUESTION, "--docs", documents, "--today", "2026-11-30", "--json", home=home, cwd=folder
    )
    return Ran(home, documents, result)


@pytest.fixture
def ran(finished: Ran, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ran:
    """A copy of the finished run, for this test alone."""
    home = tmp_path / "copied-home"
    shutil.copytree(finished.home, home)
    monkeypatch.setenv("STET_HOME", str(home))
    return Ran(home, finished.documents, finished.result)
