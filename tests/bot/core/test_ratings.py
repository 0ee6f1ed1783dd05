"""Tests of what a member's rating consists of, and how one game changes it."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core import levels
from bot.core.levels import MEASURED, SHOWN, Level, fixed_rating
from bot.core.ratings import MILLION, Rating, rate
from bot.core.results import ALL_TIME, GameResult, Key, Player, SeatResult
from bot.leaderboards.tallies import Tallies
from games.players import BUILT_IN, strengths

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
    return GameResult(
        "durak", 1, kind, max(ranks), None, 5, more.pop("annulled", False), seats, **more
    )


def figures(*games: GameResult) -> dict[Player, int]:
    tallies = Tallies()
    for one in games:
        tallies.count(one)
    return {key.player: tally.figure for key, tally in tallies.of.items() if key.season == ALL_TIME}


def test_everybody_starts_at_1000() -> None:
    assert Rating().figure == 1000
    assert Rating(mu=26_000_000).figure == 1024
    assert Rating(mu=50_000_000, sigma=1_000_000).figure == 2128


def test_a_duel_is_computed_as_in_the_paper() -> None:
    """A game of two players is rated as in algorithm 4 of the paper by Weng and Lin. Before that,
    the square of tau is added to the square of sigma. The formulas of the paper are written out
    here."""
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


def test_one_against_three_is_rated_as_a_side_as_large_as_it_is() -> None:
    sides = (0, 1, 1, 1)
    giant, others = figures(game(1, 2, 2, 2, sides=sides)), figures(game(2, 1, 1, 1, sides=sides))
    for after in (giant, others):
        assert after[BOB] == after[CAT] == after[DAN]
    assert giant[ANN] > giant[BOB]
    assert others[ANN] < others[BOB]
    alone = figures(game(1, 2, players=(ANN, BOB)))
    assert giant[ANN] > alone[ANN], "three are more to beat than one"


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


def test_two_members_and_a_bot_player_are_rated_and_the_bot_player_stays() -> None:
    """A game of two members and a bot player changes the members' ratings. The bot player's fixed
    rating is part of the computation, but doesn't change."""
    tallies = Tallies()
    assert tallies.count(game(1, 2, 1, players=(ANN, BOB, BOT)))[2] is None
    ann, bob = (tallies.of[Key(ALL_TIME, who)] for who in (ANN, BOB))
    assert ann.figure > 1000 > bob.figure - 100
    assert ann.mu > Rating().mu > bob.mu
    assert (ann.rated, bob.rated) == (1, 1)
    bot = tallies.of[Key(ALL_TIME, BOT)]
    assert (bot.games, bot.rated, bot.rating) == (1, 0, Rating())


def test_to_beat_a_master_is_worth_more_than_to_beat_a_beginner() -> None:
    """A member who wins against a master gains more than one who wins against a beginner. A member
    who loses against a master loses less. In each pair of games, only the bot player differs."""
    won, lost = dict[str, int](), dict[str, int]()
    for level in ("beginner", "master"):
        players = (ANN, BOB, Player(0, level))
        won[level] = figures(game(1, 1, 2, players=players))[ANN]
        lost[level] = figures(game(2, 2, 1, players=players))[ANN]
    assert won["beginner"] < won["master"]
    assert lost["beginner"] < lost["master"]


def test_who_ties_with_a_bot_player_gets_the_whole_of_what_was_won() -> None:
    """A member who ties with a bot player gets the whole change of their own rating. If players who
    tie got the mean of their changes, half of the change would go to the bot player, whose rating
    never moves. Then members would lose rating by playing with a bot player."""
    known = Rating(Rating().mu, 1)
    [[tied], [_], [fool]] = rate([[Rating()], [known], [Rating()]], [1, 1, 2])
    # Weng and Lin, algorithm 4, on paper's terms.
    variance = (25 / 3) ** 2 + (25 / 300) ** 2
    c = math.sqrt(2 * variance + (25 / 300) ** 2 + 3 * (25 / 6) ** 2)
    share = 1 / 3
    first = variance / c * ((1 - share) / 2 - share / 2)
    last = variance / c * (-share)
    assert tied.mu == pytest.approx((25 + first) * 1e6, abs=1000)
    assert fool.mu == pytest.approx((25 + last) * 1e6, abs=1000)


def test_one_member_alone_is_not_rated_but_has_practised() -> None:
    tallies = Tallies()
    tallies.count(game(1, 2))
    before = figures(game(1, 2))[ANN]
    master, beginner = Player(0, "master"), Player(0, "beginner")
    for one in (
        game(1, 2, players=(ANN, master)),
        game(2, 1, players=(ANN, master)),
        game(1, 2, 2, players=(ANN, beginner, master)),
        game(1, 2, players=(ANN, beginner)),
    ):
        assert tallies.count(one) == [None] * len(one.seats)
    ann = tallies.of[Key(ALL_TIME, ANN)]
    assert (ann.figure, ann.rated, ann.games, ann.streak) == (before, 1, 1, 1)
    practised = {
        level: tallies.of[Key(ALL_TIME, ANN._replace(strength=level))]
        for level in ("master", "beginner")
    }
    assert [(each.games, each.won) for each in practised.values()] == [(3, 2), (1, 1)]
    assert tallies.of[Key(ALL_TIME, master)].games == 3


