"""Makes the view of a game of Tredici: everything that a seat may know.

Facts that are the same for all viewers: `phase` (`targets`, `choice`, `give`, `turn` or `over`);
`options`; `dealer`; `turn` (a seat); `full_hand` (the size of a full hand); `captains` (by side;
null: the side has left); `chosen` (by side: whether it has chosen its suit); `announced` (sides
whose suit everybody knows); `kische` (`unused` or `used`); `caller` (of the kisché that took
effect); `choosing` (purged sides that must still choose, in order); `set_aside` (by seat: how many
cards it set aside in its last turn); `purged` (seats that will draw a full hand on their next
turn); `given` (seats that have chosen a card to give, TRE-21; null in other phases); `idle` (turns
in a row without progress, TRE-23); `score` (by seat: how many of the thirteen cards its side has
set aside); `tension` (the list of urgent facts, games.view).

Facts that depend on the viewer: `targets` (by side: its suit, if it is the viewer's side or the
suit was announced; otherwise null); `call` (a kisché about which the viewer's team was asked: the
caller and those who agreed); `free` (the suits that the viewer may choose now, as captain of a
purged side); `owes` (what the viewer must do on its turn, written as in positions); `gave` (the
card that the viewer has chosen to give, TRE-21); `drawing` (a draw that TRE-21 interrupted: the
seat, the cards left to draw, how many cards were set aside, and only for this seat whether it drew
an ace).

A seat that owes a `redraw` (TRE-12) is the only one that knows this, until it discards its whole
hand on its turn."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from games.cards import RANKS
from games.core import Move, SeatView, View, Zone
from games.tredici.rules import kische
from games.tredici.rules.hands import cards_of
from games.tredici.rules.position import owes_text
from games.tredici.rules.state import FRESH, State
from games.view import SCORE, TENSION, Tense

STACKS: Final = 5
"""TRE-03: the number of stacks of a side. Four stacks have three cards, and one has one card."""
STACK: Final = 3


def view(state: State, seat: int | None, waiting_on: frozenset[int], moves: list[Move]) -> View:
    """Return the view of `seat`: everything that the seat may know, and nothing else. None means a
    spectator. `waiting_on` has the seats that the game waits for. `moves` has the seat's legal
    moves."""
    return View(
        game="tredici",
        seat=seat,
        seats=tuple(_seat(state, place) for place in range(state.seats)),
        zones=_zones(state, seat),
        facts={**_public(state), **_private(state, seat)},
        moves=tuple(moves),
        waiting_on=tuple(sorted(waiting_on)),
        ranks=None if state.outcome is None else state.outcome.ranks,
    )


def targets_told(state: State, seen: View) -> View:
    """Return the view with the targets of all sides (the suits that they collect), as far as they
    have been chosen."""
    return replace(seen, facts={**seen.facts, "targets": list(state.targets)})


def phase(state: State) -> str:
    """The phase of the game: `targets`, `choice`, `give`, `turn` or `over`."""
    if state.outcome is not None:
        return "over"
    if state.setup:
        return "targets"
    if state.choosing:
        return "choice"
    return "turn" if state.gives is None else "give"


def _seat(state: State, seat: int) -> SeatView:
    side = state.side_of[seat]
    roles = {
        "turn": state.outcome is None and not state.setup and state.turn == seat,
        "captain": bool(state.rules.teams) and state.captain(side) == seat,
        "caller": state.caller == seat,
        "dealer": state.dealer == seat,
    }
    left = seat in state.resigned
    return SeatView(
        seat,
        side,
        state.hands[seat].bit_count(),
        tuple(role for role, holds in roles.items() if holds),
        left,
        left,
    )


def _zones(state: State, viewer: int | None) -> tuple[Zone, ...]:
    zones = [
        Zone("hand", seat, "hand", cards_of(hand) if seat == viewer else _backs(hand.bit_count()))
        for seat, hand in enumerate(state.hands)
        if seat not in state.resigned
    ]
    for side in state.sides_in():
        zones += _stacks(state, side, viewer)
    middle = (("draw", state.draw), ("discard", state.discard))
    zones += [Zone(name, None, "count", _backs(len(cards))) for name, cards in middle]
    return tuple(zones)


def _stacks(state: State, side: int, viewer: int | None) -> list[Zone]:
    """Return the zones of a side's stacks as `viewer` sees them (TRE-03). Everyone sees the number
    of cards, but only the side itself sees the cards."""
    cards: tuple[str | None, ...] = state.stacks[side]
    if viewer is None or state.side_of[viewer] != side:
        cards = _backs(len(cards))
    ends = [STACK * number for number in range(STACKS)] + [len(cards)]
    owner = state.captain(side)
    return [
        Zone(f"stack-{number + 1}", owner, "row", cards[ends[number] : ends[number + 1]])
        for number in range(STACKS)
    ]


def _backs(count: int) -> tuple[None, ...]:
    return (None,) * count


def _public(state: State) -> dict[str, Any]:
    sides = range(len(state.members))
    return {
        "phase": phase(state),
        "options": dict(state.rules),
        "dealer": state.dealer,
        "turn": state.turn,
        "full_hand": state.full_hand,
        "captains": [state.captain(side) for side in sides],
        "chosen": [state.targets[side] is not None for side in sides],
        "announced": sorted(state.announced),
        "kische": "used" if state.kische_used else "unused",
        "caller": state.caller,
        "choosing": list(state.choosing),
        "set_aside": state.asides[:],
        "purged": [seat for seat, owes in enumerate(state.owes) if owes == FRESH],
        "given": None if state.gives is None else sorted(state.gives),
        "idle": state.idle,
        SCORE: collected(state),
        TENSION: [list(each) for each in tension(state)],
    }


def _draws(state: State, seat: int) -> bool:
    """Return whether a seat takes turns now. This is so if the suits have been chosen, the game is
    not over, and the seat has not left."""
    return state.outcome is None and not state.setup and seat not in state.resigned


def _private(state: State, seat: int | None) -> dict[str, Any]:
    """Return the facts of a view that depend on the viewer, by name. If the viewer may know nothing
    of a fact, the fact is None or empty."""
    own = None if seat is None else state.side_of[seat]
    call = None if own is None else state.calls.get(own)
    chooses = (
        state.outcome is None and bool(state.choosing) and seat == state.captain(state.choosing[0])
    )
    return {
        "targets": [
            target if side == own or side in state.announced else None
            for side, target in enumerate(state.targets)
        ],
        "call": None if call is None else {"caller": call.caller, "agreed": list(call.agreed)},
        "free": kische.free_suits(state) if chooses else [],
        "owes": owes_text(state.owes[seat]) if seat is not None and _draws(state, seat) else None,
        "gave": None if seat is None or state.gives is None else state.gives.get(seat),
        "drawing": _drawing(state, seat),
    }


def _drawing(state: State, viewer: int | None) -> dict[str, Any] | None:
    if state.under_way is None:
        return None
    left, aside, ace = state.under_way
    own = {"ace": ace} if viewer == state.turn else {}
    return {"seat": state.turn, "left": left, "set_aside": aside, **own}


CLOSE: Final = 10
"""A side with at least this number of collected cards is close to winning."""


def collected(state: State) -> list[str | None]:
    """TRE-03: return for each seat how many of the thirteen cards its side has set aside, as a text
    (`5/13`). The text is None for a seat that has left."""
    return [
        None if seat in state.resigned else f"{len(state.stacks[side])}/{len(RANKS)}"
        for seat, side in enumerate(state.side_of)
    ]


def tension(state: State) -> list[Tense]:
    """Return the urgent facts: the sides that are close to winning. A side is named by the seat of
    its captain. After the game, there are none."""
    if state.outcome is not None:
        return []
    captains = ((state.captain(side), side) for side in state.sides_in())
    return [
        Tense("close", captain)
        for captain, side in captains
        if captain is not None and len(state.stacks[side]) >= CLOSE
    ]
