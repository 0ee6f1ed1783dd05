"""The judge of finished games: deals are played on by a player that makes no slips."""

from games.analysis.judge import Judge
from games.core import Game
from games.players import Player
from shijo_eights.players import steady


class EightsJudge(Judge):
    """Judges a move by where its seat ends in imagined deals."""

    needs = 3

    def player(self, game: Game) -> Player:
        """Plays on with care, and without a memory."""
        return steady
