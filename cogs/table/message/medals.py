"""Choose the symbol before a place in a result or a leaderboard. It is a medal, the number of the
place, or, in games with a name for the last place, the fool's cap for that place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.core.placing import LAST_MEDAL, Place, is_draw_in_order
from bot.leaderboards.model import Line, Sort
from cogs.words.game import GameWords

MEDALS: Final = {1: "🥇", 2: "🥈", 3: "🥉"}
LAST: Final = "🃏"
"""The symbol of the last place, in a game with a name for that place."""
LOST: Final = "💥"
"""The mark of a game that everybody lost."""
DRAWN: Final = "🤝"
"""The symbol of the first place in a drawn game. Several players share this place, and nobody has
won."""
WON: Final = frozenset({Sort.RATING, Sort.WINS})
"""The orders of a leaderboard in which there are medals. Other orders, such as by the number of
games, don't show who is best."""


def place_mark(place: Place, words: GameWords) -> str:
    """Return the symbol of a place: a medal, a number, or the symbol for a loss or a draw. The last
    place has the fool's cap as symbol if the game's words have a name for that place."""
    if place.won and place.last and words.last:
        return LAST
    if not place.won and place.rank == 1:
        return LOST if place.last else DRAWN
    return MEDALS[place.rank] if place.has_medal else f"{place.rank}."


def marked_place(place: Place, ranks: Sequence[int], kind: str, words: GameWords) -> str:
    """Return the symbol of a place in a finished game. `ranks` are the ranks of all seats, and
    `kind` is how the game ended. If the game was a draw in which the seats still have an order, the
    symbol is the number of the place."""
    return f"{place.rank}." if is_draw_in_order(ranks, kind) else place_mark(place, words)


def line_mark(line: Line, sort: str) -> str:
    """Return the symbol of a ranked line in a leaderboard that is sorted by `sort`: a medal or the
    number."""
    return MEDALS[line.place or 0] if wears_medal(line, sort) else f"{line.place}."


def wears_medal(line: Line, sort: str) -> bool:
    """Return whether a member's line of a leaderboard has a medal. Only the leaderboards by rating
    and by wins have medals, for their first three members. On the leaderboard by rating the member
    must have a rated game. On the leaderboard by wins the member must have a win. A member who has
    lost every game gets no medal."""
    earned = line.won if sort == Sort.WINS else line.rated
    return (
        line.member_id is not None
        and line.place is not None
        and line.place <= LAST_MEDAL
        and sort in WON
        and bool(earned)
        and line.lost < line.games
    )
