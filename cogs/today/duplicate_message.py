"""The message of a duplicate (two members play the same deals, each against bot players) in its
channel. While the duplicate is being played, the message shows the players and their progress. At
the end it shows the winner, the points of both members, and the results of the deals.

Until the duplicate is over, no result of a deal is shown, because the other member plays the same
cards."""

from __future__ import annotations

from discord import ui
from discord.utils import format_dt

import games
from bot.core.ratings import Rating
from bot.today.duplicate import DEALS, Duplicate, Progress, Rated
from bot.today.model import DayGame, Deal
from cogs.discord.layout import QUIET, message, rows
from cogs.table.message.seal import short_seal
from cogs.today.lines import went
from cogs.today.message import BLUE, day_button
from cogs.words import _
from cogs.words.figures import score
from cogs.words.names import escaped
from cogs.words.seats import listed

# Translators: A duplicate match: two members play the same two deals, each alone against bots.


def going_message(progress: Progress, deal: Deal) -> ui.LayoutView:
    """Return the message of a duplicate that is being played. `deal` is its first deal."""
    duplicate = progress.duplicate
    names = [_name(duplicate, place) for place in (0, 1)]
    told = _(
        "{names} play the same two deals against {bots}, each alone and in their own "
        "time. The higher total wins.",
        names=listed(names),
        bots=listed(deal.bots),
    )
    done = [
        _(
            "{name} has played {number} of {of} deals",
            name=name,
            number=progress.finished(who.id),
            of=DEALS,
        )
        for name, who in zip(names, duplicate.members, strict=True)
    ]
    until = _("You have until {time} to play.", time=format_dt(duplicate.until, "f"))
    seal = _("🔒 Shuffle code: {seal}", seal=short_seal(deal.seal))
    button = day_button("play", _("Play"), BLUE, duplicate.deals[0])
    return message(
        [
            f"## {_title(duplicate)}\n{told}",
            "\n".join(done),
            f"-# {until}\n-# {seal}",
            *rows([button]),
        ]
    )


def over_message(progress: Progress, deal: Deal, rated: Rated) -> ui.LayoutView:
    """Return the message of a duplicate that is over: the totals, each deal, the changes of
    ratings, and the secret that proves the deals."""
    duplicate = progress.duplicate
    lines = [_deal(progress, number) for number in range(1, DEALS + 1)]
    moved = [
        rating_line(_name(duplicate, place), before, after)
        for place, (before, after) in enumerate(zip(rated.before, rated.after, strict=True))
    ]
    head = _("Duplicate rating")
    # Translators: Shown after a game: players can check its shuffle code with it.
    proof = _("Proof for shuffle code {seal}: {secret}", seal=deal.seal, secret=deal.secret.hex())
    blocks = [f"## {_title(duplicate)}\n{_won(duplicate)}"]
    if duplicate.points is not None:
        blocks += ["\n".join(lines), f"**{head}**\n" + "\n".join(moved)]
    return message([*blocks, f"-# 🔓 {proof}"], colour=QUIET)


def waits_for_other(duplicate: Duplicate, member_id: int) -> ui.LayoutView:
    """Return the message for a member who has played all their deals before the other member
    has."""
    other = 1 if duplicate.first.id == member_id else 0
    told = _("You've played your deals. Now it's up to {name}.", name=_name(duplicate, other))
    return message([told], colour=QUIET)


def ended(duplicate: Duplicate, where: str) -> str:
    """Return the sentence that tells the members of a duplicate how the duplicate ended. `where` is
    the link to the duplicate's message."""
    game = _("{game} duplicate match", game=_(games.load(duplicate.game).title))
    return f"⚔️ [{game}]({where}) · {_won(duplicate)}"


def _title(duplicate: Duplicate) -> str:
    return "⚔️ " + _("{game} duplicate match", game=_(games.load(duplicate.game).title))


def _name(duplicate: Duplicate, place: int) -> str:
    return f"**{escaped(duplicate.members[place].name) or '?'}**"


def _won(duplicate: Duplicate) -> str:
    if duplicate.broken_off:
        return _("The tournament moved on before this match was finished.")
    if duplicate.points is None:
        return _("Nobody played, so this match doesn't count.")
    first, second = duplicate.points
    if first == second:
        return _("🤝 A draw, {points} each.", points=first)
    winner = _name(duplicate, 0 if first > second else 1)
    return _(
        "🏆 {name} wins {score}!",
        name=winner,
        score=score(max(first, second), min(first, second)),
    )


def _deal(progress: Progress, number: int) -> str:
    """Return the line that says how a deal of the duplicate ended for both members. `number` counts
    from 1."""
    # Translators: Above a deal's results, in a match of two members.
    head = _("Deal {number}", number=number)
    members = enumerate(progress.duplicate.members)
    told = [
        f"{_name(progress.duplicate, place)} {_played(progress.games[who.id][number - 1])}"
        for place, who in members
    ]
    return f"{head}: {' – '.join(told)}"


def _played(played: DayGame | None) -> str:
    if played is None or played.result is None:
        # Translators: In place of a deal's result.
        return _("not played")
    return ", ".join(went(played))


def rating_line(name: str, before: Rating, after: Rating) -> str:
    """Return a line with a member's rating after a match, and the change of the rating. `name` may
    contain formatting."""
    change = after.figure - before.figure
    return f"{name} {after.figure} ({change:+d})"
