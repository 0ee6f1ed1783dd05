"""Tests of the question of `/hand` at which of several tables a member wants to see their hand."""

from __future__ import annotations

from bot.core.model import Phase, Seat
from cogs.table.hand.command import which
from tests.cogs.tables import table
from tests.limits import walk

PEOPLE = tuple(Seat(name, id_) for id_, name in enumerate(("Ada", "Berta", "Cleo"), 101))
BOTS = tuple(Seat(name, strength="casual") for name in ("Bot 1", "Bot 2", "Bot 3", "Bot 4"))


def test_tables_are_told_as_play_tells_them() -> None:
    few = table(seats=(*PEOPLE, BOTS[0]))
    many = table(id="m4n7", seats=(*PEOPLE, *BOTS), phase=Phase.LOBBY)
    (options,) = [
        part["options"] for part in walk(which([few, many]).to_components()) if part.get("options")
    ]
    assert [(each["label"], each["description"]) for each in options] == [
        ("Durak · Ada, Berta, Cleo, 🤖 Bot 1", "in progress"),
        ("Durak · Ada, Berta, Cleo, 🤖 Bot 1, 🤖 Bot 2, 🤖 Bot 3, …", "lobby"),
    ]
