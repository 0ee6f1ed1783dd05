"""What a rating is, and what one game makes of it."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from typing import Any

import pytest

from bot.domain.ratings import Rating, mean, rate
from bot.domain.results import ALL_TIME, GameResult, Key, Player, SeatResult
from bot.domain.tallies import Tallies

ANN, BOB, CAT, DAN = (Player(number) for number in (1, 2, 3, 4))
BOT = Player(0, "greedy")


def game(
    *ranks: int,
    kind: str = "won",
    sides: Sequence[int] | None = None,
    players: Sequence[Player] = (ANN, BOB, CAT, DAN),
    left: Collection[int] = (),
    **more: Any,
) -> GameResult:
    seats = tuple(
        SeatResult(
            players[seat],
            f"name {seat}",
            sides[seat] if sides else seat,
            rank,
            resigned=seat in left,
        )
        for seat, rank in enumerate(ranks)
    )
    return GameResult(1, kind, max(ranks), None, 5, more.pop("annulled", False), seats, **more)


def figures(*games: GameResult) -> dict[Player, int]:
    tallies = Tallies()
    for one in games:
        tallies.count(one)
    return {key.player: tally.figure for key, tally in tallies.of.items() if key.season == ALL_TIME}


def test_everybody_starts_at_1000() -> None:
    assert Rating().figure == 1000
    assert Rating(mu=26_000_000).figure == 1024
    assert Rating(mu=50_000_000, sigma=1_000_000).figure == 2128


def test_a_duel_is_reckoned_as_in_the_paper() -> None:
    """Weng and Lin, algorithm 4, with sigma raised by tau first: done here on paper's terms."""
    mu, sigma, beta, tau = 25, 25 / 3, 25 / 6, 25 / 300
    variance = sigma**2 + tau**2
    c = math.sqrt(2 * (variance + beta**2))
    chance = 0.5
    omega = variance / c * (1 - chance)
    gamma = math.sqrt(variance) / c
    delta = gamma * variance / c**2 * chance * (1 - chance)
    new_sigma = math.sqrt(variance * (1 - delta))
    [[winner], [loser]] = rate([[Rating()], [Rating()]], [1, 2])
    assert winner.mu == pytest.approx((mu + omega) * 1e6, abs=2)
    assert winner.sigma == pytest.approx(new_sigma * 1e6, abs=2)
    assert loser.mu == pytest.approx((mu - omega) * 1e6, abs=50_000)


def test_a_rating_is_whole_numbers_so_that_the_next_game_starts_from_what_is_stored() -> None:
    [[one], [other]] = rate([[Rating()], [Rating()]], [1, 2])
    assert all(type(number) is int for number in (*one, *other))
    assert mean([one]) == one
    assert mean([Rating(10, 4), Rating(20, 6)]) == Rating(15, 5)


def test_one_fool_among_many_loses_and_the_others_share() -> None:
    after = figures(game(1, 1, 1, 2))
    assert after[ANN] == after[BOB] == after[CAT] > after[DAN]


def test_a_draw_between_equals_moves_nobody() -> None:
    after = figures(game(1, 1, kind="draw"))
    assert after[ANN] == after[BOB]


def test_teams_are_rated_as_teams() -> None:
    after = figures(game(1, 2, 1, 2, sides=(0, 1, 0, 1)))
    assert after[ANN] == after[CAT] > after[BOB] == after[DAN]
    alone = figures(game(1, 2, 1, 2))
    assert after[ANN] != alone[ANN]


def test_who_leaves_a_team_that_wins_has_lost() -> None:
    after = figures(game(1, 2, 2, 2, sides=(0, 1, 0, 1), left=(2,)))
    assert after[ANN] > after[BOB] == after[DAN]
    assert after[CAT] < after[ANN]


def test_giving_up_is_a_loss_whatever_the_rank() -> None:
    tallies = Tallies()
    tallies.count(game(1, 1, 2, left=(0,)))
    assert tallies.of[Key(ALL_TIME, ANN)].lost == 1
    assert tallies.of[Key(ALL_TIME, ANN)].won == 0
    assert tallies.of[Key(ALL_TIME, ANN)].figure < tallies.of[Key(ALL_TIME, BOB)].figure


def test_a_game_with_a_bot_player_rates_the_bot_player_alone() -> None:
    tallies = Tallies()
    tallies.count(game(1, 2))
    before = tallies.of[Key(ALL_TIME, ANN)].figure
    assert tallies.count(game(2, 1, players=(ANN, BOT))) == [
        None,
        tallies.of[Key(ALL_TIME, BOT)].figure,
    ]
    ann = tallies.of[Key(ALL_TIME, ANN)]
    assert (ann.figure, ann.rated, ann.games, ann.lost) == (before, 1, 2, 1)
    assert tallies.of[Key(ALL_TIME, BOT)].figure > 1000


def test_bot_players_gain_more_from_beating_the_better_member() -> None:
    wins = [game(1, 2)] * 5
    against_better = figures(*wins, game(2, 1, players=(ANN, BOT)))
    against_worse = figures(*wins, game(2, 1, players=(BOB, BOT)))
    assert against_better[BOT] > against_worse[BOT]


def test_two_bot_players_of_one_strength_share_a_rating() -> None:
    tallies = Tallies()
    one, other, member = tallies.count(game(1, 2, 2, players=(BOT, BOT, ANN)))
    assert member is None
    assert one == other == tallies.of[Key(ALL_TIME, BOT)].figure
    assert tallies.of[Key(ALL_TIME, BOT)].games == tallies.of[Key(ALL_TIME, BOT)].rated == 2


@pytest.mark.parametrize("nothing", [game(1, 1, kind="void"), game(1, 2, annulled=True)])
def test_void_and_annulled_games_count_for_nothing(nothing: GameResult) -> None:
    tallies = Tallies()
    assert tallies.count(nothing) == [None, None]
    assert tallies.of == {}


def test_a_game_of_one_side_is_counted_and_not_rated() -> None:
    tallies = Tallies()
    assert tallies.count(game(1, 1, kind="draw", sides=(0, 0))) == [None, None]
    assert tallies.of[Key(ALL_TIME, ANN)].games == 1


def test_a_streak_ends_with_a_draw_too() -> None:
    tallies = Tallies()
    for one in (game(1, 2), game(1, 2), game(1, 1, kind="draw"), game(1, 2)):
        tallies.count(one)
    ann = tallies.of[Key(ALL_TIME, ANN)]
    assert (ann.streak, ann.longest, ann.drawn, ann.won) == (1, 2, 1, 3)


def test_a_season_starts_anew() -> None:
    tallies = Tallies()
    results = [game(1, 2), game(1, 2)]
    for result, season in zip(results, ("2026-01", "2026-02"), strict=True):
        tallies.count(GameResult(1, result.kind, 2, season, 5, False, result.seats))
    first, second = (tallies.of[Key(season, ANN)] for season in ("2026-01", "2026-02"))
    assert first.figure == second.figure < tallies.of[Key(ALL_TIME, ANN)].figure
