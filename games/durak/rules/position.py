"""Positions of Durak: the whole state as JSON data. This module writes positions and reads them.
The most important keys are explained in docs/rules/durak.md.

The data can have the following further keys. A key is left out when it has its usual value.

- `resigned`: the seats that have left
- `forfeited`: the sides whose last player has left
- `bout_over`: whether a bout (an attack and its defence) has ended
- `discarded`: whether the cards of a bout have been discarded
- `idle_bouts`: the number of bouts in a row without progress (DUR-46)
- `progress`: whether a card was discarded in this bout because a player left (DUR-46)
- `travelled`: the ranks whose trumps can't be shown any more to pass an attack on
- `wears`: the rank of epaulettes that each side wears (DUR-61)
- `outcome`: the outcome of a finished game

Only while cheating is allowed:

- `wrongful`: the attack cards on the table that were thrown in against the rules
- `undecided`: the defender's cards that may still be accused
- `barred`: for each seat, the cards that it may not play against the rules again
- `barred_accusers`: the seats that may not accuse any more

Only while seats may ask for another deal:

- `kept`: the seats that have said `keep`
- `stream`: the random stream that would deal the cards again
- `starter`: the seat that attacks first, if it is already known
- `among`: the seats of which the one with the lowest trump attacks first"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from typing import Annotated, Any, Literal, TypeVar

from pydantic import AfterValidator, BaseModel, Field, ValidationError

from games.cards import NUMBER, RANKS, SUITS
from games.core import Outcome, Position, PositionError
from games.durak.rules.deal import asked, first_attacker
from games.durak.rules.options import DurakOptions
from games.durak.rules.rules import Cheats, rules_for
from games.durak.rules.state import NOBODY, Opening, Redeal, State, seats_in
from games.durak.rules.tables import (
    MOST_SEATS,
    NO_CARD,
    NUMBERS,
    SECOND,
    TEXT,
    both_copies,
    folded,
    mask_of,
    names_in,
)
from games.durak.rules.throw_ins import whom
from games.durak.rules.two_decks import Numbering, copy_texts
from games.nesting import TOO_DEEP, is_too_deep
from games.shuffle import Stream

S = TypeVar("S", bound=State)


def _a_card(name: str) -> str:
    if name not in NUMBER:
        raise ValueError(f"{name} is no card")
    return name


def _a_rank(name: str) -> str:
    if name not in RANKS:
        raise ValueError(f"{name} is no rank")
    return name


def _a_copy(name: str) -> str:
    _a_card(name.removesuffix(SECOND))
    return name


def _rank_of_a_copy(name: str) -> str:
    _a_rank(name.removesuffix(SECOND))
    return name


def _shallow(carry: dict[str, Any]) -> dict[str, Any]:
    if is_too_deep(carry):
        raise ValueError(TOO_DEEP)
    return carry


Card = Annotated[str, AfterValidator(_a_card)]
Rank = Annotated[str, AfterValidator(_a_rank)]
Copy = Annotated[str, AfterValidator(_a_copy)]
RankOfCopy = Annotated[str, AfterValidator(_rank_of_a_copy)]
Seat = Annotated[int, Field(ge=0, lt=MOST_SEATS)]


class _Stream(BaseModel):
    seed: Annotated[str, Field(pattern=r"^([0-9a-f]{2})*$")] = ""
    read: Annotated[int, Field(ge=0)] = 0


class _Outcome(BaseModel):
    ranks: tuple[int, ...]
    kind: Literal["won", "draw", "void"]
    honours: tuple[str, ...]
    carry: Annotated[dict[str, Any], AfterValidator(_shallow)]


class _Notation(BaseModel):
    """The fields of a position. A field that is None was left out: its value is computed from the
    other fields, or it has none."""

    hands: Annotated[list[list[Card]], Field(min_length=2, max_length=MOST_SEATS)]
    talon: list[Card] = []
    trump: Literal["S", "H", "D", "C"] | None = None
    dealer: Seat | None = None
    attacker: Seat | None = None
    defender: Seat | None = None
    table: list[tuple[Card, Card | None]] = []
    by: list[Seat] | None = None
    taking: bool = False
    done: list[Seat] = []
    out: list[list[Seat]] = []
    shown: list[Copy] = []
    discard: list[Card] | None = None
    phase: Literal["play", "redeal"] = "play"
    resigned: list[Seat] = []
    forfeited: list[Seat] | None = None
    bout_over: bool | None = None
    discarded: bool | None = None
    idle_bouts: int = 0
    progress: bool = False
    travelled: list[RankOfCopy] | None = None
    wrongful: list[Copy] = []
    undecided: list[Copy] | None = None
    barred: dict[Seat, list[Card]] = {}
    barred_accusers: list[Seat] = []
    wears: list[Rank | None] | None = None
    kept: list[Seat] = []
    stream: _Stream = _Stream()
    starter: Seat | None = None
    among: list[Seat] | None = None
    outcome: _Outcome | None = None


def write(state: State) -> Position:
    """The whole state of a game, including hidden cards, as JSON data."""
    data: Position = {
        "hands": [names_in(hand) for hand in state.hands],
        "talon": [TEXT[card] for card in state.talon[state.drawn :]],
        "trump": SUITS[state.trump],
        "dealer": state.dealer,
        "attacker": state.attacker,
        "defender": state.defender,
        "table": [
            [TEXT[card], None if cover == NO_CARD else TEXT[cover]]
            for card, cover in zip(state.attacks, state.covers, strict=True)
        ],
        "by": list(state.by),
        "taking": state.taking,
        "done": seats_in(state.said),
        "out": [list(group) for group in state.out],
        "shown": copy_texts(state, state.shown),
        "discard": names_in(state.discard)
        if state.discard_named or state.discard != _rest(state)
        else None,
        "phase": "play" if state.redeal is None else "redeal",
    }
    for key, (value, at_rest) in _own_keys(state, data).items():
        if value != at_rest:
            data[key] = value
    return data


def _own_keys(state: State, data: Position) -> dict[str, tuple[Any, Any]]:
    """Return the further keys of a position, which docs/rules/durak.md doesn't explain. Each key
    has a pair: its value and its usual value. A key that has its usual value will be left out of
    the position."""
    begun = bool(data["discard"])
    keys: dict[str, tuple[Any, Any]] = {
        "resigned": (seats_in(state.resigned), []),
        "forfeited": (seats_in(state.forfeited), _forfeited(state)),
        "bout_over": (state.bout_over, begun),
        "discarded": (state.discarded, begun),
        "idle_bouts": (state.idle, 0),
        "progress": (state.progress, False),
        "travelled": (_ranks(state, state.travelled), _ranks(state, _travelled(state))),
        "wears": (list(state.wears), [None] * len(state.wears)),
    }
    if state.redeal is not None:
        stream, opening, kept = state.redeal
        keys["stream"] = ({"seed": stream.seed.hex(), "read": stream.read}, None)
        keys["starter"] = (opening.seat, NOBODY)
        keys["among"] = (seats_in(opening.among), list(range(state.seats)))
        keys["kept"] = (seats_in(kept), [])
    if state.rules.cheating:
        keys["wrongful"] = (copy_texts(state, state.cheats.wrongful), [])
        keys["undecided"] = (
            copy_texts(state, state.cheats.covers),
            copy_texts(state, _newest_cover(state)),
        )
        keys["barred"] = (
            {
                str(seat): names_in(folded(mask))
                for seat, mask in enumerate(state.cheats.barred)
                if mask
            },
            {},
        )
        keys["barred_accusers"] = (seats_in(state.cheats.accusers), [])
    if state.outcome is not None:
        outcome = asdict(state.outcome)
        keys["outcome"] = (
            {**outcome, "ranks": list(outcome["ranks"]), "honours": list(outcome["honours"])},
            None,
        )
    return keys


def _ranks(state: State, trumps: int) -> list[str]:
    """Return the ranks of the trumps in the bit mask `trumps`, as texts in ascending order. With
    two decks, the text for the second copy of a trump ends in `#2`."""
    return [card.replace(SUITS[state.trump], "") for card in copy_texts(state, trumps)]


def _set_of(seats: Iterable[int]) -> int:
    mask = 0
    for seat in seats:
        mask |= 1 << seat
    return mask


def _rest(state: State) -> int:
    """Return a bit mask of the deck's cards that are in no hand, not on the table and not in the
    talon (the draw pile). If a position doesn't list the discard pile, these cards are the discard
    pile."""
    elsewhere = 0
    for hand in state.hands:
        elsewhere |= hand
    for card in (*state.lying(), *state.talon[state.drawn :]):
        elsewhere |= 1 << card
    return state.rules.deck & ~elsewhere


def _forfeited(state: State) -> list[int]:
    """Return the numbers of the sides whose players have all left. This is the usual list of
    forfeited sides, which a position needn't name."""
    sides = state.rules.sides
    return [
        side
        for side in dict.fromkeys(sides)
        if all(state.resigned >> seat & 1 for seat in range(state.seats) if sides[seat] == side)
    ]


