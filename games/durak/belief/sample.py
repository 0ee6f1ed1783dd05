"""Makes imagined games: games that agree with everything in a view. The hidden cards are dealt at
random."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TypeVar

from games.cards import NUMBER
from games.core import Chance, GameError, Position, View
from games.durak.belief.hidden import Hidden, options_of, zone_of
from games.durak.belief.memory import Memory
from games.durak.rules.deal import is_lopsided
from games.durak.rules.position import read
from games.durak.rules.state import State
from games.durak.rules.tables import RANK_MASKS, TEXT, both_copies, names_in
from games.durak.rules.throw_ins import throwable

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
"""The facts of a view that have the same names as keys of a position."""

TRIES = 1000
"""After this number of failed deals, the view is said to contradict itself."""


def imagine(cls: type[S], view: View, rng: Chance, memory: Memory | None = None) -> S:
    """Return a game that agrees with `view` and `memory`. The other cards are dealt at random.
    Raises GameError when no game agrees with the view."""
    if view.facts["phase"] == "redeal":
        return _game(cls, view, _lopsided_where_asked(view, memory, rng), rng)
    dealer = Dealer(cls, view, memory, rng)
    return _game(cls, view, dealer.deal(rng), rng)


def _game(cls: type[S], view: View, hidden: Hidden, rng: Chance) -> S:
    """The game in which the hidden cards are where `hidden` says."""
    state = read(cls, options_of(view), _position(view, hidden, rng))
    if state.rules.decks > 1:
        _tell_copies_apart(state, view)
    return state


def _tell_copies_apart(state: State, view: View) -> None:
    """With two decks, choose which of two equal cards is meant. `state.shown` gets the copies that
    everyone has seen (DUR-01, DUR-33). `state.travelled` gets the copies that can't be shown again
    to pass an attack on.

    The view says which of these cards are in the viewer's own hand. For cards elsewhere, copies
    that lie open in a hand are preferred."""
    own = 0 if view.seat is None else state.hands[view.seat]
    open_hands = [zone for zone in view.zones if zone.name == "hand" and zone.owner != view.seat]
    told = Counter(view.facts["shown"])
    state.shown = 0
    for zone in open_hands:
        cards = [card for card in zone.cards if card is not None]
        told.subtract(cards)
        state.shown |= _copies(cards, state.hands[zone.owner or 0])
    travelled = view.facts.get("own_travelled", [])
    state.travelled = _copies(travelled, own)
    state.shown |= _copies([*told.elements()], own, state.travelled)
    trump = view.facts["trump"]
    others = Counter(rank + trump for rank in view.facts["travelled"]) - Counter(travelled)
    elsewhere = state.rules.deck & ~own
    state.travelled |= _copies([*others.elements()], elsewhere, state.shown)


def _copies(names: Iterable[str], among: int, sooner: int = 0) -> int:
    """Choose a copy of the card for each name. With two decks, a card has two copies. Only copies
    in the bit mask `among` can be chosen, and each copy is chosen at most once. Copies that are
    also in the bit mask `sooner` are preferred. Returns a bit mask of the chosen copies."""
    chosen = 0
    for name in names:
        copies = both_copies(1 << NUMBER[name]) & among & ~chosen
        copies = copies & sooner or copies
        chosen |= copies & -copies
    return chosen


class Dealer:
    """Deals the cards that a viewer can't see, at random, to places where they can be. It can be
    used for many deals.

    `state` is one game that agrees with the view. Only its open cards should be used. Its hidden
    cards are random, and ignore which seats are done and what moves suggest about hands.

    Making a Dealer raises GameError when the view contradicts itself."""

    def __init__(self, cls: type[State], view: View, memory: Memory | None, rng: Chance) -> None:
        self._hidden = Hidden(view, memory)
        self._seats = range(len(view.seats))
        self._weights = (
            None
            if memory is None
            else [self._hidden.weights(seat, memory.evidence) for seat in self._seats]
        )
        trial = self._hidden.copy()
        trial.fill(self._seats, rng)
        self.state = _game(cls, view, trial, rng)
        self._without: list[int] = []
        self._having: list[int] = []
        self._fitting = 0
        self._heed_who_is_done(view)

    @property
    def is_open(self) -> bool:
        """Whether the viewer can know all hands, so that every imagined deal has the same hands."""
        hidden = self._hidden
        missing = [
            size - hand.bit_count() for size, hand in zip(hidden.sizes, hidden.hands, strict=True)
        ]
        return not any(missing) or sorted(missing)[-2:] == [0, len(hidden.pool)]

    def could_add(self, seat: int) -> bool | None:
        """DUR-16: return whether this seat holds a card that it could throw in. Returns None if
        what everyone knows doesn't show this."""
        if seat in self._having:
            return True
        return False if seat in self._without else None

    def deal(self, rng: Chance) -> Hidden:
        """Deal once. Returns a new `Hidden` in which each hand has its real number of cards. The
        cards that are left in its pool are in the talon or in the discard pile.

        A hand that must have a card to throw in gets one before all others. So a hand with several
        such cards can come about in several ways, and is kept more rarely the more it has: all
        hands are as likely as if they had been dealt without that card."""
        owing = [seat for seat in self._having if not self._hidden.hands[seat] & self._fitting]
        dealt = self._dealt(owing, rng)
        for _ in range(TRIES):
            ways = [(dealt.hands[seat] & self._fitting).bit_count() for seat in owing]
            if not any(rng.randrange(count) for count in ways if count > 1):
                break
            dealt = self._dealt(owing, rng)
        return dealt

    def _dealt(self, owing: Sequence[int], rng: Chance) -> Hidden:
        """Deal once. Each seat in `owing` gets a card that it could throw in before the other cards
        are dealt. Raises GameError when there is no such card."""
        dealt = self._hidden.copy()
        dealt.fill(self._without, rng, ~self._fitting)
        for seat in owing:
            choice = [card for card in dealt.pool if self._fitting >> card & 1]
            if not choice:
                raise GameError("The view contradicts itself: no unseen card could be thrown in.")
            dealt.give(seat, [rng.choice(choice)])
        if self._weights is None:
            dealt.fill(self._seats, rng)
        else:
            dealt.fill_likely(self._seats, rng, self._weights)
        return dealt

    def _heed_who_is_done(self, view: View) -> None:
        """DUR-15: record which seats hold a card that they could throw in, and which seats hold
        none. With the option `auto_done`, a seat without such a card counts as done automatically.
        So a seat that counts as done without having said `done` has no such card. A seat that
        doesn't count as done has such a card."""
        rules = self.state.rules
        if not rules.auto_done or rules.cheating or view.facts["phase"] == "over":
            return
        self._fitting = throwable(self.state)
        done, said = view.facts["done"], view.facts["said"]
        for seat in self._seats if self._fitting else ():
            if self.state.throwers >> seat & 1 and seat != view.seat and seat not in said:
                (self._without if seat in done else self._having).append(seat)


