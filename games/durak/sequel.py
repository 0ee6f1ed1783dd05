"""What one game tells the next at the same table: who deals, who opens, what is worn (DUR-05, DUR-61)."""

from __future__ import annotations

from typing import Annotated, Final

from pydantic import AfterValidator, BaseModel, Field, ValidationError

from games.cards import RANKS
from games.core import OptionsError, Outcome
from games.durak.rules import Rules
from games.durak.state import NOBODY, Opening


def _a_rank_below_the_ace(rank: str) -> str:
    if rank not in RANKS[:-1]:
        raise ValueError("it is no rank, or one that ends a match")
    return rank


Seat = Annotated[int, Field(strict=True, ge=0)]
Worn = Annotated[str, AfterValidator(_a_rank_below_the_ace)]


class Carry(BaseModel):
    """What an outcome of Durak carries: the fool's seat (None after a draw), the dealer's, and in a match of
    epaulettes the rank that each side wears."""

    fool: Seat | None = None
    dealer: Seat | None = None
    wears: tuple[Worn | None, ...] = ()


NOTHING: Final = Carry()
"""What the first game at a table is told, and one after a game of other seats."""


def carry_of(previous: Outcome | None, seats: int) -> Carry:
    """What the `previous` game tells one of so many seats. Raises OptionsError when it makes no sense."""
    if previous is None or len(previous.ranks) != seats:
        return NOTHING
    try:
        carry = Carry.model_validate(previous.carry)
    except ValidationError as error:
        raise OptionsError(
            "The last game's outcome can't be read: {reason}.", reason=error.errors()[0]["msg"]
        ) from error
    for seat in (carry.fool, carry.dealer):
        if seat is not None and seat >= seats:
            raise OptionsError("The last game's outcome can't be read: there is no seat {seat}.", seat=seat)
    return carry


def dealer_after(carry: Carry, seats: int) -> int:
    """DUR-05: the last seat deals first; then the fool, after a draw the same dealer again."""
    if carry.fool is not None:
        return carry.fool
    return seats - 1 if carry.dealer is None else carry.dealer


def opening_after(carry: Carry, previous: Outcome | None, rules: Rules) -> Opening:
    """DUR-05: who attacks first after the `previous` game at the table, by the option `next_attacker`."""
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
            return everybody._replace(among=sum(1 << seat for seat in range(rules.seats) if rules.sides[seat] in won))
        case "lowest-trump":
            return everybody


def worn_after(carry: Carry, sides: int) -> tuple[str | None, ...]:
    """DUR-61: what each of so many sides wears at the start of a game."""
    return carry.wears if len(carry.wears) == sides else (None,) * sides
