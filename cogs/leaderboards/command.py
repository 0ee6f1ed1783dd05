"""`/leaderboard`: the ratings, wins, losses and deeds (feats that a game counts) of the server's
members.

At first, only the asker (the member who used the command) sees the leaderboard. A button shows the
leaderboard to everyone. The public leaderboard has a line about the asker, with the asker's name.
If the asker is hidden from leaderboards, this line is left out. Only the asker can turn the pages
of the public leaderboard. Any other member who presses a button gets a private leaderboard."""

from __future__ import annotations

import re
from dataclasses import replace

from discord import app_commands
from discord.app_commands import Choice as Offer
from discord.app_commands import locale_str

import games
from bot.leaderboards.model import Sort
from cogs.discord.cog import ShijoCog
from cogs.discord.components import ON_BOARD, on_press
from cogs.discord.errors import NoBoardHere, NotUnderstood
from cogs.discord.interactions import Interaction, anywhere, scope, wants_text
from cogs.discord.languages import to_everyone
from cogs.discord.layout import OPTIONS
from cogs.discord.presses import Input, number_of
from cogs.edits.answers import Drawn
from cogs.leaderboards.choice import ALL, BoardChoice
from cogs.leaderboards.errors import NoSuchOrder, NoSuchSeason
from cogs.leaderboards.message import PAGE, Around, board_message
from cogs.leaderboards.names import ladder_title, order_title, orders, season_title
from cogs.table.rules import game_named, suggested_games
from cogs.words import _


class Leaderboard(ShijoCog):
    """A cog that shows the server's leaderboards."""

    @app_commands.command(
        name=locale_str("leaderboard"), description=locale_str("See who plays best on this server")
    )
    @app_commands.rename(
        game=locale_str("game"), season=locale_str("season"), sort=locale_str("sort")
    )
    @app_commands.describe(
        game=locale_str("The game (default: the one most played here)"),
        season=locale_str("The season (default: all time)"),
        sort=locale_str("Sort by (default: rating)"),
    )
    @anywhere
    async def leaderboard(
        self,
        interaction: Interaction,
        game: str | None = None,
        season: str | None = None,
        sort: str | None = None,
    ) -> None:
        """`/leaderboard [game] [season] [sort]`: answers the member alone with the leaderboard of
        this game and season, in the order `sort`."""
        around = await self._around(interaction)
        choice = BoardChoice(
            interaction.user.id, await self._game(game, around), _season(season, around)
        )
        choice = _ordered(choice, sort) if sort is not None else choice
        drawn = await self._drawn(interaction, choice, around, private=True)
        await interaction.response.send_message(**drawn.new, ephemeral=True)

    @leaderboard.autocomplete("game")
    async def _games(self, interaction: Interaction, typed: str) -> list[Offer[str]]:
        everything = Offer(name=_("All games"), value=ALL)
        return [*suggested_games(typed), everything][:OPTIONS]

    @leaderboard.autocomplete("season")
    async def _seasons(self, interaction: Interaction, typed: str) -> list[Offer[str]]:
        seasons = [season.name for season in await self.bot.boards.seasons(scope(interaction))]
        return _matching(
            typed, [(season_title(None), ALL), *((season_title(name), name) for name in seasons)]
        )

    @leaderboard.autocomplete("sort")
    async def _orders(self, interaction: Interaction, typed: str) -> list[Offer[str]]:
        named = getattr(interaction.namespace, "game", None)
        game = named if named in {offer.value for offer in suggested_games(named or "")} else None
        offered = dict.fromkeys((Sort.RATING.value, *orders(game)))
        return _matching(
            typed, [(order_title(BoardChoice(0).by(order)), order) for order in offered]
        )

    @on_press(ON_BOARD)
    async def pressed(self, interaction: Interaction, match: re.Match[str]) -> None:
        """Answer a press on a leaderboard. The button *Show everyone* posts the leaderboard for
        everyone. The other buttons and the selects change the leaderboard itself, but only for the
        member who asked for it. Any other member gets a private leaderboard. So does every member
        who presses a button that opens a leaderboard (`board_button`)."""
        mine = number_of(match["asker"]) == interaction.user.id and match["action"] != "open"
        around = await self._around(interaction)
        choice = replace(_pressed(match, Input.by(interaction)), asker=interaction.user.id)
        _must_exist(choice, around)
        if match["action"] == "show":
            drawn = await self._drawn(interaction, choice, around, private=False)
            async with to_everyone(self.bot, scope(interaction)):
                await interaction.response.send_message(**drawn.new)
            return
        here = interaction.message is not None and interaction.message.flags.ephemeral
        drawn = await self._drawn(interaction, choice, around, private=here or not mine)
        if mine:
            await interaction.response.edit_message(**drawn.edit)
        else:
            await interaction.response.send_message(**drawn.new, ephemeral=True)

    async def _around(self, interaction: Interaction) -> Around:
        """Return the games and the seasons for which this server has leaderboards. Raises
        NoBoardHere in direct messages."""
        if interaction.guild_id is None:
            raise NoBoardHere
        guild_id = interaction.guild_id
        return Around(
            await self.bot.boards.games(guild_id), await self.bot.boards.seasons(guild_id)
        )

    async def _game(self, typed: str | None, around: Around) -> str | None:
        if typed is None:
            return around.games[0] if around.games else None
        if typed.strip().casefold() in {ALL, ladder_title(None).casefold()}:
            return None
        return typed if typed in around.games else game_named(typed)

    async def _drawn(
        self, interaction: Interaction, choice: BoardChoice, around: Around, *, private: bool
    ) -> Drawn:
        board = await self.bot.boards.board(
            scope(interaction),
            game=choice.game,
            season=choice.season,
            sort=choice.sort,
            deed=choice.deed,
            page=choice.page,
            size=PAGE,
            asker=interaction.user.id,
        )
        text_only = await wants_text(self.bot, interaction.user.id)
        if private:
            return await board_message(board, choice, around, private=True, text_only=text_only)
        async with to_everyone(self.bot, scope(interaction)):
            return await board_message(board, choice, around, private=False, text_only=text_only)


