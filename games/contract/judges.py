"""A check of a game's judge. A judge values moves in analyses, and must recognise a seat that
always plays the worst move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Final

from games.analysis import AnalysisBudget, NotJudged, judge_of
from games.analysis.judge import Asked, Judge
from games.analysis.judges import PlainJudge, afforded
from games.analysis.runs import Gap, Purse, first_run, second_run
from games.contract.playing import Case, ContractBroken, cause
from games.core import Chance, Game, Move, OptionsError, Stream, Told
from games.errors import GameError
from games.players.random import choose as random_player
from games.players.search import Trial
from games.told_events import told

SEAT: Final = 0
"""The seat whose decisions are judged."""
DECISIONS: Final = 24
"""The largest number of decisions that the check judges. Only clear decisions are judged (see
`CLEAR`). The check ends earlier if the judge passes earlier."""
LOOKED_AT: Final = 240
"""The most decisions that are examined in the search for clear ones. A decision is clear if its
worst move is surely worse than the played move."""
LATE: Final = 6
"""How many of the last decisions of a game are examined."""
MOVES: Final = 6
"""The worst move of a decision is looked for among at most this number of legal moves. If the
decision has more moves, some are chosen at random."""
IMAGINED: Final = 8
"""The number of imagined deals in which the worst move of a decision is looked for. The found move
is used only if it is also clearly worse than the bot player's move in twice as many other deals."""
CLEAR: Final = 4
"""A decision is clear if its worst move does worse than the played move by more than √`CLEAR`
standard errors (that is, two). Both moves are tried in imagined deals."""
STATED: Final = 16
"""The worst moves must lose more in total than the bot player's moves, by more than √`STATED`
standard errors (that is, four). These errors are computed from how the judge's own values vary
between deals. A judge that knows nothing exceeds this limit in fewer than one of a thousand
checks."""
SCATTERED: Final = 6
"""The worst moves must lose more in total than the bot player's moves, by more than √`SCATTERED`
standard errors. These errors are computed from how the difference varies between decisions, because
a judge's own error might be stated too small. A judge that knows nothing exceeds this limit in
about three of a hundred checks."""
BUDGET: Final = AnalysisBudget(cost=40_000, deals=24, close=0, opened=1, decision=120_000)
"""How much the judge may compute for a decision. Many decisions in few deals show more than few
decisions in many deals."""


class Verdict:
    """The result of a check so far. It says how much more the worst moves lose than the bot
    player's moves, according to the game's judge (which values moves in analyses). The numbers are
    sums over all decisions, in thousandths of a win."""

    def __init__(self) -> None:
        self.decisions = self.more = self.stated = self.scattered = 0

    def add(self, worst: Gap | None, usual: Gap | None) -> None:
        """Add one decision. `worst` is how much the worst move loses against the judge's best move,
        and `usual` how much the bot player's move loses. A value is None if the judge finds no
        better move."""
        apart = 0
        for sign, gap in ((1, worst), (-1, usual)):
            if gap is not None:
                apart += sign * gap.mean
                self.stated += gap.spread // gap.deals**3
        self.decisions += 1
        self.more += apart
        self.scattered += apart * apart

    @property
    def is_told(self) -> bool:
        """Whether the judge has noticed that the worst moves lose more than the bot player's moves.
        The total difference must be clearly larger than the judge's own standard error. It must
        also be clearly larger than the error that follows from how the difference varies between
        decisions."""
        margin = max(STATED * self.stated, SCATTERED * self.scattered)
        return self.more > 0 and self.more**2 > margin


