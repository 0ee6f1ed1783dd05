"""Lanterns, a game in which all players together build two suits upwards, and nobody sees their own
hand (LAN-1 to LAN-4).

LAN-1: everybody sees all hands except their own. LAN-2: on your turn, play the card at a place of
your own hand, or name a suit in another hand. Naming a suit costs one of the hints. LAN-3: a card
that doesn't fit costs one of the lights. LAN-4: all players lose when no light is left. All also
lose when a player leaves, or when all hands are empty before both suits are finished."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Self

from pydantic import BaseModel

from games.cards import RANKS, suit_of
from games.core import (
    Deed,
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

SUITS, HIGHEST, HAND, HINTS, LIGHTS = ("S", "H"), 5, 2, 4, 2


class LanternsOptions(GameOptions):
    """The options of Lanterns; there are none."""

    presets: ClassVar[Mapping[str, Mapping[str, object]]] = {"lanterns": {}}


class LanternsState(BaseModel, extra="forbid"):
    """The state of a game of Lanterns. `told` has what each seat knows about each card of its hand.
    `lit` has the cards that were built in each suit. `hints` is the number of hints that are left.
    `lights` is the number of lights that are left, and each wrong card costs a light."""

    hands: list[list[str]]
    told: list[list[str]]
    draw: list[str]
    turn: int
    lit: dict[str, list[str]] = {suit: [] for suit in SUITS}
    gone: list[str] = []
    hints: int = HINTS
    lights: int = LIGHTS
    left: bool = False


class Lanterns(ModelledGame[LanternsState]):
    """A game of Lanterns."""

    name, title, version, players = "lanterns", marked("Lanterns"), 1, range(2, 4)
    Options, State = LanternsOptions, LanternsState
    hands_seen_by = "others"
    seat_fields = frozenset({"to"})
    deed_names = ("score",)
    summary = marked("Build both suits together. You see all hands but your own.")

    @classmethod
    def deal(
        cls, options: GameOptions, seats: int, seed: bytes, last: Outcome | None, dealer: int | None
    ) -> Self:
        cards = [rank + suit for suit in SUITS for rank in RANKS[:HIGHEST]]
        Stream(seed).shuffle(cards)
        hands = [[cards.pop() for _ in range(HAND)] for _ in range(seats)]
        told = [[""] * HAND for _ in range(seats)]
        return cls(options, LanternsState(hands=hands, told=told, draw=cards, turn=0))

    @classmethod
    def sides_of(cls, options: GameOptions, seats: int) -> tuple[int, ...]:
        return (0,) * seats

    @classmethod
    def deeds(cls, event: Event) -> tuple[Deed, ...]:
        if event.name != "ended" or not event.fields["lit"]:
            return ()
        seats = range(event.fields["players"])
        return tuple(Deed(seat, "score", degree=event.fields["lit"]) for seat in seats)

    def prepare(self) -> None:
        state, self.seats, self.outcome = self.state, len(self.state.hands), None
        ranks = (1,) * self.seats
        if all(len(cards) == HIGHEST for cards in state.lit.values()):
            self.outcome = Outcome(ranks, "won")
        elif state.left or not state.lights or not any(state.hands):
            self.outcome = Outcome(ranks, "lost")

    @property
    def waiting_on(self) -> frozenset[int]:
        return frozenset() if self.outcome else frozenset({self.state.turn})

    def legal_moves(self, seat: int) -> list[Move]:
        if seat not in self.waiting_on:
            return []
        places = range(1, len(self.state.hands[seat]) + 1)
        moves = [Move.make("light", other=str(place)) for place in places]
        for other, hand in enumerate(self.state.hands):
            suits = sorted({str(suit_of(card)) for card in hand})
            if other != seat and self.state.hints:
                moves += [Move.make("name", other=f"{other}-{suit}") for suit in suits]
        return moves

    def _apply(self, seat: int, move: Move) -> list[Event]:
        events = (self._light if move.verb == "light" else self._name)(seat, move.other)
        turns = [(seat + step) % self.seats for step in range(1, self.seats + 1)]
        self.state.turn = next((each for each in turns if self.state.hands[each]), seat)
        self.prepare()
        return [*events, *self._ended()]

    def _ended(self) -> list[Event]:
        lit = sum(map(len, self.state.lit.values()))
        return [Event("ended", {"lit": lit, "players": self.seats})] if self.outcome else []

    def _name(self, seat: int, named: str) -> list[Event]:
        other, suit = int(named.partition("-")[0]), named.partition("-")[2]
        self.state.hints -= 1
        for place, card in enumerate(self.state.hands[other]):
            if suit_of(card) == suit:
                self.state.told[other][place] = suit
        return [Event("named", {"seat": seat, "to": other, "suit": suit})]

    def _light(self, seat: int, place: str) -> list[Event]:
        state, number = self.state, int(place) - 1
        card = state.hands[seat].pop(number)
        state.told[seat].pop(number)
        lit = state.lit[card[-1]]
        fits = RANKS.index(card[:-1]) == len(lit)
        if fits:
            lit.append(card)
        else:
            state.lights -= 1
            state.gone.append(card)
        events = [Event("lit" if fits else "burnt", {"seat": seat, "cards": [card]})]
        if state.draw:
            state.hands[seat].append(state.draw.pop())
            state.told[seat].append("")
            others = tuple(each for each in range(self.seats) if each != seat)
            drawn = {"cards": state.hands[seat][-1:]}
            events.append(Event("drew", {"seat": seat, "count": 1}, drawn, others))
        return events

    def _refusal(self, seat: int, move: Move) -> GameError:
        if move.verb not in {"light", "name"}:
            return InvalidMove(marked("There's no “{verb}” move in Lanterns."), verb=move.verb)
        return IllegalMove(marked("You can't do that now."), rule="LAN-2")

    def resign(self, seat: int) -> list[Event]:
        if self.outcome or seat not in range(self.seats):
            raise IllegalMove(marked("There's no game to leave."), rule="LAN-4")
        self.state.left = True
        self.prepare()
        return [Event("resigned", {"seat": seat}), *self._ended()]

    def view(self, seat: int | None) -> View:
        state = self.state
        zones = [
            *(Zone(f"lit-{suit}", None, "pile", tuple(state.lit[suit])) for suit in SUITS),
            Zone("gone", None, "pile", tuple(state.gone)),
            Zone("draw", None, "count", (None,) * len(state.draw)),
            Zone("hints", None, "number", number=state.hints, most=HINTS),
            Zone("lights", None, "number", number=state.lights, most=LIGHTS),
        ]
        for owner, hand in enumerate(state.hands):
            seen = seat not in {None, owner}
            cards = tuple(hand) if seen else (None,) * len(hand)
            zones.append(Zone("fan", owner, "hand", cards))
        return View(
            self.name,
            seat,
            tuple(
                SeatView(
                    each,
                    0,
                    len(hand),
                    ("turn",) if each in self.waiting_on else (),
                    resigned=state.left and self.outcome is not None,
                )
                for each, hand in enumerate(state.hands)
            ),
            tuple(zones),
            {
                "told": [list(told) for told in state.told],
                "left": state.left,
                "score": [sum(map(len, state.lit.values()))] * self.seats,
            },
            () if seat is None else tuple(self.legal_moves(seat)),
            tuple(self.waiting_on),
            self.outcome.ranks if self.outcome else None,
        )

    @classmethod
    def sample(cls, view: View, rng: Chance) -> Self:
        zones = {(zone.name, zone.owner): zone for zone in view.zones}
        seen = {card for zone in view.zones for card in zone.cards if card}
        cards = [rank + suit for suit in SUITS for rank in RANKS[:HIGHEST]]
        unseen = [card for card in cards if card not in seen]
        rng.shuffle(unseen)
        turn = next((each.seat for each in view.seats if each.roles), 0)
        fans = [zones["fan", each.seat] for each in view.seats]
        hands = [[card or unseen.pop() for card in fan.cards] for fan in fans]
        return cls(
            None,
            LanternsState(
                hands=hands,
                told=view.facts["told"],
                draw=unseen,
                turn=turn,
                lit={suit: list(filter(None, zones[f"lit-{suit}", None].cards)) for suit in SUITS},
                gone=[card for card in zones["gone", None].cards if card],
                hints=zones["hints", None].number,
                lights=zones["lights", None].number,
                left=view.facts["left"],
            ),
        )
