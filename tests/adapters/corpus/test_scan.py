import os
import socket
from pathlib import Path

import pytest

from stet.adapters.corpus.scan import Unreadable, read_file, scan
from stet.adapters.corpus.values import CorpusLimits
from stet.domain.evidence import PageStatus
from stet.errors import NotFound

LIMITS = CorpusLimits()


def write(path: Path, text: str = "words") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def paths(*roots: Path) -> list[str]:
    return [found.path for found in scan(roots, LIMITS).found]


def skips(*roots: Path, limits: CorpusLimits = LIMITS) -> dict[str, PageStatus]:
    return {item.path: item.status for item in scan(roots, limits).skipped}


def test_a_folder_is_walked_in_order_and_cited_as_it_was_given(tmp_path, monkeypatch):
    for name in ("b.md", "a/z.md", "a/b/c.txt", "c.md", "a.md"):
        write(tmp_path / "docs" / name)
    monkeypatch.chdir(tmp_path)
    expected = ["docs/a/b/c.txt", "docs/a/z.md", "docs/a.md", "docs/b.md", "docs/c.md"]
    assert paths(Path("docs")) == expected
    assert paths(Path("docs/../docs")) == [f"docs/../{path}" for path in expected]
    monkeypatch.chdir(tmp_path / "docs")
    assert paths(Path()) == [path.removeprefix("docs/") for path in expected]


def test_hidden_files_and_folders_are_passed_over_but_a_hidden_root_is_read(tmp_path):
    write(tmp_path / ".git/config.md")
    write(tmp_path / ".notes.md")
    write(tmp_path / "a.md")
    assert paths(tmp_path) == [f"{tmp_path}/a.md"]
    assert paths(tmp_path / ".git") == [f"{tmp_path}/.git/config.md"]
    assert not skips(tmp_path)


def test_a_file_reached_twice_is_one_document(tmp_path):
    file = write(tmp_path / "sub/a.md")
    (tmp_path / "link.md").symlink_to(file)
    (tmp_path / "also").symlink_to(tmp_path / "sub")
    assert paths(tmp_path, tmp_path / "sub", file) == [f"{tmp_path}/sub/a.md"]
    assert not skips(tmp_path)


def test_a_link_to_a_hidden_place_inside_is_followed(tmp_path):
    write(tmp_path / ".store/a.md")
    (tmp_path / "shown").symlink_to(tmp_path / ".store")
    assert paths(tmp_path) == [f"{tmp_path}/shown/a.md"]


def test_links_that_leave_the_folders_are_refused_and_listed(tmp_path):
    write(tmp_path / "outside/secret.md")
    docs = tmp_path / "docs"
    write(docs / "a.md")
    (docs / "file.md").symlink_to(tmp_path / "outside/secret.md")
    (docs / "folder").symlink_to(tmp_path / "outside")
    (docs / "up").symlink_to("..")
    assert paths(docs) == [f"{docs}/a.md"]
    assert skips(docs) == {f"{docs}/{name}": PageStatus.REFUSED_PATH for name in ("file.md", "folder", "up")}
    # A folder whose name only begins like a given one is outside too.
    write(tmp_path / "docs-private/b.md")
    (docs / "near").symlink_to(tmp_path / "docs-private")
    assert skips(docs)[f"{docs}/near"] is PageStatus.REFUSED_PATH


def test_loops_end_and_links_to_nothing_are_listed(tmp_path):
    write(tmp_path / "a.md")
    (tmp_path / "loop").symlink_to(tmp_path)
    (tmp_path / "self").symlink_to("self")
    (tmp_path / "gone").symlink_to("nowhere.md")
    assert paths(tmp_path) == [f"{tmp_path}/a.md"]
    assert skips(tmp_path) == {f"{tmp_path}/{name}": PageStatus.NOT_FOUND for name in ("gone", "self")}


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes on this system")
def test_pipes_and_sockets_are_listed_and_never_opened(tmp_path):
    os.mkfifo(tmp_path / "pipe.md")
    with socket.socket(socket.AF_UNIX) as listener:
        here = Path.cwd()
        os.chdir(tmp_path)  # the path of a socket is short
        try:
            listener.bind("sock.md")
        finally:
            os.chdir(here)
        assert skips(tmp_path) == dict.fromkeys(
            (f"{tmp_path}/pipe.md", f"{tmp_path}/sock.md"), PageStatus.UNSUPPORTED
        )
    with pytest.raises(Unreadable) as caught:
        read_file(str(tmp_path / "pipe.md"), 100)
    assert caught.value.status is PageStatus.UNSUPPORTED


def test_a_device_given_as_root_is_listed():
    if not Path("/dev/zero").exists():
        pytest.skip("no devices on this system")
    assert skips(Path("/dev/zero")) == {"/dev/zero": PageStatus.UNSUPPORTED}


def test_size_and_number_are_bounded(tmp_path):
    for number in range(5):
        write(tmp_path / f"{number}.md", "x" * number)
    assert skips(tmp_path, limits=CorpusLimits(max_bytes=3)) == {f"{tmp_path}/4.md": PageStatus.TOO_LARGE}
    result = scan([tmp_path], CorpusLimits(max_files=3))
    assert [found.path for found in result.found] == [f"{tmp_path}/{n}.md" for n in range(3)]
    assert [(item.path, item.status) for item in result.skipped] == [
        (f"{tmp_path}/3.md", PageStatus.TOO_LARGE)
    ]
    with pytest.raises(Unreadable) as caught:
        read_file(str(tmp_path / "4.md"), 3)
    assert caught.value.status is PageStatus.TOO_LARGE


def test_data_files_are_listed_in_a_folder_and_read_when_named(tmp_path):
    file = write(tmp_path / "question.json", "{}")
    write(tmp_path / "profile.toml")
    write(tmp_path / "manifest.jsonl")
    write(tmp_path / "a.md")
    assert paths(tmp_path) == [f"{tmp_path}/a.md"]
    assert skips(tmp_path) == {str(file): PageStatus.UNSUPPORTED}
    assert paths(file) == [str(file)]


def test_a_root_that_is_not_there_is_an_error(tmp_path):
    with pytest.raises(NotFound, match="no such file or folder"):
        scan([tmp_path / "nowhere"], LIMITS)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
def test_what_may_not_be_read_is_listed(tmp_path):
    write(tmp_path / "closed/a.md")
    (tmp_path / "closed").chmod(0)
    try:
        assert skips(tmp_path) == {f"{tmp_path}/closed": PageStatus.ERROR}
    finally:
        (tmp_path / "closed").chmod(0o700)


def test_a_name_that_is_no_text_can_be_shown(tmp_path):
    name = os.fsencode(tmp_path) + b"/caf\xe9.md"
    try:
        with Path(os.fsdecode(name)).open("w", encoding="utf-8") as file:
            file.write("words")
    except OSError:
        pytest.skip("this file system takes only UTF-8 names")
    [found] = scan([tmp_path], LIMITS).found
    assert found.path == f"{tmp_path}/caf\\xe9.md"
    assert read_file(found.real, 100)[0] == b"words"


def test_a_deep_tree_does_not_exhaust_the_stack(tmp_path):
    deep = tmp_path
    for _ in range(400):
        deep /= "d"
    write(deep / "a.md")
    assert paths(tmp_path) == [str(deep / "a.md")]
