"""The judge that rates moves of finished games by playing random deals of the hidden cards on."""

from games.analysis.judge import Judge
from games.core import Game
from games.players import Player
from shijo_eights.players import steady


class EightsJudge(Judge):
    """A judge that rates a move by the rank that its seat reaches when imagined deals are played
    on."""

    needs = 3

    def player(self, game: Game) -> Player:
        """The bot player that plays imagined deals to their end; it needs no memory."""
        return steady
