"""A match of two teams in its channel. Until the match is over, no card and no result of a deal is
shown, because others play the same deals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import discord
from discord import ui
from discord.utils import format_dt

import games
from bot.teams.deals import TeamRated, current
from bot.teams.model import (
    TABLES,
    TEAMS,
    Player,
    TeamGame,
    TeamMatch,
    Winner,
)
from bot.today.duplicate import DEALS
from bot.today.model import Deal
from cogs.discord.components import IN_TEAMS, Item
from cogs.discord.layout import LABEL, QUIET, Block, clip, message, rows, short
from cogs.table.message.seal import short_seal
from cogs.today.duplicate_message import rating_line
from cogs.words import _, counted
from cogs.words.figures import score
from cogs.words.names import escaped
from cogs.words.seats import listed

# Translators: A match of two teams, which play the same two deals at two tables.

GREEN: Final = discord.ButtonStyle.success
BLUE: Final = discord.ButtonStyle.primary
GREY: Final = discord.ButtonStyle.secondary
RED: Final = discord.ButtonStyle.danger

LINES_TEXT: Final = 1500
JOIN: Final = ("first", "second")
"""The actions of the buttons with which members join the first or the second team."""


def waiting_message(match: TeamMatch, deal: Deal) -> ui.LayoutView:
    """Return the message of a match that waits for members to join. `deal` is the first deal of the
    match."""
    teams = [
        # Translators: How many players a team has, after the captain's name.
        _(
            "{names}: {number} of {of} players",
            names=_team(match, team),
            number=len(own),
            of=match.size,
        )
        for team in TEAMS
        for own in [match.team(team)]
    ]
    starts = _("The match starts once both teams are full.")
    until = _("You can join until {time}.", time=format_dt(match.until, "f"))
    buttons = [
        button(
            match,
            JOIN[team],
            short(_("Join {name}", name=match.team(team)[0].person.name or "?"), LABEL),
            GREEN,
        )
        for team in TEAMS
        if len(match.team(team)) < match.size
    ]
    buttons += [
        button(match, "leave", _("Leave"), GREY),
        button(match, "off", _("Cancel the match"), GREY),
    ]
    return message(
        [
            f"## {_title(match)}\n{_how_it_goes(match.size)}",
            "\n".join(teams),
            f"-# {starts} {until}\n-# {_sealed(deal)}",
            *rows(buttons),
        ]
    )


def going_message(
    match: TeamMatch,
    deal: Deal,
    played: Sequence[TeamGame],
    awaited: Mapping[int, Sequence[Player]],
) -> ui.LayoutView:
    """Return the message of a team match that is being played. The message shows the shuffle code
    of `deal`. `played` has the games at the two tables, one for each table and deal. `awaited` has
    for each table the players for whom the table waits."""
    lines = [_table(match, played, table, awaited[table]) for table in TABLES]
    until = _("You have until {time} to play.", time=format_dt(match.until, "f"))
    late = _("If time runs out on your turn, your team loses that deal.")
    return message(
        [
            f"## {_title(match)}\n{_how_it_goes(match.size)}",
            clip("\n".join(lines), LINES_TEXT),
            f"-# {until} {late}\n-# {_sealed(deal)}",
            *rows(
                [
                    button(match, "hand", _("My hand"), BLUE),
                    button(match, "resign", _("Resign…"), GREY),
                ]
            ),
        ]
    )


def over_message(
    match: TeamMatch, deal: Deal, played: Sequence[TeamGame], rated: TeamRated
) -> ui.LayoutView:
    """Return the message of a match that is over: the totals, each deal at each table, the changes
    of ratings, and the secret that proves the deals. `played` are the games of the deals."""
    blocks: list[Block] = [f"## {_title(match)}\n{_won(match)}"]
    if match.points is not None:
        head = _("Team rating")
        moved = [
            rating_line(named(one), rated.before[team][place], rated.after[team][place])
            for team in TEAMS
            for place, one in enumerate(match.team(team))
        ]
        lines = [_deal(match, each) for each in played]
        blocks += [
            clip("\n".join(lines), LINES_TEXT),
            clip("\n".join([f"**{head}**", *moved]), LINES_TEXT),
        ]
    # Translators: Shown after a game: players can check its shuffle code with it.
    proof = _("Proof for shuffle code {seal}: {secret}", seal=deal.seal, secret=deal.secret.hex())
    return message([*blocks, f"-# 🔓 {proof}"], colour=QUIET)


def off_message(match: TeamMatch) -> ui.LayoutView:
    """Return the message of a match that was called off."""
    return message([f"## {_title(match)}", _("This match was called off.")], colour=QUIET)


def ended(match: TeamMatch, where: str) -> str:
    """Return the sentence that tells the members of a match how the match ended. `where` is the
    link to the match's message."""
    game = _("{game} team match", game=_(games.load(match.game).title))
    return f"⚔️ [{game}]({where}) · {_won(match)}"


