"""Makes a game that a player may imagine. It has everything in the player's view, the discards that
the seat remembers (TRE-11, TRE-33), and random hidden cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import Any, Final, NamedTuple

from games.cards import SUITS
from games.core import Chance, Stream, Told, View
from games.tredici.belief.counts import Counts
from games.tredici.belief.evidence import Evidence
from games.tredici.rules.ends import outcome
from games.tredici.rules.hands import BIT, RANKS_OF_A_SUIT, cards_of, mask
from games.tredici.rules.options import TrediciOptions
from games.tredici.rules.position import owes_number
from games.tredici.rules.state import FRESH, Call, State, UnderWay
from games.tredici.told.view import STACKS

Fields = Mapping[str, Any]
_SEED: Final = 1 << 32
WORD_BITS: Final = 32
"""The largest number of bits in the argument of one call of `randrange`. The sum of the weights of
guesses can have more bits."""


class Memory:
    """The cards that a seat knows to be in the discard deck. They were discarded since the deck was
    last turned over.

    The object receives all events from the deal on, with the fields that the seat may know
    (`games.core.Told`). So it has nothing that the seat may not know."""

    def __init__(self, seen: Iterable[tuple[str, Fields]] = ()) -> None:
        self.discarded: list[str] = []
        """The cards that the seat knows to be in the discard deck."""
        self.of_suit: Counter[str] = Counter()
        """For each suit, the number of discarded cards that are known by their suit alone, and are
        not in `discarded`. These cards come from the stacks of purged sides (sides that lost all
        cards) whose suit had been announced."""
        self._targets: list[str | None] = []
        for name, fields in seen:
            self._watch(name, fields)

    def _watch(self, name: str, fields: Fields) -> None:
        cards = fields.get("cards")
        match name:
            case "discarded" | "resigned" if cards:
                self.discarded += cards
            case "purged":
                suit = self._targets[fields["side"]]
                if cards:
                    self.discarded += cards
                elif suit is not None and fields["count"]:
                    self.of_suit[suit] += fields["count"]
            case "targets-announced":
                self._targets = list(fields["targets"])
            case "reshuffled":
                self.discarded.clear()
                self.of_suit.clear()

    def forget_unless(self, room: int) -> None:
        """Forget all remembered cards if their number is larger than `room`. `room` is the number
        of cards in the discard deck. The number can be larger only if the view contradicts the
        memory."""
        if len(self.discarded) + self.of_suit.total() > room:
            self.discarded.clear()
            self.of_suit.clear()


Weights = Mapping[tuple[int, ...], int]
"""The relative probability of each combination of suits. A combination has the index of a suit for
each side. It has -1 for the viewer's own side, and for a side that had left before the suits were
announced (TRE-31). If the mapping is empty, all combinations are equally likely."""


def fill(state: State, view: View, rng: Chance, seen: Sequence[Told] = ()) -> None:
    """Fill an empty state with everything that the view tells. The hidden cards and targets (the
    suits that sides collect) are random. The cards and targets agree with the events that the
    viewer has `seen`."""
    _public(state, view)
    _own(state, view)
    memory = Memory(seen)
    memory.forget_unless(_count(view, "discard"))
    _targets(state, view, rng, memory, _weights(view, seen))
    _deal(state, view, rng, memory)
    given = view.facts["given"]
    if given is not None:
        state.gives = {
            seat: view.facts["gave"]
            if seat == view.seat
            else rng.choice(cards_of(state.hands[seat]))
            for seat in given
        }
    state.stream = Stream(rng.randrange(_SEED).to_bytes(4, "big"))
    state.look_round()


def options_of(view: View) -> TrediciOptions:
    """The options of the game from which a view was made."""
    return TrediciOptions(**view.facts["options"])


def _public(state: State, view: View) -> None:
    facts = view.facts
    state.turn, state.dealer, state.full_hand = facts["turn"], facts["dealer"], facts["full_hand"]
    state.asides, state.idle = list(facts["set_aside"]), facts["idle"]
    state.owes = [
        FRESH if seat in facts["purged"] else aside for seat, aside in enumerate(state.asides)
    ]
    state.kische_used, state.caller = facts["kische"] == "used", facts["caller"]
    state.resigned = frozenset(seat.seat for seat in view.seats if seat.resigned)
    state.announced, state.choosing = frozenset(facts["announced"]), tuple(facts["choosing"])
    state.setup = facts["phase"] == "targets"
    drawing = facts["drawing"]
    if drawing is not None:
        state.under_way = UnderWay(drawing["left"], drawing["set_aside"], drawing.get("ace", False))
    if view.ranks is not None:
        first = {seat.side for seat, rank in zip(view.seats, view.ranks, strict=True) if rank == 1}
        state.outcome = outcome(state, "won", *first) if len(first) == 1 else outcome(state, "draw")


def _own(state: State, view: View) -> None:
    facts, seat = view.facts, view.seat
    if seat is None:
        return
    if facts["owes"] is not None:
        state.owes[seat] = owes_number(facts["owes"])
    if facts["call"] is not None:
        state.calls[state.side_of[seat]] = Call(
            facts["call"]["caller"], tuple(facts["call"]["agreed"])
        )


class _Unseen(NamedTuple):
    """Numbers of unseen cards, which are the cards that the viewer neither sees nor remembers. A
    side is a team, or a single seat in a game without teams. `room` maps each suit to the number of
    its unseen cards. `aside` maps each side to the number of unseen cards on its stacks, which is 0
    for the viewer's own side. `held` maps each side to the number of cards in its hands, without
    the viewer's hand. `places` is the number of unseen cards in hands and decks."""

    room: dict[str, int]
    aside: dict[int, int]
    held: dict[int, int]
    places: int


