"""The service that decides which members get the Discord roles for titles, such as the title of a
season's champion.

The service stores which role a server gives for each title, and which members must get or lose the
role. cogs/ makes the changes on Discord, and the service stores which changes were made."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from bot.db import Conflict
from bot.db.database import Database
from bot.db.writer import Statement
from bot.leaderboards.model import Sort
from bot.leaderboards.seasons import Season, last_ended, named
from bot.leaderboards.store import boards
from bot.leaderboards.store import titles as kept
from bot.leaderboards.title_rules import (
    RoleStage,
    Title,
    TitleKind,
    TitleRole,
    Wearer,
    first_present,
    resettled,
)

FIRST: Final = 25
"""The number of leaderboard places from the top in which the bot looks for the champion. The first
members on the leaderboard might have left the server, and can't get the role."""


class Titles:
    """Decides who gets the roles for titles in all servers. Takes the database and the clock (aware
    UTC). Every method raises NotSaved when the database fails."""

    def __init__(self, store: Database, *, now: Callable[[], datetime]) -> None:
        self._store = store
        self._now = now

    async def roles(self, guild_id: int) -> dict[Title, TitleRole]:
        """Return the roles that a server gives for titles. The keys are the titles."""
        return {role.title: role for role in await kept.roles(self._store, guild_id)}

    async def choose(self, guild_id: int, title: Title, role_id: int | None) -> None:
        """Choose the role for a title from now on (None: no role). Store that members who have the
        title's old role must lose it and get the new role."""
        before = (await self.roles(guild_id)).get(title)
        wearers = await kept.wearers(self._store, guild_id, title)
        having = [
            each.member_id for each in wearers if each.stage in (RoleStage.HELD, RoleStage.GIVE)
        ]
        members = having if role_id is not None else []
        after = resettled(wearers, title, guild_id, role_id or 0, members)
        role = replace(
            before or TitleRole(guild_id, title, 0, self._now()), role_id=role_id or 0, note=""
        )
        choice = kept.dropped(guild_id, title) if role_id is None else kept.chosen(role)
        await self._store.write([*choice, *kept.worn(guild_id, title, after)])

    async def settle(self, serves: Callable[[int], bool]) -> None:
        """Decide which members get or lose the roles of titles, and store that. This is done in the
        servers for which `serves(guild_id)` is true and where a season has ended. Each season is
        decided only once."""
        for role, kind in await kept.all_roles(self._store):
            season = last_ended(kind, self._now())
            if season is not None and season.ends > role.settled and serves(role.guild_id):
                await self._settle(role, season)

    async def waiting(self, serves: Callable[[int], bool]) -> list[int]:
        """Return the ids of the servers in which a role must be given to a member or taken from a
        member. Only servers for which `serves(guild_id)` is true are returned."""
        return [each for each in await kept.waiting(self._store) if serves(each)]

    async def errands(self, guild_id: int) -> list[Wearer]:
        """Return the role changes to make in a server. The roles to take from members come first,
        then the roles to give. If another title of a member makes a change needless, the change is
        left out and stored as done."""
        wearers = await kept.wearers(self._store, guild_id)
        errands = []
        for stage in (RoleStage.TAKE, RoleStage.GIVE):
            for each in wearers:
                if each.stage is stage and not _otherwise(each, wearers):
                    errands.append(each)
                elif each.stage is stage:
                    await self.done(each)
        return errands

    async def done(self, errand: Wearer) -> None:
        """Store that the role change `errand` has been made on Discord."""
        stage = RoleStage.HELD if errand.stage is RoleStage.GIVE else None
        await self._store.write(kept.staged(errand, stage))

    async def gone(self, errand: Wearer) -> None:
        """Store that a member is not in the server. `errand` is the role change that could not be
        made for this member. If the member was to get the role, only the other members of the same
        rank get it. If none of them is in the server, the members of the next rank get the role."""
        if errand.stage is RoleStage.TAKE:
            await self.done(errand)
            return
        await self._store.write(kept.staged(errand, RoleStage.GONE))
        role = (await self.roles(errand.guild_id)).get(errand.title)
        if role is not None and role.season:
            await self._store.write(await self._wearing(role, named(role.season)))

    async def note(self, guild_id: int, title: Title, note: str) -> bool:
        """Store the reason why a title's role can't be given or taken ("" when it can). Return
        False when the same reason was stored already."""
        try:
            await self._store.write(kept.noted(guild_id, title, note))
        except Conflict:
            return False
        return True

    async def _settle(self, role: TitleRole, season: Season) -> None:
        wearing = await self._wearing(role, season, again=False)
        try:
            await self._store.write([*kept.claimed(role, season), *wearing])
        except Conflict:
            return

    async def _wearing(
        self, role: TitleRole, season: Season, *, again: bool = True
    ) -> Sequence[Statement]:
        wearers = await kept.wearers(self._store, role.guild_id, role.title)
        if not again:
            wearers = [each for each in wearers if each.stage is not RoleStage.GONE]
        gone = {each.member_id for each in wearers if each.stage is RoleStage.GONE}
        members = first_present(await self._ranked(role, season), gone)
        after = resettled(wearers, role.title, role.guild_id, role.role_id, members)
        return kept.worn(role.guild_id, role.title, after)

    async def _ranked(self, role: TitleRole, season: Season) -> list[list[int]]:
        """Return the ids of the members who can get a title's role for this season. Equally good
        members are in one group, and the best group comes first."""
        guild_id, game = role.guild_id, role.title.game
        match role.title.kind:
            case TitleKind.CHAMPION:
                which = boards.Which(guild_id, game, season.name, Sort.RATING, "")
                board = await boards.board(self._store, which, 0, FIRST, None)
                rated = [line for line in board.lines if line.figure is not None]
                return [[line.member_id] for line in rated if line.member_id is not None]
            case TitleKind.FOOL:
                return await kept.most_lost(self._store, guild_id, game, season.name)
            case TitleKind.SOLVER:
                return await kept.most_solved(self._store, guild_id, season)


def _otherwise(errand: Wearer, wearers: Sequence[Wearer]) -> bool:
    """Return whether the role change `errand` is needless because of another title with the same
    role. A role isn't taken from a member who has or must get the same role for another title. A
    role isn't given to a member who already has it for another title. `wearers` has the entries of
    all titles in the server."""
    held = (RoleStage.HELD, RoleStage.GIVE) if errand.stage is RoleStage.TAKE else (RoleStage.HELD,)
    return any(
        each.title != errand.title
        and (each.role_id, each.member_id) == (errand.role_id, errand.member_id)
        and each.stage in held
        for each in wearers
    )
