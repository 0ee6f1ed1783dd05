"""How well members play: their accuracy and their kinds of mistakes. This is computed from the
analyses of their finished games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

TREND_FROM: Final = 4
"""The number of analysed games from which on a member is told the trend of their accuracy."""
LATELY: Final = 10
"""The most games that count as recent. If there are few games, only the newer half of them counts
as recent."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A mistake that was made at a seat. `step` is the index (from 0) of the move in the game's
    record, and `kind` is the kind of mistake (games.analysis.kinds)."""

    step: int
    kind: str


@dataclass(frozen=True, slots=True)
class Judged:
    """How a member played in one analysed game. `decisions` is the number of decisions that the
    member made, and `accuracy` is in per cent. `mistakes` are in the order in which the member made
    them. Moves that a bot player made for the member are left out."""

    table_id: str
    number: int
    game: str
    seat: int
    decisions: int
    accuracy: int
    mistakes: tuple[Mistake, ...]


@dataclass(frozen=True, slots=True)
class Accuracy:
    """A member's accuracy in one kind of game (durak, say), over `games` analysed games. All
    accuracies are in per cent, and each decision has the same weight.

    `lately` is the accuracy in the member's last `LATELY` games, or in the newer half of the games
    if that half has fewer games. `earlier` is the accuracy in all games before those. Both are None
    while there are fewer than `TREND_FROM` games. `commonest` is a pair: the kind of mistake that
    the member made most often, and how often. It is None unless the member made mistakes of one
    kind at least twice, and more often than those of any other kind."""

    games: int
    accuracy: int
    earlier: int | None
    lately: int | None
    commonest: tuple[str, int] | None


def accuracy_in(judged: Sequence[Judged]) -> Accuracy:
    """Return a member's accuracy over `judged`, the member's results in analysed games. There must
    be at least one result. All games must be of the same kind, in the order in which they ended."""
    late = min(LATELY, len(judged) // 2)
    tells = len(judged) >= TREND_FROM
    kinds = Counter(mistake.kind for each in judged for mistake in each.mistakes)
    return Accuracy(
        games=len(judged),
        accuracy=_mean(judged),
        earlier=_mean(judged[:-late]) if tells else None,
        lately=_mean(judged[-late:]) if tells else None,
        commonest=_commonest(kinds),
    )


def by_game(judged: Iterable[Judged]) -> dict[str, Accuracy]:
    """Return a member's accuracy in each kind of game (durak, say). The keys are the games' names.
    `judged` are the member's results in analysed games, in the order in which the games ended."""
    games: dict[str, list[Judged]] = {}
    for each in judged:
        games.setdefault(each.game, []).append(each)
    return {game: accuracy_in(own) for game, own in games.items()}


def _commonest(kinds: Counter[str]) -> tuple[str, int] | None:
    """Return the kind with the highest number, and this number. Return None if several kinds have
    the highest number, or if it is below 2."""
    (kind, most), (_, next_most) = [*kinds.most_common(2), ("", 0), ("", 0)][:2]
    return (kind, most) if most > max(next_most, 1) else None


def _mean(judged: Sequence[Judged]) -> int:
    decisions = sum(each.decisions for each in judged)
    return (sum(each.accuracy * each.decisions for each in judged) + decisions // 2) // decisions
