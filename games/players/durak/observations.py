"""The actions of the other seats, each with the public situation at that moment.

Each observation is evidence about the hand that the seat had, and about the thresholds with which
the seat plays (judging.py)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, NamedTuple

from games.cards import SUITS
from games.durak.belief.memory import Memory
from games.durak.belief.public_tracker import UNKNOWN
from games.durak.rules.tables import MOST_SEATS, folded
from games.players.durak.cards import Order, order_of

Fields = Mapping[str, Any]


class Observation(NamedTuple):
    """One action of a seat, with what everybody knew before it. Sets of cards are bit masks in the
    player's order (games.players.durak.cards)."""

    seat: int
    verb: str
    """The verb of the seat's move. `nothing` means that the seat had no card to throw in, and
    `something` that it has one (DUR-16)."""
    card: int
    """The card that was played, or the cheapest one if there were several. 0 if no card was
    played."""
    size: int
    """How many cards were played."""
    target: int
    """The attack card that was beaten, or 0 for any other action."""
    known: int
    """The cards that everybody knew to be in the seat's hand."""
    dealt: int
    """The total number of cards that all seats were dealt at the beginning of the game."""
    drawn: int
    """How many cards all seats together had drawn."""
    lying: int
    unbeaten: int
    ranks: int
    """All cards that have the same rank as a card on the table."""
    attacks: int
    """The number of attack cards on the table."""
    attacker: int
    defender: int
    counts: tuple[int, ...]
    """For each seat, the number of cards in its hand."""
    in_play: int
    """The seats that were not out and had not left."""
    taking: bool
    discarded: bool
    """Whether the cards of a bout had gone to the discard pile."""
    shown: int
    """A bit mask of the trumps that had been shown before this action, to pass an attack on
    (DUR-33)."""
    shown_now: int
    """The trumps that were shown in this attack."""


class Change(NamedTuple):
    """A change in the hidden cards of a hand. It came after `place` observations. If `lost` is 0,
    the hand got `size` unseen cards. Otherwise everybody has seen the card `lost`, which was hidden
    in the hand before: it was played or shown."""

    place: int
    """How many observations were made before the change."""
    lost: int
    """The bit of the card that is no longer hidden. 0 if the hand got cards."""
    size: int
    """The number of hidden cards that the hand got. If the hand got none because a card was
    revealed (`lost`), the number is 1."""


class Observations:
    """The actions of the other seats, noted from those events of a game that one seat may know."""

    def __init__(self, memory: Memory) -> None:
        """`memory` is the memory of the same seat. The caller tells each event to these
        observations first, then to `memory`."""
        self._memory, self.table = memory, memory.table
        self.by_seat: list[list[Observation]] = [[] for _ in range(MOST_SEATS)]
        self.changes: list[list[Change]] = [[] for _ in range(MOST_SEATS)]

    @property
    def begun(self) -> bool:
        """Whether the trump card has been turned up. Nothing is recorded before that."""
        return self.table.trump != UNKNOWN

    @property
    def order(self) -> Order:
        """The order of cards by this game's trump, which defines the card that each bit stands
        for."""
        return order_of(SUITS[self.table.trump])

    def known(self, seat: int) -> int:
        """The bit mask of the cards that everybody knows to be in the seat's hand. With two decks,
        both copies of a card have the same bit."""
        return self.order.of_mask(folded(self._memory.held[seat]))

    def watch(self, name: str, fields: Fields) -> None:
        """Record the action of a seat in the event `name`. `fields` are those of the event's fields
        that the observing seat may know."""
        if name == "trump":
            self._turn_up(fields)
        if not self.begun:
            return
        if name in MOVES:
            self._note(name, fields)
        elif name in NOTES:
            NOTES[name](self, fields)

    def observe(
        self, verb: str, seat: int, cards: Iterable[int] = (), target: int = 0
    ) -> Observation:
        """Return the observation that `seat` now does `verb` with `cards`. Actions such as `done`
        have no cards. `target` is the attack card that is beaten, or 0 if no card is beaten."""
        played = sorted(cards)
        table, order = self.table, self.order
        return Observation(
            seat,
            verb,
            card=played[0] if played else 0,
            size=len(played),
            target=target,
            known=self.known(seat),
            dealt=sum(table.dealt),
            drawn=sum(table.drawn),
            lying=order.of_mask(table.lying),
            unbeaten=order.of_mask(table.unbeaten),
            ranks=order.of_mask(table.ranks()),
            attacks=table.attacks,
            attacker=table.attacker,
            defender=table.defender,
            counts=tuple(table.counts),
            in_play=table.in_play,
            taking=table.taking,
            discarded=table.discarded,
            shown=order.of_mask(table.shown),
            shown_now=order.of_mask(table.shown_now),
        )

    def _turn_up(self, fields: Fields) -> None:
        """DUR-01: if the hands took the whole deck, everybody knows from the beginning in which
        hand the trump card is. Another deal (DUR-04) comes before any action."""
        self.changes = [[] for _ in range(MOST_SEATS)]
        if "seat" in fields:
            bits = order_of(fields["suit"]).of_names(fields["cards"])
            self.changes[fields["seat"]].append(Change(0, bits, 1))

    def _note(self, verb: str, fields: Fields) -> None:
        """Record an action of a seat, and record that the cards played are no longer hidden in the
        seat's hand."""
        seat, bits = fields["seat"], self.order.bits
        target = bits[fields["attack"]] if "attack" in fields else 0
        played = [bits[name] for name in fields.get("cards", ())]
        self.by_seat[seat].append(self.observe(verb, seat, played, target))
        self._lose(seat, played)

    def _lose(self, seat: int, bits: Iterable[int]) -> None:
        """Record that these cards are no longer hidden in the seat's hand, because everybody sees
        them now."""
        place, known = len(self.by_seat[seat]), self.known(seat)
        self.changes[seat] += [Change(place, bit, 1) for bit in bits if not known & bit]

    def _show(self, fields: Fields) -> None:
        """DUR-33: record that a seat has shown a trump. The trump stays in the hand, and everybody
        now knows that it is there."""
        self._note("show", {"seat": fields["seat"]})
        self._lose(fields["seat"], [self.order.bits[name] for name in fields["cards"]])

    def _draw(self, fields: Fields) -> None:
        """DUR-40: a seat has drawn cards. All are hidden except the trump card, which everyone
        sees."""
        seat, unseen = fields["seat"], fields["count"] - ("trump" in fields)
        if unseen:
            self.changes[seat].append(Change(len(self.by_seat[seat]), 0, unseen))

    def _end(self, fields: Fields) -> None:
        """DUR-16: the bout has ended. Record the action `nothing` for each seat still in the game
        that has not said `done`, except the defender. The game counted these seats as done
        automatically."""
        table = self.table
        silent = table.in_play & ~table.said & ~(1 << table.defender)
        for seat in range(MOST_SEATS):
            if silent >> seat & 1:
                self._note("nothing", {"seat": seat})


MOVES: Final = ("attack", "throw", "pass", "beat", "take", "done")
"""The events whose actions are recorded. The name of the event is the verb of the observation."""

NOTES: Final[Mapping[str, Callable[[Observations, Fields], None]]] = {
    "show": Observations._show,
    "drew": Observations._draw,
    "bout-repelled": Observations._end,
    "bout-taken": Observations._end,
}
"""For each event that is not in `MOVES` but tells something about a hand, the method that records
the event."""
