"""Bot players for Crazy Eights and Mau-Mau. They read only the view; the skilled one remembers who
drew on which suit."""

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from games.cards import SUITS, rank_of, suit_of
from games.moves import Move
from games.players.worth import best_by
from games.shuffle import Chance
from games.view import View

HUNDRED: Final = 100
NEAR: Final = 2
"""A hand with at most this number of cards counts as nearly empty."""


class Slips(NamedTuple):
    """How often, in per cent, a bot player calls its last card, catches others, and takes care."""

    calls: int
    catches: int
    thinks: int
    """How often, in per cent, the best of the compared moves is chosen, and not a random one."""


CASUAL: Final = Slips(calls=75, catches=40, thinks=80)
STEADY: Final = Slips(HUNDRED, HUNDRED, HUNDRED)
BEGINNER: Final = Slips(calls=50, catches=15, thinks=45)


def beginner(view: View, rng: Chance) -> Move:
    """Choose a move like a player who overlooks cards that fit, and often forgets to call."""
    return _human(view, rng, BEGINNER)


def casual(view: View, rng: Chance) -> Move:
    """Choose a move like a player who keeps wild cards and long suits most of the time."""
    return _human(view, rng, CASUAL)


def steady(view: View, rng: Chance) -> Move:
    """Choose a move like `casual`, but without mistakes. The judge plays imagined deals with it."""
    return _human(view, rng, STEADY)


def _human(view: View, rng: Chance, slips: Slips) -> Move:
    for verb, often in (("call", slips.calls), ("catch", slips.catches)):
        found = [move for move in view.moves if move.verb == verb]
        if found and rng.randrange(HUNDRED) < often:
            return found[0]
    moves = _of_the_turn(view)
    if rng.randrange(HUNDRED) < slips.thinks:
        return best_by(lambda move: _plain_worth(view, move), moves, rng)
    return rng.choice(moves)


def _of_the_turn(view: View) -> list[Move]:
    """Return the legal moves that play, draw or pass. If there are none, returns all legal
    moves."""
    return [move for move in view.moves if move.verb not in {"call", "catch"}] or [*view.moves]


def _plain_worth(view: View, move: Move) -> tuple[int, int, int]:
    if not move.cards:
        return 0, 0, 0
    (card,) = move.cards
    suits = Counter(suit_of(each) for each in view.hand if each != card)
    return 1, int(rank_of(card) != view.facts["wild"]), suits[move.other or suit_of(card)]


class Skilled:
    """A bot player that keeps draw-two and skip cards until the next seat has few cards. It plays
    suits that the next seat seems to lack."""

    def __init__(self) -> None:
        self._suit: str | None = None
        self._lacks: dict[int, set[str]] = {}
        """Per seat: the suits on which it passed or drew one card since it last drew several."""

    def watch(self, name: str, fields: Mapping[str, Any], /) -> None:
        """Remember from each event which seat drew or passed, and on which suit. The seat seems to
        lack this suit."""
        if name == "played":
            self._suit = fields.get("suit") or suit_of(fields["cards"][-1])
        elif name == "drew":
            lacks = self._lacks.setdefault(fields["seat"], set())
            if fields["count"] > 1:
                lacks.clear()
            elif self._suit is not None:
                lacks.add(self._suit)
        elif name == "passed" and self._suit is not None:
            self._lacks.setdefault(fields["seat"], set()).add(self._suit)

    def choose(self, view: View, rng: Chance, /) -> Move:
        """Choose one of the legal moves in `view.moves`."""
        for verb in ("catch", "call"):
            found = [move for move in view.moves if move.verb == verb]
            if found:
                return found[0]
        return best_by(lambda move: self._worth(view, move), _of_the_turn(view), rng)

    def _worth(self, view: View, move: Move) -> int:
        """Return the value of a move in this player's own points; more is better. It counts the
        cards of the same suit and rank that stay in the hand, and the trouble for the next seat."""
        if not move.cards:
            return 0 if move.verb == "pass" else -5
        (card,), facts = move.cards, view.facts
        rank, suit = rank_of(card), move.other or suit_of(card) or SUITS[0]
        rest = [each for each in view.hand if each != card]
        if not rest:
            return 1000
        following = _following(view)
        left = min(seat.cards for seat in view.seats if _is_rival(view, seat.seat))
        wild = [each for each in rest if rank_of(each) == facts["wild"]]
        worth = 20 + 4 * sum(suit_of(each) == suit for each in rest if each not in wild)
        worth += 2 * sum(rank_of(each) == rank for each in rest)
        if suit in self._lacks.get(following, ()):
            worth += 6
        if rank == facts["wild"]:
            worth -= 18 if left <= NEAR or len(rest) <= NEAR else 40
        if rank in {facts["attack"], facts["skip"]} and not facts["owed"]:
            close = view.seats[following].cards <= NEAR
            worth += 15 if close else -3
        return worth


def _is_rival(view: View, seat: int) -> bool:
    return seat != view.seat and not view.seats[seat].resigned


def _following(view: View) -> int:
    """Return the seat that plays next if the direction stays and nobody is skipped."""
    seats, way = len(view.seats), view.facts.get("direction", 1)
    own = view.seat or 0
    order = [(own + way * step) % seats for step in range(1, seats + 1)]
    return next((seat for seat in order if _is_rival(view, seat)), own)
