"""The judges of all games: the judges of the built-in games, the judges that packages offer, and a
plain judge for every other game.

The plain judge only imagines deals of the game. So it needs a bot player that plays well: if deals
are played to their end at random, all moves look equally good."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final

import games
from games.analysis.dritzak import DritzakJudge
from games.analysis.durak import DurakJudge
from games.analysis.judge import Judge, player_for
from games.analysis.runs import FEW, AnalysisBudget
from games.analysis.tredici import TrediciJudge
from games.core import Chance, Game, OptionsError
from games.errors import GameError, Sentence
from games.guarded import contract_of, guarded
from games.plugins import loaded, must
from games.record import Header
from games.sentences import marked
from games.shuffle import Stream

NUMBERS: Final = 1 << 32
"""How many different seeds the random numbers of a deal can have."""


class PlainJudge(Judge):
    """The judge for games without a judge of their own. It imagines deals, and the game's bot
    player plays them to their end. All moves tried in one deal get the same random numbers, so that
    luck does not make their values different."""

    needs = 6

    def chance_in_deal(self, rng: Chance) -> Callable[[], Chance]:
        """Return a function that each playout of a deal calls once. The function returns the source
        of random numbers for this playout. Here each call returns a new source, but all of them
        give the same numbers."""
        seed = rng.randrange(NUMBERS).to_bytes(4, "big")
        return lambda: Stream(seed)


ENTRY_POINTS: Final = "shijo.judges"
"""The group of entry points in which a package offers the judge of a game: `game =
"module:Class"`, a subclass of `games.analysis.judge.Judge` that is made without parameters."""

BUILT_IN: Final[Mapping[str, type[Judge]]] = {
    "durak": DurakJudge,
    "dritzak": DritzakJudge,
    "tredici": TrediciJudge,
}
"""The judges of our own games."""

COMPARED: Final = 2
"""The number of moves that a judge must be able to compare. A game isn't judged if the budget is
too small to try so many moves in `FEW` deals."""


class NotJudged(GameError):
    """Raised when the game has no judge, or when its playouts take too long to compare moves."""

    template = marked(
        "I can't analyse {game}, because I can't tell its good moves from its bad ones."
    )


@cache
def _found() -> tuple[dict[str, type[Judge]], dict[str, str]]:
    return loaded(ENTRY_POINTS, BUILT_IN, _fit)


def _fit(name: str, offered: Any) -> type[Judge]:
    """Check the judge class that a package offers for the game `name`. Returns the class, guarded
    so that no exception in it can end the process (games.guarded). Raises NotUsable. Any error
    raised while an object of the class is made is passed on."""
    must(name in games.available(), f"there is no game {name}")
    must(isinstance(offered, type) and issubclass(offered, Judge), f"it is no Judge: {offered!r}")
    judge: type[Judge] = offered
    judge()
    return guarded(judge, contract_of(Judge))


def broken() -> dict[str, str]:
    """Return the judges of packages that were found but can't be used, as a dict from the game's
    name to the reason."""
    return dict(_found()[1])


def judge_of(game: str) -> type[Judge]:
    """Return the judge class of this game: the game's own, or if it has none, PlainJudge. Raises
    NotJudged if the game has no suitable bot player or its deals can't be imagined."""
    own = BUILT_IN.get(game) or _found()[0].get(game)
    if own is not None:
        return own
    kind = games.load(game)
    if player_for(game) is None or not _is_imagined(kind):
        raise NotJudged(game=Sentence(kind.title))
    return PlainJudge


def afforded(header: Header, budget: AnalysisBudget) -> AnalysisBudget:
    """Return the budget for one game, raised to what the game's judge needs. Raises NotJudged if
    one playout is so slow that two moves couldn't be compared."""
    judge = judge_of(header.game)
    budget = budget.times(judge.needs)
    if header.game not in BUILT_IN:
        _, cost = judge().finish(header.deal(), 0, Stream(header.seed))
        if cost * COMPARED * FEW > budget.cost:
            raise NotJudged(game=Sentence(games.load(header.game).title))
    return budget


@cache
def _is_imagined(kind: type[Game]) -> bool:
    """Return whether deals of this game can be imagined. This is tried once, with the default
    options and the first number of seats that they allow."""
    options = kind.options()
    for seats in kind.players:
        try:
            game = kind.new(options, seats=seats, seed=bytes(32))
            kind.sample(game.view(0), Stream(b""))
        except OptionsError:
            continue
        # Whatever a package's code raises: it does not imagine.
        except Exception:  # noqa: BLE001
            return False
        return True
    return False
