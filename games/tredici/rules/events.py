"""All events of Tredici and their fields. They are made only here.

The cards that are discarded are private (TRE-20: both decks are face down). An event without public
fields (`ace`, `kische-asked`, `kische-agreed`, `kische-refused`) is only for its own seats: others
are not even told that it happened."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from games.core import Event


class Fields(NamedTuple):
    """The names of an event's public fields, and of the fields that only its seats are told."""

    public: tuple[str, ...]
    secret: tuple[str, ...] = ()


_new: Final = tuple.__new__
"""Makes the events of every turn: a NamedTuple's own constructor, written in Python, takes half as
long again."""

_COUNTS: Final = [[{"seat": seat, "count": count} for count in range(53)] for seat in range(12)]
"""The public fields of `discarded` and `drew` by seat and count: made once, and shared by all
events of the kind."""

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
"""Every event by name. `count` is a number of cards, `side` and `seat` who it is about, `cards`
their texts, `targets` a suit for each side (None: it has left). `shuffled` says whether the
discards were shuffled (TRE-20), `kind` is a `Kind` of kisché (TRE-32), `reason` is `run-out`
(TRE-22) or `no-progress` (TRE-23); the `seat` of `tredici` is None when nobody had to call."""


def target_chosen(seat: int, side: int, suit: str, seats: tuple[int, ...]) -> Event:
    """TRE-02, TRE-33: the event that a seat has chosen its side's target (the suit to collect).
    Only the side's `seats` are told which suit."""
    return _new(Event, ("target-chosen", {"seat": seat, "side": side}, {"suit": suit}, seats))


def set_aside(seat: int, side: int, cards: Sequence[str], seats: tuple[int, ...]) -> Event:
    """TRE-03: the event that a seat has put cards of its side's target on the side's stacks. Only
    the side's `seats` see them."""
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
    """TRE-11, TRE-12: the event that a seat discarded cards from its hand, which only that seat
    sees."""
    return _new(Event, ("discarded", _COUNTS[seat][len(cards)], {"cards": [*cards]}, (seat,)))


def drew(seat: int, cards: list[str]) -> Event:
    """The event that a seat drew cards, including those that it then set aside. Only that seat sees
    them."""
    return _new(Event, ("drew", _COUNTS[seat][len(cards)], {"cards": cards}, (seat,)))


def ace(seat: int, cards: list[str]) -> Event:
    """TRE-12: the event that the cards which a seat drew included these aces, of suits that its
    side does not collect. Only the seat itself is told."""
    return _new(Event, ("ace", {}, {"seat": seat, "cards": cards}, (seat,)))


def reshuffled(count: int, shuffled: bool) -> Event:
    """TRE-20: the event that the `count` discards became the drawing deck, either `shuffled` or
    turned over."""
    return _new(Event, ("reshuffled", {"count": count, "shuffled": shuffled}, None, ()))


def shrunk(full_hand: int) -> Event:
    """TRE-21: the event that both decks are empty. From now on the full hand has `full_hand` cards,
    and every seat with a card gives one."""
    return Event("shrunk", {"full_hand": full_hand})


def gave(seat: int, card: str) -> Event:
    """TRE-21: the event that a seat chose the card that it will give."""
    return _new(Event, ("gave", {"seat": seat}, {"cards": [card]}, (seat,)))


def gathered(count: int) -> Event:
    """TRE-21: the event that every seat has given its card, and these `count` cards are the new
    drawing deck."""
    return Event("gathered", {"count": count})


def kische_asked(seat: int, team: tuple[int, ...]) -> Event:
    """TRE-30: the event that a seat asks its team whether to call kisché (the call that reveals
    which sides collect the same suit). Only the team is told."""
    return Event("kische-asked", {}, {"seat": seat}, team)


def kische_agreed(seat: int, team: tuple[int, ...]) -> Event:
    """TRE-30: the event that a teammate agrees to the kisché that their team was asked about. Only
    the team is told."""
    return Event("kische-agreed", {}, {"seat": seat}, team)


def kische_refused(seat: int, caller: int, team: tuple[int, ...]) -> Event:
    """TRE-30: the event that a teammate refuses the kisché that their team was asked about, or that
    the caller has left (then `seat` is the caller). Only the team is told."""
    return Event("kische-refused", {}, {"seat": seat, "caller": caller}, team)


def kische_called(seat: int, side: int, kind: str) -> Event:
    """TRE-32: the event that a kisché called by a seat took effect. `kind` is one of
    `kische.Kind`."""
    return Event("kische-called", {"seat": seat, "side": side, "kind": kind})


def targets_announced(targets: Sequence[str | None]) -> Event:
    """TRE-31: the event that announces the targets (suits to collect) of all sides, in the order of
    the sides."""
    return Event("targets-announced", {"targets": list(targets)})


def purged(side: int, seats: Sequence[int], stacks: Sequence[str]) -> Event:
    """TRE-33: the event that a side's stacks were discarded. Its `seats` are told which cards. The
    discards of its hands follow as `discarded`."""
    fields = {"side": side, "seats": list(seats), "count": len(stacks)}
    return Event("purged", fields, {"cards": list(stacks)}, tuple(seats))


def resigned(seat: int, cards: Sequence[str]) -> Event:
    """TRE-42: the event that a seat left and the cards of its hand went to the discards. Everyone
    is told their number, and the seat itself the cards."""
    return Event("resigned", {"seat": seat, "count": len(cards)}, {"cards": [*cards]}, (seat,))


def tredici(side: int, suit: str, seat: int | None) -> Event:
    """TRE-40: the event that a side has all thirteen cards of this suit and wins. `seat` is the
    seat that called, None if the win needed no call."""
    return Event("tredici", {"side": side, "suit": suit, "seat": seat})


def last_side(side: int) -> Event:
    """TRE-42: the event that all other sides have left, so that this side wins."""
    return Event("last-side", {"side": side})


def drawn_game(reason: str) -> Event:
    """TRE-22, TRE-23: the event that the game ends without a winner. `reason` says why."""
    return Event("draw", {"reason": reason})
