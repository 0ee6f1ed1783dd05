"""The judge of finished games: it plays a deal to its end, and compares the points."""

from games.analysis.findings import FULL
from games.analysis.judge import MOVED, Judge
from games.core import Chance, Game
from games.players import Player
from shijo_hearts.players import steady

WIDE = 40
"""With so many points fewer than the others on average, a deal is won; with so many more, lost."""


class HeartsJudge(Judge):
    """A judge that rates a move by the points of the current deal. Later deals don't count."""

    needs = 4

    def player(self, game: Game) -> Player:
        """Return the bot player that plays a deal to its end. It needs no memory."""
        return steady

    def finish(self, game: Game, seat: int, rng: Chance) -> tuple[int, int]:
        """Play the deal to its end. Returns the result of `seat` (0 to 1,000) and the cost (µs)."""
        before = game.view(None).facts
        own = before["total"] if before["phase"] != "shown" else [0] * game.seats
        moves = self.play_on(game, rng, lambda at: at.pause)
        facts = game.view(None).facts
        points = [now - then for now, then in zip(facts["score"], own, strict=True)]
        ahead = sum(points) - game.seats * points[seat]
        worth = FULL // 2 + FULL * ahead // (2 * WIDE * (game.seats - 1))
        return max(0, min(FULL, worth)), moves * MOVED
