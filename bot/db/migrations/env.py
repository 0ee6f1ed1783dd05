"""Run by Alembic: brings the connection that it is given to the newest revision."""

from alembic import context

from bot.db.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
