"""One true sentence from the analysis of a game, for one of its players."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.table.hand.offer import move_label
from cogs.words import _
from cogs.words.cards import text
from cogs.words.game import GameWords
from games.analysis import FULL, Analysis, Decision
from games.analysis.held import AHEAD, BEHIND
from games.moves import Move


def insight(analysis: Analysis, seat: int, words: GameWords, *, won: bool, lost: bool) -> str:
    """The sentence about what decided the game for a seat that won or lost; empty when the analysis
    shows nothing."""
    own = [each for each in analysis.decisions if each.seat == seat]
    told = ""
    if own and lost:
        told = _of_loss(own, words)
    elif own and won:
        told = _of_win(own)
    return f"🔍 {told}" if told else ""


def _of_loss(own: Sequence[Decision], words: GameWords) -> str:
    """The sentence about why the player lost: the mistake that lost the lead for good; else the
    card in an opponent's hand that decided the game; else that there was no mistake."""
    lead = max(AHEAD, own[0].known.before)
    ahead = [each for each in own if each.known.before >= lead]
    if ahead and ahead[-1].is_mistake and ahead[-1].known.after < lead:
        move = move_label(Move.parse(ahead[-1].move), words)
        return _("You were ahead until **{move}**.", move=move)
    if held := [each.held for each in own if each.held]:
        return _("An opponent had {card} all along.", card=text(held[-1]))
    if any(each.is_mistake for each in own):
        return ""
    return _("You didn't make a single mistake that I can see. You just didn't get the cards.")


def _of_win(own: Sequence[Decision]) -> str:
    least = min(each.known.before for each in own)
    if least <= min(BEHIND, own[0].known.before * 6 // 10):
        many = max(2, round(FULL / max(1, least)))
        return _("A comeback! Your chances were down to 1 in {number}.", number=many)
    if least >= AHEAD and not any(each.is_mistake for each in own):
        return _("You were ahead all the way.")
    return ""
