"""Tests of pairings: who plays whom, in tournaments of any size and with any results."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.core.model import Speed
from bot.core.scope import SittingId, sitting_of
from bot.tournaments.fixtures import End, step
from bot.tournaments.model import (
    LEAST,
    MOST,
    Entrant,
    Fixture,
    Format,
    Manner,
    Tournament,
    TournamentRules,
    TournamentStage,
    Verdict,
)
from bot.tournaments.pairing import Field, bracket, next_round, rounds_of, seeded, swiss_pairs
from bot.tournaments.standings import standings, winners

IN_ROUNDS = [each for each in Format if each is not Format.ARENA]
SIZES = st.integers(LEAST, MOST)
SMALL = st.integers(LEAST, 9)


def rules(kind: Format, games: int = 1) -> TournamentRules:
    return TournamentRules(kind, "heaps", "plain", "", {}, Speed.QUICK, games)


def begun(kind: Format, size: int, secret: bytes = b"s" * 32) -> Tournament:
    entrants = seeded([Entrant(n, 1000 + n, f"M{n}") for n in range(1, size + 1)], {}, secret)
    return Tournament(
        "abcdef",
        1,
        2,
        None,
        rules(kind),
        TournamentStage.PLAYING,
        secret,
        datetime.now(UTC),
        entrants=entrants,
    )


def played(tournament: Tournament, draw: st.DataObject, *, leaving: bool = False) -> Tournament:
    """Return the tournament after one more round, whose results Hypothesis draws. With `leaving`,
    one member leaves in some examples after the round."""
    verdicts = [Verdict.HOME, Verdict.AWAY, Verdict.NOBODY]
    if tournament.rules.format is not Format.KNOCKOUT:
        verdicts.append(Verdict.DRAW)
    fixtures = [
        each
        if each.verdict
        else replace(each, verdict=draw.draw(st.sampled_from(verdicts)), manner=Manner.PLAYED)
        for each in next_round(tournament)
    ]
    entrants = list(tournament.entrants)
    if leaving and draw.draw(st.booleans()):
        gone = draw.draw(st.integers(0, len(entrants) - 1))
        entrants[gone] = replace(entrants[gone], gone=True)
    return replace(tournament, fixtures=(*tournament.fixtures, *fixtures), entrants=tuple(entrants))


@given(size=SIZES)
@settings(max_examples=20)
def test_in_a_round_robin_everybody_meets_everybody_once(size: int) -> None:
    tournament = begun(Format.ROUND_ROBIN, size)
    while fixtures := next_round(tournament):
        busy = Counter(seed for each in fixtures for seed in each.seeds)
        assert set(busy) == set(range(1, size + 1))
        assert set(busy.values()) == {1}, "once a round"
        done = tuple(
            replace(each, verdict=Verdict.DRAW) if not each.verdict else each for each in fixtures
        )
        tournament = replace(tournament, fixtures=(*tournament.fixtures, *done))
    met = Counter(frozenset(each.seeds) for each in tournament.fixtures if each.away)
    assert met == Counter(map(frozenset, combinations(range(1, size + 1), 2)))
    byes = Counter(each.home for each in tournament.fixtures if each.away is None)
    assert byes == (Counter(range(1, size + 1)) if size % 2 else Counter())


@given(size=SIZES, draw=st.data())
@settings(max_examples=30, deadline=None)
def test_swiss_has_no_rematch_and_no_second_bye(size: int, draw: st.DataObject) -> None:
    tournament = begun(Format.SWISS, size)
    for _ in range(rounds_of(Format.SWISS, size)):
        tournament = played(tournament, draw)
        busy = Counter(
            seed for each in tournament.in_round(tournament.round) for seed in each.seeds
        )
        assert set(busy) == set(range(1, size + 1))
        assert set(busy.values()) == {1}
    met = Counter(frozenset(each.seeds) for each in tournament.fixtures)
    assert set(met.values()) == {1}, "neither a pair nor a bye comes twice"
    assert next_round(tournament) == ()


def matchings(order: tuple[int, ...]) -> list[list[frozenset[int]]]:
    """Return all ways to divide an even number of members into pairs."""
    if not order:
        return [[]]
    first, *rest = order
    return [
        [frozenset((first, other)), *more]
        for other in rest
        for more in matchings(tuple(each for each in rest if each != other))
    ]


@given(draw=st.data(), half=st.integers(2, 4))
@settings(max_examples=100, deadline=None)
def test_who_must_meet_again_in_swiss_are_as_few_as_can_be(draw: st.DataObject, half: int) -> None:
    order = tuple(range(1, 2 * half + 1))
    pairs = [frozenset(pair) for pair in combinations(order, 2)]
    met = draw.draw(st.frozensets(st.sampled_from(pairs)))
    points = {seed: draw.draw(st.integers(0, 4)) for seed in order}
    found = [
        frozenset(each for each in pair if each)
        for pair in swiss_pairs(Field(order, points, met, frozenset()))
    ]
    assert {seed for pair in found for seed in pair} == set(order)
    fewest = min(sum(pair in met for pair in way) for way in matchings(order))
    assert sum(pair in met for pair in found) == fewest


def test_in_swiss_those_with_equal_points_meet() -> None:
    tournament = begun(Format.SWISS, 8)
    first = next_round(tournament)
    assert {each.seeds for each in first} == {(1, 5), (2, 6), (3, 7), (4, 8)}
    won = tuple(replace(each, verdict=Verdict.HOME) for each in first)
    second = next_round(replace(tournament, fixtures=won))
    assert [set(each.seeds) for each in second] == [{1, 3}, {2, 4}, {5, 7}, {6, 8}]


@given(size=SIZES, draw=st.data())
@settings(max_examples=30, deadline=None)
def test_a_knockout_leaves_one(size: int, draw: st.DataObject) -> None:
    tournament = begun(Format.KNOCKOUT, size)
    lost: set[int] = set()
    while next_round(tournament):
        tournament = played(tournament, draw)
        for each in tournament.in_round(tournament.round):
            assert not lost & set(each.seeds), "who has lost plays no more"
        for each in tournament.in_round(tournament.round):
            lost |= set(each.seeds) - {each.winner}
    assert tournament.round <= rounds_of(Format.KNOCKOUT, size)
    assert len(set(range(1, size + 1)) - lost) <= 1
    if all(each.verdict is not Verdict.NOBODY for each in tournament.fixtures):
        assert winners(tournament) == sorted(set(range(1, size + 1)) - lost)
        assert len([each for each in tournament.fixtures if each.away]) == size - 1


@given(size=SIZES)
def test_the_best_seeds_meet_late_and_have_the_byes(size: int) -> None:
    pairs = bracket(size)
    assert {seed for pair in pairs for seed in pair if seed} == set(range(1, size + 1))
    byes = {first for first, other in pairs if other is None}
    assert byes == set(range(1, len(byes) + 1))
    halves = [pairs[: len(pairs) // 2], pairs[len(pairs) // 2 :]]
    assert [any(1 in pair for pair in half) for half in halves] == [True, False]
    assert [any(2 in pair for pair in half) for half in halves] == [False, True]


@given(kind=st.sampled_from(IN_ROUNDS), size=SMALL, draw=st.data())
@settings(max_examples=60, deadline=None)
def test_who_leaves_plays_no_more_and_it_comes_to_an_end(
    kind: Format, size: int, draw: st.DataObject
) -> None:
    tournament = begun(kind, size)
    for _ in range(rounds_of(kind, size)):
        gone = {each.seed for each in tournament.entrants if each.gone}
        for each in next_round(tournament):
            assert each.verdict is not None or not gone & set(each.seeds)
            if each.verdict is not None and each.winner is not None:
                assert each.winner not in gone
        tournament = played(tournament, draw, leaving=True)
    assert next_round(tournament) == ()
    assert not {each.seed for each in tournament.entrants if each.gone} & set(winners(tournament))


@given(kind=st.sampled_from(IN_ROUNDS), size=SMALL, draw=st.data())
@settings(max_examples=40, deadline=None)
def test_points_are_what_the_fixtures_gave(kind: Format, size: int, draw: st.DataObject) -> None:
    tournament = begun(kind, size)
    while next_round(tournament):
        tournament = played(tournament, draw)
    given_out = Counter[int]()
    for each in tournament.fixtures:
        assert each.verdict is not None
        given_out.update(dict(zip(each.seeds, each.verdict.points, strict=False)))
    table = standings(tournament)
    assert {line.seed: line.points for line in table} == {
        seed: given_out[seed] for seed in range(1, size + 1)
    }
    assert [line.place for line in table] == sorted(line.place for line in table)
    assert all(2 * line.won + line.drawn == line.points for line in table)


def test_a_round_robins_tie_break_counts_those_whom_one_beat() -> None:
    """Ties in a round robin are broken by Sonneborn and Berger's score. A member's score is the sum
    of the points of all opponents whom the member beat, and of half the points of all opponents
    with whom the member drew."""
    verdicts = {
        (1, 2): Verdict.HOME,
        (1, 3): Verdict.AWAY,
        (1, 4): Verdict.DRAW,
        (2, 3): Verdict.HOME,
        (2, 4): Verdict.HOME,
        (3, 4): Verdict.DRAW,
    }
    fixtures = tuple(
        Fixture(1, board, home, away, 1, verdict, Manner.PLAYED)
        for board, ((home, away), verdict) in enumerate(verdicts.items(), 1)
    )
    found = standings(replace(begun(Format.ROUND_ROBIN, 4), fixtures=fixtures))
    told = [(each.seed, each.place, each.points, each.tiebreak) for each in found]
    assert told == [(2, 1, 4, 5), (1, 2, 3, 5), (3, 3, 3, 4), (4, 4, 2, 2)]


def test_seeds_follow_ratings_and_lots_decide_between_equals() -> None:
    entrants = [Entrant(n, n, f"M{n}") for n in range(1, 9)]
    figures = {3: 1200, 5: 1500}
    orders = {
        tuple(each.member_id for each in seeded(entrants, figures, bytes([n]) * 32))
        for n in range(20)
    }
    assert {order[:2] for order in orders} == {(5, 3)}
    assert len(orders) > 10, "lots differ from secret to secret"
    again = seeded(list(reversed(entrants)), figures, b"\0" * 32)
    assert again == seeded(entrants, figures, b"\0" * 32)


H, A, D, V = End.HOME, End.AWAY, End.DRAW, End.VOID


@pytest.mark.parametrize(
    ("kind", "games", "ends", "verdict", "opens"),
    [
        (Format.SWISS, 1, [], None, True),
        (Format.SWISS, 1, [End.OPEN], None, False),
        (Format.SWISS, 1, [A], Verdict.AWAY, False),
        (Format.SWISS, 1, [D], Verdict.DRAW, False),
        (Format.KNOCKOUT, 1, [D], None, True),
        (Format.KNOCKOUT, 1, [D, D, H], Verdict.HOME, False),
        (Format.ROUND_ROBIN, 3, [H], None, True),
        (Format.ROUND_ROBIN, 3, [H, H], Verdict.HOME, False),
        (Format.ROUND_ROBIN, 3, [H, A], None, True),
        (Format.ROUND_ROBIN, 3, [H, A, D], Verdict.DRAW, False),
        (Format.ROUND_ROBIN, 3, [D, H], None, True),
        (Format.KNOCKOUT, 3, [H, A, D], None, True),
        (Format.KNOCKOUT, 3, [H, A, D, A], Verdict.AWAY, False),
        (Format.KNOCKOUT, 5, [H, H, A], None, True),
        (Format.SWISS, 1, [V], None, True),
        (Format.SWISS, 1, [V, V, V], None, False),
        (Format.SWISS, 1, [End.ONLY_AWAY], Verdict.AWAY, False),
        (Format.KNOCKOUT, 3, [End.ONLY_HOME], None, True),
        (Format.KNOCKOUT, 3, [End.NEITHER], Verdict.NOBODY, False),
    ],
)
def test_a_match_ends_when_it_is_decided(
    kind: Format, games: int, ends: list[End], verdict: Verdict | None, opens: bool
) -> None:
    fixture = Fixture(1, 1, 1, 2, len(ends))
    found = step(rules(kind, games), fixture, ends)
    assert (found.fixture.verdict, found.opens) == (verdict, opens)
    assert found.fixture.games == len(ends) + opens


@given(
    st.integers(1, 63),
    st.integers(1, 32),
    st.integers(1, 99),
    st.text("0a9z", min_size=6, max_size=6),
)
def test_a_tables_id_leads_back(number: int, board: int, game: int, tournament: str) -> None:
    sitting = SittingId(tournament, number, board, game)
    assert sitting_of(sitting.table_id) == sitting
    assert len(sitting.table_id) <= 16
    assert sitting_of(tournament) is None
