"""Tests of the pictures of tournaments. The bracket shows the present round, the running games, and
who goes on to the next round. The podium shows the first three places."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bot.pictures.bracket import (
    BELOW,
    CLOSE,
    Bracket,
    Column,
    Contender,
    Pair,
    State,
    bracket_scene,
)
from bot.pictures.champions import Placed, champions_scene
from bot.pictures.fonts import width
from bot.pictures.scene import Box, Scene, Text
from bot.tournaments.model import Fixture, Format, Manner, Tournament, TournamentStage, Verdict
from bot.tournaments.pairing import next_round, rounds_of
from cogs.discord.languages import LANGUAGES, speaking
from cogs.tournaments.bracket import bracket_of, round_title
from cogs.tournaments.places import Place
from tests.bot.tournaments.test_pairing import begun, played

LONG = "The Right Honourable Aiko Watanabe-Schmidt"


def contenders(pairs: Iterable[Pair]) -> Iterator[Contender]:
    for pair in pairs:
        yield pair.first
        if pair.second is not None:
            yield pair.second


def lies_inside(scene: Scene) -> bool:
    return all(
        thing.x >= 0
        and thing.x + width(thing.text, thing.size) <= scene.wide
        and thing.y + thing.size <= scene.high
        if isinstance(thing, Text)
        else not isinstance(thing, Box)
        or (thing.x + thing.wide <= scene.wide and thing.y + thing.high <= scene.high)
        for thing in scene.things
    )


@given(size=st.integers(4, 64), rounds=st.integers(0, 5), draw=st.data())
@settings(max_examples=30, deadline=None)
def test_the_round_that_is_played_is_shown_whole(
    size: int, rounds: int, draw: st.DataObject
) -> None:
    tournament = begun(Format.KNOCKOUT, size)
    for _ in range(min(rounds, rounds_of(Format.KNOCKOUT, size) - 1)):
        tournament = played(tournament, draw)
    tournament = replace(
        tournament,
        fixtures=(*tournament.fixtures, *next_round(tournament)),
        entrants=tuple(replace(each, name=each.name + LONG) for each in tournament.entrants),
    )
    bracket = bracket_of(tournament, {})
    names = {
        tournament.seeded[seed].name
        for each in tournament.in_round(tournament.round)
        for seed in each.seeds
    }
    assert names <= {each.name for column in bracket.columns for each in contenders(column.pairs)}
    for column, following in zip(bracket.columns, bracket.columns[1:], strict=False):
        assert len(column.pairs) == 2 * len(following.pairs)
    scene = bracket_scene(bracket)
    assert lies_inside(scene)
    assert scene.high <= 16 * (90 + (BELOW + CLOSE) / 2) + 120, "never more than sixteen pairs high"


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_of_ten_letters_and_the_titles_of_three_rounds_are_written_whole(
    language: str,
) -> None:
    name = "Олександра"
    pair = Pair(Contender(name, "1"), Contender(name, "0", lost=True))
    with speaking(language):
        titles = [round_title(number, 3) for number in (1, 2, 3)]
    rounds = [Column(title, (pair,) * 2 ** (2 - place)) for place, title in enumerate(titles)]
    scene = bracket_scene(Bracket(tuple(rounds), {}, ""))
    shown = {each.text for each in scene.things if isinstance(each, Text)}
    assert shown == {*titles, name, "0", "1"}


def final(stage: TournamentStage, *, verdict: Verdict | None) -> Tournament:
    """Return a knockout tournament of four members in its final, with the stage `stage` and the
    result `verdict` of the final (None: it isn't over). The first semi-final was won 2:1. The
    second one was won because the opponent was absent."""
    fixtures = (
        Fixture(1, 1, 1, 4, 3, Verdict.HOME, Manner.PLAYED, 4, 2),
        Fixture(1, 2, 2, 3, 1, Verdict.AWAY, Manner.CLOCK, 0, 0),
        Fixture(2, 1, 1, 3, 1, verdict, Manner.PLAYED if verdict else None, 0, 2 if verdict else 0),
    )
    return replace(begun(Format.KNOCKOUT, 4), stage=stage, fixtures=fixtures)


def test_a_bracket_has_scores_the_game_that_runs_and_at_last_the_winner() -> None:
    going = final(TournamentStage.PLAYING, verdict=None)
    one, three, four = (going.seeded[seed].name for seed in (1, 3, 4))
    place = Place("table", "https://discord.com", goes_on=True)
    semi, last = bracket_of(going, {going.fixtures[2]: place}).columns
    assert [semi.title, last.title] == ["Semi-finals", "Final"]
    assert semi.pairs[0] == Pair(Contender(one, "2"), Contender(four, "1", lost=True))
    assert semi.pairs[1].second == Contender(three, "1"), "who lost for not coming got nothing"
    assert last.pairs == (Pair(Contender(one), Contender(three), State.PLAYED),)
    waits = replace(place, goes_on=False, until=datetime.now(UTC))
    (pair,) = bracket_of(going, {going.fixtures[2]: waits}).columns[1].pairs
    assert pair.state is State.AWAITED
    over = final(TournamentStage.OVER, verdict=Verdict.AWAY)
    (pair,) = bracket_of(over, {}).columns[1].pairs
    assert pair == Pair(Contender(one, "0", lost=True), Contender(three, "1", best=True))


@given(ranks=st.lists(st.integers(1, 5), min_size=3, max_size=64))
@example(ranks=[1] + [3] * 30)
@settings(max_examples=30, deadline=None)
def test_a_podium_holds_the_first_three_however_many_share_a_place(ranks: list[int]) -> None:
    placed = [Placed(f"{number} {LONG}", rank) for number, rank in enumerate(sorted([1, *ranks]))]
    scene = champions_scene("Durak · Swiss system", placed)
    assert lies_inside(scene)
    told = {thing.text for thing in scene.things if isinstance(thing, Text)}
    assert "1" in told
    assert any(text.startswith("0 ") for text in told)
