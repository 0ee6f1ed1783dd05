"""The judge that rates moves of finished games of Cheat. It plays the game on for two rounds of
claims and compares the sizes of the hands."""

from games.analysis.findings import FULL
from games.analysis.judge import MOVED, Judge
from games.core import Chance, Game
from games.players import Player
from shijo_cheat.players import steady

ROUNDS = 2
"""The number of further claims per seat after which the judge stops a game that it plays on. Later
results depend mostly on chance."""
WIDE = 20
"""If a seat has this many cards fewer than the other seats have on average, it counts as the
winner. If it has this many cards more, it counts as the loser."""


class CheatJudge(Judge):
    """A judge that rates a move by the sizes of the hands two rounds of claims later."""

    needs = 4

    def player(self, game: Game) -> Player:
        """Return the bot player that continues a game. It needs no memory."""
        return steady

    def finish(self, game: Game, seat: int, rng: Chance) -> tuple[int, int]:
        """Play `game` on for `ROUNDS` claims per seat. Returns the result of `seat` (0 to 1,000, by
        hand sizes), and the computing cost (millionths of a second)."""
        last = game.view(None).facts["claims"] + ROUNDS * game.seats
        moves = self.play_on(game, rng, lambda at: at.view(None).facts["claims"] >= last)
        if game.outcome is not None:
            return self.worth(game.outcome, seat, range(game.seats)), moves * MOVED
        held = [each.cards for each in game.view(None).seats if not each.resigned]
        own = game.view(None).seats[seat].cards
        ahead = sum(held) - len(held) * own
        worth = FULL // 2 + FULL * ahead // (2 * WIDE * max(1, len(held) - 1))
        return max(0, min(FULL, worth)), moves * MOVED
