"""All events of Tredici and their fields. They are made only by the functions here.

Which cards are discarded is private, because both decks are face down (TRE-20). Some events have no
public fields: `ace`, `kische-asked`, `kische-agreed` and `kische-refused`. Only the event's own
seats are told of them; others don't know that they happened."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from games.core import Event


class Fields(NamedTuple):
    """The names of an event's fields. `public` are fields that everyone may see. `secret` are
    fields that only the event's own seats may see."""

    public: tuple[str, ...]
    secret: tuple[str, ...] = ()


_new: Final = tuple.__new__
"""Makes the events of every turn. A NamedTuple's own constructor is written in Python and
slower."""

_COUNTS: Final = [[{"seat": seat, "count": count} for count in range(53)] for seat in range(12)]
"""The public fields of `discarded` and `drew`, by seat and by count. They are made once, and events
share them."""

EVENTS: Final[Mapping[str, Fields]] = {
    "target-chosen": Fields(("seat", "side"), ("suit",)),
    "set-aside": Fields(("seat", "side", "count"), ("cards",)),
    "discarded": Fields(("seat", "count"), ("cards",)),
    "drew": Fields(("seat", "count"), ("cards",)),
    "ace": Fields((), ("seat", "cards")),
    "reshuffled": Fields(("count", "shuffled")),
    "shrunk": Fields(("full_hand",)),
    "gave": Fields(("seat",), ("cards",)),
    "gathered": Fields(("count",)),
    "kische-asked": Fields((), ("seat",)),
    "kische-agreed": Fields((), ("seat",)),
    "kische-refused": Fields((), ("seat", "caller")),
    "kische-called": Fields(("seat", "side", "kind")),
    "targets-announced": Fields(("targets",)),
    "purged": Fields(("side", "seats", "count"), ("cards",)),
    "resigned": Fields(("seat", "count"), ("cards",)),
    "tredici": Fields(("side", "suit", "seat")),
    "last-side": Fields(("side",)),
    "draw": Fields(("reason",)),
}
"""The fields of each event. `seat` and `side` say which seat or side the event is about. `cards`
has the texts of cards, and `count` is their number. `targets` has a suit for each side (None: the
side has left). `shuffled` says whether the discards were shuffled (TRE-20). `kind` is a `Kind` of
kisché (TRE-32). `reason` is `run-out` (TRE-22) or `no-progress` (TRE-23). In the event `tredici`,
`seat` is None when no call was needed."""


def target_chosen(seat: int, side: int, suit: str, seats: tuple[int, ...]) -> Event:
    """TRE-02, TRE-33: the event that a seat has chosen the target of its side (the suit to
    collect). Only the side's `seats` are told which suit."""
    return _new(Event, ("target-chosen", {"seat": seat, "side": side}, {"suit": suit}, seats))


def set_aside(seat: int, side: int, cards: Sequence[str], seats: tuple[int, ...]) -> Event:
    """TRE-03: the event that a seat has put cards of its side's suit on the side's stacks. Only the
    side's `seats` see the cards."""
    return _new(
        Event,
        (
            "set-aside",
            {"seat": seat, "side": side, "count": len(cards)},
            {"cards": [*cards]},
            seats,
        ),
    )


def discarded(seat: int, cards: Sequence[str]) -> Event:
    """TRE-11, TRE-12: the event that a seat has discarded cards from its hand. Only this seat sees
    which cards."""
    return _new(Event, ("discarded", _COUNTS[seat][len(cards)], {"cards": [*cards]}, (seat,)))


def drew(seat: int, cards: list[str]) -> Event:
    """Return the event that a seat has drawn `cards`. The list includes those cards that the seat
    sets aside afterwards. Only this seat sees the cards."""
    return _new(Event, ("drew", _COUNTS[seat][len(cards)], {"cards": cards}, (seat,)))


