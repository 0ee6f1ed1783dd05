"""Checks of refusals. A text that is not a legal move must be refused with a reason, and must
change nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from games.cards import CARDS
from games.contract.playing import (
    Case,
    ContractBroken,
    Sitting,
    as_json,
    as_text,
    seats_and_spectator,
)
from games.core import (
    Game,
    GameError,
    GameOptions,
    IllegalMove,
    InvalidMove,
    Move,
    OptionsError,
    Stream,
)

NO_MOVES: Final[tuple[str, ...]] = (
    "",
    " ",
    "\n",
    "?",
    "-",
    "0",
    "6S",
    "6S 6S",
    "play",
    "play 1",
    "play 6s",
    "play 6S 6S",
    "take 6S",
    "draw 99999",
    "resign",
    "♠",
    "päss",
    "{seat}",
    "%s",
    "a" * 199,
    "a" * 5000,
    "beat " * 60,
    "__class__",
    "target X",
    "flip -1",
)
"""Texts that are not a legal move in any known game. If such a text is legal in a position, it is
skipped there."""


class ForeignOptions(GameOptions):
    """Options that belong to no game. Every game must refuse them."""

    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {"foreign": {}}


def check_options_refused(case: Case) -> None:
    """Check that a game raises OptionsError when it is dealt with the options of another game.
    Raises ContractBroken."""
    title = case.kind.title
    try:
        case.kind.new(ForeignOptions(), seats=case.seats, seed=case.seed)
    except OptionsError:
        return
    except Exception as error:
        raise ContractBroken(
            f"{title} raises, when given the options of another game, {type(error).__name__}: "
            f"{error}; only OptionsError is allowed (`own_options` raises it)."
        ) from error
    raise ContractBroken(
        f"{title} accepts the options of another game. `own_options` would refuse them."
    )


def check_refusals(sitting: Sitting, rng: Stream, *, tries: int = 6) -> None:
    """Check that a game refuses malformed moves, moves that are not legal now, moves of other
    seats, and moves by seats that don't exist. For each of them, the game must raise InvalidMove,
    or IllegalMove with the id of a rule. The error must have a reason, and the game must not
    change. Raises ContractBroken."""
    game = sitting.game
    before = _everything(game)
    for seat, text in _wrong_moves(sitting, rng, tries):
        _check_refused(sitting, seat, text)
        sitting.hold(
            as_json(game.position()) == before[0],
            f"The refused move “{seat} {text}” changed the position.",
        )
    sitting.hold(_everything(game) == before, "Refused moves changed what the game shows.")


def _everything(game: Game) -> tuple[object, ...]:
    views = [as_text(game.view(seat)) for seat in seats_and_spectator(game)]
    return as_json(game.position()), views, game.outcome, sorted(game.waiting_on)


def _wrong_moves(sitting: Sitting, rng: Stream, tries: int) -> list[tuple[int, str]]:
    game = sitting.game
    legal = {seat: game.legal_moves(seat) for seat in range(game.seats)}
    some = [move for moves in legal.values() for move in moves]
    past = [step.move for step in sitting.steps if step.move != "resign"]
    wrong: list[tuple[int, str]] = [
        (seat, "".join(some[:1]) or "draw") for seat in (-1, game.seats, 10**9)
    ]
    for _ in range(tries):
        seat = rng.randrange(game.seats)
        texts = [
            rng.choice(NO_MOVES),
            *([rng.choice(some)] if some else []),
            *([rng.choice(past)] if past else []),
        ]
        texts += [_changed(text, rng) for text in texts[1:]]
        wrong.extend((seat, text) for text in texts if not _is_legal(game, seat, text, legal[seat]))
    return wrong


def _changed(text: str, rng: Stream) -> str:
    """Return the text of a move with one random word replaced, doubled, left out or written in
    small letters."""
    words = text.split()
    place = rng.randrange(len(words))
    changes = [[rng.choice(CARDS)], [words[place], words[place]], [], ["5"], [words[place].lower()]]
    return " ".join([*words[:place], *rng.choice(changes), *words[place + 1 :]])


def _is_legal(game: Game, seat: int, text: str, legal: list[Move]) -> bool:
    try:
        move = Move.parse(text)
    except InvalidMove:
        return False
    return move in legal or any(amount.allows(move) for amount in game.amounts(seat))


def _check_refused(sitting: Sitting, seat: int, text: str) -> None:
    what = f"“{seat} {text[:60]}”"
    try:
        sitting.game.play(seat, text)
    except IllegalMove as error:
        sitting.hold(
            bool(error.rule.strip()),
            f"The illegal move {what} is refused without the id of a rule.",
        )
        sitting.hold(
            bool(str(error).strip()), f"The illegal move {what} is refused without a reason."
        )
        sitting.hold(
            seat in range(sitting.game.seats),
            f"{what} comes from a seat that isn't there: no IllegalMove.",
        )
    except InvalidMove as error:
        sitting.hold(
            bool(str(error).strip()), f"The invalid move {what} is refused without a reason."
        )
    except Exception as error:  # noqa: BLE001 - whatever else it raises is what this looks for
        sitting.hold(
            False,
            f"The move {what} raises {type(error).__name__}: {error}; only refusals are allowed.",
        )
    else:
        sitting.hold(False, f"The move {what} isn't among the legal ones, but was played.")


def check_resign_refused(sitting: Sitting, seat: int) -> None:
    """Check that a seat which can't leave the game is refused when it resigns. The error must have
    a reason, and the position must not change. Raises ContractBroken."""
    before = as_json(sitting.game.position())
    try:
        sitting.game.resign(seat)
    except GameError as error:
        sitting.hold(bool(str(error).strip()), f"Seat {seat} can't resign, and isn't told why.")
        sitting.hold(
            isinstance(error, IllegalMove | InvalidMove),
            f"Resigning raises {type(error).__name__}: {error}",
        )
    except Exception as error:  # noqa: BLE001 - whatever else it raises is what this looks for
        sitting.hold(
            False,
            (
                f"Seat {seat} resigning raises {type(error).__name__}: {error}; only refusals are "
                f"allowed."
            ),
        )
    else:
        sitting.hold(False, f"Seat {seat} could resign with no game to leave.")
    after = as_json(sitting.game.position())
    sitting.hold(after == before, f"The refused resignation of seat {seat} changed the position.")
