"""Asking the Shijo, a figure who knows every face-down card, before playing one (DRI-60)."""

from __future__ import annotations

from typing import Final

from games.core import Event
from games.dritzak.rules import events
from games.dritzak.rules.state import GONE, Answer, AnswerKind, State
from games.shuffle import Chance

KINDS: Final[tuple[AnswerKind, ...]] = (
    *("silence", "silence"),
    *("advice", "advice", "advice", "advice", "advice"),
    "revelation",
)
"""DRI-60: the kinds of answers, each as often as it is drawn in 8."""
PLAYABLE: Final = (True, True, True, False)
"""DRI-60: whether advice names a place that can be played, as often as it is drawn in 4."""


def ask(game: State, seat: int) -> list[Event]:
    """DRI-60: the seat to move asks the Shijo. Returns the events of the question and the answer,
    which is drawn from the game's own random stream."""
    stream = game.stream()
    game.answer = answer = answer_for(game, seat, stream)
    game.read = stream.read
    return [events.shijo_asked(seat), events.shijo_answer(seat, *answer)]


def answer_for(game: State, seat: int, chance: Chance) -> Answer:
    """DRI-60: draw a random answer of the Shijo about the face-down cards of a seat. Three of four
    pieces of advice name a place whose card can be played now, the fourth one that can't. If no
    place fits, any place is named."""
    places = {place: card for place, card in enumerate(game.down[seat], 1) if card != GONE}
    kind = chance.choice(KINDS)
    if kind == "silence":
        return Answer(kind)
    if kind == "revelation":
        place = chance.choice(list(places))
        return Answer(kind, place, places[place])
    wanted = chance.choice(PLAYABLE)
    fitting = [place for place, card in places.items() if game.may_lie(card) is wanted]
    return Answer(kind, chance.choice(fitting or list(places)))