def end_shown(match: TeamMatch, where: str) -> ui.LayoutView:
    """Return the message that replaces a hand when its match is over. `where` is the link to the
    match's message."""
    return message([ended(match, where)], colour=QUIET)


def your_turn(match: TeamMatch, where: str) -> str:
    """Return the line that tells a member that it is their turn in a team match. `where` is the
    link to the match's message."""
    game = _("{game} team match", game=_(games.load(match.game).title))
    return _("Your turn in {match}.", match=f"[{game}]({where})")


def resigning(match: TeamMatch) -> ui.LayoutView:
    """Return the message that asks a member whether they really want to resign from a match."""
    asked = _("Resign? The other team will win every unfinished deal at your table.")
    return message([asked, *rows([button(match, "resign-yes", _("Yes, resign"), RED)])])


def _title(match: TeamMatch) -> str:
    return "⚔️ " + _("{game} team match", game=_(games.load(match.game).title))


def _how_it_goes(size: int) -> str:
    return counted(
        "Each team has {number} player at each of two tables. Both tables play the "
        "same two deals with the sides swapped, so nobody sees a deal twice. The "
        "higher total wins.",
        "Each team has {number} players at each of two tables. Both tables play the "
        "same two deals with the sides swapped, so nobody sees a deal twice. The "
        "higher total wins.",
        size // len(TABLES),
    )


def _sealed(deal: Deal) -> str:
    return _("🔒 Shuffle code: {seal}", seal=short_seal(deal.seal))


def named(player: Player) -> str:
    """Return a player's name for a message. For a member whose data was deleted, the name is
    `?`."""
    return f"**{escaped(player.person.name) or '?'}**"


def _team(match: TeamMatch, team: int) -> str:
    return listed([named(one) for one in match.team(team)])


def _at(match: TeamMatch, table: int, team: int) -> str:
    """Return the names of the members of a team (`team` is its number) who play at the match's
    table with the number `table`."""
    return listed([named(one) for one in match.team(team) if match.table_of(one) == table])


def _table(
    match: TeamMatch, played: Sequence[TeamGame], table: int, awaited: Sequence[Player]
) -> str:
    first, second = (_at(match, table, team) for team in TEAMS)
    # Translators: The players at one of the two tables of a match; a dash between the teams.
    head = _("Table {number}: {first} – {second}", number=table + 1, first=first, second=second)
    now = current(played, table)
    if now is None:
        # Translators: What is going on at one of the two tables of a match.
        return f"{head} · " + _("all deals played")
    # Translators: “deal 1 of 2”.
    deal = _("deal {number} of {of}", number=now.deal + 1, of=DEALS)
    names = listed([named(one) for one in awaited])
    # Translators: After “deal 1 of 2”.
    return f"{head} · {deal} · " + _("waiting for {names}", names=names)


def _won(match: TeamMatch) -> str:
    if match.points is None:
        return _("Nobody played, so this match doesn't count.")
    first, second = match.points
    if first == second:
        return _("🤝 A draw, {points} each.", points=first)
    winners = match.team(0 if first > second else 1)
    return counted(
        "🏆 {names} wins {score}!",
        "🏆 {names} win {score}!",
        len(winners),
        names=listed([named(one) for one in winners]),
        score=score(max(first, second), min(first, second)),
    )


def _deal(match: TeamMatch, played: TeamGame) -> str:
    """Return the line that says how a deal ended at one of the two tables of the match."""
    # Translators: Above a deal's result, in a match of two teams.
    head = _("Deal {number}, table {table}", number=played.deal + 1, table=played.table + 1)
    first, second = (_at(match, played.table, team) for team in TEAMS)
    # A game that nobody began can have a winner, when a member has resigned or time was up.
    match played.winner:
        case Winner.FIRST:
            return f"{head}: 🏆 {first} – {second}"
        case Winner.SECOND:
            return f"{head}: {first} – {second} 🏆"
        case _:
            # Translators: In place of a deal's winner.
            end = _("nobody wins") if played.steps else _("not played")
            return f"{head}: {first} – {second} · {end}"


def button(match: TeamMatch, action: str, label: str, style: discord.ButtonStyle) -> Item:
    """Return a button about a match. `action` becomes part of the custom id, and says what a press
    does, such as `leave`."""
    custom_id = IN_TEAMS.id(match.number, action)
    return IN_TEAMS(ui.Button(label=label, style=style, custom_id=custom_id))