def _pressed(match: re.Match[str], entered: Input) -> BoardChoice:
    """Return the choice of a leaderboard after a press. `match` is the choice in the custom id, and
    `entered` what the member selected. Raises NoSuchSeason if the id makes no sense or isn't valid
    any more."""
    try:
        choice = BoardChoice.read(match)
        match match["action"], entered.values:
            case "game", (game,):
                choice = replace(choice, game=None if game == ALL else game)
                return (
                    choice
                    if choice.order in orders(choice.game)
                    else choice.by(orders(choice.game)[0])
                )
            case "season", (season,):
                return replace(choice, season=None if season == ALL else season)
            case "sort", (order,):
                return choice.by(order)
            case _:
                return choice
    except ValueError as error:
        raise NoSuchSeason from error


def _must_exist(choice: BoardChoice, around: Around) -> None:
    """Check that the server has this leaderboard. Raises NotUnderstood if there is no such game,
    NoSuchSeason if there is no such season, and NoSuchOrder if the game's leaderboards have no such
    order."""
    if choice.game is not None and choice.game not in {*around.games, *games.available()}:
        raise NotUnderstood
    if choice.season is not None and choice.season not in {each.name for each in around.seasons}:
        raise NoSuchSeason
    if choice.order not in {*orders(choice.game), Sort.RATING.value}:
        raise NoSuchOrder(game=ladder_title(choice.game))


def _season(typed: str | None, around: Around) -> str | None:
    """Return the name of the season that a member has typed. The member may type the season's name
    or its title. Return None if the member typed nothing, or typed that the leaderboard is for all
    time. Raises NoSuchSeason if there is no such season."""
    if typed is None or typed.strip().casefold() in {ALL, season_title(None).casefold()}:
        return None
    for season in around.seasons:
        if typed.strip().casefold() in {
            season.name.casefold(),
            season_title(season.name).casefold(),
        }:
            return season.name
    raise NoSuchSeason


def _ordered(choice: BoardChoice, typed: str) -> BoardChoice:
    """Return the choice with the order that the member typed. The member may type the order's name
    or its title. Raises NoSuchOrder if the leaderboards of this game have no such order."""
    wanted = typed.strip().casefold()
    for order in dict.fromkeys((*orders(choice.game), Sort.RATING.value)):
        if wanted in {order.casefold(), order_title(choice.by(order)).casefold()}:
            return choice.by(order)
    raise NoSuchOrder(game=ladder_title(choice.game))


def _matching(typed: str, offered: list[tuple[str, str]]) -> list[Offer[str]]:
    wanted = typed.strip().casefold()
    return [
        Offer(name=title, value=value) for title, value in offered if wanted in title.casefold()
    ][:OPTIONS]
