"""Make the private message with the settings of a table before its game. In it members choose the
rules and the speed, remove bot players, and change rarely used settings."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord import ui

import games
from bot.core.model import Phase, Table
from bot.preferences.model import ServerSettings
from cogs.discord.components import IN_LOBBY, Item
from cogs.discord.layout import QUIET, Block, line, message, rows
from cogs.table.lobby.message import (
    GREEN,
    GREY,
    lobby_button,
    more_button,
    preset_choices,
    speed_choices,
)
from cogs.table.lobby.rulings import options_line
from cogs.table.lobby.speeds import speed_line
from cogs.words import _
from cogs.words.game import game_title
from cogs.words.load import words_of
from games.analysis.advising import adviser_of
from games.core import Game


def settings_panel(table: Table, member_id: int, server: ServerSettings) -> ui.LayoutView:
    """Return the private message with a table's settings (behind ⚙️). In this message the host can
    choose the rules and the speed."""
    kind = games.available().get(table.game)
    if table.phase is not Phase.LOBBY:
        return message([_("The game has started.")], colour=QUIET)
    rules = [] if kind is None else [f"{options_line(kind, table)} · {speed_line(table.speed)}"]
    glosses = [f"-# {_(gloss)}" for gloss in words_of(table.game).glosses]
    head = "\n".join([f"### ⚙️ {game_title(table.game)}", *rules, *glosses])
    hosts = member_id == table.host_id and kind is not None
    return message(
        [
            head,
            line(),
            *(_choices(table, server) if hosts else ()),
            *rows(_buttons(table, kind, member_id)),
        ]
    )


def _choices(table: Table, server: ServerSettings) -> list[Block]:
    blocks: list[Block] = []
    presets = preset_choices(table.game, table.house or table.preset, server)
    if len(presets) > 1:
        # Translators: A menu that only the host can use.
        blocks.append(ui.ActionRow(_select(table, "preset", _("Rules (host only)"), presets)))
    speeds = speed_choices(table.speed, server)
    if len(speeds) > 1:
        # Translators: A menu that only the host can use.
        blocks.append(ui.ActionRow(_select(table, "speed", _("Speed (host only)"), speeds)))
    return blocks


def _select(
    table: Table, action: str, placeholder: str, options: Sequence[discord.SelectOption]
) -> Item:
    select: ui.Select[ui.LayoutView] = ui.Select(
        custom_id=IN_LOBBY.id(table.id, action), placeholder=placeholder, options=list(options)
    )
    return IN_LOBBY(select)


def _buttons(table: Table, kind: type[Game] | None, member_id: int) -> list[Item]:
    words = words_of(table.game)
    sits = table.seat_of(member_id) is not None
    bots = any(seat.is_bot for seat in table.seats)
    handicaps = sorted(kind.handicaps)[:2] if kind is not None and sits else []
    return [
        lobby_button(table, "options", _("Options"), GREY),
        *([lobby_button(table, "remove-bot", _("Remove bot"), GREY)] if bots and sits else []),
        *([_learning(table)] if adviser_of(table.game) is not None else []),
        *(
            lobby_button(table, "handicap", words.handicap_title(name), GREY, name)
            for name in handicaps
        ),
        lobby_button(table, "rules", _("Rules"), GREY),
        *([lobby_button(table, "leave", _("Leave"), GREY)] if sits else []),
        more_button(table),
    ]


def _learning(table: Table) -> Item:
    """Return the button that makes the table a learning table (where players can ask for hints) or
    an ordinary one."""
    label = _("🎓 Learning table: on") if table.learning else _("🎓 Learning table: off")
    return lobby_button(table, "learning", label, GREEN if table.learning else GREY)
