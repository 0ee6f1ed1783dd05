"""Puts a hint for the player into words: the move that the adviser (a bot player) recommends, its
reason, and how other moves compare."""

from __future__ import annotations

from typing import Final

from cogs.table.hand.offer import move_label
from cogs.words import _, counted
from cogs.words.game import GameWords
from games.core import Move, View
from games.players.finding import FULL, Finding

# Translators: A hint about the best move.

TENTHS: Final = 10


def advice_line(view: View, finding: Finding, words: GameWords) -> str:
    """Return the hint for the seat that sees this view, in words: the recommended move, the reason,
    and the chances. `finding` is the adviser's result."""
    move = Move.parse(finding.move)
    reason = words.reason(view, finding) or _plain_reason(view, finding)
    told = f"**{move_label(move, words)}**: {reason}"
    return " ".join(filter(None, ("🎓", told, _chances(finding, words))))


def _plain_reason(view: View, finding: Finding) -> str:
    """Return the reason for the recommended move in a game that has no words for reasons. The
    reason says how the adviser has found the move."""
    if len(view.moves) == 1:
        # Translators: After a move and a colon: “Pick up: it's your only move.”
        return _("it's your only move.")
    if finding.proven:
        return _("I've tried every way the game can go from here.")
    if finding.deals:
        return counted(
            "I tried {number} possible deal, and no other move was clearly better.",
            "I tried {number} possible deals, and no other move was clearly better.",
            finding.deals,
        )
    # Translators: After a move and a colon: “7♠: that's my rule of thumb here.”
    return _("that's my rule of thumb here.")


def _chances(finding: Finding, words: GameWords) -> str:
    if finding.chance is None:
        return ""
    if finding.proven:
        return _proof(finding, words)
    hope = counted(*words.hope, _tenths(finding.chance))
    other = next(iter(finding.others), None)
    if other is None or _tenths(other.chance) >= _tenths(finding.chance):
        # Translators: {hope} is a chance: “After that, you win 7 out of 10 deals.”
        return _("After that, {hope}.", hope=hope)
    return _(
        "After that, {hope}. After “{other}”, it's only {number}.",
        hope=hope,
        other=move_label(Move.parse(other.move), words),
        number=_tenths(other.chance),
    )


def _proof(finding: Finding, words: GameWords) -> str:
    """Return the sentence that says which end of the game is proven after the recommended move (a
    win, a draw or a loss), and names a move that would be a mistake."""
    if finding.chance == 0:
        return _("★ Proven. Only someone else's mistake can save you now.")
    if finding.chance == FULL:
        told = _("★ Proven. Nobody can stop you after this.")
    else:
        told = _("★ Proven. It's a draw from here.")
    worse = next((each for each in finding.others if each.chance < (finding.chance or 0)), None)
    if worse is None:
        return told
    other = move_label(Move.parse(worse.move), words)
    return " ".join((told, _("“{other}” would be a mistake.", other=other)))


def _tenths(chance: int) -> int:
    """Return a chance (0 to `FULL`) as a number of tenths, from 1 to 9: an estimate is never
    rounded to 0 or 10."""
    return min(max((chance * TENTHS + FULL // 2) // FULL, 1), TENTHS - 1)
