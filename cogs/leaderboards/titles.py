"""The part of the panel of seasons in which a server chooses roles for titles, and the message
about roles that could not be given."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

import discord
from discord import ui

from bot.leaderboards.title_rules import Title, TitleKind, TitleRole, all_titles
from cogs.discord.components import IN_SEASONS
from cogs.discord.layout import Block, message
from cogs.discord.roles import REFUSALS, Refusal, why_not
from cogs.words import _
from cogs.words.game import game_title
from cogs.words.names import escaped

SHOWN: Final = 9
"""The most titles in the panel. Each title takes three components, and the rest of the panel takes
11. Discord allows 40 components in a message."""


def offered() -> list[Title]:
    """Return the titles for which a server can choose a role, `SHOWN` at most. If there are more
    titles, the titles of champions are the first to be left out."""
    *of_games, of_solvers = all_titles()
    of_games.sort(key=lambda title: (title.kind is TitleKind.CHAMPION, not title.game))
    return [*of_games[: SHOWN - 1], of_solvers]


def title_name(title: Title) -> str:
    """Return the name of a title."""
    # Translators: The title that a season's best player gets.
    match title.kind:
        case TitleKind.CHAMPION:
            return _("{game} champion", game=escaped(game_title(title.game)))
        case TitleKind.FOOL if title in _only_fool():
            return _("Fool of the season")
        case TitleKind.FOOL:
            return _("{game} fool of the season", game=escaped(game_title(title.game)))
        case TitleKind.SOLVER:
            return _("Most puzzles solved")


def _only_fool() -> list[Title]:
    """Return the title of the fool, in a list, if only one of the games has it. Otherwise the list
    is empty."""
    fools = [title for title in all_titles() if title.kind is TitleKind.FOOL]
    return fools if len(fools) == 1 else []


def title_blocks(guild: discord.Guild | None, roles: Mapping[Title, TitleRole]) -> list[Block]:
    """Return the part of the panel about roles: a select for each title. If the bot can't give the
    chosen role, the select has a warning."""
    heading = _("Roles for titles")
    how = _("When a season ends, I pass these roles on to the new title holders.")
    blocks: list[Block] = [f"**{heading}**\n-# {how}"]
    for title in offered():
        chosen = roles.get(title)
        refusal = why_not(guild, chosen.role_id) if guild and chosen else None
        warning = f"\n⚠️ {_(REFUSALS[refusal])}" if refusal else ""
        select: ui.RoleSelect[Any] = ui.RoleSelect(
            custom_id=IN_SEASONS.id("role", title.key),
            placeholder=_("No role"),
            min_values=0,
            max_values=1,
            default_values=[discord.Object(chosen.role_id, type=discord.Role)] if chosen else [],
        )
        blocks += [title_name(title) + warning, ui.ActionRow(IN_SEASONS(select))]
    return blocks


def failed_message(failed: Iterable[tuple[TitleRole, Refusal]]) -> ui.LayoutView:
    """Return the message that says which roles could not be given or taken, and why."""
    lines = [
        f"- {title_name(role.title)} (<@&{role.role_id}>): {_(REFUSALS[refusal])}"
        for role, refusal in failed
    ]
    heading = _("I couldn't give or take away these roles:")
    return message(["\n".join([f"⚠️ {heading}", *lines])])
