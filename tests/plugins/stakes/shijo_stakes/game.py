"""Stakes: bid on one card (STK-1 to STK-4).

STK-1: there are three deals. Everybody begins with 20 chips, pays one chip for each deal (if there
is one left), and gets a card. STK-2: in turn, bid at least as much as the highest bid, or fold.
STK-3: among the seats that have bid, the seat with the highest card takes the pot. The cards of
these seats stay open until the next deal. STK-4: a seat that leaves folds for good. When only one
seat is left, the game ends."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Self

from pydantic import BaseModel

from games.cards import CARDS, RANKS, deck, rank_of
from games.core import (
    Amount,
    Event,
    GameError,
    GameOptions,
    IllegalMove,
    InvalidMove,
    Move,
    Outcome,
    SeatView,
    View,
    Zone,
)
from games.modelled import ModelledGame
from games.sentences import marked
from games.shuffle import Chance, Stream

CHIPS, DEALS = 20, 3


class StakesOptions(GameOptions):
    """The options of Stakes; there are none."""

    presets: ClassVar[Mapping[str, Mapping[str, object]]] = {"stakes": {}}


class StakesState(BaseModel, extra="forbid"):
    """The state of a game. A bid in `bids` is None before the seat has bid, and 0 after it has
    folded; `shown` is true in the pause after a deal."""

    held: list[str | None]
    draw: list[str]
    chips: list[int]
    bids: list[int | None]
    pot: int
    turn: int
    deal: int = 1
    shown: bool = False
    resigned: list[int] = []


class Stakes(ModelledGame[StakesState]):
    """A game of Stakes."""

    name, title, version, players = "stakes", marked("Stakes"), 1, range(2, 5)
    Options, State = StakesOptions, StakesState
    revealing = frozenset({"showed"})
    chapter_names = frozenset({"dealt out"})
    seat_fields = frozenset({"taker"})
    summary = marked("Bid on your card; the highest takes the pot. Three deals.")

    @classmethod
    def deal(
        cls, options: GameOptions, seats: int, seed: bytes, last: Outcome | None, dealer: int | None
    ) -> Self:
        cards = deck()
        Stream(seed).shuffle(cards)
        held: list[str | None] = [cards.pop() for _ in range(seats)]
        chips = [CHIPS - 1] * seats
        bids: list[int | None] = [None] * seats
        turn = 0 if dealer is None else (dealer + 1) % seats
        state = StakesState(held=held, draw=cards, chips=chips, bids=bids, pot=seats, turn=turn)
        return cls(options, state)

    def held(self, seat: int) -> list[str]:
        card = self.state.held[seat]
        return [] if card is None else [card]

    def prepare(self) -> None:
        state, self.seats, self.outcome = self.state, len(self.state.held), None
        left = [seat for seat in range(self.seats) if seat not in state.resigned]
        if len(left) < 2 or state.deal > DEALS:
            keys = [(seat in state.resigned, -state.chips[seat]) for seat in range(self.seats)]
            ranks = tuple(sorted(set(keys)).index(key) + 1 for key in keys)
            self.outcome = Outcome(ranks, "won" if max(ranks) > 1 else "draw")

    @property
    def waiting_on(self) -> frozenset[int]:
        return frozenset() if self.outcome else frozenset({self.state.turn})

    @property
    def pause(self) -> bool:
        return self.state.shown and self.outcome is None

    @property
    def _least(self) -> int:
        return max([1, *(bid for bid in self.state.bids if bid)])

    def amounts(self, seat: int) -> list[Amount]:
        most = self.state.chips[seat] if seat in self.waiting_on else 0
        if self.state.shown or most < self._least:
            return []
        return [Amount("bid", self._least, most)]

    def legal_moves(self, seat: int) -> list[Move]:
        if self.pause:
            return [] if seat not in range(self.seats) else [Move.make("go")]
        if seat not in self.waiting_on:
            return []
        return [*(move for each in self.amounts(seat) for move in each.moves), Move.make("fold")]

    def _apply(self, seat: int, move: Move) -> list[Event]:
        if move.verb == "go":
            return self._deal(seat)
        bid = int(move.other) if move.verb == "bid" else 0
        self.state.bids[seat] = bid
        self.state.chips[seat] -= bid
        self.state.pot += bid
        event = (
            Event("bid", {"seat": seat, "chips": bid}) if bid else Event("folded", {"seat": seat})
        )
        return [event, *self._go_on()]

    def _go_on(self) -> list[Event]:
        state = self.state
        turns = [(state.turn + step) % self.seats for step in range(1, self.seats)]
        following = [each for each in turns if state.bids[each] is None]
        if following:
            state.turn = following[0]
            self.prepare()
            return []
        events = [
            Event("showed", {"seat": seat, "cards": self.held(seat)})
            for seat, bid in enumerate(state.bids)
            if bid
        ]
        bidders = [seat for seat, bid in enumerate(state.bids) if bid]
        taker = max(bidders, key=self._worth, default=None)
        if taker is not None:
            state.chips[taker] += state.pot
            state.pot = 0
        fields = {"deal": state.deal, "taker": taker, "score": state.chips.copy()}
        state.shown = True
        if state.turn in state.resigned:
            state.turn = min(set(range(self.seats)) - set(state.resigned), default=0)
        return [*events, Event("dealt out", fields)]

    def _worth(self, seat: int) -> tuple[int, int]:
        (card,) = self.held(seat)
        return RANKS.index(rank_of(card)), CARDS.index(card)

    def _deal(self, seat: int) -> list[Event]:
        state = self.state
        state.deal, state.shown = state.deal + 1, False
        self.prepare()
        if self.outcome:
            return [Event("went on", {"seat": seat})]
        events = [Event("went on", {"seat": seat})]
        for each in range(self.seats):
            gone = each in state.resigned
            state.held[each], state.bids[each] = (None, 0) if gone else (state.draw.pop(), None)
            if not gone and state.chips[each]:
                state.chips[each] -= 1
                state.pot += 1
            if not gone:
                card = {"cards": self.held(each)}
                events.append(Event("dealt", {"seat": each, "count": 1}, card, (each,)))
        return events

    def _refusal(self, seat: int, move: Move) -> GameError:
        if move.verb not in {"bid", "fold", "go"}:
            return InvalidMove(marked("There's no “{verb}” move in Stakes."), verb=move.verb)
        return IllegalMove(marked("You can't do that now."), rule="STK-2")

    def resign(self, seat: int) -> list[Event]:
        state = self.state
        if self.outcome or seat not in range(self.seats) or seat in state.resigned:
            raise IllegalMove(marked("There's no game to leave."), rule="STK-4")
        state.resigned.append(seat)
        self.prepare()
        events = [Event("resigned", {"seat": seat})]
        if not self.outcome and state.turn == seat:
            if state.shown:
                state.turn = min(set(range(self.seats)) - set(state.resigned))
            else:
                state.bids[seat] = 0
                events += self._go_on()
        elif not state.shown and state.bids[seat] is None:
            state.bids[seat] = 0
        return events

    def view(self, seat: int | None) -> View:
        state, shown = self.state, self.state.shown
        zones = [
            Zone("draw", None, "count", (None,) * len(state.draw)),
            Zone("pot", None, "number", number=state.pot),
        ]
        for owner, bid in enumerate(state.bids):
            open_now = owner == seat or (shown and bool(bid))
            cards = tuple(card if open_now else None for card in self.held(owner))
            zones.append(Zone("held", owner, "hand", cards))
            zones.append(Zone("bid", owner, "number", number=bid or 0))
        return View(
            self.name,
            seat,
            tuple(
                SeatView(
                    each,
                    each,
                    len(self.held(each)),
                    ("turn",) if each in self.waiting_on else (),
                    resigned=each in state.resigned,
                )
                for each in range(self.seats)
            ),
            tuple(zones),
            {
                "score": state.chips.copy(),
                "bids": state.bids.copy(),
                "deal": state.deal,
                "turn": state.turn,
                "resigned": state.resigned.copy(),
                "shown": shown,
            },
            () if seat is None else tuple(self.legal_moves(seat)),
            tuple(self.waiting_on),
            self.outcome.ranks if self.outcome else None,
            () if seat is None else tuple(self.amounts(seat)),
            self.pause,
        )

    @classmethod
    def sample(cls, view: View, rng: Chance) -> Self:
        zones = {(zone.name, zone.owner): zone for zone in view.zones}
        hands = [zones["held", each.seat].cards for each in view.seats]
        seen = {card for hand in hands for card in hand}
        unseen = [card for card in deck() if card not in seen]
        rng.shuffle(unseen)
        held = [(hand[0] or unseen.pop()) if hand else None for hand in hands]
        draw = unseen[: len(zones["draw", None].cards)]
        facts = {name: view.facts[name] for name in ("bids", "deal", "turn", "resigned", "shown")}
        pot, chips = zones["pot", None].number, view.facts["score"]
        return cls(None, StakesState(held=held, draw=draw, chips=chips, pot=pot, **facts))
