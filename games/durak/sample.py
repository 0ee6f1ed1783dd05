"""Imagining the hidden cards: a game that agrees with everything a view tells."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from games.cards import CARDS, NUMBER
from games.core import Chance, GameError, Position, View, Zone
from games.durak.attack import throwable
from games.durak.deal import LOPSIDED, is_lopsided
from games.durak.options import DurakOptions
from games.durak.position import read
from games.durak.rules import rules_for
from games.durak.state import State
from games.durak.tables import RANK_MASKS, SUIT_MASKS, mask_of, names_in, numbers_in

S = TypeVar("S", bound=State)

AS_IN_A_POSITION = (
    "trump",
    "dealer",
    "attacker",
    "defender",
    "by",
    "taking",
    "out",
    "resigned",
    "forfeited",
    "shown",
    "travelled",
    "bout_over",
    "discarded",
    "idle_bouts",
    "progress",
    "undecided",
    "barred",
    "barred_accusers",
    "wears",
    "kept",
    "starter",
    "among",
)
"""The facts of a view that a position holds under the same name."""

TRIES = 1000
"""Deals that are tried before a view is held to contradict itself."""


class Unseen:
    """The cards that the viewer hasn't seen, and how many of them are in each hand."""

    def __init__(self, view: View, options: DurakOptions) -> None:
        zones = view.zones
        self.hands = [mask_of(filter(None, zone.cards)) for zone in zones if zone.name == "hand"]
        self.sizes = [len(zone.cards) for zone in zones if zone.name == "hand"]
        for seat, cards in view.facts.get("barred", {}).items():
            self.hands[int(seat)] |= mask_of(cards) & ~_on_table(view)
        seen = _on_table(view)
        for hand in self.hands:
            seen |= hand
        if view.facts["trump_card"] is not None:
            seen |= mask_of([view.facts["trump_card"]])
        self.pool = list(numbers_in(rules_for(options, len(view.seats)).deck & ~seen))

    def give(self, seat: int, cards: Sequence[int]) -> None:
        """Puts these unseen cards into a hand. Raises GameError when there were too few to choose
        from."""
        for card in cards:
            self.hands[seat] |= 1 << card
            self.pool.remove(card)

    def fill(self, seats: Sequence[int], rng: Chance, among: int = -1) -> None:
        """Fills the hands of these seats from the unseen cards, those in the set `among`."""
        for seat in seats:
            missing = self.sizes[seat] - self.hands[seat].bit_count()
            choice = [card for card in self.pool if among >> card & 1]
            if len(choice) < missing:
                raise GameError("The view contradicts itself: too few cards are unseen.")
            rng.shuffle(choice)
            self.give(seat, choice[: max(missing, 0)])


def _zone(view: View, name: str) -> Zone:
    return next(zone for zone in view.zones if zone.name == name)


def _on_table(view: View) -> int:
    table = _zone(view, "table")
    return mask_of(filter(None, (*table.cards, *table.covers)))


def imagine(cls: type[S], view: View, rng: Chance) -> S:
    """A game that agrees with `view`. Raises GameError when no game does."""
    options = DurakOptions(**view.facts["options"])
    unseen = Unseen(view, options)
    seats = range(len(view.seats))
    if view.facts["phase"] == "redeal":
        unseen = _lopsided_where_asked(view, options, rng)
    else:
        _heed_who_is_done(cls, view, options, unseen, rng)
    unseen.fill(seats, rng)
    return read(cls, options, _position(view, unseen, rng))


def _heed_who_is_done(
    cls: type[S], view: View, options: DurakOptions, unseen: Unseen, rng: Chance
) -> None:
    """DUR-15: who counts as done by itself holds no card to throw in; who doesn't, holds one."""
    if not options.auto_done or options.cheating or view.facts["phase"] == "over":
        return
    trial = Unseen(view, options)
    trial.fill(range(len(view.seats)), rng)
    state = read(cls, options, _position(view, trial, rng))
    fitting = throwable(state)
    if not fitting:
        return
    done, said = view.facts["done"], view.facts["said"]
    others = [
        seat for seat in range(state.seats) if state.throwers >> seat & 1 and seat != view.seat
    ]
    unseen.fill([seat for seat in others if seat in done and seat not in said], rng, ~fitting)
    for seat in others:
        if seat not in done and not unseen.hands[seat] & fitting:
            choice = [card for card in unseen.pool if fitting >> card & 1]
            if not choice:
                raise GameError("The view contradicts itself: no unseen card could be thrown in.")
            unseen.give(seat, [rng.choice(choice)])


def _lopsided_where_asked(view: View, options: DurakOptions, rng: Chance) -> Unseen:
    """DUR-04: who was asked holds five cards of a suit, and nobody else does."""
    asked = {*view.waiting_on, *view.facts["kept"]}
    for _ in range(TRIES):
        unseen = Unseen(view, options)
        for seat in sorted(asked - {view.seat}):
            _make_lopsided(unseen, seat, rng)
        unseen.fill(range(len(view.seats)), rng)
        if {seat for seat, hand in enumerate(unseen.hands) if is_lopsided(hand)} == asked:
            return unseen
    raise GameError("The view contradicts itself: no such hands are asked about another deal.")


def _make_lopsided(unseen: Unseen, seat: int, rng: Chance) -> None:
    """Gives a seat cards of one suit up to five."""
    possible = []
    for suit in SUIT_MASKS:
        missing = LOPSIDED - (unseen.hands[seat] & suit).bit_count()
        cards = [card for card in unseen.pool if suit >> card & 1]
        if missing <= len(cards):
            possible.append((cards, missing))
    if possible:
        cards, missing = rng.choice(possible)
        rng.shuffle(cards)
        unseen.give(seat, cards[:missing])


def _position(view: View, unseen: Unseen, rng: Chance) -> Position:
    """The position in which the hands are these, the rest of the unseen cards lying in talon and
    discard pile."""
    facts = view.facts
    data: Position = {key: facts[key] for key in AS_IN_A_POSITION if key in facts}
    talon, table, discard = (_zone(view, name) for name in ("talon", "table", "discard"))
    rest = unseen.pool[:]
    rng.shuffle(rest)
    face_down = max(len(talon.cards) - 1, 0)
    data["hands"] = [names_in(hand) for hand in unseen.hands]
    data["talon"] = [CARDS[card] for card in rest[:face_down]] + [facts["trump_card"]] * bool(
        talon.cards
    )
    data["table"] = list(zip(table.cards, table.covers, strict=True))
    data["done"] = facts["said"]
    data["discard"] = [CARDS[card] for card in rest[face_down:][: len(discard.cards)]]
    if facts["phase"] == "redeal":
        data["phase"] = "redeal"
        data["stream"] = {"seed": bytes(rng.randrange(256) for _ in range(16)).hex()}
    if view.ranks is not None:
        data["outcome"] = {
            "ranks": view.ranks,
            **{key: facts[key] for key in ("kind", "honours", "carry")},
        }
    if "undecided" in facts:
        data["wrongful"] = _probably_wrongful(table.cards, table.covers)
    return data


def _probably_wrongful(attacks: Sequence[str | None], covers: Sequence[str | None]) -> list[str]:
    """DUR-70: of the uncovered attack cards, those whose rank lies nowhere else; no view marks them
    (DUR-73)."""
    lying = [NUMBER[card] for card in (*attacks, *covers) if card is not None]
    return [
        card
        for card, cover in list(zip(attacks, covers, strict=True))[1:]
        if card is not None and cover is None
        if not any(
            RANK_MASKS[NUMBER[card]] >> other & 1 for other in lying if other != NUMBER[card]
        )
    ]
