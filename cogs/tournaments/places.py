"""Finds the place where each fixture of a tournament is played (a table or a duplicate), a link to
this place, and the players for whom the game waits."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from discord.utils import format_dt

from bot.core.errors import NoSuchTable
from bot.core.model import Phase, Speed, Table
from bot.today.duplicate import DEALS, Duplicate, Progress
from bot.tournaments.model import Fixture, Tournament
from bot.tournaments.sittings import sittings
from cogs.discord.client import ShijoBot
from cogs.discord.interactions import link, url_of
from cogs.words import _
from cogs.words.names import escaped
from cogs.words.seats import listed


@dataclass(frozen=True, slots=True)
class Place:
    """The table or duplicate where a fixture is played. `url` is a link to this place, and `name`
    the text of the link. `awaited` are the names of the players for whom the game waits, and
    `until` is their deadline (None: no deadline). With `goes_on`, the game is being played. With
    `by_post`, the game is a correspondence game."""

    name: str
    url: str
    goes_on: bool
    awaited: tuple[str, ...] = ()
    until: datetime | None = None
    by_post: bool = False


Places = Mapping[Fixture, Place]


async def open_places(bot: ShijoBot, tournament: Tournament) -> dict[Fixture, Place]:
    """Return the table or duplicate at which each fixture is being played. A fixture is left out if
    it has no open table or duplicate now. Raises TableErrors."""
    if tournament.rules.duplicate:
        found = await open_duplicates(bot, tournament)
        progress = bot.service.duplicates.progress
        return {fixture: at_duplicate(await progress(each)) for fixture, each in found}
    return {fixture: at_table(table) for fixture, table in await opened(bot, tournament)}


async def opened(bot: ShijoBot, tournament: Tournament) -> list[tuple[Fixture, Table]]:
    """Return the fixtures that are being played at tables. The result has the last table of each
    fixture. Raises TableErrors."""
    found = []
    for fixture in tournament.under_way:
        with suppress(NoSuchTable):
            found.append((fixture, await bot.tables.get(sittings(tournament.id, fixture)[-1])))
    return found


async def open_duplicates(bot: ShijoBot, tournament: Tournament) -> list[tuple[Fixture, Duplicate]]:
    """Return the fixtures (matches of two entrants) that are being played as duplicates. A fixture
    can have several duplicates, one after the other. The result has the newest one of each fixture.
    A fixture is left out if this duplicate has not begun or is over. Raises TableErrors."""
    due = {sittings(tournament.id, each)[-1]: each for each in tournament.under_way}
    known = await bot.service.duplicates.at_sittings(list(due))
    return [(due[sitting], each) for sitting, each in known.items() if not each.over]


def at_table(table: Table) -> Place:
    """Return the `Place` of a fixture (a match of a tournament) that is played at this table. The
    `Place` has a link to the table, and says for whom the table waits."""
    lobby = table.phase is Phase.LOBBY
    return Place(
        # Translators: A link to the table where a match is played.
        _("table"),
        link(table),
        goes_on=table.phase is Phase.PLAYING,
        awaited=tuple(seat.name for seat in table.awaited) if lobby else (),
        until=table.again_until,
        by_post=table.speed is Speed.BY_POST,
    )


def at_duplicate(progress: Progress) -> Place:
    """Return the `Place` of a fixture (a match of a tournament) that is played as a duplicate. The
    `Place` has a link to the duplicate, the names of the players who must still play, and the
    deadline. `progress` is the duplicate with the games played so far."""
    duplicate = progress.duplicate
    return Place(
        # Translators: A link to a duplicate match, in which two players play the same deals.
        _("duplicate"),
        link_to(duplicate),
        goes_on=any(each is not None for played in progress.games.values() for each in played),
        awaited=tuple(w.name for w in duplicate.members if progress.finished(w.id) < DEALS),
        until=duplicate.until,
        by_post=True,
    )


def link_to(duplicate: Duplicate) -> str:
    """Return a link to a duplicate's message, or to its channel if no message is posted yet."""
    return url_of(duplicate.guild_id, duplicate.channel_id, duplicate.message_id)


def place_line(place: Place) -> str:
    """Return a link to the table or duplicate. If the game waits for players, their names and the
    deadline follow."""
    told = f"[{place.name}]({place.url})"
    if not place.awaited:
        return told
    names = listed([escaped(each) or "?" for each in place.awaited])
    if place.until is None:
        # Translators: After a link to a match.
        return f"{told} · " + _("waiting for {names}", names=names)
    style: Literal["f", "t"] = "f" if place.by_post else "t"
    time = format_dt(place.until, style)
    # Translators: After a link to a match; {time} is a time such as “14:00”.
    return f"{told} · " + _("waiting for {names} until {time}", names=names, time=time)
