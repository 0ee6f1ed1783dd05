"""An arena in its message: who plays whom now, who is free, and until when it goes on."""

from __future__ import annotations

from collections.abc import Callable

from discord.utils import format_dt

from bot.tournaments.arena import free
from bot.tournaments.model import Fixture, Tournament
from cogs.tournaments.words import name_of
from cogs.words import _, counted
from cogs.words.seats import listed


def how_it_goes(minutes: int) -> str:
    """What an arena is, before it starts."""
    return counted(
        "For {number} minute you play whoever's free, game after game. Join in and take breaks as "
        "you like. A win is 2 points, a draw 1, and after two wins in a row points count double.",
        "For {number} minutes you play whoever's free, game after game. Join in and take breaks as "
        "you like. A win is 2 points, a draw 1, and after two wins in a row points count double.",
        minutes,
    )


def now_playing(tournament: Tournament, told: Callable[[Fixture], str]) -> str:
    """The games that are being played, each as `told`, and who waits for what."""
    lines = [f"### {_when(tournament)}"]
    lines += [f"- {told(each)}" for each in tournament.waiting]
    names = [name_of(tournament, seed) for seed in free(tournament)]
    if names and tournament.waiting:
        lines.append(
            "-# "
            + counted(
                "{names} plays next, once another game ends.",
                "{names} play next, once another game ends.",
                len(names),
                names=listed(names),
            )
        )
    return "\n".join(lines)


def _when(tournament: Tournament) -> str:
    ends = tournament.ends_at
    when = "" if ends is None else format_dt(ends, "t")
    return _("The last game starts {when}", when=when)
