"""The tables, as the newest migration leaves them."""

import sqlalchemy as sa

REVISION = "0005"
"""The migration this program needs; a test holds it equal to alembic's head."""

VERSION_TABLE = "stet_version"
"""Where alembic keeps the revision; a name of our own, for a PostgreSQL shared with others."""

APPLICATION_ID = 0x73746574
"""`stet` in ASCII, at byte 68 of the SQLite file: tells our files from others without opening them."""

METADATA = sa.MetaData()

RUNS = sa.Table(
    "runs",
    METADATA,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("question", sa.Text, nullable=False),
    sa.Column("spec", sa.Text, nullable=False),
    sa.Column("spec_sha256", sa.Text, nullable=False),
    sa.Column("status", sa.Text, nullable=False),
    sa.Column("outcome", sa.Text),
    sa.Column("created_at", sa.Text, nullable=False),
    sa.Column("updated_at", sa.Text, nullable=False),
    sa.Column("used", sa.Text, nullable=False),
    # How long each chain is and where it ends: a chain that lost its tail still holds link by link.
    sa.Column("calls", sa.Integer, nullable=False),
    sa.Column("calls_head", sa.Text, nullable=False),
    sa.Column("events", sa.Integer, nullable=False),
    sa.Column("events_head", sa.Text, nullable=False),
    sa.Column("reviews", sa.Integer, nullable=False),
    sa.Column("reviews_head", sa.Text, nullable=False),
    # The content id of all the columns above, written anew with every change.
    sa.Column("seal", sa.Text, nullable=False),
    # Set only inside a transaction, for the triggers: 1 lets the run's rows go, 2 the words of its calls.
    sa.Column("deleting", sa.Integer, nullable=False, server_default="0"),
    sa.Index("runs_by_time", "created_at", "id"),
)

CALLS = sa.Table(
    "calls",
    METADATA,
    sa.Column("run", sa.Text, sa.ForeignKey("runs.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("key", sa.Text, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("attempt", sa.Integer, nullable=False),
    sa.Column("state", sa.Text, nullable=False),
    # The request stands in the `started` row only, the response and the error in the row that ends it.
    sa.Column("request", sa.Text),
    sa.Column("response", sa.Text),
    sa.Column("error", sa.Text),
    sa.Column("charged", sa.Text, nullable=False),
    sa.Column("started_at", sa.Text, nullable=False),
    sa.Column("ended_at", sa.Text),
    sa.Column("prev", sa.Text, nullable=False),
    sa.Column("hash", sa.Text, nullable=False),
    # Where request, response and error were let go: their content ids, as JSON. No part of the row's hash.
    sa.Column("purged", sa.Text),
    sa.Index("calls_by_key", "key", "run"),
)
# What `stet cost` adds up, without the words beside it; see migration 0005.
sa.Index(
    "calls_ended",
    CALLS.c.run,
    CALLS.c.number,
    CALLS.c.started_at,
    CALLS.c.kind,
    CALLS.c.state,
    CALLS.c.charged,
    sqlite_where=sa.text("state != 'started'"),
).ddl_if(dialect="sqlite")

EVENTS = sa.Table(
    "events",
    METADATA,
    sa.Column("run", sa.Text, sa.ForeignKey("runs.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", sa.Text, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("event", sa.Text, nullable=False),
    sa.Column("prev", sa.Text, nullable=False),
    sa.Column("hash", sa.Text, nullable=False),
)
sa.Index(
    "events_spoke",
    EVENTS.c.run,
    EVENTS.c.number,
    EVENTS.c.at,
    EVENTS.c.kind,
    EVENTS.c.event,
    sqlite_where=sa.text("kind = 'spoke'"),
).ddl_if(dialect="sqlite")

REVIEWS = sa.Table(
    "reviews",
    METADATA,
    sa.Column("run", sa.Text, sa.ForeignKey("runs.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("claim", sa.Text, nullable=False),
    sa.Column("verdict", sa.Text, nullable=False),
    sa.Column("action", sa.Text),
    sa.Column("note", sa.Text),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("at", sa.Text, nullable=False),
    sa.Column("prev", sa.Text, nullable=False),
    sa.Column("hash", sa.Text, nullable=False),
)

PAGES = sa.Table(
    "pages",
    METADATA,
    sa.Column("sha256", sa.Text, primary_key=True),
    sa.Column("text_sha256", sa.Text, primary_key=True),
    # The page's values as JSON, without its texts; raw bytes and UTF-8 texts are zlib streams.
    sa.Column("page", sa.Text, nullable=False),
    sa.Column("raw", sa.LargeBinary, nullable=False),
    sa.Column("text", sa.LargeBinary, nullable=False),
    sa.Column("seal", sa.Text, nullable=False),
    sa.Column("full_text", sa.LargeBinary),
)

RUN_PAGES = sa.Table(
    "run_pages",
    METADATA,
    # Which pages a run's calls and events name. No foreign key to pages: an event about a page that is
    # missing must still be written, and the audit says so.
    sa.Column("run", sa.Text, sa.ForeignKey("runs.id"), primary_key=True),
    sa.Column("sha256", sa.Text, primary_key=True),
    sa.Column("text_sha256", sa.Text, primary_key=True),
    # 1 where the run does not keep the page any more.
    sa.Column("purged", sa.Integer, nullable=False, server_default="0"),
    sa.Index("run_pages_by_page", "sha256", "text_sha256"),
)

FORGOTTEN = sa.Table(
    "forgotten",
    METADATA,
    # Runs that were deleted, one chain for the whole store; `left` is JSON: hashes and counts, no words of the run.
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("run", sa.Text, nullable=False),
    sa.Column("at", sa.Text, nullable=False),
    sa.Column("why", sa.Text, nullable=False),
    sa.Column("left", sa.Text, nullable=False),
    sa.Column("prev", sa.Text, nullable=False),
    sa.Column("hash", sa.Text, nullable=False),
)

TOKENS = sa.Table(
    "tokens",
    METADATA,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    # Of the token's secret; what was handed out stands nowhere.
    sa.Column("hash", sa.Text, nullable=False),
    sa.Column("scopes", sa.Text, nullable=False),
    sa.Column("runs_a_day", sa.Integer),
    sa.Column("usd", sa.Text),
    sa.Column("created_at", sa.Text, nullable=False),
    sa.Column("used_at", sa.Text),
    sa.Column("revoked_at", sa.Text),
)

TOKEN_RUNS = sa.Table(
    "token_runs",
    METADATA,
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("token", sa.Text, sa.ForeignKey("tokens.id"), nullable=False),
    # None until the run has begun; no foreign key: a run that was deleted still counts.
    sa.Column("run", sa.Text),
    sa.Column("at", sa.Text, nullable=False),
    # Money kept for the run, and what it cost once it has ended.
    sa.Column("held", sa.Text),
    sa.Column("settled", sa.Text),
    sa.Index("token_runs_by_run", "run", unique=True),
    sa.Index("token_runs_by_token", "token", "at"),
)

SQLITE_ONLY = frozenset({"calls_ended", "events_spoke"})
"""Indexes that PostgreSQL has no use for."""

CHAINS = {"calls": CALLS, "events": EVENTS, "reviews": REVIEWS}
"""The append-only tables, by the name under which the run's row counts them."""
