"""The script that Alembic runs. It migrates the database of the given connection to the newest
revision of the schema."""

from alembic import context

from bot.db.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