def check_judge(kind: type[Game]) -> None:
    """Check that a game's judge recognises a seat which always plays the worst move. The judge must
    find that this seat loses more than a bot player in the same positions. The difference must be
    larger than the judge's own error. Raises ContractBroken.

    The check uses the settings of the deal of the day (`Game.daily`). If the game has none, it uses
    the first preset with the fewest players. The worst move is found without the judge: bot players
    play imagined deals to their end. Nothing is checked for a game without a judge."""
    case, verdict, title = _case(kind), Verdict(), kind.title
    try:
        budget, rng = afforded(case.header(), BUDGET), Stream(b"worst" + case.seed)
        for number, (judge, asked) in enumerate(_decisions(case, judge_of(kind.name))):
            worst = _clearly_worst(asked, rng)
            if worst is not None:
                chance = b"%d" % number
                found = _given_up(judge, replace(asked, played=worst), budget, chance)
                verdict.add(found, _given_up(judge, asked, budget, chance))
            if verdict.is_told:
                return
            if verdict.decisions == DECISIONS or number == LOOKED_AT:
                break
    except NotJudged:
        return
    except Exception as error:
        raise ContractBroken(f"The judge of {title} can't judge a game: {cause(error)}") from error
    raise ContractBroken(
        f"The judge of {title} doesn't notice a player who always plays the worst "
        f"move: in {verdict.decisions} decisions it finds that they give up "
        f"{verdict.more} thousandths of a game more than a bot, which is no more than chance."
    )


def _case(kind: type[Game]) -> Case:
    daily = kind.daily
    if daily is not None:
        return Case(kind, kind.options(daily.preset), daily.seats)
    options = kind.options()
    for seats in kind.players:
        try:
            kind.check(options, seats)
        except OptionsError:
            continue
        return Case(kind, options, seats)
    raise ContractBroken(
        f"The first preset of {kind.title} can't be played by any number of players."
    )


def _decisions(case: Case, kind: type[Judge]) -> Iterator[tuple[Judge, Asked]]:
    """Yield decisions of seat `SEAT` in games between bot players. Each comes with the judge that
    was told the seat's events. Only decisions near the end of a game are used, because playouts are
    short there."""
    for number in range(LOOKED_AT):
        deal = replace(case, seed=case.seed + number.to_bytes(2, "big"))
        early = sum(1 for _ in _in_game(deal, kind)) - LATE
        yield from islice(_in_game(deal, kind), max(0, early), None)


def _in_game(deal: Case, kind: type[Judge]) -> Iterator[tuple[Judge, Asked]]:
    game, judge, seen = deal.deal(), kind(), list[Told]()
    rng, happened = Stream(deal.seed), game.dealt()
    choose = PlainJudge().player(game)
    while game.outcome is None:
        for event in told(happened, SEAT):
            judge.watch(*event)
            seen.append(event)
        seat = min(game.waiting_on)
        view = game.view(seat)
        move = choose(view, rng)
        if seat == SEAT and len(view.moves) > 1:
            yield judge, Asked(game.copy(), seat, view, move, tuple(seen))
        try:
            happened = game.play(seat, move)
        except GameError:
            happened = game.play(seat, random_player(view, rng))


def _clearly_worst(asked: Asked, rng: Chance) -> Move | None:
    """Find the worst move: bot players play imagined deals to their end after each move. Returns
    None unless the worst move is clearly worse than the played move."""
    imagine = PlainJudge().imagine(asked, rng)
    worth: dict[Move, int] = dict.fromkeys(_some(asked.view.moves, rng), 0)
    for _ in range(IMAGINED):
        play = imagine()
        for move in worth:
            worth[move] += play(move)[0]
    worst, usual = Trial(min(worth, key=worth.__getitem__)), Trial(asked.played)
    if worst.choice == usual.choice:
        return None
    for _ in range(2 * IMAGINED):
        play = imagine()
        for trial in (worst, usual):
            trial.values.append(play(trial.choice)[0])
    return worst.choice if usual.is_ahead(worst, CLEAR) else None


def _some(moves: Sequence[Move], rng: Chance) -> list[Move]:
    """Return the moves in random order, but at most `MOVES` of them."""
    few = list(moves)
    rng.shuffle(few)
    return few[:MOVES]


def _given_up(judge: Judge, asked: Asked, budget: AnalysisBudget, seed: bytes) -> Gap | None:
    """Return how much better the judge's best move is than the played move. Returns None if the
    judge finds no better move. The best move is found in some deals, and the gap is then measured
    in other deals."""
    purse, moves = Purse(budget, 1), judge.tried(asked, Stream(seed + b"moves"))
    imagine = judge.imagine(asked, Stream(seed + b"first"))
    _, best, own = first_run(moves, asked.played, imagine, purse)
    if best is own:
        return None
    imagine = judge.imagine(asked, Stream(seed + b"second"))
    return Gap.between(*second_run((best, own), imagine, purse))
