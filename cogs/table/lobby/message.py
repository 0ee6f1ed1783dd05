"""The message of a table before its game: its seats, its rules, and the number of players that are
missing."""

from __future__ import annotations

from typing import Final

import discord
from discord import ui
from discord.utils import format_dt

import games
from bot.core.model import Seat, Speed, Table
from bot.core.scope import sitting_of
from bot.fair_play.model import MOST_LEFT
from bot.preferences.house_rules import seats_allowed
from bot.preferences.model import ServerSettings
from cogs.discord.components import IN_LOBBY, ON_TABLE, Item
from cogs.discord.layout import DESCRIPTION, LABEL, OPTIONS, Block, clip, line, short
from cogs.edits.answers import Picture
from cogs.table.lobby.rulings import (
    clashes,
    numbers_told,
    options_line,
    outlook,
    preset_note,
    presets_of,
)
from cogs.table.lobby.speeds import speed_line
from cogs.table.message.seal import sealed
from cogs.table.message.table_lines import learning_line, score_line, watching_line
from cogs.table.message.table_text import (
    SIDE_MARKS,
)
from cogs.words import _, counted
from cogs.words.figures import share
from cogs.words.load import strength_title, words_of
from cogs.words.names import escaped
from cogs.words.people import bot_sign, habit_of
from cogs.words.seats import listed
from games.core import Game

SEATS_TEXT: Final = 1500
OPTIONS_TEXT: Final = 900

SETTINGS: Final = "⚙️"
"""The label of the button that opens a table's settings, which few members change."""

GREEN: Final = discord.ButtonStyle.success
GREY: Final = discord.ButtonStyle.secondary
BLUE: Final = discord.ButtonStyle.primary


def lobby_blocks(table: Table, title: str, cover: Picture | None = None) -> list[Block]:
    """Return the blocks of the message of a table before its game, with the picture `cover` (None:
    no picture). The same blocks are shown for a minute after a game, while its players are asked
    whether they play the next one."""
    kind = games.available().get(table.game)
    sitting, gist = sitting_of(table.id), _(kind.gist) if kind is not None and kind.gist else ""
    head = f"## {escaped(title)}"
    if sitting is not None:
        head += "\n-# " + _("🏆 Tournament, round {number}", number=sitting.round)
    if table.game_number > 1:
        # Translators: A table's title with the number of the game: “Durak · game 3”.
        head = _("{head} · game {number}", head=head, number=table.game_number)
    # The picture has the game's name in large letters.
    named = cover is None or sitting is not None or table.game_number > 1 or not gist
    head = "\n".join(filter(None, (head if named else "", gist)))
    seats = "\n".join(_seats(table)) or _("Nobody has joined yet.")
    pictured = [cover.block] if cover is not None else []
    blocks: list[Block] = [head, *pictured, clip(seats, SEATS_TEXT)]
    if table.awaited:
        blocks.append(_awaiting(table, kind))
    blocks.append(clip("\n".join(_about(table, kind)), OPTIONS_TEXT))
    blocks += [sealed(table.secret_hash), line()]
    blocks.extend(_again_buttons(table) if table.awaited else _buttons(table))
    return blocks


# The seats


def _seats(table: Table) -> list[str]:
    teams = len(set(table.sides)) < len(table.seats)
    return [
        (f"{SIDE_MARKS[side % len(SIDE_MARKS)]} " if teams else "") + _sitting(number, seat, table)
        for number, (seat, side) in enumerate(zip(table.seats, table.sides, strict=True))
    ]


def _sitting(number: int, seat: Seat, table: Table) -> str:
    name = f"**{escaped(seat.name)}**"
    if seat.is_bot:
        strong = seat.strength or ""
        level = strength_title(strong, table.game)
        habit = habit_of(seat.name, table.game)
        about = f"{level} · {habit}" if habit else level
        return f"{number + 1}. {bot_sign(seat.name)} {name} · {about}"
    # Translators: After the host's name in a list of players.
    host = _(" · host") if seat.member_id == table.host_id else ""
    words = words_of(table.game)
    taken = "".join(f" · {words.handicap(name)}" for name in sorted(seat.handicaps))
    return f"{number + 1}. {name}{host}{taken}"


def _awaiting(table: Table, kind: type[Game] | None) -> str:
    names = listed([f"**{escaped(seat.name)}**" for seat in table.awaited])
    if sitting_of(table.id) is not None and table.again_until is not None:
        return _(
            "⏳ Waiting for {names}. Anyone still missing {when} loses this game.",
            names=names,
            when=format_dt(table.again_until, "R"),
        )
    if table.again_until is None:
        return _("⏳ Play again? Waiting for {names}.", names=names)
    when = format_dt(table.again_until, "R")
    if kind is not None and len(table.seats) < seats_allowed(kind, table.options)[0]:
        return _(
            "⏳ Play again? Waiting for {names}. If they don't answer, anyone can join "
            "instead {when}.",
            names=names,
            when=when,
        )
    return _(
        "⏳ Play again? Waiting for {names}. I'll deal {when} at the latest.",
        names=names,
        when=when,
    )


