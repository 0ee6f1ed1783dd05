"""Helpers with which the tests of tournaments enter members, let them come to tables, and play."""

from __future__ import annotations

import random
from collections.abc import Collection
from typing import Any

from bot.core.model import Person, Phase, Speed, Table
from bot.tables.manager import Tables
from bot.tournaments.model import Format, Tournament, TournamentRules, TournamentStage
from bot.tournaments.service import Tournaments
from bot.tournaments.sittings import sittings
from tests.bot.evening import CHANNEL, GUILD, play_out


def person(number: int) -> Person:
    return Person(2000 + number, f"Member {number}")


def heaps(kind: Format, games: int = 1) -> TournamentRules:
    options: dict[str, Any] = {"cards": 4, "passing": True, "teams": False}
    return TournamentRules(kind, "heaps", "plain", "", options, Speed.QUICK, games, minutes=60)


async def entered(tournaments: Tournaments, rules: TournamentRules, size: int) -> Tournament:
    """Open a tournament, enter `size` members, and return it. It hasn't started yet."""
    tournament = await tournaments.open(GUILD, CHANNEL, rules)
    for number in range(1, size + 1):
        tournament = await tournaments.enter(tournament.id, person(number))
    return tournament


async def begun(tournaments: Tournaments, rules: TournamentRules, size: int) -> Tournament:
    """Return a tournament of `size` members that has been started."""
    return await tournaments.start((await entered(tournaments, rules, size)).id)


async def open_tables(tables: Tables, tournament: Tournament) -> list[Table]:
    """Mark the open tables of the present round as posted in Discord, and return them."""
    ids = [
        sittings(tournament.id, each)[-1]
        for each in tournament.in_round(tournament.round)
        if each.verdict is None and each.games
    ]
    found = []
    for number, table_id in enumerate(ids):
        if (await tables.get(table_id)).phase in (Phase.LOBBY, Phase.PLAYING):
            await tables.registry.placed(table_id, CHANNEL, 600 + number)
            found.append(await tables.get(table_id))
    return found


async def come(tables: Tables, table: Table, absent: Collection[int] = ()) -> Table:
    """Let all awaited members come to a table, except those in `absent`, and return the table."""
    for seat in table.awaited:
        who = Person(seat.member_id or 0, seat.name)
        if who.id not in absent:
            table = (await tables.join(table.id, who, 700 + who.id)).table
    return table


async def settled(tournaments: Tournaments) -> None:
    """Wait until the tournaments' automatic work is done."""
    await tournaments._alarms.background.finish()


async def to_the_end(
    tables: Tables, tournaments: Tournaments, tournament_id: str, rng: random.Random
) -> Tournament:
    """Play a tournament to its end and return it. Everybody comes to every table and plays."""
    for _ in range(300):
        tournament = await tournaments.get(tournament_id)
        if tournament.stage is not TournamentStage.PLAYING:
            return tournament
        waiting = await open_tables(tables, tournament)
        assert waiting, "something is always to be played"
        for table in waiting:
            await play_out(tables, await come(tables, table), rng)
        await settled(tournaments)
    raise AssertionError("it does not end")
