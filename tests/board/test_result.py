"""Tests of the end of a game at a board. Players read their own result in sentences without their
name. Watchers read the names of the winners."""

from __future__ import annotations

import random

import pytest

import games
from board.scenes import of_table
from board.told import ResultTold
from bot.core.model import Phase, Seat, Table
from bot.leaderboards.model import Booked, Moved
from bot.preferences.model import MemberSettings
from cogs.analysis.insights import Insights
from cogs.doors.telling import told
from cogs.table.drawn import Aftermath
from cogs.table.message.own_ending import own_ending
from tests import WHOLE_GAMES
from tests.board.boards import ADA, BERTA, House
from tests.board.test_playing import played_out
from tests.cogs.plugins import own_package
from tests.cogs.tables import table
from tests.journeys.test_analysis import SMALL
from tests.journeys.whole_packages import SHORT
from tests.present import present

__all__ = ["own_package"]

NAMES = ("Ada", "Bo", "Cy", "Di")
SEATS = tuple(Seat(name, 101 + number) for number, name in enumerate(NAMES))
BOOKED = Booked(moved=(Moved(1500, 1516), Moved(1500, 1484)), badges=((0, "first-game"),))
INSIGHT = "🔍 You were ahead until **10**♥."


def ended(name: str, rng: random.Random) -> Table:
    """Play the game `name` at random, again and again, until a game is won. Return the table of
    this game. (A draw has no winner, so it is not returned.)"""
    kind = games.load(name)
    while True:
        game = kind.new(kind.options(SHORT.get(name)), seats=len(SEATS), seed=rng.randbytes(16))
        while game.outcome is None:
            seat = rng.choice(sorted(game.waiting_on))
            game.play(seat, rng.choice(game.legal_moves(seat)))
        if game.outcome.kind == "won":
            return table(game=name, seats=SEATS, phase=Phase.OVER, live=game, outcome=game.outcome)


def read_by(shown: Table, member_id: int) -> ResultTold:
    scene = of_table(shown, member_id)
    after = Aftermath(BOOKED, INSIGHT if scene.seat is not None else "")
    return present(told(scene, (), MemberSettings(), after).result)


@pytest.mark.parametrize("game", ["durak", "dritzak", "tredici", *WHOLE_GAMES])
@pytest.mark.usefixtures("own_package")
def test_nobody_reads_of_themselves_in_the_third_person(game: str) -> None:
    shown = ended(game, random.Random(27))
    ranks = present(shown.outcome).ranks
    for number, seat in enumerate(SEATS):
        result = read_by(shown, present(seat.member_id))
        assert result.headline == present(own_ending(shown, number, BOOKED)).headline
        assert not [line for line in (result.headline, *result.lines) if seat.name in line]
        assert "🔍 You were ahead until 10♥." in result.lines
    watched = read_by(shown, 999)
    assert any(name in watched.headline for name in NAMES)
    assert not any("🔍" in line for line in watched.lines)
    assert [ranks[each.seat] for each in watched.places] == sorted(ranks), "the best first"
    notes = {each.seat: each.note for each in watched.places}
    assert notes == {0: "1500 → 1516 ▲16", 1: "1500 → 1484 ▼16", 2: "", 3: ""}


async def test_a_sentence_from_the_analysis_comes_to_an_open_board(home: House) -> None:
    analyses = home.bot.analyses
    analyses.budget, analyses.unasked = SMALL, True
    await home.bot.add_cog(Insights(home.bot))
    table = await home.dealt()
    async with home.page(table, ADA.id) as ada, home.page(table, BERTA.id) as berta:
        over = await played_out(home, table, ada, berta)
        state = await ada.at(over.version)
        await home.bot.cog(Insights)._background.finish()
        again = await ada.until(lambda frame: frame["is"] == "state")
        assert (again["version"], again["phase"]) == (state["version"], "over")
        assert set(state["result"]["lines"]) <= set(again["result"]["lines"])
        assert again["log"] == state["log"]
