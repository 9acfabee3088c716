"""SQLite finds what calls were charged, and what models said they used, without reading the words beside it.

In a row of `calls` the charge stands behind the answer, in one of `events` the end of a run is as long as its report:
SQLite reads through all of that to come to the few bytes that `stet cost` adds up. These indexes hold those bytes
themselves. PostgreSQL keeps long cells out of its rows, and could not take a long one into an index.

A migration never imports the program: what it makes must stay the same when the program moves on.
"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the indexes."""
    if op.get_bind().dialect.name != "sqlite":
        return
    op.create_index(
        "calls_ended",
        "calls",
        ["run", "number", "started_at", "kind", "state", "charged"],
        sqlite_where=sa.text("state != 'started'"),
    )
    op.create_index(
        "events_spoke",
        "events",
        ["run", "number", "at", "kind", "event"],
        sqlite_where=sa.text("kind = 'spoke'"),
    )
