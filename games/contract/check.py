"""Runs the checks of the contract: on one deal, or on every preset of a game with every possible
number of players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Set
from itertools import count
from typing import Final

from games.contract import (
    ahead,
    endings,
    judges,
    lessons,
    numbers,
    opened,
    pauses,
    players,
    playing,
    refusals,
    samples,
    scores,
    secrecy,
    shapes,
    state,
)
from games.contract.playing import Case, Chooser, Sitting
from games.core import Game, Move, OptionsError, Stream
from games.players import player, strengths


def every_case(kind: type[Game], seed: bytes = b"contract") -> Iterator[tuple[str, Case]]:
    """Yield pairs of a preset's name and a case to deal. There is one pair for each preset and each
    number of players that the preset allows. Raises ContractBroken for a preset that allows no
    number of players."""
    for preset in kind.Options.presets:
        options = kind.options(preset)
        playable = False
        for seats in kind.players:
            try:
                kind.check(options, seats)
            except OptionsError:
                continue
            playable = True
            yield preset, Case(kind, options, seats, seed)
        if not playable:
            raise playing.ContractBroken(
                f"The preset {preset} of {kind.title} can't be played by any number of players."
            )


LONG: Final = 150
"""From this number of moves on, only every fifth position is checked, so that long games end in
reasonable time."""


def check_case(
    case: Case,
    *,
    chooser: Chooser = playing.random_player,
    every: int = 10,
    open_deal: bool = False,
) -> Sitting:
    """Play one game from the deal to the outcome, and check the promises during the game. `chooser`
    chooses the moves. Returns the finished game. Raises ContractBroken.

    Some checks of the events are done after every move. The position is checked after every move
    too, but from move `LONG` on only after every fifth. All other checks are done after about one
    move in `every`, and less often later in the game. The record is checked at the end. `open_deal`
    says that the hands are public after the deal."""
    sitting = Sitting(case)
    with sitting.blamed():
        _check_to_the_end(sitting, chooser, every, open_deal=open_deal)
    return sitting


def _check_to_the_end(sitting: Sitting, chooser: Chooser, every: int, *, open_deal: bool) -> None:
    case = sitting.case
    rng = Stream(b"check" + case.seed)
    shapes.check_shapes(sitting)
    pauses.check_seats_named(sitting, sitting.game.dealt())
    dealt = Counter(playing.cards_in(sitting.game.position()))
    public = secrecy.public_at_the_deal(sitting, open_deal=open_deal)
    secrecy.check_deal(sitting)
    _check_closely(sitting, dealt, public, rng)
    samples.check_samples_vary(sitting, rng)
    close = 1
    for number in count(1):
        before = []
        if number >= close:
            before = [sitting.game.view(seat) for seat in playing.seats_and_spectator(sitting.game)]
            public |= secrecy.lying_open(sitting)
        step = sitting.choose(chooser, rng)
        events = sitting.make(step)
        endings.check_deeds(sitting, events)
        pauses.check_chapters(sitting, events)
        pauses.check_seats_named(sitting, events)
        if number < LONG or number % 5 == 0:
            state.check_round_trip(sitting, views=False)
        public |= set(playing.cards_in([event.fields for event in events]))
        if number >= close:
            secrecy.check_events(sitting, before, step, events)
            _check_closely(sitting, dealt, public, rng)
            close = number + 1 + rng.randrange(2 * every) + number // 2
        if sitting.game.outcome is not None:
            break
    public |= set(playing.cards_in(sitting.game.view(None)))
    _check_closely(sitting, dealt, public, rng)
    endings.check_outcome(sitting)
    state.check_record(case, sitting.steps)


def _check_closely(
    sitting: Sitting,
    dealt: Counter[str],
    public: Set[str],
    rng: Stream,
) -> None:
    shapes.check_shapes(sitting)
    state.check_moves(sitting)
    numbers.check_amounts(sitting, rng)
    numbers.check_number_zones(sitting)
    pauses.check_pause(sitting)
    ahead.check_ahead(sitting)
    ahead.check_forced(sitting)
    state.check_conservation(sitting, dealt)
    secrecy.check_views(sitting, public)
    scores.check_scores(sitting)
    opened.check_opened(sitting)
    opened.check_finished(sitting)
    state.check_round_trip(sitting, ahead=6)
    state.check_copy(sitting)
    refusals.check_refusals(sitting, rng)
    samples.check_samples(sitting, rng)
    secrecy.check_hidden_swaps(sitting, rng)


def check_game(kind: type[Game]) -> None:
    """Check all promises of a game: with every preset and every possible number of players, in
    every lesson, and of its judge (which values moves).

    Raises ContractBroken at the first broken promise. The game must be installed (`games.load` must
    find it), because a record contains only the name of its game."""
    for _, case in every_case(kind):
        check_case_whole(case)
    lessons.check_lessons(kind)
    judges.check_judge(kind)


def check_case_whole(case: Case) -> None:
    """Check every promise for one preset and number of players. Raises ContractBroken."""
    finished = check_case(case)
    rng = Stream(b"more" + case.seed)
    with playing.blamed(case.kind):
        refusals.check_options_refused(case)
        state.check_determinism(case, moves=60)
        endings.check_resignations(case, rng)
        endings.check_everyone_leaves(case, rng, after=rng.randrange(12))
        if finished.game.outcome is not None:
            endings.check_sequel(case, finished.game.outcome)
        players.check_players(case)
        for chooser in every_chooser(case.kind):
            endings.check_ending(case, chooser)


def every_chooser(kind: type[Game]) -> list[Chooser]:
    """Return the players with which a game must come to an end. These are all bot players of the
    game and two artificial players. One of them always makes the move that seems worst for it
    (`playing.worst_player`). The other never takes or passes while it can play cards."""
    bots = [_bot(kind.name, strength) for strength in strengths(kind.name)]
    return [*bots, playing.worst_player, playing.cards_first_player]


def _bot(name: str, strength: str) -> Chooser:
    choose = player(name, strength)

    def chooser(game: Game, seat: int, rng: Stream) -> Move:
        return choose(game.view(seat), rng)

    return chooser
