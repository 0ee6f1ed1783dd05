"""The judge of finished games: deals are played on by a player that makes no mistakes."""

from games.analysis.judge import Judge
from games.core import Game
from games.players import Player
from shijo_eights.players import steady


class EightsJudge(Judge):
    """Judges a move by the place of its seat at the end of imagined deals."""

    needs = 3

    def player(self, game: Game) -> Player:
        """The bot player that plays imagined deals to their end; it needs no memory."""
        return steady
