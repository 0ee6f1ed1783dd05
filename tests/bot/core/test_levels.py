"""Tests of how the fixed ratings of bot players' levels are found, with the same rating model as
for members."""

from __future__ import annotations

from math import exp, sqrt
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.levels import DATA, PAGE, as_table, as_toml, in_page, measured, to_play
from benchmarks.plackett_luce import PRECISION, Ranked, fitted, inverse, likelihood
from bot.core.levels import MEASURED, SHOWN, Level
from bot.core.ratings import MILLION, MODEL
from games.players import VERSION

TRUE = {"master": 34.0, "casual": 25.0, "beginner": 21.0, "random": 10.0}


def drawn(rng: Random, names: tuple[str, ...], deal: int) -> Ranked:
    """Draw at random the ranks of `names` in one game, as the rating model assumes. The first place
    is drawn, and stronger players are likelier to get it. Each next place is drawn in the same way
    from the players who are left."""
    scale = MODEL.beta * sqrt(len(names))
    left, order = list(names), list[str]()
    while left:
        order.append(rng.choices(left, [exp(TRUE[name] / scale) for name in left])[0])
        left.remove(order[-1])
    return Ranked(names, tuple(order.index(name) + 1 for name in names), deal)


def round_robin(seed: int, number: int) -> list[Ranked]:
    rng = Random(seed)
    return [
        drawn(rng, tuple(rng.sample(sorted(TRUE), rng.choice((2, 2, 3, 4)))), deal)
        for deal in range(number)
    ]


@settings(max_examples=5, deadline=None)
@given(st.integers(0, 10**6))
def test_ratings_are_found_again_within_their_errors(seed: int) -> None:
    fit = fitted(round_robin(seed, 600), "casual")
    assert fit.mu["casual"] == 25
    assert fit.error["casual"] == 0
    for name in set(TRUE) - {"casual"}:
        assert 0.2 < fit.error[name] < 2
        assert abs(fit.mu[name] - TRUE[name]) < 5 * fit.error[name]


def test_at_the_ratings_found_the_members_model_moves_nobody_on_average() -> None:
    """If the members' rating model (OpenSkill) rates each game from the measured ratings, the
    changes of each player's rating add up to almost zero. What is left comes from the prior, the
    assumption about a player before any game. The prior pulls ratings towards the mean."""
    games = round_robin(7, 400)
    games += [Ranked(("master", "random", "casual"), (1, 1, 2), deal) for deal in range(20)]
    fit = fitted(games, "casual")
    sigma, moved = 1e-3, dict.fromkeys(TRUE, 0.0)
    for game in games:
        before = [[MODEL.rating(mu=fit.mu[name], sigma=sigma)] for name in game.names]
        after = MODEL.rate(before, ranks=[float(rank) for rank in game.ranks], tau=1e-9)
        for name, [rating] in zip(game.names, after, strict=True):
            moved[name] += (rating.mu - fit.mu[name]) / sigma**2
    for name in set(TRUE) - {"casual"}:
        assert moved[name] == pytest.approx(PRECISION * (fit.mu[name] - MODEL.mu), abs=1e-3)


def test_no_other_ratings_make_the_games_likelier() -> None:
    games = round_robin(3, 200)
    fit = fitted(games, "casual")

    def worth(mu: dict[str, float]) -> float:
        prior = sum((each - MODEL.mu) ** 2 for each in mu.values())
        return likelihood(games, mu) - PRECISION * prior / 2

    best = worth(dict(fit.mu))
    for name in set(TRUE) - {"casual"}:
        for change in (-0.2, 0.2):
            assert worth({**fit.mu, name: fit.mu[name] + change}) < best


def test_games_of_one_deal_are_one_observation() -> None:
    """Games that share a deal count as one observation. If each game is added three more times, the
    standard error of each rating stays about the same."""
    games = round_robin(5, 100)
    once, often = fitted(games, "casual"), fitted(games * 4, "casual")
    for name in set(TRUE) - {"casual"}:
        assert often.error[name] == pytest.approx(once.error[name], rel=0.2)


def test_who_loses_every_game_has_a_rating() -> None:
    lost = [Ranked(("casual", "random"), (1, 2), deal) for deal in range(50)]
    assert 0 < fitted(lost, "casual").mu["random"] < 15


def test_an_inverse_is_one() -> None:
    near = inverse([[4.0, 1.0], [1.0, 3.0]])
    assert [[round(11 * each) for each in row] for row in near] == [[3, -1], [-1, 4]]


def test_every_group_plays_every_deal_from_every_seat() -> None:
    strengths = ["skilled", "casual", "greedy"]
    lines = list(to_play("durak", "classic", 2, 3, strengths))
    assert len(lines) == 3 * 3 * 2
    for first, second in (("skilled", "casual"), ("casual", "skilled"), ("greedy", "skilled")):
        deals = [line["deal"] for line in lines if line["names"] == [first, second]]
        assert deals == [0, 1, 2]


def test_a_later_measurement_holds_greedy_and_the_first_one_casual() -> None:
    line = {"players": VERSION, "game": "durak", "preset": "classic", "kind": "won"}
    log = [
        {**line, "deal": deal, "names": names, "ranks": [1, 2, 3]}
        for deal in range(6)
        for names in (
            ["casual", "greedy", "random"],
            ["greedy", "casual", "random"],
            ["master", "casual", "greedy"],
        )
    ]
    log.append({**line, "deal": 0, "names": ["greedy", "master"], "ranks": [1, 2]})
    first = measured("durak", 3, log, anew=True)
    assert (first.anchor, first.levels["casual"]) == ("casual", Level(25 * MILLION, 0, 18))
    later = measured("durak", 3, log, anew=False)
    assert later.anchor == "greedy"
    assert later.levels["greedy"] == Level(MEASURED["durak"][SHOWN].levels["greedy"].mu, 0, 18)
    gaps = [of.levels["master"].mu - of.levels["greedy"].mu for of in (first, later)]
    assert gaps[0] == pytest.approx(gaps[1], abs=2 * MILLION)
    assert first.games == {"classic": 18}, "tables of another size are measured by themselves"
    duels = measured("durak", 2, log, anew=False)
    assert (duels.games, set(duels.levels)) == ({"classic": 1}, {"master", "greedy"})


def test_the_page_shows_the_ratings_that_are_played_by() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert in_page(page, as_table(MEASURED)) == page
    assert as_toml(MEASURED) == DATA.read_text(encoding="utf-8")