def _travelled(state: State) -> int:
    """DUR-33: return a bit mask of the trumps that can't be shown any more to pass an attack on.
    The function is used for a position that doesn't list these trumps. If each trump may be shown
    only once in a game, these are all shown trumps in the hands. Otherwise the bit mask is
    empty."""
    return state.shown if state.rules.travel and not state.rules.travel_once_per_attack else 0


def _newest_cover(state: State) -> int:
    """DUR-71: return a bit mask of the defender's cards that may be accused. It is used if a
    position doesn't list these cards. The result has only the card over the newest attack card, or
    no card if the newest attack card is not beaten. An older card of the defender may not be
    accused, because another card might have been added after it."""
    return 1 << state.covers[-1] if state.covers and state.covers[-1] != NO_CARD else 0


def read(cls: type[S], options: DurakOptions, data: Position) -> S:
    """Make a game of class `cls` from a position, in the form in which `write` returns it. Raises
    PositionError when the position can't be read."""
    try:
        notation = _Notation.model_validate(data)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"])) or "position"
        raise PositionError(
            "The position can't be read: {place}: {reason}.", place=place, reason=first["msg"]
        ) from error
    state = cls.blank(rules_for(options, len(notation.hands)))
    _read_cards(state, notation)
    _read_seats(state, notation)
    _read_memory(state, notation)
    if notation.phase == "redeal":
        among = (1 << state.seats) - 1 if notation.among is None else _set_of(notation.among)
        opening = Opening(NOBODY if notation.starter is None else notation.starter, among)
        stream = Stream(bytes.fromhex(notation.stream.seed), notation.stream.read)
        state.redeal = Redeal(stream, opening, _set_of(notation.kept))
        if not asked(state):
            state.redeal = None
    _read_roles(state, notation)
    if notation.outcome is not None:
        state.outcome = Outcome(**notation.outcome.model_dump())
    elif state.redeal is not None:
        state.waiting = asked(state)
    else:
        state.waiting = whom(state)
    return state


