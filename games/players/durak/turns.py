"""The rules of Durak that a playout needs: which seats may throw in, to which seat an attack is
passed on, which seats draw, and which are out. A set of seats is an integer with one bit for each
seat."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from games.durak.rules.options import HAND_SIZE
from games.durak.rules.rules import Rules

NOBODY: Final = -1


def throwers_of(rules: Rules, attacker: int, defender: int, standing: int) -> int:
    """DUR-12: the bit mask of the seats that may throw in; `standing` are the seats still in the
    game."""
    throwers = standing & rules.opponents[defender]
    if rules.neighbours and throwers:
        return 1 << attacker | 1 << rules.following[defender][throwers]
    return throwers


def heir_of(rules: Rules, hands: Sequence[int], defender: int, standing: int, talon: int) -> int:
    """DUR-31: return the seat to which the defender would pass an attack on, or NOBODY if there is
    no such seat. `hands` has an entry for each seat, which is 0 if the seat has no cards.
    `standing` is the bit mask of the seats still in the game, and `talon` is the number of cards in
    the talon. Once the talon is empty, seats without cards are skipped."""
    among = standing & rules.opponents[defender]
    if not talon:
        for seat, hand in enumerate(hands):
            if not hand:
                among &= ~(1 << seat)
    return rules.following[defender][among] if among else NOBODY


def refill(
    rules: Rules,
    hands: list[int],
    talon: list[int],
    by: Sequence[int],
    attacker: int,
    defender: int,
    standing: int,
) -> None:
    """DUR-40: let the seats in `standing` (a bit mask) draw from the talon until they have six
    cards. The attacker draws first and the defender last. Changes `hands` and `talon`.

    `by` lists, for each attack card in order, the seat that played the card. If the option
    `throw_order` is `arrival`, the seats between the attacker and the defender draw in the order of
    this list."""
    order = _clockwise(rules.seats, attacker, defender)
    if not rules.priority:
        order = (attacker, *[seat for seat in by if seat != defender], *order)
    for seat in order:
        missing = HAND_SIZE - hands[seat].bit_count()
        if missing > 0 and standing >> seat & 1:
            hands[seat] |= sum(talon[-missing:])
            del talon[-missing:]
            if not talon:
                return


@cache
def _clockwise(seats: int, attacker: int, defender: int) -> tuple[int, ...]:
    """All seats from 0 to `seats` - 1, clockwise from the attacker, except that the defender comes
    last.

    By the rules, seats that did not attack draw after those that did. This order ignores that,
    because seats that did not attack still have six cards as long as there is a talon, and draw
    nothing."""
    others = [(attacker + step) % seats for step in range(seats)]
    return (*[seat for seat in others if seat != defender], defender)


def going_out(hands: Sequence[int], by: Sequence[int], defender: int, standing: int) -> list[int]:
    """DUR-41, DUR-44: return the seats that are out now because they have no cards left, in the
    order in which they played their last cards.

    `by` lists, for each attack card in order, the seat that played the card. The defender counts as
    the last to play. `standing` is the bit mask of the seats that were in the game until now, so
    seats that went out earlier are not in the result."""
    played = {seat: place for place, seat in enumerate(by)}
    played[defender] = len(by)
    gone = [seat for seat, hand in enumerate(hands) if not hand and standing >> seat & 1]
    gone.sort(key=lambda seat: played.get(seat, -1))
    return gone


def fool_of(rules: Rules, defender: int, standing: int) -> int:
    """DUR-42, DUR-43: return the seat that has lost, or NOBODY if there is no loser. This must be
    called only when at most one side still has cards. `standing` is the bit mask of the seats that
    still have cards. `defender` is the defender of the last bout."""
    if not standing:
        return defender if rules.options.last_defence == "loses" else NOBODY
    last = rules.following[defender][standing]
    return defender if rules.sides[last] == rules.sides[defender] else last
