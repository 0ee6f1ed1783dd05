"""What a seat may know of a game of Tredici.

Facts that are the same for all: `phase` (`targets` `choice` `give` `turn` `over`), `options`,
`dealer`, `turn` (a seat), `full_hand`, `captains` (by side, null: it has left), `chosen` (by side:
whether it has a target), `announced` (sides), `kische` (`unused` `used`), `caller` (of the kisché
that took effect), `choosing` (purged sides in order), `set_aside` (by seat: how many cards in its
last turn), `purged` (seats whose next draw is a full hand), `given` (seats that have chosen a card
in TRE-21, else null), `idle` (turns in a row without progress, TRE-23), `score` (by seat: how many
of the thirteen cards its side has set aside) and `tension` (what is pressing, games.view).

Facts that depend on the viewer: `targets` (by side: the viewer's own and announced ones, else
null), `call` (the pending kisché of the viewer's team: caller and those who agreed), `free` (suits
open to the captain who must choose now), `owes` (what the viewer must do on its turn, as in
positions), `gave` (the card that the viewer gives in TRE-21), `drawing` (a draw that TRE-21
interrupted: seat, cards left, how many were set aside, and for the seat itself whether it drew an
ace).

That a seat owes a `redraw` (TRE-12) is its own secret until it is its turn and its whole hand
goes."""

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
"""TRE-03: four stacks of three and one of one."""
STACK: Final = 3


def view(state: State, seat: int | None, waiting_on: frozenset[int], moves: list[Move]) -> View:
    """Everything that `seat` may know, and nothing else; for None, what a spectator may know."""
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
    """The view with the targets that the sides have chosen so far."""
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
    """The zones of a side's stacks as `viewer` sees them (TRE-03). Everyone sees the number of
    cards, but only the side itself sees the cards."""
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
    """Whether a seat takes part in turns: targets are chosen, the game is not over, and the seat
    has not left."""
    return state.outcome is None and not state.setup and seat not in state.resigned


def _private(state: State, seat: int | None) -> dict[str, Any]:
    """The facts of a view that depend on the viewer, by name. A fact is None or empty if the viewer
    may know nothing of it."""
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
"""From this number of collected cards on, a side is close to winning."""


def collected(state: State) -> list[str | None]:
    """TRE-03: for each seat, how many of the thirteen cards its side has set aside, as text
    (`5/13`). None for a seat that has left."""
    return [
        None if seat in state.resigned else f"{len(state.stacks[side])}/{len(RANKS)}"
        for seat, side in enumerate(state.side_of)
    ]


def tension(state: State) -> list[Tense]:
    """Urgent facts: sides that are close to winning, named by their captains; none after the
    game."""
    if state.outcome is not None:
        return []
    captains = ((state.captain(side), side) for side in state.sides_in())
    return [
        Tense("close", captain)
        for captain, side in captains
        if captain is not None and len(state.stacks[side]) >= CLOSE
    ]