def _weights(view: View, seen: Sequence[Told]) -> Weights:
    """Return possible combinations of the suits that the other sides collect, with their relative
    probabilities. These are concluded from the events that the seat has `seen`. Empty for a
    spectator or without events."""
    if view.seat is None or not seen:
        return {}
    evidence = Evidence(attentive=True)
    for name, fields in seen:
        evidence.watch(name, fields)
    return dict(evidence.joint(view, Counts(view)))


def _count_unseen(state: State, view: View, memory: Memory) -> _Unseen:
    seen = Counter(card[-1] for card in [*_seen(state, view), *memory.discarded]) + memory.of_suit
    room = {suit: RANKS_OF_A_SUIT - seen[suit] for suit in SUITS}
    held = dict.fromkeys(state.sides_in(), 0)
    for seat in view.seats:
        if seat.seat != view.seat and not seat.resigned:
            held[seat.side] += seat.cards
    aside = {side: 0 if _own_side(state, view, side) else len(_stack(view, side)) for side in held}
    return _Unseen(room, aside, held, sum(room.values()) - sum(aside.values()))


def _targets(state: State, view: View, rng: Chance, memory: Memory, weights: Weights) -> None:
    """Choose at random the suits of the sides whose suit the viewer doesn't know. `weights` has the
    probabilities. The chosen suits must agree with the numbers of unseen cards.

    After a kisché (TRE-33: a call that reveals the suits), the chosen suits must also differ from
    each other, from the known suits, and from the suits that the view offers as free. If no suits
    agree, any suits are chosen. That never happens in a real game."""
    facts = view.facts
    state.targets = list(facts["targets"])
    unseen = _count_unseen(state, view, memory)
    known = {side: target for side in unseen.aside if (target := state.targets[side]) is not None}
    unknown = [side for side in unseen.aside if side not in known and facts["chosen"][side]]
    taken = {*known.values(), *facts["free"]} if state.kische_used else set()
    guesses = [
        guess
        for guess in product(SUITS, repeat=len(unknown))
        if taken.isdisjoint(guess) and not (state.kische_used and len(set(guess)) < len(guess))
    ]
    if not state.setup:
        guesses = [
            guess
            for guess in guesses
            if _fits({**known, **dict(zip(unknown, guess, strict=True))}, unseen)
        ]
    fitting = guesses or list(product(SUITS, repeat=len(unknown)))
    for side, suit in zip(unknown, _by_weight(unknown, fitting, weights, rng), strict=True):
        state.targets[side] = suit


