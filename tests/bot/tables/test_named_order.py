"""Tests of moves with several cards. The cards lie in the order in which the member named them, at
the table as in the rules (TRE-20), and again when the game is replayed."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bot.core.model import Table
from bot.tables.manager import Tables
from bot.tables.store.tables import Store
from games.core import Move
from tests.bot.conftest import Now
from tests.bot.evening import ANN, BOB, dealt, one_move, same_from_disk
from tests.bot.subjects import tables_of
from tests.present import present


async def until(tables: Tables, table: Table, verb: str) -> tuple[Table, int, Move]:
    """Let the members move until one of them can make a move of `verb` with several cards. Return
    the table, the seat and the move."""
    while True:
        for seat in present(table.live).waiting_on:
            for move in present(table.view(seat)).moves:
                if move.verb == verb and len(move.cards) > 1:
                    return table, seat, move
        table = (await one_move(tables, table, random.Random(table.version))).table


@pytest.mark.parametrize(
    ("options", "verb"),
    [
        ({"game": "tredici", "reshuffle": False}, "discard"),
        ({"game": "durak", "opening": "several"}, "attack"),
        ({"game": "dritzak"}, "play"),
    ],
    ids=["tredici", "durak", "dritzak"],
)
async def test_cards_lie_as_the_member_named_them(
    tables: Tables, store: Store, now: Now, options: dict[str, Any], verb: str
) -> None:
    table, seat, move = await until(tables, await dealt(tables, ANN, BOB, **options), verb)
    named = f"{verb} {' '.join(reversed(move.cards))}"
    by_rules, as_sorted = present(table.live).copy(), present(table.live).copy()
    by_rules.play(seat, named)
    as_sorted.play(seat, move)
    member_id = present(table.seats[seat].member_id)
    spaced = named.replace(" ", "  ")
    table = (await tables.move(table.id, member_id, f" {spaced}\n", table.version)).table
    assert present(table.live).position() == by_rules.position() != as_sorted.position()
    assert table.recent[-1].move == named
    await same_from_disk(store, tables, tables_of(store, now), table.id)