def test_who_was_forgotten_during_a_game_is_no_bot_player() -> None:
    """A member whose data was deleted during a game has the id 0 in the game's result, as bot
    players do. This game still rates them as a member."""
    tallies, skilled = Tallies(), Player(0, "skilled")
    tallies.count(game(1, 2, players=(Player(0), skilled)))
    assert tallies.of[Key(ALL_TIME, skilled)].games == 1
    rated = tallies.count(game(1, 2, 3, players=(Player(0), ANN, skilled)))
    assert [figure is None for figure in rated] == [False, False, True]


def test_bot_players_that_nobody_measured_take_no_part_in_a_rating() -> None:
    """A bot player without a measured rating doesn't change what members gain or lose. If it did,
    members could gain without end by playing against a weak bot player of a package."""
    clever = Player(0, "clever")
    assert figures(game(1, 2, 1, players=(ANN, BOB, clever)))[ANN] == figures(game(1, 2))[ANN]
    assert figures(game(1, 1, 2, players=(ANN, BOB, clever)))[ANN] == figures(game(1, 1))[ANN]
    sides = game(1, 2, 1, 2, sides=(0, 1, 0, 1), players=(ANN, clever, BOB, clever))
    assert Tallies().count(sides) == [None] * 4


def test_a_bot_player_beside_a_member_counts_for_their_side() -> None:
    """The level of a bot player on a member's side counts. Ann gains less if she wins together with
    a master than if she wins together with a beginner."""
    strong, weak = (
        figures(game(1, 2, 1, 2, sides=(0, 1, 0, 1), players=(ANN, BOB, Player(0, level), CAT)))
        for level in ("master", "beginner")
    )
    assert 1000 < strong[ANN] < weak[ANN]


LEVELS = ("master", "skilled", "casual", "beginner")


@given(
    st.lists(
        st.tuples(
            st.sampled_from([(ANN, BOB, CAT), (ANN, BOB), (CAT, BOB)]),
            st.lists(st.sampled_from(LEVELS), max_size=3),
            st.randoms(use_true_random=False),
        ),
        max_size=12,
    )
)
def test_whatever_is_played_fixed_ratings_stay_and_members_are_rated_by_all_who_sat(
    played: list[tuple[tuple[Player, ...], list[str], Random]],
) -> None:
    tallies = Tallies()
    for members, strong, rng in played:
        players = [*members, *(Player(0, level) for level in strong)]
        rng.shuffle(players)
        ranks = [rng.randint(1, 2) for _ in players]
        ranks[0] = 1
        figures = tallies.count(game(*ranks, players=players))
        assert [figure is None for figure in figures] == [player.is_bot for player in players]
    for key, tally in tallies.of.items():
        assert not key.player.is_bot or (tally.rating, tally.rated) == (Rating(), 0)
        assert not key.player.is_bot or fixed_rating("durak", key.player.strength)


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_level_of_our_games_has_been_measured_at_tables_of_every_size(name: str) -> None:
    assert set(MEASURED[name]) == {2, 3, 4}
    for measured in MEASURED[name].values():
        assert set(measured.levels) == set(strengths(name))
        assert [name for name, level in measured.levels.items() if not level.error] == [
            measured.anchor
        ]
        assert all(level.games for level in measured.levels.values())


def test_members_meet_the_bot_players_of_their_own_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """The fixed rating of a bot player is measured separately for each number of seats, and the
    rating for the table's number of seats counts. If the table has more seats than were measured,
    the rating for the largest measured number counts."""
    of_size = {
        seats: replace(MEASURED["durak"][SHOWN], levels={"skilled": Level(mu * MILLION, 0, 1)})
        for seats, mu in ((3, 20), (4, 30))
    }

    def beaten(members: Sequence[Player], *sizes: int) -> int:
        """Return Ann's rating figure after a game that a bot player alone has lost against
        `members`, who include Ann. The bot player's rating has been measured only for the numbers
        of seats in `sizes`."""
        monkeypatch.setattr(levels, "MEASURED", {"durak": {size: of_size[size] for size in sizes}})
        ranks = [*[1] * len(members), 2]
        return figures(game(*ranks, players=(*members, Player(0, "skilled"))))[ANN]

    three, four, five = (ANN, BOB), (ANN, BOB, CAT), (ANN, BOB, CAT, DAN)
    assert beaten(three, 3, 4) == beaten(three, 3) < beaten(three, 4)
    assert beaten(four, 3, 4) == beaten(four, 4) > beaten(four, 3)
    assert beaten(five, 3, 4) == beaten(five, 4)
    assert fixed_rating("durak", "skilled") == Rating(30 * MILLION, levels.KNOWN)


@pytest.mark.parametrize("nothing", [game(1, 1, kind="void"), game(1, 2, annulled=True)])
def test_void_and_annulled_games_count_for_nothing(nothing: GameResult) -> None:
    tallies = Tallies()
    assert tallies.count(nothing) == [None, None]
    assert tallies.of == {}


@pytest.mark.parametrize("kind", ["won", "lost", "draw"])
def test_a_game_of_one_side_is_counted_and_not_rated(kind: str) -> None:
    tallies = Tallies()
    assert tallies.count(game(1, 1, kind=kind, sides=(0, 0))) == [None, None]
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
        tallies.count(GameResult("durak", 1, result.kind, 2, season, 5, False, result.seats))
    first, second = (tallies.of[Key(season, ANN)] for season in ("2026-01", "2026-02"))
    assert first.figure == second.figure < tallies.of[Key(ALL_TIME, ANN)].figure
