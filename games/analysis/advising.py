"""Advisers for all games. An adviser recommends a move to a seat.

A game can have an adviser of its own. For other games there is a general adviser, which works for
any game with a bot player and with deals that can be imagined. It tries the strongest bot player's
move and some others in imagined deals. It gives no chances of winning, because a judge's values
might be ranks or points."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import games
from games.analysis.judge import Asked
from games.analysis.judges import NotJudged, judge_of
from games.core import Chance, Move, Told, View
from games.players import Adviser, adviser, seated
from games.players.finding import Finding
from games.players.search import Budget, Trial, best_of

BUDGET: Final = Budget(cost=400_000, deals=96)
"""What a hint may cost (in millionths of a second), and in how many imagined deals moves are
tried."""


class TryingAdviser:
    """The general adviser for one seat. It works for any game that has a judge (a class that values
    moves)."""

    def __init__(self, game: str) -> None:
        self._kind, self._player = games.load(game), seated(game)
        self._judge = judge_of(game)()
        self._seen: list[Told] = []

    def watch(self, name: str, fields: Mapping[str, Any], /) -> None:
        """Note one event since the deal, with the fields that the seat may know. Also pass the
        event to the bot player and to the judge."""
        self._player.watch(name, fields)
        self._judge.watch(name, fields)
        self._seen.append((name, fields))

    def explain(self, view: View, rng: Chance, /) -> Finding:
        """Return the best move for the seat as a Finding. This is the strongest bot player's move,
        or another move that did clearly better in imagined deals. `Finding.deals` is the number of
        these deals."""
        wanted = self._player.choose(view, rng)
        if len(view.moves) == 1:
            return Finding(str(wanted))
        # The judge looks at the game for nothing that its seat may not know.
        imagined = self._kind.sample(view, rng)
        asked = Asked(imagined, view.seat or 0, view, wanted, self._seen)
        tried: list[Trial[Move]] = []
        moves = self._judge.tried(asked, rng)
        best = best_of(moves, wanted, self._judge.imagine(asked, rng), BUDGET, tried.extend)
        return Finding(str(best), deals=max(len(trial.values) for trial in tried))


def adviser_of(game: str) -> Adviser | None:
    """Return a new adviser for one seat of this game. Returns None when the game isn't installed or
    has no way to compare moves."""
    if game not in games.available():
        return None
    own = adviser(game)
    if own is not None:
        return own
    try:
        return TryingAdviser(game)
    except NotJudged:
        return None
