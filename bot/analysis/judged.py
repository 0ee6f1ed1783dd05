"""How well members play, computed from the analyses of their finished games: accuracy and kinds of
mistakes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

TREND_FROM: Final = 4
"""The number of analysed games from which on a trend is told."""
LATELY: Final = 10
"""The most games that count as recent; of few games, the later half does."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A mistake of a seat: its step in the record, from 0, and its kind (games.analysis.kinds)."""

    step: int
    kind: str


@dataclass(frozen=True, slots=True)
class Judged:
    """How a member played in one analysed game. `decisions` is the number of decisions that the
    member made themselves, `accuracy` is in per cent, and `mistakes` are in order. Moves that a bot
    player made for the member are left out."""

    table_id: str
    number: int
    game: str
    seat: int
    decisions: int
    accuracy: int
    mistakes: tuple[Mistake, ...]


@dataclass(frozen=True, slots=True)
class Accuracy:
    """A member's accuracy in one kind of game, over `games` analysed games. All accuracies are in
    per cent, and each decision has the same weight.

    `lately` is the accuracy in the last `LATELY` games (in half of the games if there are not that
    many), and `earlier` that in all games before them. Both are None while there are fewer than
    `TREND_FROM` games. `commonest` is the kind of mistake that the member made most often, with its
    count; None without a mistake."""

    games: int
    accuracy: int
    earlier: int | None
    lately: int | None
    commonest: tuple[str, int] | None


def accuracy_in(judged: Sequence[Judged]) -> Accuracy:
    """Return a member's accuracy over these analysed games, which are of one kind, oldest first.
    There must be at least one."""
    late = min(LATELY, len(judged) // 2)
    tells = len(judged) >= TREND_FROM
    kinds = Counter(mistake.kind for each in judged for mistake in each.mistakes)
    return Accuracy(
        games=len(judged),
        accuracy=_mean(judged),
        earlier=_mean(judged[:-late]) if tells else None,
        lately=_mean(judged[-late:]) if tells else None,
        commonest=min(kinds.items(), key=lambda each: (-each[1], each[0]), default=None),
    )


def by_game(judged: Iterable[Judged]) -> dict[str, Accuracy]:
    """Return a member's accuracy in each kind of game, by the game's name. `judged` are the
    analysed games of that member, oldest first."""
    games: dict[str, list[Judged]] = {}
    for each in judged:
        games.setdefault(each.game, []).append(each)
    return {game: accuracy_in(own) for game, own in games.items()}


def _mean(judged: Sequence[Judged]) -> int:
    decisions = sum(each.decisions for each in judged)
    return (sum(each.accuracy * each.decisions for each in judged) + decisions // 2) // decisions
