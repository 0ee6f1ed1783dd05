"""A tiny game for the tests of bot/, with hidden hands, turns, and seats that act at the same time.
In each round, the leader plays a card. Then all others, in any order, play a card or pass. The
player of the highest card wins all cards of the round (a heap), and leads the next round. If this
player has no cards left, the lowest seat with cards leads. The game ends when nobody has cards
left, or when all players but one have resigned. The seats are then ranked by the number of heaps
that they won. Players who resigned come last."""

from __future__ import annotations

from typing import Any, ClassVar, cast

from games.cards import NUMBER
from games.core import (
    Deed,
    Event,
    GameError,
    GameOptions,
    IllegalMove,
    InvalidMove,
    Move,
    OptionsError,
    Outcome,
    Position,
    option,
)
from games.shuffle import Stream
from games.view import SeatView, View, Zone
from tests.plain_game import PlainGame

PASS = Move.make("pass")


class HeapsOptions(GameOptions):
    cards: int = option(4, "Cards", "How many cards each seat is dealt.")
    passing: bool = option(True, "Passing", "Whether one may pass.")
    teams: bool = option(False, "Teams", "Whether those across from each other are partners.")

    presets: ClassVar[dict[str, Any]] = {"plain": {}, "long": {"cards": 6}}

    def clashes(self, seats: int) -> list[str]:
        return ["There are not so many cards."] if self.cards * seats > 36 else []


class Heaps(PlainGame):
    name = "heaps"
    title = "Heaps"
    version = 1
    players = range(2, 5)
    Options = HeapsOptions
    handicaps = frozenset({"blindfold", "slow"})
    deed_names = ("heap",)
    summary = "The highest card takes the heap."

    settings: HeapsOptions
    hands: list[list[str]]
    won: list[int]
    gone: set[int]
    leader: int
    heap: dict[int, str]
    acted: set[int]

    @classmethod
    def sides_of(cls, options: GameOptions, seats: int) -> tuple[int, ...]:
        return (
            tuple(seat % 2 for seat in range(seats))
            if cast("HeapsOptions", options).teams
            else tuple(range(seats))
        )

    def _deal(self, chance: Stream, previous: Outcome | None) -> None:
        if previous is not None and len(previous.ranks) != self.seats:
            raise OptionsError("The last game was for another number of seats.")
        deck = [card for card in NUMBER if card not in ("RJ", "BJ") and card[:-1] not in "2345"]
        chance.shuffle(deck)
        cards = self.settings.cards
        self.hands = [deck[seat * cards : (seat + 1) * cards] for seat in range(self.seats)]
        self.won, self.gone = [0] * self.seats, set()
        self.leader = previous.carry["leader"] if previous else 0
        self.heap, self.acted = {}, set()

    @classmethod
    def deeds(cls, event: Event) -> tuple[Deed, ...]:
        return (Deed(event.fields["seat"], "heap"),) if event.name == "took" else ()

    @property
    def waiting_on(self) -> frozenset[int]:
        if self.outcome is not None:
            return frozenset()
        if not self.heap:
            return frozenset({self.leader})
        return frozenset(seat for seat in range(self.seats) if seat not in self.acted | self.gone)

    def legal_moves(self, seat: int) -> list[Move]:
        if seat not in self.waiting_on:
            return []
        lays = [Move.make("lay", [card]) for card in self.hands[seat]]
        return (
            lays
            if not self.heap
            else [*lays, *([PASS] if self.settings.passing or not lays else [])]
        )

    def _apply(self, seat: int, move: Move) -> list[Event]:
        self.acted.add(seat)
        events = [Event(move.verb, {"seat": seat, "cards": list(move.cards)})]
        if move.cards:
            self.hands[seat].remove(move.cards[0])
            self.heap[seat] = move.cards[0]
        return events + self._go_on()

    def _go_on(self) -> list[Event]:
        if self.waiting_on:
            return []
        taker = max(self.heap, key=lambda seat: NUMBER[self.heap[seat]])
        self.won[taker] += 1
        self.leader, self.heap, self.acted = taker, {}, set()
        if taker in self.gone or not self.hands[taker]:
            left = [
                seat for seat in range(self.seats) if seat not in self.gone and self.hands[seat]
            ]
            if left:
                self.leader = left[0]
            else:
                self._end()
        return [Event("took", {"seat": taker}, {"hand": list(self.hands[taker])}, (taker,))]

    def _end(self) -> None:
        scores = [-1 if seat in self.gone else self.won[seat] for seat in range(self.seats)]
        order = sorted(set(scores), reverse=True)
        ranks = tuple(1 + order.index(score) for score in scores)
        self.outcome = Outcome(
            ranks, "won" if max(ranks) > 1 else "draw", ("most:1",), {"leader": ranks.index(1)}
        )

    def _refusal(self, seat: int, move: Move) -> GameError:
        if move.verb not in ("lay", "pass"):
            return InvalidMove("Heaps has no move {verb}.", verb=move.verb)
        return IllegalMove("You can't do that now.", rule="HEA-1")

    def resign(self, seat: int) -> list[Event]:
        if self.outcome is not None or seat in self.gone:
            raise IllegalMove("You are out of the game.", rule="HEA-2")
        self.gone.add(seat)
        left = [other for other in range(self.seats) if other not in self.gone]
        events = [Event("resigned", {"seat": seat})]
        if len(left) == 1:
            self._end()
            return events
        if not self.heap and seat == self.leader:
            self.leader = next((other for other in left if self.hands[other]), left[0])
            if not self.hands[self.leader]:
                self._end()
            return events
        return events + (self._go_on() if self.heap else [])

    def view(self, seat: int | None) -> View:
        hands = tuple(
            Zone("hand", owner, "hand", tuple(hand) if owner == seat else (None,) * len(hand))
            for owner, hand in enumerate(self.hands)
        )
        return View(
            self.name,
            seat,
            tuple(SeatView(n, n, len(hand)) for n, hand in enumerate(self.hands)),
            (*hands, Zone("heap", None, "row", tuple(self.heap.values()))),
            moves=tuple(self.legal_moves(seat)) if seat is not None else (),
            waiting_on=tuple(sorted(self.waiting_on)),
            ranks=self.outcome.ranks if self.outcome else None,
        )

    def position(self) -> Position:
        return {
            "hands": [list(hand) for hand in self.hands],
            "won": list(self.won),
            "gone": sorted(self.gone),
            "leader": self.leader,
            "heap": {str(seat): card for seat, card in self.heap.items()},
            "acted": sorted(self.acted),
            "over": self.outcome is not None,
        }
