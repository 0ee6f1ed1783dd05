"""Checks of bot players: with any options, each strength chooses one of the view's moves. The
choice depends only on the view, the events that the seat was told, and the random numbers given to
the player."""

from __future__ import annotations

from games.contract.playing import Case, ContractBroken, Sitting, cause, random_player
from games.core import Move, Stream
from games.players import manners, remembers, seated, strengths
from games.record import apply


def check_players(case: Case, *, positions: int = 2, most_moves: int = 60) -> None:
    """Check bot players of every strength in `positions` random positions of a game, fewer than
    `most_moves` moves after the deal. Each player is first told all events since the deal. Raises
    ContractBroken."""
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
    """Check that the game has every bot player for which it states a rating. Raises
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
    """Check that a bot player of that strength and manner chooses a legal move, and that a second
    one, told the same events, chooses the same. Returns the move. Raises ContractBroken."""
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