# By which rules


def _about(table: Table, kind: type[Game] | None) -> list[str]:
    if kind is None:
        return []
    score = score_line(table)
    return [
        *_needed(kind, table),
        f"{options_line(kind, table)} · {speed_line(table.speed)}",
        *([score] if score else []),
        *(learning_line(table) or _practice(table)),
        *_reliable_only(table),
        *watching_line(table),
        *(f"⚠️ {clash}" for clash in clashes(kind, table)),
        *([f"-# 🕰️ {told}"] if (told := outlook(kind, table)) else []),
    ]


def _reliable_only(table: Table) -> list[str]:
    """Return the line that says that the host admits only members who rarely leave games. The list
    is empty if the host admits all members."""
    if not table.reliable_only:
        return []
    most = share(MOST_LEFT * 100)
    told = _("Only for players who leave fewer than {most} of their games early.", most=most)
    return [f"-# 🤝 {told}"]


def _practice(table: Table) -> list[str]:
    """Return the line that says that games against bot players alone are not rated. The list is
    empty if the table has other members, or waits for some."""
    if not table.is_practice or table.awaited:
        return []
    told = _("Practice games against bots aren't rated.")
    return [f"-# 🤖 {told}"]


def _needed(kind: type[Game], table: Table) -> list[str]:
    allowed = seats_allowed(kind, table.options)
    lacking = allowed[0] - len(table.seats) - len(table.awaited)
    if lacking > 0:
        needed = counted("Needs one more player.", "Needs {number} more players.", lacking)
        if not table.host_is_alone:
            return [needed]
        # Translators: “Start” is the name of the button. For one or several bots.
        filled = counted("*Start* adds a bot.", "*Start* adds bots.", lacking)
        return [f"{needed} {filled}"]
    if len(table.seats) >= allowed[-1] or table.awaited:
        return []
    # Translators: How many can play at this table: “For 2 to 5 players.”
    return [_("For {numbers} players.", numbers=numbers_told(allowed))]


# What can be pressed


def speed_choices(chosen: Speed, server: ServerSettings) -> list[discord.SelectOption]:
    """Return the speeds that a server allows as options of a select, in which `chosen` is
    marked."""
    return [
        discord.SelectOption(
            label=short(speed_line(speed), LABEL), value=speed.value, default=speed is chosen
        )
        for speed in server.allowed_speeds
    ]


def preset_choices(game: str, chosen: str, server: ServerSettings) -> list[discord.SelectOption]:
    """Return the presets of a game and the server's own presets as options of a select. The preset
    `chosen` is marked."""
    kind, own = games.load(game), server.game(game).house

    def note(name: str) -> str:
        options = kind.Options
        if name in options.presets:
            return preset_note(options, options.presets[name], DESCRIPTION, name)
        return preset_note(options, own[name].options, DESCRIPTION)

    return [
        discord.SelectOption(
            label=short(title, LABEL),
            value=name,
            default=name == chosen,
            description=note(name) or None,
        )
        for name, title in list(presets_of(kind, server).items())[:OPTIONS]
    ]


def _buttons(table: Table) -> list[Block]:
    return [
        ui.ActionRow(
            *([] if table.is_private else [lobby_button(table, "join", _("Join"), GREEN)]),
            *buttons_of_seated(table),
        )
    ]


def buttons_of_seated(table: Table) -> list[Item]:
    """Return the buttons for members who sit at the table."""
    return [
        lobby_button(table, "add-bot", _("Add bot"), GREY),
        lobby_button(table, "start", _("Start"), BLUE),
        lobby_button(table, "settings", SETTINGS, GREY),
    ]


def _again_buttons(table: Table) -> list[Block]:
    if sitting_of(table.id) is not None:
        return [
            ui.ActionRow(
                lobby_button(table, "join", _("I'm here"), GREEN),
                lobby_button(table, "rules", _("Rules"), GREY),
                more_button(table),
            )
        ]
    return [
        ui.ActionRow(
            lobby_button(table, "join", _("Play again"), GREEN),
            lobby_button(table, "leave", _("Not this time"), GREY),
            lobby_button(table, "rules", _("Rules"), GREY),
            more_button(table),
        )
    ]


def more_button(table: Table) -> Item:
    """Return the button *More…*, which opens the menu with everything that is rarely needed at a
    table, such as the full code of the shuffle (the hash of its secret)."""
    return ON_TABLE(
        ui.Button(label=_("More…"), style=GREY, custom_id=ON_TABLE.id(table.id, "more"))
    )


def lobby_button(
    table: Table, action: str, label: str, style: discord.ButtonStyle, detail: str | None = None
) -> Item:
    """Return a button in the message of a table before its game. `action` and `detail` become parts
    of the custom id, and say what a press does, such as `join`."""
    return IN_LOBBY(
        ui.Button(label=label, style=style, custom_id=IN_LOBBY.id(table.id, action, detail))
    )
