"""How well a member plays, in words."""

from __future__ import annotations

from bot.analysis.judged import Accuracy
from cogs.words import _, counted
from cogs.words.figures import share
from games.analysis import kinds_of


def accuracy_lines(game: str, accuracy: Accuracy | None) -> list[str]:
    """A member's accuracy in a game, its trend, and the kind of mistake that they make most often;
    nothing where no game of theirs was analysed."""
    if accuracy is None:
        return []
    told = counted(
        "Accuracy {percent} in {number} analysed game",
        "Accuracy {percent} in {number} analysed games",
        accuracy.games,
        percent=share(accuracy.accuracy),
    )
    lines = [f"🎯 {told}{_trend(accuracy)}"]
    if accuracy.commonest is not None:
        kind, number = accuracy.commonest
        lines.append(
            counted(
                "Most common mistake: {kind}, {number} time",
                "Most common mistake: {kind}, {number} times",
                number,
                kind=_(kinds_of(game).names.get(kind, kind)),
            )
        )
    return lines


def _trend(accuracy: Accuracy) -> str:
    if accuracy.earlier is None or accuracy.lately is None:
        return ""
    rise = accuracy.lately - accuracy.earlier
    sign = "↗" if rise > 0 else "↘" if rise < 0 else "→"
    lately = _(
        "earlier {earlier}, lately {lately}",
        earlier=share(accuracy.earlier),
        lately=share(accuracy.lately),
    )
    return f" · {sign} {lately}"
