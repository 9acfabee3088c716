"""Runs the migrations on the connection that `stet.store.opening` hands over, inside its transaction."""

from alembic import context

from stet.store.schema import METADATA, VERSION_TABLE

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    version_table=VERSION_TABLE,
)
context.run_migrations()