def _lopsided_where_asked(view: View, memory: Memory | None, rng: Chance) -> Hidden:
    """DUR-04: some seats were asked whether they want a new deal. Deal the hidden cards at random,
    until exactly these seats have five or more cards of one suit. Raises GameError after `TRIES`
    deals without success."""
    asked = {*view.waiting_on, *view.facts["kept"]}
    known = Hidden(view, memory)
    for _ in range(TRIES):
        hidden = known.copy()
        for seat in sorted(asked - {view.seat}):
            hidden.make_lopsided(seat, rng)
        hidden.fill(range(len(view.seats)), rng)
        if {seat for seat, hand in enumerate(hidden.hands) if is_lopsided(hand)} == asked:
            return hidden
    raise GameError("The view contradicts itself: no such hands are asked about another deal.")


def _position(view: View, hidden: Hidden, rng: Chance) -> Position:
    """Make a position with the hands of `hidden`. The cards in the pool of `hidden` go to the talon
    and to the discard pile, in random order."""
    facts = view.facts
    data: Position = {key: facts[key] for key in AS_IN_A_POSITION if key in facts}
    if options_of(view).decks > 1:
        del data["shown"], data["travelled"]
    talon, table, discard = (zone_of(view, name) for name in ("talon", "table", "discard"))
    rest = hidden.pool[:]
    rng.shuffle(rest)
    face_down = max(len(talon.cards) - 1, 0)
    data["hands"] = [names_in(hand) for hand in hidden.hands]
    data["talon"] = [TEXT[card] for card in rest[:face_down]] + [facts["trump_card"]] * bool(
        talon.cards
    )
    data["table"] = list(zip(table.cards, table.covers, strict=True))
    data["done"] = facts["said"]
    known = names_in(hidden.discarded)
    unknown = len(discard.cards) - len(known)
    data["discard"] = known + [TEXT[card] for card in rest[face_down:][:unknown]]
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
    """DUR-70: return the unbeaten attack cards that were probably thrown in wrongfully. These are
    cards whose rank is nowhere else on the table. The first attack card is never among them. No
    view shows which cards are wrongful (DUR-73)."""
    lying = [NUMBER[card] for card in (*attacks, *covers) if card is not None]
    return [
        card
        for card, cover in list(zip(attacks, covers, strict=True))[1:]
        if card is not None and cover is None
        if not any(
            RANK_MASKS[NUMBER[card]] >> other & 1 for other in lying if other != NUMBER[card]
        )
    ]
