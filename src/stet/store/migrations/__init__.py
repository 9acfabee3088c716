"""The store's history: one file a step, run in order by alembic."""
