"""The events of Dritzak. `EVENTS` lists the names and fields of all events. There is one function
that makes each event.

Some frequent events are made once and then reused, so nobody may change their fields."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from games.cards import RANKS
from games.core import Event, Outcome
from games.dritzak.rules.holdings import TEXT
from games.moves import Move

_KEPT: Final = 16_384


class Fields(NamedTuple):
    """The names of an event's fields. `public` are fields that everyone may see. `secret` are
    fields that only the event's own seats may see."""

    public: tuple[str, ...]
    secret: tuple[str, ...] = ()


EVENTS: Final[Mapping[str, Fields]] = {
    # A seat chose its face-up cards; only itself knows which.
    "chose": Fields(("seat",), ("cards",)),
    # All have chosen: the cards of each of `seats`, as lists in the same order.
    "up-shown": Fields(("seats", "cards")),
    # Several seats may start, `holders` holding the lowest `rank`: `seats` throw rock, paper,
    # scissors for it.
    "tied": Fields(("seats", "rank", "holders")),
    # A seat threw; only itself knows what.
    "throw": Fields(("seat",), ("sign",)),
    # All threw: `signs` in the order of `seats`; `left` are the seats still tied, `wins` the rounds
    # that each of them has won (they count when two are left).
    "throws-shown": Fields(("seats", "signs", "left", "wins")),
    # The first turn is this seat's; `rank` and `holders` as above (None and nobody: there were no
    # hands).
    "starts": Fields(("seat", "rank", "holders")),
    # A seat held the lowest rank on its first turn and played another.
    "poor-form": Fields(("seat", "rank")),
    # Cards were played from `zone`: `hand` or `face_up`.
    "play": Fields(("seat", "cards", "zone")),
    # A face-down card was turned; `played` tells whether it could be played. If not, a `pickup`
    # follows.
    "flip": Fields(("seat", "place", "card", "played")),
    # A seat took the pile, these cards, into its hand; a turned card that could not be played goes
    # with them, unnamed.
    "pickup": Fields(("seat", "cards")),
    # The pile of `count` cards went to the discard pile, by a `ten` or a `set`.
    "discarded": Fields(("seat", "by", "count")),
    # A seat drew cards; only itself knows which.
    "drew": Fields(("seat", "count"), ("cards",)),
    # A seat asked the Shijo; only that seat knows the answer: `answer` is silence, advice (with a
    # place) or revelation (with a place and its card).
    "shijo-asked": Fields(("seat",)),
    "shijo-answer": Fields(("seat",), ("answer", "place", "card")),
    # These seats miss their turn, in this order, once for each time they are named.
    "skipped": Fields(("seat", "skipped")),
    # The direction of play is now 1 (clockwise) or -1.
    "reversed": Fields(("seat", "direction")),
    # A seat has no card left; `place` counts from 1.
    "out": Fields(("seat", "place")),
    # The winner went out by a walk-off Deegan of this degree.
    "walk-off": Fields(("seat", "degree")),
    # A seat left; its cards, this number of them, went to the discard pile.
    "resigned": Fields(("seat", "count")),
    # The game is over; `reason` is why: won, jinx (a jinxed winner's win is void), spared (the
    # jinxed lose to all others), no-progress or last-left.
    "ended": Fields(("kind", "ranks", "reason")),
}


def texts(cards: Iterable[int]) -> list[str]:
    """The names of cards (`9C`), given by their numbers."""
    return [TEXT[card] for card in cards]


def chose(seat: int, cards: list[str]) -> Event:
    """DRI-03: the event that a seat has chosen its face-up cards. The cards are secret until the
    last seat has chosen."""
    return Event("chose", {"seat": seat}, {"cards": cards}, (seat,))


def up_shown(seats: Iterable[int], cards: Iterable[list[str]]) -> Event:
    """DRI-03: the event that shows the chosen face-up cards of all seats. `cards` has a list of
    cards for each of `seats`, in the same order."""
    return Event("up-shown", {"seats": list(seats), "cards": list(cards)})


def tied(seats: Iterable[int], rank: int | None, holders: Iterable[int]) -> Event:
    """DRI-12: the event that `seats` are tied for the right to start. `rank` is the lowest rank in
    any hand. `holders` are the seats that hold this rank."""
    return Event("tied", {"seats": list(seats), "rank": _rank(rank), "holders": list(holders)})


def throw(seat: int, sign: str) -> Event:
    """DRI-12: the event that a seat throws a sign (rock, paper or scissors) to win the right to
    start. The sign is secret until all seats have thrown."""
    return Event("throw", {"seat": seat}, {"sign": sign}, (seat,))


