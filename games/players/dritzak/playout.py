"""Playing an imagined game to its end, quickly: every seat plays as the quick player does.

`play_out` is one long function because function calls would double the time that it needs. It makes
no objects for events or moves.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from games.dritzak.rules.state import following
from games.players.dritzak.position import Position
from games.players.dritzak.ranks import BITS, COUNT, EMPTY, ONE, SPARED, TEN, TWO, WORTH_OF_BIT

NOBODY: Final = -1
TAKE: Final = -2
"""A number that means picking up the pile. It stands in the place of the worth of the played cards.
(A worth is the index of a rank in `BY_WORTH`.)"""

LONGEST: Final = 400
"""After this number of turns, a playout is stopped. If no seat has gone out by then, the game
counts as a draw."""


class End(NamedTuple):
    """The end of a playout: the seats that went out, in the order in which they did, and the number
    of turns."""

    out: list[int]
    """The seats that went out, in the order in which they did. Empty if nobody did."""
    turns: int
    """The number of turns, which is the cost of the playout."""


def play_out(  # noqa: C901, PLR0912, PLR0915 - one loop; see above
    position: Position, first: tuple[int, int] | None = None
) -> End:
    """Play the game on from `position` to its end, or until `LONGEST` turns have been played.
    `position` itself is not changed.

    `first` is what the seat to move does first: the worth of the cards that it plays and their
    number, or (TAKE, 0) if it picks up the pile. If the seat has only face-down cards, any other
    pair means that it turns up the next one. If `first` is None, the quick player chooses."""
    rules, playable = position.rules, position.playable
    seats, full, set_size = len(position.hands), rules.full, position.set_size
    skip, reversal = rules.skip, rules.reversal
    hands, sizes, up = position.hands[:], position.sizes[:], position.up[:]
    down = [places[:] for places in position.down]
    draw = position.draw[:]
    pile, piled = position.pile, position.piled
    top, run = position.top, position.run
    seat, direction, still_in = position.turn, position.direction, position.still_in
    after = following(seats, still_in, direction)
    out = list(position.out)
    turns = 0
    worth = number = 0
    while turns < LONGEST:
        turns += 1
        hand = hands[seat]
        held = hand or up[seat]
        if held:
            fitting = held & playable[top]
            if first is not None:
                worth, number = first
                first = None
            elif fitting:
                low = fitting & -fitting
                worth = WORTH_OF_BIT[low.bit_length()]
                number = fitting >> BITS * worth & COUNT
                same = fitting >> BITS * top & COUNT if run else 0
                if same and run + same >= set_size:
                    worth, number = top, same
                elif worth >= TWO:
                    if held != number * ONE[worth]:
                        number = 1
                elif draw and worth >= SPARED:
                    number = 1
            else:
                worth = TAKE
            if worth == TAKE:
                hands[seat] = hand + pile
                sizes[seat] += piled
                pile = piled = run = 0
                top = EMPTY
                seat = after[seat]
                continue
            if hand:
                hand -= number * ONE[worth]
                sizes[seat] -= number
                if draw:
                    missing = full - sizes[seat]
                    while missing > 0 and draw:
                        hand += ONE[draw.pop()]
                        sizes[seat] += 1
                        missing -= 1
                hands[seat] = hand
                gone = not hand and not up[seat] and not down[seat]
            else:
                up[seat] -= number * ONE[worth]
                gone = not up[seat] and not down[seat]
                if draw:
                    _draw(hands, sizes, draw, seat, full)
                    gone = False
        else:
            if first is not None:
                worth, number = first
                first = None
                if worth == TAKE:
                    hands[seat] = pile
                    sizes[seat] = piled
                    pile = piled = run = 0
                    top = EMPTY
                    seat = after[seat]
                    continue
            worth, number = down[seat].pop(), 1
            if not ONE[worth] & playable[top]:
                hands[seat] = pile + ONE[worth]
                sizes[seat] = piled + 1
                pile = piled = run = 0
                top = EMPTY
                seat = after[seat]
                continue
            gone = not down[seat]
            if draw:
                _draw(hands, sizes, draw, seat, full)
                gone = False
        same_rank = worth == top
        if same_rank:
            run += number
            if reversal:
                direction = -direction
                after = following(seats, still_in, direction)
        else:
            run = number
        cleared = worth == TEN or run >= set_size
        if cleared:
            pile = piled = run = 0
            top = EMPTY
        else:
            pile += number * ONE[worth]
            piled += number
            top = worth
        if gone:
            out.append(seat)
            still_in = tuple(other for other in still_in if other != seat)
            if not rules.play_on or (len(out) == 1 and position.jinxed) or len(still_in) == 1:
                return End(out, turns)
            after = following(seats, still_in, direction)
        elif cleared:
            continue
        seat = after[seat]
        if same_rank and skip and not cleared:
            for _ in range(number):
                seat = after[seat]
    return End(out, turns)


def _draw(hands: list[int], sizes: list[int], draw: list[int], seat: int, full: int) -> None:
    """DRI-26: draw cards for the hand of `seat` until it has `full` cards. Only an invented
    position needs this: in a real game, a hand is already full at the beginning of a turn, while
    there are cards to draw."""
    while draw and sizes[seat] < full:
        hands[seat] += ONE[draw.pop()]
        sizes[seat] += 1