def _read_cards(state: State, notation: _Notation) -> None:
    cards = Numbering(state.rules.decks)
    for attack, cover in notation.table:
        state.attacks.append(cards.number(attack))
        state.covers.append(NO_CARD if cover is None else cards.number(cover))
    _read_table(state)
    state.hands = [cards.mask(hand) for hand in notation.hands]
    state.talon = tuple(cards.number(card) for card in notation.talon)
    if notation.trump is None and not (notation.talon and notation.talon[-1][-1] in SUITS):
        raise PositionError(
            "The position can't be read: it has neither a trump suit nor a talon that shows one."
        )
    state.trump = SUITS.index(notation.trump or notation.talon[-1][-1])
    state.shown = _copies(notation.shown)
    state.discard_named = notation.discard is not None
    state.discard = _rest(state) if notation.discard is None else cards.mask(notation.discard)


def _read_table(state: State) -> None:
    ranks = state.rules.rank_masks
    for card, cover in zip(state.attacks, state.covers, strict=True):
        state.ranks |= ranks[card]
        if cover == NO_CARD:
            state.open |= 1 << card
        else:
            state.ranks |= ranks[cover]


def _copies(texts: Iterable[str]) -> int:
    """Return a bit mask of the cards with these names. A name that ends in `#2` means the second
    copy of a card."""
    mask = 0
    for text in texts:
        mask |= 1 << NUMBERS[text]
    return mask


