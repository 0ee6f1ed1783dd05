"""Giants: Stakes of one against all others (GIA-1, GIA-2).

GIA-1: seat 0, the giant, plays alone against all others together. GIA-2: the others win if one of
them ends with more chips than the giant, or if the giant leaves. Otherwise, and also when all
others have left, the giant wins."""

from __future__ import annotations

from dataclasses import replace

from games.core import GameOptions, Outcome, View
from games.sentences import marked

from .game import Stakes

GIANT = 0


class Giants(Stakes):
    """A game of Giants."""

    name, title, version, players = "giants", marked("Giants"), 1, range(3, 5)
    summary = marked("Stakes, with seat 0 alone against all others.")

    @classmethod
    def sides_of(cls, options: GameOptions, seats: int) -> tuple[int, ...]:
        return tuple(int(seat != GIANT) for seat in range(seats))

    def prepare(self) -> None:
        super().prepare()
        left = set(range(self.seats)) - set(self.state.resigned)
        if self.outcome or GIANT not in left:
            giant, *others = self.state.chips
            wins = GIANT in left and (left == {GIANT} or giant >= max(others))
            self.outcome = Outcome((1, *[2] * len(others)) if wins else (2, *[1] * len(others)))

    def view(self, seat: int | None) -> View:
        seen, sides = super().view(seat), self.sides_of(self.settings, self.seats)
        seats = tuple(replace(each, side=sides[each.seat]) for each in seen.seats)
        return replace(seen, seats=seats)
