"""Tests of the sentence that tells a player something about their finished game. The sentence comes
from the game's analysis. Every such sentence is true."""

from __future__ import annotations

from functools import cache

import pytest

from cogs.table.hand.offer import move_in_sentence
from cogs.table.message.own_ending import insight
from cogs.words.cards import text
from cogs.words.load import words_of
from games.analysis import Analysis, AnalysisBudget, Decision, Judgement, analyse
from games.core import Game
from games.moves import Move
from games.record import replay
from tests.games.test_analysis import golden

QUICK = AnalysisBudget(cost=1, deals=8, close=1, opened=8, nodes=20_000)
PLAYED = ("durak-durnius-passing-6", "durak-classic-2", "dritzak-reversal-6")
AHEAD, BEHIND = 600, 400


@cache
def analysed(name: str) -> Analysis:
    return analyse(golden(name), QUICK)


def told(analysis: Analysis, seat: int, *, won: bool) -> str:
    return insight(analysis, seat, words_of(analysis.game), won=won, lost=not won)


def positions(name: str) -> list[Game]:
    return [game.copy() for game, _, _ in replay(golden(name))]


@pytest.mark.parametrize("name", PLAYED)
def test_a_card_held_all_along_lay_unseen_in_one_other_hand_since_the_deal(name: str) -> None:
    played = positions(name)
    found = [each for each in analysed(name).decisions if each.held]
    assert found
    for each in found:
        assert each.known.before >= AHEAD
        assert each.opened.before <= BEHIND
        so_far = played[: each.step + 1]
        ((holder,),) = {holders(game, each.held) for game in so_far}
        assert holder != each.seat
        view = so_far[-1].view(each.seat)
        assert all(each.held not in zone.cards for zone in view.zones)


def holders(game: Game, card: str) -> tuple[int, ...]:
    """Return the seats that have a card in hand."""
    seats = range(len(game.view(None).seats))
    return tuple(seat for seat in seats if card in game.view(seat).hand)


@pytest.mark.parametrize("name", PLAYED)
def test_every_sentence_about_a_played_game_is_true(name: str) -> None:
    analysis = analysed(name)
    words = words_of(analysis.game)
    for seat in range(analysis.seats):
        own = [each for each in analysis.decisions if each.seat == seat]
        chances = [each.known.before for each in own]
        mistakes = [each for each in own if each.is_mistake]
        lost, won = told(analysis, seat, won=False), told(analysis, seat, won=True)
        turned = [
            each
            for number, each in enumerate(own)
            if each in mistakes
            and each.known.before >= AHEAD > each.known.after
            and all(later < AHEAD for later in chances[number + 1 :])
        ]
        labels = {move_in_sentence(Move.parse(each.move), words) for each in turned}
        true_of_loss = {
            *(f"🔍 You were ahead until {label}." for label in labels),
            *(f"🔍 An opponent had {text(each.held)} all along." for each in own if each.held),
            "" if mistakes else NO_MISTAKE,
        }
        assert lost in true_of_loss
        if won == "🔍 You were ahead all the way.":
            assert min(chances) >= AHEAD
            assert not mistakes
        elif won:
            assert min(chances) <= BEHIND
            assert f"1 in {max(2, round(1000 / max(1, min(chances))))}" in won


NO_MISTAKE = "🔍 You didn't make a single mistake that I can see. You just didn't get the cards."


def decision(
    before: int, loss: int = 0, *, opened: int = 500, held: str = "", move: str = "beat 10H JH"
) -> Decision:
    known = Judgement("take", before, loss, exact=False)
    seen = Judgement("take", opened, 0, exact=False)
    return Decision(0, 0, move, 2, known, seen, held=held)


@pytest.mark.parametrize(
    ("decisions", "sentence"),
    [
        ((decision(700), decision(700, 300), decision(350)), "You were ahead until **J**"),
        ((decision(700, held="AS"), decision(300)), "An opponent had **A**"),
        (
            (decision(700, held="AS"), decision(700, 300), decision(350)),
            "You were ahead until **J**",
        ),
        (
            (decision(700), decision(700, 300, move="take"), decision(350)),
            "You were ahead until the move “Pick up”.",
        ),
        ((decision(500), decision(300)), "You didn't make a single mistake"),
        ((decision(500, 200), decision(300)), ""),
    ],
)
def test_a_loss_is_told_by_what_made_the_difference(
    decisions: tuple[Decision, ...], sentence: str
) -> None:
    analysis = Analysis("durak", 2, decisions)
    said = told(analysis, 0, won=False)
    assert said.startswith(f"🔍 {sentence}") if sentence else said == ""