def ace(seat: int, cards: list[str]) -> Event:
    """TRE-12: the event that a seat has drawn aces of suits that its side doesn't collect. `cards`
    has these aces in the order in which they were drawn. Only this seat is told."""
    return _new(Event, ("ace", {}, {"seat": seat, "cards": cards}, (seat,)))


def reshuffled(count: int, shuffled: bool) -> Event:
    """TRE-20: the event that the discards became the drawing deck. `count` is their number. They
    were either `shuffled` or only turned over."""
    return _new(Event, ("reshuffled", {"count": count, "shuffled": shuffled}, None, ()))


def shrunk(full_hand: int) -> Event:
    """TRE-21: the event that both decks are empty. From now on, a full hand (the hand size up to
    which seats draw) has `full_hand` cards. Every seat that has cards must now give one."""
    return Event("shrunk", {"full_hand": full_hand})


def gave(seat: int, card: str) -> Event:
    """TRE-21: the event that a seat has chosen the card that it will give. Only this seat is told
    which card."""
    return _new(Event, ("gave", {"seat": seat}, {"cards": [card]}, (seat,)))


def gathered(count: int) -> Event:
    """TRE-21: the event that every seat has given its card. These `count` cards are the new drawing
    deck."""
    return Event("gathered", {"count": count})


def kische_asked(seat: int, team: tuple[int, ...]) -> Event:
    """TRE-30: the event that a seat has asked its team whether to call kisché (the call that
    reveals which sides collect the same suit). Only the team is told."""
    return Event("kische-asked", {}, {"seat": seat}, team)


def kische_agreed(seat: int, team: tuple[int, ...]) -> Event:
    """TRE-30: the event that a teammate has agreed to the kisché about which the team was asked.
    Only the team is told."""
    return Event("kische-agreed", {}, {"seat": seat}, team)


def kische_refused(seat: int, caller: int, team: tuple[int, ...]) -> Event:
    """TRE-30: return the event that the kisché proposed by `caller` is withdrawn. Kisché is the
    call that reveals all suits. If a teammate has refused, `seat` is this teammate. If the caller
    has left the game, `seat` is the caller. Only the `team` is told."""
    return Event("kische-refused", {}, {"seat": seat, "caller": caller}, team)


def kische_called(seat: int, side: int, kind: str) -> Event:
    """TRE-32: the event that a kisché called by `seat` has taken effect. `kind` is one of
    `kische.Kind`."""
    return Event("kische-called", {"seat": seat, "side": side, "kind": kind})


def targets_announced(targets: Sequence[str | None]) -> Event:
    """TRE-31: the event that the targets (suits to collect) of all sides are announced. `targets`
    has the suit of each side, or None for a side that has left."""
    return Event("targets-announced", {"targets": list(targets)})


def purged(side: int, seats: Sequence[int], stacks: Sequence[str]) -> Event:
    """TRE-33: the event that a side was purged and its `stacks` were discarded. Only the side's
    `seats` are told which cards. Their hands are discarded in separate events."""
    fields = {"side": side, "seats": list(seats), "count": len(stacks)}
    return Event("purged", fields, {"cards": list(stacks)}, tuple(seats))


def resigned(seat: int, cards: Sequence[str]) -> Event:
    """TRE-42: the event that a seat has left the game and its hand was discarded. Everyone is told
    the number of cards. Only the seat itself is told which cards."""
    return Event("resigned", {"seat": seat, "count": len(cards)}, {"cards": [*cards]}, (seat,))


def tredici(side: int, suit: str, seat: int | None) -> Event:
    """TRE-40: the event that a side has all thirteen cards of `suit` and wins. `seat` is the seat
    that called, or None if no call was needed."""
    return Event("tredici", {"side": side, "suit": suit, "seat": seat})


def last_side(side: int) -> Event:
    """TRE-42: the event that all other sides have left, so that this side wins."""
    return Event("last-side", {"side": side})


def drawn_game(reason: str) -> Event:
    """TRE-22, TRE-23: the event that the game ends without a winner. `reason` says why."""
    return Event("draw", {"reason": reason})
