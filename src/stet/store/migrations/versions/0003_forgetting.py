"""Pages and the words of calls may go when their time is over, and a log says which runs were deleted.

A migration never imports the program: what it makes must stay the same when the program moves on.
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

_WORDS = "request, response, error, purged"
_REST = (
    "run",
    "number",
    "key",
    "kind",
    "attempt",
    "state",
    "charged",
    "started_at",
    "ended_at",
    "prev",
    "hash",
)


def upgrade() -> None:
    """Add the columns and the log, and let the triggers through what a purge does and nothing else."""
    op.add_column("calls", sa.Column("purged", sa.Text, nullable=True))
    op.add_column("run_pages", sa.Column("purged", sa.Integer, nullable=False, server_default="0"))
    op.create_table(
        "forgotten",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        *(sa.Column(name, sa.Text, nullable=False) for name in ("run", "at", "why", "left", "prev", "hash")),
    )
    if op.get_bind().dialect.name == "sqlite":
        _sqlite()
    else:
        _postgres()


def _refuse(name: str, when: str, condition: str, message: str) -> None:
    op.execute(
        f"CREATE TRIGGER {name} BEFORE {when} WHEN {condition} BEGIN SELECT RAISE(ABORT, '{message}'); END"
    )


def _sqlite() -> None:
    op.execute("DROP TRIGGER calls_update")
    _refuse("calls_update", f"UPDATE OF {', '.join(_REST)} ON calls", "1", "calls is append-only")
    purging = "EXISTS (SELECT 1 FROM runs WHERE id = OLD.run AND deleting = 2)"
    gone = "NEW.request IS NULL AND NEW.response IS NULL AND NEW.error IS NULL AND NEW.purged IS NOT NULL"
    may = f"({purging} AND OLD.purged IS NULL AND {gone})"
    _refuse("calls_purge", f"UPDATE OF {_WORDS} ON calls", f"NOT {may}", "calls is append-only")
    op.execute("DROP TRIGGER pages_delete")
    same = "sha256 = OLD.sha256 AND text_sha256 = OLD.text_sha256 AND purged = 0"
    named = f"EXISTS (SELECT 1 FROM run_pages WHERE {same})"  # noqa: S608
    _refuse("pages_delete", "DELETE ON pages", named, "a run names this page")
    for when in ("UPDATE", "DELETE"):
        _refuse(f"forgotten_{when.lower()}", f"{when} ON forgotten", "1", "forgotten is append-only")
    present = "EXISTS (SELECT 1 FROM forgotten WHERE number = NEW.number)"
    _refuse("forgotten_replace", "INSERT ON forgotten", present, "forgotten is append-only")


_CALLS = """
CREATE FUNCTION stet_calls_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND EXISTS (SELECT 1 FROM runs WHERE id = OLD.run AND deleting = 1) THEN
    RETURN OLD;
  END IF;
  IF TG_OP = 'UPDATE' AND EXISTS (SELECT 1 FROM runs WHERE id = OLD.run AND deleting = 2)
     AND OLD.purged IS NULL AND NEW.purged IS NOT NULL
     AND NEW.request IS NULL AND NEW.response IS NULL AND NEW.error IS NULL
     AND (NEW.run, NEW.number, NEW.key, NEW.kind, NEW.attempt, NEW.state, NEW.charged, NEW.started_at,
          NEW.ended_at, NEW.prev, NEW.hash)
         IS NOT DISTINCT FROM
         (OLD.run, OLD.number, OLD.key, OLD.kind, OLD.attempt, OLD.state, OLD.charged, OLD.started_at,
          OLD.ended_at, OLD.prev, OLD.hash) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'calls is append-only';
END $$
"""

_PAGES = """
CREATE OR REPLACE FUNCTION stet_pages_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND NOT EXISTS (
    SELECT 1 FROM run_pages WHERE sha256 = OLD.sha256 AND text_sha256 = OLD.text_sha256 AND purged = 0
  ) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'pages is append-only';
END $$
"""

_LOG = """
CREATE FUNCTION stet_log_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$
"""


def _postgres() -> None:
    for function in (_CALLS, _PAGES, _LOG):
        op.execute(function)
    op.execute("DROP TRIGGER calls_guard ON calls")
    op.execute(
        "CREATE TRIGGER calls_guard BEFORE UPDATE OR DELETE ON calls "
        "FOR EACH ROW EXECUTE FUNCTION stet_calls_guard()"
    )
    op.execute(
        "CREATE TRIGGER forgotten_guard BEFORE UPDATE OR DELETE ON forgotten "
        "FOR EACH ROW EXECUTE FUNCTION stet_log_guard()"
    )
    op.execute(
        "CREATE TRIGGER forgotten_truncate BEFORE TRUNCATE ON forgotten "
        "FOR EACH STATEMENT EXECUTE FUNCTION stet_log_guard()"
    )
