"""The end of a game, as the data that the picture of the result is drawn from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot.core.placing import Place
from bot.leaderboards.model import Moved

UP: Final = "up"
DOWN: Final = "down"
"""The names of the shapes beside a changed rating. `UP` is for a rating that has risen, and `DOWN`
is for a rating that has fallen."""
LEVEL: Final = "±0"
ARROW: Final = 24
WINNER: Final = "K"
"""The winners' sign: the king's crown."""
LAST: Final = "cap"
"""The sign of those who came last, in games that have a name for them."""


@dataclass(frozen=True, slots=True)
class Ending:
    """The result of a game in the reader's language, for the picture of the result. `lines` are
    written below the `headline`, without emoji. `places` holds each seat's place, and is empty when
    no seat is ahead of another. `drawn` are the seats that share a draw. `last` is the game's word
    for the player who came last (empty if the game has no word for this). `cards` are the last
    cards of the game, known to everyone, and `title` is the text below them. `moved` holds the
    rating change of each seat's member (None: no change is shown). `bots` are the seats of bot
    players. `medals` are the badges that members earned by this game, as pairs of the badge's
    symbol (bot.pictures.badges) and its words."""

    headline: str
    lines: tuple[str, ...] = ()
    places: tuple[Place, ...] = ()
    last: str = ""
    cards: tuple[str, ...] = ()
    title: str = ""
    moved: tuple[Moved | None, ...] = ()
    bots: frozenset[int] = frozenset()
    drawn: tuple[int, ...] = ()
    """The seats that share a draw."""
    medals: tuple[tuple[str, str], ...] = ()
    """The badges that were earned: sign (bot.pictures.badges) and words of each."""

    def in_order(self, seats: int) -> list[int]:
        """Return all seats of a game with `seats` seats, ordered by their places."""
        return sorted(range(seats), key=lambda seat: (self.rank(seat), seat))

    def is_last(self, seat: int) -> bool:
        """Return whether the seat came last in a game that somebody won. Returns False if the game
        has no word for the player who comes last."""
        return bool(self.last and self.places) and self.places[seat].won and self.places[seat].last

    def has_won(self, seat: int) -> bool:
        """Return whether the seat came first in a game that somebody won."""
        return bool(self.places) and self.places[seat].won and self.places[seat].rank == 1

    def moved_of(self, seat: int) -> Moved | None:
        """Return the rating change of the member in this seat, or None if no change is to be
        shown."""
        return self.moved[seat] if seat < len(self.moved) else None

    def rank(self, seat: int) -> int:
        """Return the place of the seat, from 1, or 0 when no seat is ahead of another."""
        return self.places[seat].rank if self.places else 0
