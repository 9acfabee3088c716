"""Opening: new, foreign, newer, shared, read-only, locked and full stores."""

import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import event

import stet.store
from stet.domain.budget import Budget
from stet.domain.evidence import Fetched
from stet.domain.run import RunSpec
from stet.errors import NotFound, StetError, StoreError
from stet.ports import CallRecord
from stet.store import open_store, verify_chain
from stet.store.schema import METADATA, REVISION, SQLITE_ONLY, VERSION_TABLE
from stet.store.sql import SqlStore

OPEN = """
import sys
from stet.store import open_store
open_store(sys.argv[1]).close()
print("alembic" in sys.modules)
"""


def opened_elsewhere(url: str) -> str:
    done = subprocess.run([sys.executable, "-c", OPEN, url], check=True, capture_output=True, text=True)
    return done.stdout.strip()


def test_the_revision_is_alembics_head_and_the_tables_are_the_metadata(store: SqlStore):
    config = Config()
    config.set_main_option("script_location", str(Path(stet.store.__file__).with_name("migrations")))
    assert ScriptDirectory.from_config(config).get_current_head() == REVISION
    with store.database.engine.connect() as connection:
        sqlite = connection.dialect.name == "sqlite"

        def wanted(_: object, name: str | None, kind: str, *__: object) -> bool:
            return kind != "index" or sqlite or name not in SQLITE_ONLY

        options = {"version_table": VERSION_TABLE, "include_object": wanted}
        context = MigrationContext.configure(connection, opts=options)
        assert compare_metadata(context, METADATA) == []


def test_a_current_store_opens_without_alembic(store_url: str):
    assert opened_elsewhere(store_url) == "True"
    assert opened_elsewhere(store_url) == "False"


def test_importing_the_package_brings_no_database_library():
    code = "import sys, stet.store; print([m for m in ('sqlalchemy', 'alembic') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout.strip() == "[]"


def test_first_opens_at_once_are_safe(store_url: str, make_spec: Callable[..., RunSpec], now: datetime):
    def opened_here(_: int) -> None:
        open_store(store_url).close()

    with ThreadPoolExecutor(6) as pool:
        elsewhere = pool.map(opened_elsewhere, [store_url] * 2)
        list(pool.map(opened_here, range(4)))
        list(elsewhere)
    with open_store(store_url) as store:
        run = store.create(make_spec(), now)
        verify_chain(store, run)


def test_threads_that_make_different_stores_do_not_meet(tmp_path: Path):
    def make(number: int) -> str:
        with open_store(str(tmp_path / f"{number}.db")) as store, store.database.reading() as connection:
            return connection.execute(sa.text(f"SELECT version_num FROM {VERSION_TABLE}")).scalar_one()

    with ThreadPoolExecutor(6) as pool:
        assert list(pool.map(make, range(6))) == [REVISION] * 6


