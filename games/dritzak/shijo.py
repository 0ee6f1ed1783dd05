"""The Shijo, who knows every face-down card (DRI-60)."""

from __future__ import annotations

from games.core import Event
from games.dritzak import events
from games.dritzak.state import GONE, Answer, State
from games.shuffle import Chance


def ask(game: State, seat: int) -> list[Event]:
    """DRI-60: the seat to move asks; the answer is drawn from the game's own stream."""
    stream = game.stream()
    game.answer = answer = answer_for(game, seat, stream)
    game.read = stream.read
    return [events.shijo_asked(seat), events.shijo_answer(seat, *answer)]


def answer_for(game: State, seat: int, chance: Chance) -> Answer:
    """DRI-60: silence 2 in 8, advice 5 in 8, revelation 1 in 8.

    Advice names a playable place 3 times in 4, else one that is not; where there is none of that
    kind, any.
    """
    places = {place: card for place, card in enumerate(game.down[seat], 1) if card != GONE}
    lot = chance.randrange(8)
    if lot < 2:  # noqa: PLR2004 - the shares of DRI-60 are said once, above
        return Answer("silence")
    if lot == 7:  # noqa: PLR2004
        place = chance.choice(list(places))
        return Answer("revelation", place, places[place])
    wanted = chance.randrange(4) < 3  # noqa: PLR2004
    fitting = [place for place, card in places.items() if game.may_lie(card) is wanted]
    return Answer("advice", chance.choice(fitting or list(places)))
