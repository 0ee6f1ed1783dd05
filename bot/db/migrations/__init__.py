"""The revisions of the database's schema (Alembic)."""
