"""The first tables: runs, calls, events, reviews, pages.

A migration never imports the program: what it makes must stay the same when the program moves on.
"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

_APPEND_ONLY = ("calls", "events", "reviews")


def upgrade() -> None:
    """Make the tables and the triggers that keep them append-only."""
    _runs()
    _chains()
    _pages()
    if op.get_bind().dialect.name == "sqlite":
        _sqlite_triggers()
        op.execute("PRAGMA application_id = 1937007988")
    else:
        _postgres_triggers()


def _text(name: str, *, null: bool = False) -> sa.Column[str]:
    return sa.Column(name, sa.Text, nullable=null)


def _runs() -> None:
    op.create_table(
        "runs",
        sa.Column("id", sa.Text, primary_key=True),
        _text("question"),
        _text("spec"),
        _text("spec_sha256"),
        _text("status"),
        _text("outcome", null=True),
        _text("created_at"),
        _text("updated_at"),
        _text("used"),
        sa.Column("calls", sa.Integer, nullable=False),
        _text("calls_head"),
        sa.Column("events", sa.Integer, nullable=False),
        _text("events_head"),
        sa.Column("reviews", sa.Integer, nullable=False),
        _text("reviews_head"),
        _text("seal"),
        sa.Column("deleting", sa.Integer, nullable=False, server_default="0"),
    )
    op.create_index("runs_by_time", "runs", ["created_at", "id"])


def _chain(name: str, *columns: sa.Column[str] | sa.Column[int]) -> None:
    op.create_table(
        name,
        sa.Column("run", sa.Text, sa.ForeignKey("runs.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        *columns,
        _text("prev"),
        _text("hash"),
    )


def _chains() -> None:
    _chain(
        "calls",
        _text("key"),
        _text("kind"),
        sa.Column("attempt", sa.Integer, nullable=False),
        _text("state"),
        _text("request", null=True),
        _text("response", null=True),
        _text("error", null=True),
        _text("charged"),
        _text("started_at"),
        _text("ended_at", null=True),
    )
    op.create_index("calls_by_key", "calls", ["key", "run"])
    _chain("events", _text("at"), _text("kind"), _text("event"))
    _chain(
        "reviews",
        _text("claim"),
        _text("verdict"),
        _text("action", null=True),
        _text("note", null=True),
        _text("name"),
        _text("at"),
    )


def _pages() -> None:
    op.create_table(
        "pages",
        sa.Column("sha256", sa.Text, primary_key=True),
        sa.Column("text_sha256", sa.Text, primary_key=True),
        _text("page"),
        sa.Column("raw", sa.LargeBinary, nullable=False),
        sa.Column("text", sa.LargeBinary, nullable=False),
        _text("seal"),
    )
    op.create_table(
        "run_pages",
        sa.Column("run", sa.Text, sa.ForeignKey("runs.id"), primary_key=True),
        sa.Column("sha256", sa.Text, primary_key=True),
        sa.Column("text_sha256", sa.Text, primary_key=True),
    )
    op.create_index("run_pages_by_page", "run_pages", ["sha256", "text_sha256"])


def _sqlite_trigger(name: str, when: str, condition: str, message: str) -> None:
    op.execute(
        f"CREATE TRIGGER {name} BEFORE {when} WHEN {condition} BEGIN SELECT RAISE(ABORT, '{message}'); END"
    )


def _sqlite_triggers() -> None:
    for table in _APPEND_ONLY:
        refused = f"{table} is append-only"
        deleting = "EXISTS (SELECT 1 FROM runs WHERE id = OLD.run AND deleting = 1)"
        _sqlite_trigger(f"{table}_update", f"UPDATE ON {table}", "1", refused)
        _sqlite_trigger(f"{table}_delete", f"DELETE ON {table}", f"NOT {deleting}", refused)
        # INSERT OR REPLACE deletes without asking the trigger above.
        present = f"EXISTS (SELECT 1 FROM {table} WHERE run = NEW.run AND number = NEW.number)"  # noqa: S608
        _sqlite_trigger(f"{table}_replace", f"INSERT ON {table}", present, refused)
    _sqlite_trigger("runs_delete", "DELETE ON runs", "OLD.deleting <> 1", "a run goes by delete_run only")
    fixed = "UPDATE OF id, spec, spec_sha256, question, created_at ON runs"
    _sqlite_trigger("runs_update", fixed, "1", "what identifies a run does not change")
    named = "EXISTS (SELECT 1 FROM run_pages WHERE sha256 = OLD.sha256 AND text_sha256 = OLD.text_sha256)"
    _sqlite_trigger("pages_update", "UPDATE ON pages", "1", "pages is append-only")
    _sqlite_trigger("pages_delete", "DELETE ON pages", named, "a run names this page")


_POSTGRES_CHAIN = """
CREATE FUNCTION stet_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND EXISTS (SELECT 1 FROM runs WHERE id = OLD.run AND deleting = 1) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$
"""

_POSTGRES_RUNS = """
CREATE FUNCTION stet_runs_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF OLD.deleting <> 1 THEN RAISE EXCEPTION 'a run goes by delete_run only'; END IF;
    RETURN OLD;
  END IF;
  IF (NEW.id, NEW.spec, NEW.spec_sha256, NEW.question, NEW.created_at)
     IS DISTINCT FROM (OLD.id, OLD.spec, OLD.spec_sha256, OLD.question, OLD.created_at) THEN
    RAISE EXCEPTION 'what identifies a run does not change';
  END IF;
  RETURN NEW;
END $$
"""

_POSTGRES_PAGES = """
CREATE FUNCTION stet_pages_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND NOT EXISTS (
    SELECT 1 FROM run_pages WHERE sha256 = OLD.sha256 AND text_sha256 = OLD.text_sha256
  ) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'pages is append-only';
END $$
"""


def _postgres_triggers() -> None:
    for function in (_POSTGRES_CHAIN, _POSTGRES_RUNS, _POSTGRES_PAGES):
        op.execute(function)
    guards = {**dict.fromkeys(_APPEND_ONLY, "stet_append_only"), "runs": "stet_runs_guard"}
    for table, function in {**guards, "pages": "stet_pages_guard"}.items():
        op.execute(
            f"CREATE TRIGGER {table}_guard BEFORE UPDATE OR DELETE ON {table} "
            f"FOR EACH ROW EXECUTE FUNCTION {function}()"
        )
    for table in _APPEND_ONLY:
        op.execute(
            f"CREATE TRIGGER {table}_truncate BEFORE TRUNCATE ON {table} "
            "FOR EACH STATEMENT EXECUTE FUNCTION stet_append_only()"
        )