def _read_seats(state: State, notation: _Notation) -> None:
    out = [seat for group in notation.out for seat in group]
    named = [
        *out,
        *notation.done,
        *notation.resigned,
        *notation.kept,
        *notation.barred,
        *notation.barred_accusers,
    ]
    named += [*(notation.by or ()), *(notation.among or ())]
    named += [
        seat
        for seat in (notation.dealer, notation.attacker, notation.defender, notation.starter)
        if seat is not None
    ]
    if any(seat >= state.seats for seat in named):
        raise PositionError("The position can't be read: there is no seat {seat}.", seat=max(named))
    state.out = tuple(tuple(group) for group in notation.out)
    state.resigned = _set_of(notation.resigned)
    state.standing &= ~(_set_of(out) | state.resigned)
    state.said = _set_of(notation.done)
    state.taking = notation.taking


def _read_memory(state: State, notation: _Notation) -> None:
    begun = bool(notation.discard)
    state.forfeited = _set_of(
        _forfeited(state) if notation.forfeited is None else notation.forfeited
    )
    state.bout_over = begun if notation.bout_over is None else notation.bout_over
    state.discarded = begun if notation.discarded is None else notation.discarded
    state.most = state.rules.most_attacks[state.discarded]
    state.idle = notation.idle_bouts
    state.progress = notation.progress
    state.travelled = _travelled(state)
    if notation.travelled is not None:
        state.travelled = _trumps(state, notation.travelled)
    if notation.wears is not None and state.wears:
        if len(notation.wears) != len(state.wears):
            raise PositionError("The position can't be read: it does not say what each side wears.")
        state.wears = tuple(notation.wears)
    if state.rules.cheating:
        covers = sum(1 << cover for cover in {*state.covers} if cover != NO_CARD)
        state.cheats = Cheats(
            _copies(notation.wrongful) & state.open,
            _newest_cover(state)
            if notation.undecided is None
            else _copies(notation.undecided) & covers,
            tuple(_barred(state, notation.barred.get(seat, [])) for seat in range(state.seats)),
            _set_of(notation.barred_accusers),
        )


def _trumps(state: State, ranks: Iterable[str]) -> int:
    """DUR-33: return a bit mask of the trumps with these ranks. A text that ends in `#2` means the
    second copy."""
    suit = SUITS[state.trump]
    return _copies(
        rank.removesuffix(SECOND) + suit + SECOND * rank.endswith(SECOND) for rank in ranks
    )


def _barred(state: State, names: list[str]) -> int:
    """DUR-71: return a bit mask of the cards with these names, which a seat may not play against
    the rules again. With two decks, the bit mask has both copies of each card."""
    cards = mask_of(names)
    return cards if state.rules.decks == 1 else both_copies(cards)


def _read_roles(state: State, notation: _Notation) -> None:
    rules = state.rules
    state.dealer = state.seats - 1 if notation.dealer is None else notation.dealer
    attacker = notation.attacker
    if attacker is None:
        opening = Opening(NOBODY, state.standing) if state.redeal is None else state.redeal.opening
        attacker = first_attacker(
            state.hands, state.trump, opening, state.dealer, state.standing, rules
        )
    defender = notation.defender
    if defender is None:
        defender = state.next_opponent(attacker, state.standing)
    if defender == NOBODY:
        raise PositionError("The position can't be read: nobody is left to defend.")
    state.by = [attacker] * len(state.attacks) if notation.by is None else list(notation.by)
    if len(state.by) != len(state.attacks):
        raise PositionError(
            "The position can't be read: `by` does not name one seat for each attack card."
        )
    state.assign(attacker, defender)
