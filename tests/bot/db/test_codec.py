"""Test that only a table's dataclass and the database's schema name the fields of a table. The code
that stores and reads tables names no fields."""

from __future__ import annotations

from dataclasses import fields

import pytest
import sqlalchemy

from bot.core.model import TableBase
from bot.db import schema
from bot.db.rows import SEAT, TABLE, Codec
from bot.tables.live import SHARED


@pytest.mark.parametrize(
    ("codec", "stored", "found_by"),
    [(TABLE, schema.tables, set[str]()), (SEAT, schema.seats, {"table_id", "number"})],
    ids=["tables", "seats"],
)
def test_the_fields_are_the_columns(
    codec: Codec, stored: sqlalchemy.Table, found_by: set[str]
) -> None:
    assert {*codec.columns, *found_by} == set(stored.columns.keys())


def test_what_all_may_see_of_a_table_is_stored_and_handed_on_without_being_named() -> None:
    shared = {each.name for each in fields(TableBase)} - {"seats"}
    assert shared == set(SHARED)
    assert shared <= set(TABLE.columns)
