"""Checks of bot players. With any options, each strength must choose a legal move. The choice may
depend only on the view, on the events that the seat was told, and on the random numbers that the
player is given."""

from __future__ import annotations

from games.contract.playing import Case, ContractBroken, Sitting, cause, random_player
from games.core import Move, Stream
from games.players import manners, remembers, seated, strengths
from games.record import apply


def check_players(case: Case, *, positions: int = 2, most_moves: int = 60) -> None:
    """Check bot players of every strength in `positions` random positions of a game. Each position
    is reached by fewer than `most_moves` random moves. Before it chooses, each player is told all
    events that its seat was told since the deal. Raises ContractBroken."""
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
    """Check `Game.ratings`: each rating must be of a bot player that the game has. Raises
    ContractBroken."""
    known = set(strengths(case.kind.name))
    for seats, ratings in case.kind.ratings.items():
        unknown = ", ".join(sorted(set(ratings) - known))
        if unknown:
            raise ContractBroken(
                f"{case.kind.title} has ratings with {seats} seats for players it doesn't have: "
                f"{unknown}."
            )


def check_player(sitting: Sitting, seat: int, strength: str, manner: str = "") -> Move:
    """Check a bot player of this strength and manner (style of play). It must choose a legal move.
    A second player that was told the same events must choose the same move. Returns the move.
    Raises ContractBroken."""
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
