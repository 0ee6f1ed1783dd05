"""Fixtures played at tables: how they ended, which tables to open, and which to close."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import Final

from bot.core.errors import WrongPhase
from bot.core.model import FORGOTTEN
from bot.tables.manager import Tables
from bot.tables.store.tables import Store
from bot.tournaments.fixtures import End
from bot.tournaments.model import Fixture, Tournament
from bot.tournaments.sittings import bots_of, end_of, is_seated_for, members_of, sittings
from bot.tournaments.store import tournaments as kept
from games.sentences import marked

ENDED: Final = marked("The tournament goes on without this game.")


class AtTables:
    """The tables of tournaments. Raises NotSaved."""

    def __init__(self, store: Store, tables: Tables) -> None:
        self._store = store
        self._tables = tables

    async def ends(
        self, tournament: Tournament, fixtures: Iterable[Fixture]
    ) -> dict[Fixture, list[End]]:
        """The state of the sittings of these fixtures, one for each table opened so far."""
        ids = {each: sittings(tournament.id, each) for each in fixtures}
        every = [table_id for some in ids.values() for table_id in some]
        rows = await kept.tables(self._store, every)
        ends = await kept.ends(self._store, every)
        return {
            fixture: [
                end_of(game, rows.get(table_id), ends.get(table_id, ()))
                for game, table_id in enumerate(own, 1)
            ]
            for fixture, own in ids.items()
        }

    async def settle(self, tournament: Tournament) -> None:
        """Open the tables that are due, and close those that aren't needed: their games were
        decided in another way, or their players have changed."""
        due = {sittings(tournament.id, each)[-1]: each for each in tournament.under_way}
        known = await kept.tables(self._store, list(due))
        for table_id, fixture in due.items():
            if table_id not in known:
                await self._open(tournament, fixture, table_id)
        for row in await kept.open_tables(self._store, tournament):
            wanted = due.get(row.id)
            if wanted is not None:
                members = members_of(wanted, tournament.seeded, wanted.games)
                if is_seated_for(row, members):
                    continue
            # It may have ended meanwhile.
            with suppress(WrongPhase):
                await self._tables.close(row.id, FORGOTTEN, moderator=True, reason=ENDED)

    async def _open(self, tournament: Tournament, fixture: Fixture, table_id: str) -> None:
        rules = tournament.rules
        await self._tables.opening.summon(
            table_id,
            guild_id=tournament.guild_id,
            channel_id=tournament.channel_id,
            members=members_of(fixture, tournament.seeded, fixture.games),
            game=rules.game,
            preset=rules.preset,
            house=rules.house,
            options=rules.options,
            speed=rules.speed,
            come_within=rules.come_within,
            bots=bots_of(fixture, table_id, rules.game),
        )
