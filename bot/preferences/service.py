"""Reads and changes the preferences of servers and members. The preferences are stored in the
database, and cached in memory."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Mapping
from datetime import datetime, timedelta
from typing import Any, Final, TypeVar

from cachetools import LRUCache
from pydantic import ValidationError

from bot.core.errors import BadChoice
from bot.db.database import Database
from bot.preferences import store as kept
from bot.preferences.house_rules import kind_of, reasons_of, resolved
from bot.preferences.model import (
    Change,
    GameSettings,
    HousePreset,
    MemberSettings,
    Preferences,
    ServerSettings,
)
from games.sentences import marked

log = logging.getLogger(__name__)

KNOWN_FOR: Final = timedelta(minutes=1)
"""How long a member's preferences are taken from memory. Another process might change them
meanwhile."""

MOST_KNOWN: Final = 10_000
"""How many members' preferences are kept in memory."""


Model = TypeVar("Model", bound=Preferences)


class Preferred:
    """The service for the preferences of all servers and members, which are stored in the database.
    Methods raise NotSaved when the database fails. Methods that change something raise BadChoice
    when the change is not possible. The text of the error gives the reason."""

    def __init__(self, store: Database, now: Callable[[], datetime]) -> None:
        self._store = store
        self._now = now
        self._changing = asyncio.Lock()
        """A lock that lets only one change of settings run at a time. Each change is made to the
        settings that the previous change has saved."""
        self._servers: dict[int, ServerSettings] = {}
        self._members: LRUCache[int, tuple[datetime, MemberSettings]] = LRUCache(MOST_KNOWN)

    async def server(self, guild_id: int) -> ServerSettings:
        """Return the settings of a server. They are read from the database if they aren't in
        memory."""
        if guild_id not in self._servers:
            text = await kept.server_settings(self._store, guild_id)
            self._servers[guild_id] = server_from(text)
        return self._servers[guild_id]

    def known_server(self, guild_id: int) -> ServerSettings:
        """Return a server's settings if they are in memory, otherwise the defaults. The database is
        not read."""
        return self._servers.get(guild_id, ServerSettings())

    async def last_changes(self, guild_id: int) -> dict[str, Change]:
        """Return who changed each of a server's settings last, and when, as a dict from the
        setting's name to the change. Settings that nobody changed are left out."""
        return await kept.last_changes(self._store, guild_id)

    async def change_server(
        self, guild_id: int, *, by: int | None = None, **changes: Any
    ) -> ServerSettings:
        """Change some of a server's settings, and return all of them. The keywords `changes` are
        fields of ServerSettings with their new values. `by` is the member who changes them (None:
        no member is stored)."""
        async with self._changing:
            new = _changed(await self.server(guild_id), changes)
            return await self._save_server(guild_id, new, changes, by)

    async def game_rules(
        self,
        guild_id: int,
        game: str,
        *,
        preset: str | None = None,
        options: Mapping[str, Any] | None = None,
        by: int | None = None,
    ) -> ServerSettings:
        """Set the rules that a new table of a game has on this server, and return the server's
        settings after that. `preset` names a preset of the game or of the server (None: the game's
        default). `options` has the options that differ from this preset. `by` is the member who
        sets the rules (None: no member is stored)."""
        async with self._changing:
            server = await self.server(guild_id)
            new = server.game(game).model_copy(
                update={"preset": preset, "options": dict(options or {})}
            )
            _must_fit(game, new)
            return await self._save_game(guild_id, server, game, new, by)

    async def save_preset(
        self,
        guild_id: int,
        game: str,
        name: str,
        *,
        preset: str | None = None,
        options: Mapping[str, Any] | None = None,
        by: int | None = None,
    ) -> ServerSettings:
        """Save a preset of the server for a game under the name `name`, and return the server's
        settings after that. The new preset consists of the preset named `preset` (None: the game's
        default) and the `options` that differ from it. If the server has a preset named `name`
        already, it is replaced. `by` is the member who saves the preset (None: no member is
        stored). Raises BadChoice if the game itself has a preset of this name."""
        name = " ".join(name.split())
        if name in kind_of(game).Options.presets:
            raise BadChoice(
                marked("This game already has a preset called {name}. Pick another name."),
                name=name,
            )
        async with self._changing:
            server = await self.server(guild_id)
            old = server.game(game)
            if preset in old.house:
                # It is made of the game's own, so that it stays when the other is changed or
                # dropped.
                other = old.house[preset]
                preset, options = other.preset, {**other.options, **(options or {})}
            house = {**old.house, name: HousePreset(preset=preset, options=dict(options or {}))}
            new = _changed(old, {"house": house})
            resolved(kind_of(game), new, name, {})
            if new.preset == name:
                _must_fit(game, new)
            return await self._save_game(guild_id, server, game, new, by)

    async def drop_preset(
        self, guild_id: int, game: str, name: str, *, by: int | None = None
    ) -> ServerSettings:
        """Delete a preset of the server for a game, and return the server's settings after that. If
        new tables had this preset, they have the game's default from then on. `by` is the member
        who deletes the preset (None: no member is stored). Raises BadChoice if the server has no
        preset with the name `name`. A preset can always be deleted, also if a newer version of the
        game refuses its options or other presets."""
        async with self._changing:
            server = await self.server(guild_id)
            old = server.game(game)
            if name not in old.house:
                raise BadChoice(marked("This server has no preset called {name}."), name=name)
            house = {key: value for key, value in old.house.items() if key != name}
            new = old.model_copy(
                update={"house": house, "preset": None if old.preset == name else old.preset}
            )
            if old.preset == name and not _fits(game, new):
                new = new.model_copy(update={"options": {}})
            return await self._save_game(guild_id, server, game, new, by)

    async def member(self, member_id: int) -> MemberSettings:
        """Return the settings of a member. They are read from the database if they aren't in
        memory, or were read too long ago."""
        read_at, known = self._members.get(member_id, (None, None))
        if known is None or read_at is None or self._now() - read_at >= KNOWN_FOR:
            known = _read(MemberSettings, await kept.member_settings(self._store, member_id))
            self._know(member_id, known)
        return known

    def known_member(self, member_id: int) -> MemberSettings:
        """Return a member's settings if they are in memory, otherwise the defaults. The database is
        not read."""
        return self._members[member_id][1] if member_id in self._members else MemberSettings()

    async def change_member(self, member_id: int, **changes: Any) -> MemberSettings:
        """Change some of a member's settings, and return all of them. The keywords `changes` are
        fields of MemberSettings with their new values."""
        async with self._changing:
            self._members.pop(member_id, None)
            new = _changed(await self.member(member_id), changes)
            await self._store.write(kept.member_saved(member_id, _text(new)))
            self._know(member_id, new)
            return new

    def forget(self, *, member_id: int | None = None, guild_id: int | None = None) -> None:
        """Drop the preferences of a member or server from memory, because their data was
        deleted."""
        if member_id is not None:
            self._members.pop(member_id, None)
        if guild_id is not None:
            self._servers.pop(guild_id, None)

    def _know(self, member_id: int, settings: MemberSettings) -> None:
        self._members[member_id] = (self._now(), settings)

    async def _save_game(
        self,
        guild_id: int,
        server: ServerSettings,
        game: str,
        settings: GameSettings,
        by: int | None,
    ) -> ServerSettings:
        changed = _changed(server, {"games": {**server.games, game: settings}})
        return await self._save_server(guild_id, changed, ("games",), by)

    async def _save_server(
        self, guild_id: int, settings: ServerSettings, names: Collection[str], by: int | None
    ) -> ServerSettings:
        """Save a server's settings and return them. `names` are the settings that were changed, and
        `by` is the member who changed them. For each of these settings it is stored that `by`
        changed it last, and when. With None for `by`, this isn't stored."""
        statements = kept.server_saved(guild_id, _text(settings))
        if by is not None:
            statements += kept.settings_changed(guild_id, names, by, self._now())
        await self._store.write(statements)
        self._servers[guild_id] = settings
        return settings


