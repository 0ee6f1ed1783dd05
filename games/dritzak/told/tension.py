"""What is pressing in a game of Dritzak, as everyone can see it."""

from __future__ import annotations

from games.dritzak.rules.holdings import size_of
from games.dritzak.rules.state import GONE, State
from games.view import Tense


def tension(game: State) -> list[Tense]:
    """The end of the draw pile, who plays blind, and who is down to one card; nothing before and
    after the game."""
    if game.phase != "play":
        return []
    left = len(game.draw)
    told = [Tense("deck-empty")] if not left else [Tense("last-card")] if left == 1 else []
    for seat in range(game.seats):
        if seat in game.out or seat in game.resigned:
            continue
        down = sum(card != GONE for card in game.down[seat])
        seen = size_of(game.hands[seat]) + size_of(game.up[seat])
        if seen + down == 1 and not left:
            told.append(Tense("one-card", seat))
        elif not seen and down:
            told.append(Tense("blind", seat))
    return told
