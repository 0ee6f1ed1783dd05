"""`/history`: a list of finished games, each of which can be replayed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

import discord
from discord import app_commands, ui
from discord.app_commands import locale_str
from discord.utils import format_dt

from bot.core.model import FinishedGame, History
from bot.core.placing import Place, places_of
from bot.fair_play.model import NothingToAppeal
from cogs.discord.away import is_away
from cogs.discord.cog import ShijoCog
from cogs.discord.components import IN_HISTORY, Item, on_press
from cogs.discord.errors import OlderShijo
from cogs.discord.interactions import (
    Interaction,
    all_may_see,
    anywhere,
    may_moderate,
    may_see,
    scope,
)
from cogs.discord.languages import to_everyone
from cogs.discord.layout import OPTION_LABEL, Block, line, loud, message, rows, short
from cogs.discord.presses import Input, number_of
from cogs.history.game_line import game_line
from cogs.history.replay import Replays
from cogs.table.message.medals import marked_place
from cogs.table.message.menu import appeal_button, fair_play_button
from cogs.words import _
from cogs.words.game import game_title
from cogs.words.load import words_of
from cogs.words.names import escaped
from cogs.words.people import bot_sign
from cogs.words.seats import listed

PAGE: Final = 10
"""Games on a page of a history."""

MEMBER: Final = "m"
CHANNEL: Final = "c"


class Archive(ShijoCog):
    """A cog that lists finished games."""

    @app_commands.command(
        name=locale_str("history"),
        description=locale_str("See a member's or channel's finished games"),
    )
    @app_commands.rename(member=locale_str("member"), channel=locale_str("channel"))
    @app_commands.describe(
        member=locale_str("The member to look up"),
        channel=locale_str("A channel's games (default: this channel)"),
    )
    @anywhere
    async def history(
        self,
        interaction: Interaction,
        member: discord.User | None = None,
        channel: discord.TextChannel | discord.Thread | None = None,
    ) -> None:
        """`/history [member] [channel]`: the newest finished games, a page at a time."""
        place = channel.id if channel is not None else interaction.channel_id or 0
        of, whose = (MEMBER, member.id) if member is not None else (CHANNEL, place)
        view = await self._page(interaction, of, whose, 0)
        await interaction.response.send_message(view=view, ephemeral=True)

    @on_press(IN_HISTORY)
    async def pressed(self, interaction: Interaction, match: re.Match[str]) -> None:
        """Answer a press on the list: show newer or older games, show the list to everyone, or open
        the replay of a game."""
        of, whose, page = match["of"], number_of(match["id"]), int(match["page"])
        if match["action"] == "open":
            await self._open(interaction, Input.by(interaction).first)
        elif match["action"] in {"newer", "older"}:
            view = await self._page(interaction, of, whose, page)
            if interaction.message is not None and interaction.message.flags.ephemeral:
                await interaction.response.edit_message(view=view)
            else:
                await interaction.response.send_message(view=view, ephemeral=True)
        elif match["action"] == "show":
            async with to_everyone(self.bot, scope(interaction)):
                view = await self._page(interaction, of, whose, page, everyone=True)
            await interaction.response.send_message(view=view)
        else:
            raise OlderShijo

    async def _open(self, interaction: Interaction, game: str) -> None:
        await self.bot.cog(Replays).show(interaction, game)

    async def _page(
        self, interaction: Interaction, of: str, whose: int, page: int, *, everyone: bool = False
    ) -> ui.LayoutView:
        """Return a page of finished games. `of` says whether `whose` is the id of a member or of a
        channel, and the games are that member's or that channel's. The page has only games in
        channels that the asking member may see. With `everyone`, the page has only games in
        channels that everyone here may see."""
        found = await self.bot.service.history.history(
            scope(interaction),
            member_id=whose if of == MEMBER else None,
            channel_id=whose if of == CHANNEL else None,
            page=page,
            size=PAGE,
        )
        seen = History(
            tuple(
                past
                for past in found.games
                if may_see(interaction, past.channel_id)
                and (not everyone or all_may_see(interaction, past.channel_id))
            ),
            page,
            found.more,
        )
        ways = [] if everyone else await self._ways(interaction)
        if not everyone and interaction.guild_id is not None and seen.games:
            show = loud(_("Show everyone"), IN_HISTORY.id(of, whose, page, "show"))
            ways.insert(0, IN_HISTORY(show))
        return history_message(seen, of, whose, ways)

    async def _ways(self, interaction: Interaction) -> list[Item]:
        """Return further buttons for the member who asks: the button for appeals, if the member was
        removed from a game, and the button to fair play, if the member is a moderator."""
        moderates = may_moderate(interaction, interaction.channel_id)
        ways = [fair_play_button()] if moderates else []
        if interaction.guild_id is None or is_away(interaction):
            return ways
        try:
            await self.bot.service.fair_play.removals(interaction.guild_id, interaction.user.id)
        except NothingToAppeal:
            return ways
        return [appeal_button(), *ways]


def history_message(
    history: History, of: str, whose: int, ways: Sequence[Item] = ()
) -> ui.LayoutView:
    """Return the message with a page of finished games. `of` says whether `whose` is the id of a
    member or of a channel, and the games are that member's or that channel's. The buttons in `ways`
    are added below."""
    head = _("<@{id}>'s games", id=whose) if of == MEMBER else _("Games in <#{id}>", id=whose)
    lines = [_played(past) for past in history.games]
    blocks: list[Block] = [
        f"### {head}",
        "\n".join(lines) or _("Nobody has finished a game here yet."),
    ]
    if history.games:
        blocks += [line(), ui.ActionRow(_choice(history, of, whose))]
    # Translators: A button to newer games.
    buttons = [("newer", _("Newer"), history.page - 1)] if history.page else []
    # Translators: A button to older games.
    buttons += [("older", _("Older"), history.page + 1)] if history.more else []
    blocks += rows([*(IN_HISTORY(_turn(of, whose, *button)) for button in buttons), *ways])
    return message(blocks)


def _turn(of: str, whose: int, name: str, label: str, page: int) -> ui.Button[ui.LayoutView]:
    return ui.Button(label=label, custom_id=IN_HISTORY.id(of, whose, page, name))


def _played(past: FinishedGame) -> str:
    return f"- **{game_title(past.game)}** · {format_dt(past.ended_at, 'R')} · {places(past)}"


# Translators: A finished game in a list: its players in their order, and what is special about it.
def places(past: FinishedGame) -> str:
    """Return the places of a finished game in a few words. For a game that was voided or doesn't
    count, the text says so."""
    told = _places(past)
    if past.annulled:
        return _("{names} (voided)", names=told)
    return _("{names} (doesn't count)", names=told) if past.kind == "void" else told


# Translators: A finished game in a list: its players, and how it ended.
def _places(past: FinishedGame) -> str:
    names = [_called(player.name, player.strength is not None) for player in past.players]
    if len({player.rank for player in past.players}) == 1:
        together = listed(names)
        if past.kind == "lost":
            return _("{names} (everyone lost)", names=together)
        return _("{names} (draw)", names=together) if past.kind == "draw" else together
    found: dict[Place, list[str]] = {}
    # A member who won a game at a learning table has won it, although it doesn't count.
    kind = "won" if past.kind == "void" else past.kind
    ranks = [player.rank for player in past.players]
    left = {seat for seat, player in enumerate(past.players) if player.resigned}
    placed = places_of(ranks, kind, left)
    for name, place in zip(names, placed, strict=True):
        found.setdefault(place, []).append(name)
    words = words_of(past.game)
    return " · ".join(
        f"{marked_place(place, ranks, kind, words)} {listed(there)}"
        for place, there in sorted(found.items())
    )


def _called(name: str, is_bot: bool) -> str:
    """Return a player's name. A bot player's name has a portrait or a symbol before it. The name of
    a member whose data was deleted is "?"."""
    called = escaped(name or "?")
    return f"{bot_sign(name)} {called}" if is_bot else called


def _choice(history: History, of: str, whose: int) -> Item:
    options = [
        discord.SelectOption(
            label=short(game_line(past), OPTION_LABEL), value=f"{past.table_id}:{past.number}"
        )
        for past in history.games
    ]
    select: ui.Select[ui.LayoutView] = ui.Select(
        custom_id=IN_HISTORY.id(of, whose, history.page, "open"),
        placeholder=_("Replay a game…"),
        options=options,
    )
    return IN_HISTORY(select)
