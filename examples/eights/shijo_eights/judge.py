"""The judge that rates moves of finished games. It imagines the hidden cards and plays on."""

from games.analysis.judge import Judge
from games.core import Game
from games.players import Player
from shijo_eights.players import steady


class EightsJudge(Judge):
    """A judge that rates a move by the rank that its seat gets at the end of imagined deals."""

    needs = 3

    def player(self, game: Game) -> Player:
        """Return the bot player that plays imagined deals to their end. It needs no memory."""
        return steady