def _by_weight(
    sides: Sequence[int], guesses: Sequence[tuple[str, ...]], weights: Weights, rng: Chance
) -> tuple[str, ...]:
    """Choose one of `guesses` at random. Each guess has one suit for each of `sides`. The
    probability of a guess is proportional to its weight in `weights`. Without weights, all guesses
    are equally likely."""
    by_guess: Counter[tuple[str, ...]] = Counter()
    for suits, weight in weights.items():
        by_guess[tuple(SUITS[suits[side]] for side in sides)] += weight
    total = sum(by_guess[guess] for guess in guesses)
    if not sides or not total:
        return rng.choice(guesses)
    beyond = max((total - 1).bit_length() - WORD_BITS, 0)
    left = rng.randrange(total >> beyond) << beyond
    for guess in guesses:
        left -= by_guess[guess]
        if left < 0:
            return guess
    return guesses[-1]


def _fits(targets: Mapping[int, str], unseen: _Unseen) -> bool:
    """Return whether the unseen cards can lie as TRE-03 demands if each side collects the suit in
    `targets`. For this, there must be enough unseen cards of that suit for the side's stacks. The
    rest of the suit must have room outside the hands of the sides that collect it."""
    room = unseen.room.copy()
    closed = dict.fromkeys(room, 0)
    for side, target in targets.items():
        room[target] -= unseen.aside[side]
        closed[target] += unseen.held[side]
    return all(0 <= left <= unseen.places - closed[suit] for suit, left in room.items())


def _own_side(state: State, view: View, side: int) -> bool:
    return view.seat is not None and state.side_of[view.seat] == side


def _stack(view: View, side: int) -> list[str | None]:
    captain = view.facts["captains"][side]
    zones = (
        []
        if captain is None
        else [view.zone(f"stack-{number + 1}", captain) for number in range(STACKS)]
    )
    return [card for zone in zones if zone is not None for card in zone.cards]


def _seen(state: State, view: View) -> list[str]:
    """Return the cards that the viewer sees: the cards of its hand and of its side's stacks."""
    stack = [] if view.seat is None else _stack(view, state.side_of[view.seat])
    return [*view.hand, *(card for card in stack if card is not None)]


def _deal(state: State, view: View, rng: Chance, memory: Memory) -> None:
    seen = _seen(state, view)
    hidden = {*seen, *memory.discarded}
    unseen = [card for card in BIT if card not in hidden]
    rng.shuffle(unseen)
    remembered = [*memory.discarded]
    for suit, count in memory.of_suit.items():
        remembered += [card for card in unseen if card[-1] == suit][:count]
    unseen = [card for card in unseen if card not in remembered]
    for side in state.sides_in():
        if _own_side(state, view, side):
            state.stacks[side] = tuple(card for card in seen if card not in view.hand)
            continue
        unseen.sort(key=lambda card, target=state.targets[side]: card[-1] != target)  # type: ignore[misc]
        count = len(_stack(view, side))
        state.stacks[side] = tuple(unseen[:count])
        del unseen[:count]
    rng.shuffle(unseen)
    _deal_hands(state, view, unseen, remembered, rng)


def _deal_hands(
    state: State, view: View, cards: list[str], remembered: list[str], rng: Chance
) -> None:
    """Deal the hands and the decks at random. The `remembered` cards are put into the discard deck.
    A hand must have no card of the suit that its side collects (TRE-03), so such a card is
    exchanged for another one."""
    holders = [seat for seat in view.seats if seat.seat != view.seat and not seat.resigned]
    banned: list[str | None] = []
    for seat in holders:
        banned += [None if state.setup else state.targets[seat.side]] * seat.cards
    banned += [None] * (len(cards) - len(banned))
    for place, ban in enumerate(banned):
        if ban is not None and cards[place][-1] == ban:
            others = [
                other
                for other, card in enumerate(cards)
                if card[-1] != ban and banned[other] != ban
            ]
            if others:
                other = rng.choice(others)
                cards[place], cards[other] = cards[other], cards[place]
    for seat in holders:
        state.hands[seat.seat] = mask(cards[: seat.cards])
        del cards[: seat.cards]
    if view.seat is not None:
        state.hands[view.seat] = mask(view.hand)
    draw = _count(view, "draw")
    discard = [*cards[draw:], *remembered]
    rng.shuffle(discard)
    state.draw, state.discard = cards[:draw], discard[: _count(view, "discard")]


def _count(view: View, name: str) -> int:
    zone = view.zone(name)
    return 0 if zone is None else len(zone.cards)
