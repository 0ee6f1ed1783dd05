"""What a game passes on to the next game at the same table (DUR-05, DUR-61). This is the dealer,
the fool (the player who lost), and the epaulettes (marks of a shameful loss). Which seat attacks
first can depend on who the fool is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Final

from pydantic import AfterValidator, BaseModel, Field, ValidationError

from games.cards import RANKS
from games.core import OptionsError, Outcome
from games.durak.rules.rules import Rules
from games.durak.rules.state import NOBODY, Opening
from games.sentences import marked


def _a_rank_below_the_ace(rank: str) -> str:
    if rank not in RANKS[:-1]:
        raise ValueError("it is no rank, or one that ends a match")
    return rank


Seat = Annotated[int, Field(strict=True, ge=0)]
Worn = Annotated[str, AfterValidator(_a_rank_below_the_ace)]


class Carry(BaseModel):
    """What the outcome of a game tells the next game. `fool` is the seat of the fool, the player
    who lost (None after a draw). `dealer` is the seat of the dealer. `wears` has the rank of the
    epaulettes that each side wears; it is empty unless a match of epaulettes is played."""

    fool: Seat | None = None
    dealer: Seat | None = None
    wears: tuple[Worn | None, ...] = ()


NOTHING: Final = Carry()
"""The `Carry` of a game to which no earlier game passes anything on. Such a game is the first one
at a table, or follows a game with another number of seats."""


def carry_of(previous: Outcome | None, seats: int) -> Carry:
    """Return what the `previous` outcome passes on to a game with `seats` seats. Nothing is passed
    on if the previous game had another number of seats. Raises OptionsError when the outcome can't
    be read."""
    if previous is None or len(previous.ranks) != seats:
        return NOTHING
    try:
        carry = Carry.model_validate(previous.carry)
    except ValidationError as error:
        raise OptionsError(
            marked("I can't read the last game's result: {reason}."),
            reason=error.errors()[0]["msg"],
        ) from error
    for seat in (carry.fool, carry.dealer):
        if seat is not None and seat >= seats:
            raise OptionsError(
                marked(
                    "I can't read the last game's result, because it names seat {seat}, "
                    "which doesn't exist."
                ),
                seat=seat,
            )
    return carry


def carried(previous: Outcome, seats: Sequence[int | None], sides: Sequence[int]) -> Outcome:
    """DUR-05, DUR-61: return the `previous` outcome, prepared for the next game when the players
    have changed. `seats` has for each new seat its number in the previous game, or None for a
    newcomer. `sides` has the side of each new seat.

    The prepared outcome has the new seats of the fool and of the dealer (None for a player who has
    left). A match of epaulettes continues only if all its sides are still there and nobody has
    changed sides. If players whose ranks were different now share a side, all ranks become 1."""
    before = carry_of(previous, len(previous.ranks))
    now = {seat: place for place, seat in enumerate(seats) if seat is not None}
    carry: dict[str, Any] = {
        "dealer": None if before.dealer is None else now.get(before.dealer),
        "fool": None if before.fool is None else now.get(before.fool),
    }
    if before.wears and (worn := _worn_by(before.wears, seats, sides)):
        carry["wears"] = worn
    return Outcome(_ranks(previous, seats, sides), previous.kind, carry=carry)


def _worn_by(
    wears: Sequence[str | None], seats: Sequence[int | None], sides: Sequence[int]
) -> list[str | None] | None:
    """Return the rank of epaulettes that each new side wears. Returns None when a side is missing
    or players have changed sides.

    `wears` has the rank of each old side. `seats` has for each new seat its old number, or None for
    a newcomer. `sides` has the side of each new seat. By DUR-50, the old side of a seat was its
    number modulo the number of sides."""
    were = _of_sides(sides, [None if seat is None else seat % len(wears) for seat in seats])
    if any(len(side) != 1 for side in were) or len(set.union(*were)) != len(wears):
        return None
    return [wears[old] for side in were for old in side]


def _ranks(previous: Outcome, seats: Sequence[int | None], sides: Sequence[int]) -> tuple[int, ...]:
    """Return the ranks of the `previous` game for the new seats. Gaps between the ranks are closed,
    and newcomers get the last rank. If players whose ranks were different now share a side, all
    ranks are 1. `seats` has for each new seat its old number, or None for a newcomer."""
    known = [None if seat is None else previous.ranks[seat] for seat in seats]
    if any(len(side) > 1 for side in _of_sides(sides, known)):
        return (1,) * len(seats)
    ranks = [max(previous.ranks) if rank is None else rank for rank in known]
    order = sorted(set(ranks))
    return tuple(1 + order.index(rank) for rank in ranks)


def _of_sides(sides: Sequence[int], of_seats: Sequence[int | None]) -> list[set[int]]:
    """Return for each side the set of the values in `of_seats` that belong to its seats. Values
    that are None are left out."""
    return [
        {
            each
            for side, each in zip(sides, of_seats, strict=True)
            if side == number and each is not None
        }
        for number in range(max(sides) + 1)
    ]


def dealer_after(carry: Carry, seats: int) -> int:
    """DUR-05: return the seat that deals the next game of `seats` seats. It is the fool of the
    previous game. If `carry` has no fool, because of a draw or because the fool has left the table,
    it is the dealer of the previous game. If `carry` has no dealer either, as in the first game, it
    is the last seat."""
    if carry.fool is not None:
        return carry.fool
    return seats - 1 if carry.dealer is None else carry.dealer


def opening_after(carry: Carry, previous: Outcome | None, rules: Rules) -> Opening:
    """DUR-05: return what decides which seat attacks first. It depends on the `previous` game at
    the table (None: there was none) and on the option `next_attacker`."""
    everybody = Opening(NOBODY, (1 << rules.seats) - 1)
    if previous is None or carry.fool is None:
        return everybody
    match rules.options.next_attacker:
        case "left-of-fool":
            return everybody._replace(seat=(carry.fool + 1) % rules.seats)
        case "right-of-fool":
            return everybody._replace(seat=(carry.fool - 1) % rules.seats)
        case "winners":
            won = {rules.sides[seat] for seat, rank in enumerate(previous.ranks) if rank == 1}
            return everybody._replace(
                among=sum(1 << seat for seat in range(rules.seats) if rules.sides[seat] in won)
            )
        case "lowest-trump":
            return everybody


def worn_after(carry: Carry, sides: int) -> tuple[str | None, ...]:
    """DUR-61: the rank of the epaulettes that each side wears at the start of a game (None: no
    epaulettes)."""
    return carry.wears if len(carry.wears) == sides else (None,) * sides
