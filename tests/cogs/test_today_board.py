"""Tests of what `/puzzle` shows of the deals of today and yesterday. Members who have finished
today's deal see the results of the others. On the next day everybody sees these results, with all
hands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.today.model import DayGame, Deal, Judged, Sitting, in_order
from cogs.table.message.seal import short_seal
from cogs.today.board import past_message, today_message
from games.core import Move
from tests.cogs.test_today_result import SEEDS, ended
from tests.limits import text_of
from tests.sightings import cards_in


def played() -> list[Sitting]:
    """Return the finished games of two members, Nora and Pavel, who played the same deal. Pavel's
    result is better. One of Nora's moves was costly."""
    nora, pavel = ended("durak", SEEDS["won", 4]), ended("durak", SEEDS["won", 1])
    good, bad = Judged("gyr", 61, 0, 400), Judged("gg", 97)
    return [
        replace(nora, played=replace(nora.played, judged=good)),
        replace(pavel, played=replace(pavel.played, member_id=8, name="Pavel", judged=bad)),
    ]


def home(deal: Deal, own: DayGame | None, board: Sequence[DayGame] | None, streak: int) -> str:
    tomorrow = replace(deal, day=deal.day + 1, secret=b"t" * 32)
    return text_of(today_message(deal, own, board, streak, tomorrow).to_components())


def test_today_is_told_with_the_seal_of_tomorrow_and_days_in_a_row() -> None:
    deal = played()[0].deal
    before = home(deal, None, None, 1)
    for bot in deal.bots:
        assert bot in before
    assert f"Tomorrow's shuffle code: {short_seal(replace(deal, secret=b't' * 32).seal)}" in before
    assert "🔥" not in before, "one day is no row"
    assert "🔥" not in home(deal, None, None, 0)
    assert "🔥 3 days in a row" in home(deal, None, None, 3)


def test_yesterday_is_told_with_its_best_the_costliest_move_the_hands_and_the_secret() -> None:
    nora, pavel = played()
    board = in_order([nora.played, pavel.played])
    told = text_of(past_message(nora.deal, board, nora).to_components())
    assert "2 of you played this deal." in told
    assert "🥇 **Pavel** · #1 of 4 · 🟩🟩 · 97% accuracy" in told
    assert "🥈 **Nora** · #4 of 4 · 🟩🟨🟥 · 61% accuracy" in told
    costliest = next(line for line in told.splitlines() if line.startswith("💥"))
    move = Move.parse(nora.played.steps[0].move)
    assert cards_in(costliest) == {*move.cards}
    assert costliest.endswith("by Nora.")
    hands = nora.deal.header.deal().position()["hands"]
    assert {card for hand in hands for card in hand} <= cards_in(told)
    assert nora.deal.secret.hex() in told
    nobody = text_of(past_message(nora.deal, [], None).to_components())
    assert "Nobody here played this deal." in nobody
    assert "💥" not in nobody
