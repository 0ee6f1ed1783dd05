"""Promises about players: with any options, each level chooses one of the view's moves, and the
choice depends only on the view, what the seat was told, and the given chance."""

from __future__ import annotations

from games.contract.playing import Case, ContractBroken, Sitting, cause, random_player
from games.core import Move, Stream
from games.players import manners, remembers, seated, strengths
from games.record import apply


def check_players(case: Case, *, positions: int = 2, most_moves: int = 60) -> None:
    """Check players of every strength in some random positions; each player has been in its seat
    since the deal. Raises ContractBroken."""
    rng = Stream(b"players" + case.seed)
    check_ratings(case)
    for _ in range(positions):
        sitting = Sitting(case)
        for _ in range(rng.randrange(most_moves)):
            step = sitting.choose(random_player, rng)
            ahead = sitting.game.copy()
            apply(ahead, step)
            if ahead.outcome is not None:
                break
            sitting.make(step)
        seat = rng.choice(sitting.actors())
        game = case.kind.name
        for strength in strengths(game):
            known = ["", *manners(game)]
            # Who remembers may think for long.
            for manner in [rng.choice(known)] if remembers(game, strength) else known:
                check_player(sitting, seat, strength, manner)


def check_ratings(case: Case) -> None:
    """Every rated bot player exists. Raises ContractBroken."""
    known = set(strengths(case.kind.name))
    for seats, ratings in case.kind.ratings.items():
        unknown = ", ".join(sorted(set(ratings) - known))
        if unknown:
            raise ContractBroken(
                f"{case.kind.title} has ratings with {seats} seats for players it doesn't have: "
                f"{unknown}."
            )


def check_player(sitting: Sitting, seat: int, strength: str, manner: str = "") -> Move:
    """Two players of that strength and manner, which were told what the seat was told, choose the
    same move, and it is one of the seat's moves. Returns the move."""
    game = sitting.game
    view = game.view(seat)
    try:
        chosen = [_choice(sitting, seat, strength, manner) for _ in range(2)]
    except Exception as error:
        raise sitting.broken(f"Seat {seat}'s player ({strength}) raises {cause(error)}") from error
    sitting.hold(
        view.allows(chosen[0]),
        f"Seat {seat}'s player ({strength}) wants {chosen[0]}, which isn't legal.",
    )
    sitting.hold(
        chosen[0] == chosen[1],
        f"Seat {seat}'s player ({strength}) plays {chosen[0]} first "
        f"and {chosen[1]} when asked again.",
    )
    return chosen[0]


def _choice(sitting: Sitting, seat: int, strength: str, manner: str) -> Move:
    player = seated(sitting.game.name, strength, manner)
    for name, fields in sitting.seen[seat]:
        player.watch(name, fields)
    return player.choose(sitting.game.view(seat), Stream(b"chance" + sitting.case.seed))
