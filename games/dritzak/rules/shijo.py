"""The move of asking the Shijo. He is a figure who knows every face-down card. A seat may ask him
before it turns up one of these cards (DRI-60)."""

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
"""DRI-60: the kinds of answers. One of these eight is drawn at random."""
PLAYABLE: Final = (True, True, True, False)
"""DRI-60: whether the Shijo's advice names a place whose face-down card can be played now. One of
these four values is drawn at random."""


def ask(game: State, seat: int) -> list[Event]:
    """DRI-60: let the seat at turn ask the Shijo, a figure who knows every face-down card. His
    answer is random, and comes from the game's own random stream. Returns two events, the question
    and the answer."""
    stream = game.stream()
    game.answer = answer = answer_for(game, seat, stream)
    game.read = stream.read
    return [events.shijo_asked(seat), events.shijo_answer(seat, *answer)]


def answer_for(game: State, seat: int, chance: Chance) -> Answer:
    """DRI-60: draw a random answer of the Shijo about the face-down cards of a seat. An answer can
    be silence, advice or a revelation. Advice names a place. On average, it is a place whose card
    can be played now in three of four cases, and a place whose card can't be played in the fourth.
    If the seat has no place of the kind that was drawn, any of its places with a card is named."""
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
