"""Pages keep all visible text of an HTML page beside its main text; earlier ones have none.

A migration never imports the program: what it makes must stay the same when the program moves on.
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; seals of earlier pages hold, since a page without full text is sealed as before."""
    op.add_column("pages", sa.Column("full_text", sa.LargeBinary, nullable=True))