def test_sqlite_is_safe_readable_and_private(
    tmp_path: Path, make_spec: Callable[..., RunSpec], now: datetime
):
    path = tmp_path / "a folder" / "100% stet.db"
    with open_store(f"sqlite:///{path}") as store:
        run = store.create(make_spec(), now)
        with store.database.writing() as connection:
            for pragma, value in (("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1)):
                assert connection.exec_driver_sql(f"PRAGMA {pragma}").scalar() == value
    if os.name == "posix":
        assert path.stat().st_mode & 0o077 == 0
    plain = sqlite3.connect(path)
    assert plain.execute("SELECT id, json_extract(spec, '$.engine') FROM runs").fetchall() == [(run, "quote")]
    plain.close()


@pytest.mark.parametrize("again", ["store.db", "link.db", "./store.db"])
def test_a_store_opened_again_in_one_process_keeps_its_log_when_another_process_ends(
    tmp_path: Path, again: str, make_spec: Callable[..., RunSpec], now: datetime
):
    path = tmp_path / "store.db"
    with open_store(str(path)) as store:
        first = store.create(make_spec(), now)
        (tmp_path / "link.db").symlink_to(path)
        open_store(f"{tmp_path}/{again}").close()
        opened_elsewhere(str(path))
        assert path.with_name("store.db-wal").exists()
        second = store.create(make_spec(), now)
        opened_elsewhere(str(path))
        assert {run.id for run in store.list_runs()} == {first, second}
    with open_store(str(path)) as store:
        assert {run.id for run in store.list_runs()} == {first, second}


def test_a_file_that_takes_the_place_of_a_closed_store_is_looked_at_again(tmp_path: Path):
    path = tmp_path / "store.db"
    store = open_store(str(path))
    store.close()
    store.close()
    path.write_bytes(b"# Notes")
    with pytest.raises(StoreError, match="no SQLite file"):
        open_store(str(path))


@pytest.mark.parametrize("content", [b"# Notes\n", b"\x00", b"SQLite format 3", b"x" * 5000])
def test_a_file_that_is_no_database_is_refused_and_not_touched(tmp_path: Path, content: bytes):
    path = tmp_path / "notes.md"
    path.write_bytes(content)
    with pytest.raises(StoreError, match=r"notes\.md") as caught:
        open_store(str(path))
    assert caught.value.hint
    assert path.read_bytes() == content
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("mode", ["delete", "wal"])
@pytest.mark.parametrize("table", ["moz_places (id)", "runs (id)", "stet_version (version_num)"])
def test_another_programs_database_is_refused_and_not_touched(tmp_path: Path, mode: str, table: str):
    path = tmp_path / "places.sqlite"
    with sqlite3.connect(path) as other:
        other.execute(f"PRAGMA journal_mode={mode}")
        other.execute(f"CREATE TABLE {table}")
    other.close()
    before = path.read_bytes()
    with pytest.raises(StoreError, match="another program") as caught:
        open_store(str(path))
    assert caught.value.hint
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_a_newer_store_is_refused_and_keeps_its_revision(store_url: str):
    with open_store(store_url) as store, store.database.writing() as connection:
        connection.execute(sa.text(f"UPDATE {VERSION_TABLE} SET version_num = '9999'"))
    with pytest.raises(StoreError, match="9999") as caught:
        open_store(store_url)
    assert "upgrade stet" in (caught.value.hint or "")
    with pytest.raises(StoreError, match="9999"):
        open_store(store_url)


@pytest.mark.postgres
def test_a_postgres_with_tables_of_that_name_is_refused(store_url: str):
    if "postgresql" not in store_url:
        pytest.skip("a SQLite file is known by its header")
    engine = sa.create_engine(store_url)
    with engine.begin() as connection:
        connection.execute(sa.text("CREATE TABLE runs (id int)"))
    with pytest.raises(StoreError, match="runs"):
        open_store(store_url)
    engine.dispose()


@pytest.mark.parametrize(
    "url", ["mysql://localhost/x", "://", "sqlite://", "http://example.org", "a://b://c"]
)
def test_a_url_of_nothing_we_know_is_refused(url: str):
    with pytest.raises(StoreError) as caught:
        open_store(url)
    assert caught.value.hint


def test_a_postgres_that_is_not_there_is_an_error_without_the_password():
    with pytest.raises(StoreError) as caught:
        open_store("postgresql+psycopg://me:secret@127.0.0.1:1/none")
    assert caught.value.hint
    assert "secret" not in str(caught.value)


def test_a_missing_driver_names_the_command():
    code = (
        "import sys; sys.modules['psycopg'] = None\n"
        "from stet.errors import StoreError; from stet.store import open_store\n"
        "try: open_store('postgresql://localhost/x')\n"
        "except StoreError as error: print(error.hint)"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert 'python3 -m pip install "stet-research[postgres]"' in done.stdout


def test_a_place_that_cannot_hold_a_file_is_refused(tmp_path: Path):
    (tmp_path / "file").write_text("x")
    for place in (tmp_path / "file" / "store.db", tmp_path):
        with pytest.raises(StoreError) as caught:
            open_store(str(place))
        assert caught.value.hint


@pytest.fixture
def writes(
    make_spec: Callable[..., RunSpec],
    make_call: Callable[..., CallRecord],
    make_page: Callable[..., Fetched],
    now: datetime,
) -> Callable[[SqlStore, str], dict[str, StetError | None]]:
    """Try every kind of write; returns what each raised."""

    def attempt(write: Callable[[], object]) -> StetError | None:
        try:
            write()
        except StetError as error:
            return error
        return None

    def each(store: SqlStore, run: str) -> dict[str, StetError | None]:
        from stet.domain.events import Noted

        big = os.urandom(1_000_000)
        text = big.hex()
        return {
            "create": attempt(lambda: store.create(make_spec("x" * 200_000), now)),
            "append": attempt(lambda: store.append(run, Noted(code="a", message=text), now)),
            "put": attempt(lambda: store.put(make_page(text, big))),
            "begin": attempt(lambda: store.begin(run, make_call(request=f'"{text}"'), Budget())),
        }

    return each


Writes = Callable[[SqlStore, str], dict[str, StetError | None]]


def _expect_all_refused(store: SqlStore, run: str, writes: Writes, word: str) -> None:
    for name, error in writes(store, run).items():
        assert isinstance(error, StoreError), (name, error)
        assert word in error.message, (name, error)
        assert error.hint, name


def test_a_locked_store_is_an_error_after_the_wait(
    tmp_path: Path, make_spec: Callable[..., RunSpec], now: datetime, writes: Writes
):
    path = tmp_path / "store.db"
    with open_store(str(path), wait=0.1) as store:
        run = store.create(make_spec(), now)
        holder = sqlite3.connect(path, isolation_level=None)
        holder.execute("BEGIN IMMEDIATE")
        _expect_all_refused(store, run, writes, "locked")
        assert store.run(run).events == 0
        holder.execute("ROLLBACK")
        holder.close()
        assert set(writes(store, run).values()) == {None}


def test_a_full_disk_writes_nothing_half(
    tmp_path: Path, make_spec: Callable[..., RunSpec], now: datetime, writes: Writes
):
    with open_store(str(tmp_path / "store.db")) as store:
        run = store.create(make_spec(), now)

        def no_more_pages(connection: sa.Connection) -> None:
            connection.exec_driver_sql("PRAGMA max_page_count=1")  # it becomes the pages there are

        event.listen(store.database.engine, "begin", no_more_pages)
        _expect_all_refused(store, run, writes, "full")
        assert store.calls(run) == ()
        assert store.events(run) == ()
        assert len(store.list_runs()) == 1
        verify_chain(store, run)


READ_ONLY = """
import os, sys
from datetime import UTC, datetime
from stet.domain.events import Noted
from stet.errors import StoreError
from stet.store import open_store
path, run = sys.argv[1:3]
open_store(path).close()
os.chmod(path, int(sys.argv[3], 8)); os.chmod(os.path.dirname(path), int(sys.argv[4], 8))
if os.getuid() == 0:  # root may write anywhere; after the imports, which another user perhaps cannot read
    os.setgid(65534); os.setuid(65534)
try:
    store = open_store(path)
    print(store.run(run).id)
    store.append(run, Noted(code="a", message="b"), datetime.now(UTC))
except StoreError as error:
    print("refused:", error, "|", error.hint)
"""


@pytest.mark.skipif(os.name != "posix", reason="file modes of POSIX")
@pytest.mark.parametrize("what", ["file", "folder"])
def test_a_read_only_store_is_an_error_with_a_hint(
    tmp_path: Path, what: str, make_spec: Callable[..., RunSpec], now: datetime
):
    folder = tmp_path / "home"
    path = folder / "store.db"
    with open_store(str(path)) as store:
        run = store.create(make_spec(), now)
    if os.getuid() == 0:
        for parent in (folder, tmp_path, *tmp_path.parents):
            if parent.stat().st_mode & 0o005 != 0o005:
                parent.chmod(parent.stat().st_mode | 0o055)
    modes = ("444", "777") if what == "file" else ("666", "555")
    command = [sys.executable, "-c", READ_ONLY, str(path), run, *modes]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    folder.chmod(0o755)
    assert "refused:" in done.stdout, done.stdout + done.stderr
    assert "writ" in done.stdout.rsplit("|", 1)[1]
    with open_store(str(path)) as store:
        assert store.events(run) == ()
        with pytest.raises(NotFound):
            store.run("r-none")
