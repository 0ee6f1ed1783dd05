"""Tests of statistics, the numbers about a player such as games won. Each statistic in `COLUMNS` is
a column of leaderboards and also an order in which they can be sorted. A statistic of a deed is not
shown for a game that doesn't have this deed."""

from __future__ import annotations

from bot.core.results import GameResult, Player, SeatResult
from bot.core.statistics import BEST, BY_ORDER, COLUMNS, ORDERS, STATISTICS, Statistic
from bot.leaderboards.model import Sort
from cogs.leaderboards.names import orders, statistics, told
from games.core import Deed

EPAULETTES = Statistic(
    name="worn",
    told="worn {number}",
    adds=lambda _game, seat: sum(deed.times for deed in seat.deeds),
    deed="epaulettes-worn",
)


def test_every_column_is_something_that_a_board_can_go_by() -> None:
    assert set(ORDERS) == set(COLUMNS) <= set(STATISTICS)
    assert len(BY_ORDER) == len(ORDERS)
    assert not {Sort.RATING, Sort.DEED, ""} & set(BY_ORDER)
    names = {statistic.name for statistic in STATISTICS}
    for statistic in COLUMNS:
        assert statistic.heading
        assert statistic.title
        assert {tie.removeprefix("-") for tie in statistic.ties} <= names - {statistic.name}


def test_a_statistic_of_a_deed_is_shown_where_the_deed_is_known() -> None:
    among = (*COLUMNS, EPAULETTES)
    usual = [each for each in COLUMNS if not each.deed]
    assert statistics("durak", among) == [*usual, EPAULETTES]
    assert statistics("dritzak", among) == usual
    assert statistics(None, among) == [*usual, EPAULETTES]


def test_a_board_of_all_games_goes_by_wins_and_never_by_a_rating() -> None:
    assert orders("durak")[:2] == [Sort.RATING, Sort.WINS]
    assert orders(None)[0] == Sort.WINS


def test_numbers_are_told_in_as_many_forms_as_they_have() -> None:
    assert [told(COLUMNS[0], number) for number in (1, 2)] == ["1 game", "2 games"]
    assert told(EPAULETTES, 3) == "worn 3"


def test_the_best_score_is_the_highest_of_a_game_and_not_their_sum() -> None:
    def scored(score: int) -> tuple[GameResult, SeatResult]:
        deeds = (Deed(0, "score", degree=score),)
        seat = SeatResult(Player(1), "Ada", 0, 1, resigned=False, deeds=deeds)
        return GameResult("lanterns", 1, "lost", 1, None, 0, annulled=False, seats=(seat,)), seat

    best = 0
    for score in (12, 17, 9):
        best = BEST.after(best, *scored(score))
    assert best == 17
    game, seat = scored(9)
    assert (game.lost_by(seat), game.won_by(seat)) == (True, False)