def throws_shown(throws: Mapping[int, str], left: Iterable[int], wins: Iterable[int]) -> Event:
    """DRI-12: the event that shows the signs of one round of rock, paper, scissors, which decides
    who starts. `throws` has the sign of each seat. `left` are the seats that are not beaten yet.
    `wins` has the number of rounds that each of these seats has won, in the same order."""
    fields = {"seats": sorted(throws), "signs": [throws[seat] for seat in sorted(throws)]}
    return Event("throws-shown", {**fields, "left": list(left), "wins": list(wins)})


def starts(seat: int, rank: int | None, holders: Iterable[int]) -> Event:
    """DRI-10: the event that `seat` has the first turn. `rank` is the lowest rank in any hand
    (None: there are no hands). `holders` are the seats that hold this rank."""
    return Event("starts", {"seat": seat, "rank": _rank(rank), "holders": list(holders)})


def poor_form(seat: int, rank: int) -> Event:
    """DRI-13: the event that a seat has played another rank although it holds the lowest one. This
    is called poor form. `rank` is the lowest rank."""
    return Event("poor-form", {"seat": seat, "rank": RANKS[rank]})


@lru_cache(maxsize=_KEPT)
def play(seat: int, move: Move, zone: str) -> Event:
    """DRI-20: the event that a seat plays cards. `zone` says where the cards come from: `hand` or
    `face_up`."""
    return Event("play", {"seat": seat, "cards": list(move.cards), "zone": zone})


@lru_cache(maxsize=_KEPT)
def flip(seat: int, place: int, card: int, *, played: bool) -> Event:
    """DRI-29: the event that a seat turns up its face-down card at a place (1 to 3). `played` says
    whether the card is played. Otherwise the card goes into the seat's hand."""
    return Event("flip", {"seat": seat, "place": place, "card": TEXT[card], "played": played})


def pickup(seat: int, cards: Iterable[int]) -> Event:
    """DRI-23: the event that a seat takes the pile into its hand. `cards` are the cards of the
    pile, which everyone has seen."""
    return Event("pickup", {"seat": seat, "cards": texts(cards)})


@lru_cache(maxsize=_KEPT)
def discarded(seat: int, by: str, count: int) -> Event:
    """DRI-24, DRI-25: the event that the pile goes to the discard pile. `count` is the number of
    cards. `by` says why: `ten` or `set`."""
    return Event("discarded", {"seat": seat, "by": by, "count": count})


@lru_cache(maxsize=_KEPT)
def drew(seat: int, cards: tuple[int, ...]) -> Event:
    """DRI-26: the event that a seat has drawn cards. Only this seat is told which cards."""
    return Event("drew", {"seat": seat, "count": len(cards)}, {"cards": texts(cards)}, (seat,))


def shijo_asked(seat: int) -> Event:
    """DRI-60: the event that a seat has asked the Shijo, a figure who knows the face-down cards.
    Everybody is told this."""
    return Event("shijo-asked", {"seat": seat})


def shijo_answer(seat: int, answer: str, place: int | None, card: int | None) -> Event:
    """DRI-60: the event that the Shijo has answered about the face-down cards of `seat`. Only this
    seat is told the answer. It has a kind, a place (1 to 3) and a card. The place or the card is
    None if the answer doesn't name it."""
    secret = {"answer": answer, "place": place, "card": None if card is None else TEXT[card]}
    return Event("shijo-answer", {"seat": seat}, secret, (seat,))


def skipped(seat: int, seats: Iterable[int]) -> Event:
    """DRI-50: the event that `seats` miss a turn because of what `seat` played."""
    return Event("skipped", {"seat": seat, "skipped": list(seats)})


@lru_cache(maxsize=_KEPT)
def turned_round(seat: int, direction: int) -> Event:
    """DRI-52: the event that the direction of play has changed. `direction` is the new direction
    (1: clockwise, -1: counterclockwise)."""
    return Event("reversed", {"seat": seat, "direction": direction})


def out(seat: int, place: int) -> Event:
    """DRI-40: the event that a seat has no cards left and is out. `place` is 1 for the first seat
    that went out, 2 for the second, and so on."""
    return Event("out", {"seat": seat, "place": place})


def walk_off(seat: int, degree: int) -> Event:
    """DRI-41: the event that a seat wins by a walk-off Deegan. This means that the last card was
    face down, and so was the ten that the seat played right before. `degree` is the number of tens
    in a row before the last card."""
    return Event("walk-off", {"seat": seat, "degree": degree})


def resigned(seat: int, count: int) -> Event:
    """DRI-43: the event that a seat has resigned. `count` is the number of its cards, which were
    discarded."""
    return Event("resigned", {"seat": seat, "count": count})


def ended(outcome: Outcome, reason: str) -> Event:
    """DRI-40: the event that the game is over. `reason` says why."""
    return Event("ended", {"kind": outcome.kind, "ranks": list(outcome.ranks), "reason": reason})


def _rank(rank: int | None) -> str | None:
    return None if rank is None else RANKS[rank]