def _must_fit(game: str, settings: GameSettings) -> None:
    """Check that new tables of the game can have the rules in `settings`. Raises BadChoice."""
    resolved(kind_of(game), settings, settings.preset, settings.options)


def _fits(game: str, settings: GameSettings) -> bool:
    try:
        _must_fit(game, settings)
    except BadChoice:
        return False
    return True


def server_from(text: str | None) -> ServerSettings:
    """Return a server's settings from their JSON text (None: the server has chosen nothing)."""
    return _read(ServerSettings, text)


def _changed(old: Model, changes: Mapping[str, Any]) -> Model:
    """Return `old` with the fields in `changes` replaced. Raises BadChoice, which says what is
    wrong with the new values."""
    try:
        return type(old).model_validate({**dict(old), **changes})
    except ValidationError as error:
        raise BadChoice("{reasons}", reasons=reasons_of(error)) from error


def _read(kind: type[Model], text: str | None) -> Model:
    """Return settings of the class `kind` from their stored JSON (None: nothing is stored). If this
    version of the bot can't read them, for example because a game has lost an option, the defaults
    are returned, so that everybody can still play."""
    try:
        return kind() if text is None else kind.model_validate_json(text)
    except ValidationError as error:
        log.warning("Some %s can't be read: %s", kind.__name__, reasons_of(error))
        return kind()


def _text(settings: Preferences) -> str:
    return settings.model_dump_json(exclude_defaults=True)
