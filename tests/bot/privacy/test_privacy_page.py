"""Test that PRIVACY.md names every stored field, why it is stored, and for how long."""

from __future__ import annotations

import re
from pathlib import Path

from bot.db import schema

PAGE = (Path(__file__).parents[3] / "PRIVACY.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| `(\w+)` \| (.+?) \| (.+?) \| (.+?) \|$", re.MULTILINE)


def test_every_stored_field_is_told_with_its_reason_and_its_end() -> None:
    told = {table: re.findall(r"`(\w+)`", fields) for table, fields, _, _ in ROW.findall(PAGE)}
    stored = {
        table.name: [column.name for column in table.columns]
        for table in schema.metadata.sorted_tables
    }
    assert told.keys() == stored.keys(), "add the table to PRIVACY.md, or take it out there"
    for table, columns in stored.items():
        assert sorted(told[table]) == sorted(columns), f"the fields of {table} in PRIVACY.md"


def test_what_has_a_members_id_says_how_it_is_deleted() -> None:
    for table, fields, _, until in ROW.findall(PAGE):
        if "`member_id`" in fields:
            assert "Forget me…" in until or until == "the same", table
