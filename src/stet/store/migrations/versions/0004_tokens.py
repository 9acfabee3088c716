"""Tokens of those who ask over a network, and the runs that were started with one.

A migration never imports the program: what it makes must stay the same when the program moves on.
"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables. Runs that are there already were started by nobody with a token."""
    op.create_table(
        "tokens",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("hash", sa.Text, nullable=False),
        sa.Column("scopes", sa.Text, nullable=False),
        sa.Column("runs_a_day", sa.Integer, nullable=True),
        sa.Column("usd", sa.Text, nullable=True),
        sa.Column("created_at", sa.Text, nullable=False),
        sa.Column("used_at", sa.Text, nullable=True),
        sa.Column("revoked_at", sa.Text, nullable=True),
    )
    op.create_table(
        "token_runs",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("token", sa.Text, sa.ForeignKey("tokens.id"), nullable=False),
        sa.Column("run", sa.Text, nullable=True),
        sa.Column("at", sa.Text, nullable=False),
        sa.Column("held", sa.Text, nullable=True),
        sa.Column("settled", sa.Text, nullable=True),
    )
    op.create_index("token_runs_by_run", "token_runs", ["run"], unique=True)
    op.create_index("token_runs_by_token", "token_runs", ["token", "at"])
