"""The rules: `/rules`, and the answers to the Rules buttons."""

from __future__ import annotations

import re
from typing import Any, Final, TypeVar

import discord
from discord import app_commands, ui
from discord.app_commands import Choice, locale_str

import games
from bot.core.model import Speed, Table
from cogs.discord.cog import ShijoCog
from cogs.discord.components import IN_RULES, on_press
from cogs.discord.interactions import Interaction, everywhere, scope
from cogs.discord.layout import (
    MOST_BUTTONS,
    OPTION_LABEL,
    OPTIONS,
    Block,
    clip,
    line,
    message,
    rows,
    short,
)
from cogs.discord.presses import own_message
from cogs.edits.answers import answered
from cogs.table.lobby.rulings import (
    differences,
    options_name,
    preset_lines,
    presets_of,
    rules_lines,
)
from cogs.words import _
from cogs.words.game import game_line
from games.core import Game

RULES: Final = 2300
CHANGES: Final = 700
NOTE: Final = 100
"""The most characters of a preset's description."""

AnyCommand = app_commands.Command[Any, ..., Any]
OfCog = TypeVar("OfCog", bound=AnyCommand)


async def _suggest(interaction: Interaction, typed: str) -> list[Choice[str]]:
    return suggested_games(typed)


SPEEDS: Final = (
    Choice(name=locale_str("Quick"), value=Speed.QUICK.value),
    Choice(name=locale_str("Relaxed"), value=Speed.RELAXED.value),
    Choice(name=locale_str("Correspondence"), value=Speed.BY_POST.value),
    Choice(name=locale_str("No clock"), value=Speed.NONE.value),
)
"""The choices of a command's option `speed`."""


_OFFERING: Final[list[AnyCommand]] = []


def offering_games(command: OfCog) -> OfCog:
    """Decorate a command that has an option `game`. `offer_games` fills in the choices of this
    option."""
    _OFFERING.append(command)
    return command


def offer_games() -> None:
    """Let the commands offer the games that are installed now. If there are at most 25 games
    (Discord's limit), they are a fixed list. Otherwise they are suggested while a member types."""
    choices = [
        Choice(name=locale_str(kind.title), value=name) for name, kind in games.available().items()
    ]
    for command in _OFFERING:
        if len(choices) <= OPTIONS:
            app_commands.choices(game=choices)(command)
        else:
            app_commands.autocomplete(game=_suggest)(command)


class RulesCommand(ShijoCog):
    """A cog with the command `/rules`, which shows the rules of a game. The cog also answers
    presses on the buttons below the rules."""

    @offering_games
    @app_commands.command(
        name=locale_str("rules"), description=locale_str("Read a game's rules in brief")
    )
    @app_commands.rename(game=locale_str("game"))
    @app_commands.describe(game=locale_str("The game (default: the one at this channel's table)"))
    @everywhere
    async def rules(self, interaction: Interaction, game: str | None = None) -> None:
        """`/rules [game]`: explains that game. Without a game, explains the game of the newest
        table in this channel. If there is no such table, lists the games."""
        table = None
        if game is None:
            table = next(
                iter(await self.bot.tables.where.open_in(interaction.channel_id or 0)), None
            )
        name = game_named(game) if game is not None else table.game if table else None
        view = rules_message(name, table) if name else games_message()
        await interaction.response.send_message(view=view, ephemeral=True)

    @on_press(IN_RULES)
    async def pressed(self, interaction: Interaction, match: re.Match[str]) -> None:
        """Answer a press on a game in the list: the rules of this game replace the list, and the
        buttons stay below."""
        own_message(interaction)
        view = games_message(games.load(match["game"]).name)
        await answered(
            interaction,
            interaction.response.edit_message(view=view),
        )


def game_named(text: str) -> str:
    """Return the name of the game whose name or title is `text`. Raises NoSuchGame if there is no
    such game."""
    typed = text.strip().casefold()
    for name, kind in games.available().items():
        if typed in (name.casefold(), kind.title.casefold(), _(kind.title).casefold()):
            return name
    return games.load(text.strip()).name


def suggested_games(typed: str) -> list[Choice[str]]:
    """Return the games whose name or title contains the typed text, as choices for Discord."""
    wanted = typed.strip().casefold()
    found = [
        Choice(name=_(kind.title), value=name)
        for name, kind in games.available().items()
        if any(wanted in known.casefold() for known in (name, kind.title, _(kind.title)))
    ]
    return found[:OPTIONS]


async def suggested_presets(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """Return the presets whose name or title contains the typed text, as choices for Discord. They
    are presets of the game in the command's option `game`. The list is empty if no game is chosen
    there."""
    game = str(getattr(interaction.namespace, "game", None))
    if game not in games.available():
        return []
    server = await interaction.client.tables.preferences.server(scope(interaction))
    wanted = typed.strip().casefold()
    found = [
        Choice(name=short(title, OPTION_LABEL), value=name)
        for name, title in presets_of(games.load(game), server).items()
        if wanted in title.casefold() or wanted in name.casefold()
    ]
    return found[:OPTIONS]


def games_message(shown: str | None = None) -> ui.LayoutView:
    """Return the message with the rules of the game `shown`, and below them a button for each game.
    If `shown` is None, the message lists the games above the buttons."""
    buttons = [
        IN_RULES(
            ui.Button(
                label=short(_(kind.title)),
                style=discord.ButtonStyle.primary
                if name == shown or shown is None
                else discord.ButtonStyle.secondary,
                custom_id=IN_RULES.id(name),
            )
        )
        for name, kind in list(games.available().items())[:MOST_BUTTONS]
    ]
    told = _games() if shown is None else _explained(shown)
    return message([*told, *rows(buttons)])


def _games() -> list[str]:
    title = _("Which game's rules would you like?")
    lines = [game_line(kind) for kind in list(games.available().values())[:MOST_BUTTONS]]
    return [title, "\n".join(lines)]


def rules_message(name: str, table: Table | None = None) -> ui.LayoutView:
    """Return the message with the rules of a game. If `table` is a table of this game, the message
    has the rules for the table's options in about ten lines. Below them are the options that differ
    from the table's preset, and then a list of the game's presets. Without a table of this game,
    the message has the rules for the usual options, and the list of presets."""
    if table is None or table.game != name:
        return message(_explained(name))
    kind = games.load(name)
    title = _("This table's rules")
    rules = f"### {title}\n{rules_lines(kind, table.options)}"
    head = f"## {_(kind.title)}\n-# {options_name(kind, table)}"
    changes = clip(differences(kind, table), CHANGES)
    return message([head, clip(rules, RULES), changes, line(), _presets(kind)])


def _explained(name: str) -> list[Block]:
    """Return the rules of a game with its default options, and its presets, as message blocks."""
    kind = games.load(name)
    told = rules_lines(kind, kind.options().model_dump())
    return [f"## {_(kind.title)}", clip(told, RULES), line(), _presets(kind)]


def _presets(kind: type[Game]) -> str:
    return "\n".join(f"-# {line}" for line in preset_lines(kind, NOTE))
