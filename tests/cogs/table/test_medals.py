"""Tests of medals. Only winners and the players close behind them get a medal. The last player
never gets one, and nobody gets one in a draw."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

import games
from bot.core.model import FinishedGame, FinishedSeat, Seat
from bot.core.placing import places_of
from bot.core.statistics import NOTHING_COUNTED
from bot.leaderboards.model import Board, Line, Sort
from bot.pictures.ending import Tone
from bot.pictures.palette import Ramp
from bot.pictures.result import result_scene
from bot.pictures.scene import Sign, Text
from bot.pictures.sheet import Mark
from cogs.history.command import places
from cogs.leaderboards.choice import BoardChoice
from cogs.leaderboards.lines import sheet, texts
from cogs.table.message.captions import captions_of
from cogs.table.message.own_ending import own_ending
from cogs.table.message.result import ending_of, result_lines
from cogs.words.game import GENERIC
from cogs.words.load import words_of
from cogs.words.seats import Names
from games.core import Outcome, SeatView
from tests.cogs.tables import table, view

NAMES = Names(("Ada", "Berta", "Cleo"))
SEATS = tuple(map(Seat, NAMES.names))


def said(game: str, outcome: Outcome) -> list[str]:
    return result_lines(outcome, words_of(game), NAMES, None)[1:]


def test_who_came_last_has_no_medal_in_any_game() -> None:
    assert said("dritzak", Outcome((2, 1))) == ["🥇 **Berta**", "2. **Ada**"]
    assert said("tredici", Outcome((1, 2, 2))) == ["🥇 **Ada**", "2. **Berta** and **Cleo**"]
    assert said("dritzak", Outcome((1, 2, 3))) == ["🥇 **Ada**", "🥈 **Berta**", "3. **Cleo**"]
    assert said("durak", Outcome((3, 1, 2))) == ["🥇 **Berta**", "🥈 **Cleo**", "🃏 **Ada**"]


def test_nobody_has_a_medal_because_somebody_left() -> None:
    seats = tuple(SeatView(seat, seat, 0, resigned=seat == 2) for seat in range(3))
    seen, outcome = view(game="dritzak", seat=None, seats=seats), Outcome((1, 2, 3))
    words = words_of("dritzak")
    lines = result_lines(outcome, words, NAMES, seen)[1:]
    assert lines[:2] == ["🥇 **Ada**", "2. **Berta**"]
    assert lines[2].startswith("3. **Cleo**")
    at = table(seen, seats=SEATS, outcome=outcome)
    assert not any(
        place.has_medal
        for place in ending_of(at, outcome, seen, words, captions_of(at, words)).places[1:]
    )
    players = tuple(
        FinishedSeat(name, seat, None, seat + 1, resigned=seat == 2)
        for seat, name in enumerate(NAMES.names)
    )
    past = FinishedGame("t", 1, "dritzak", 3, datetime(2026, 1, 1, tzinfo=UTC), "won", players)
    assert places(past) == "🥇 Ada · 2. Berta · 3. Cleo"
    four = places_of((1, 2, 3, 4), "won", {3})
    assert [place.has_medal for place in four] == [True, True, False, False], "second of three"


def test_nobody_has_a_medal_in_a_game_that_nobody_won() -> None:
    drawn = result_lines(Outcome((1, 1, 2), "draw"), words_of("durak"), NAMES, None)
    assert drawn == [
        "🤝 A draw between **Ada** and **Berta**.",
        "🤝 **Ada** and **Berta**",
        "2. **Cleo**",
    ]


def test_who_left_a_game_that_the_others_drew_is_no_fool() -> None:
    at = table(games.load("durak").new(seats=3, seed=b"3" * 32).view(None), seats=SEATS)
    ending = own_ending(replace(at, outcome=Outcome((2, 1, 1), "draw")), 0)
    assert ending is not None
    assert (ending.headline, ending.place) == ("The others drew.", "Finished #2 of 3")
    assert (ending.tone, ending.rank) == (Tone.BETWEEN, 2)


def test_a_draw_in_which_some_went_out_earlier_is_nobodys_but_has_places() -> None:
    for ranks, told in (
        ((3, 1, 2), ["1. **Berta**", "2. **Cleo**", "3. **Ada**"]),
        ((1, 2, 2), ["1. **Ada**", "2. **Berta** and **Cleo**"]),
    ):
        outcome = Outcome(ranks, "draw")
        for game in ("durak", "dritzak"):
            lines = result_lines(outcome, words_of(game), NAMES, None)
            assert lines == ["🤝 A draw.", *told]
        for seat, rank in enumerate(ranks):
            at = table(games.load("durak").new(seats=3, seed=b"3" * 32).view(None), seats=SEATS)
            ending = own_ending(replace(at, outcome=outcome), seat)
            assert ending is not None
            assert (ending.headline, ending.tone) == ("It's a draw.", Tone.DRAWN)
            assert ending.place == f"Finished #{rank} of 3"


@pytest.mark.parametrize(
    ("outcome", "signs", "medals"),
    [
        (Outcome((1, 2, 3)), ["K"], [("2", Ramp.SILVER), ("1", Ramp.TURN), ("3", Ramp.NAME)]),
        (Outcome((1, 2, 2)), ["K"], [("2", Ramp.NAME), ("1", Ramp.TURN)]),
        (Outcome((1, 1, 2), "draw"), [], [("2", Ramp.NAME)]),
        (Outcome((1, 2, 2), "draw"), [], [("2", Ramp.NAME), ("1", Ramp.TURN)]),
    ],
)
def test_pictures_follow_the_same_rule(outcome: Outcome, signs: Any, medals: Any) -> None:
    game = games.load("dritzak").new(seats=3, seed=b"3" * 32)
    at, words = table(game.view(None), seats=SEATS), words_of("dritzak")
    captions = captions_of(at, words)
    end = ending_of(at, outcome, game.view(None), words, captions)
    things = result_scene(game.view(None), end, captions).things
    assert [thing.shape for thing in things if isinstance(thing, Sign)] == signs
    assert [
        (thing.text, thing.ramp)
        for thing in things
        if isinstance(thing, Text) and thing.text in {"1", "2", "3"}
    ] == medals


def test_the_history_shows_the_fool_with_a_cap() -> None:
    players = (FinishedSeat("Ada", 1, None, 2, False), FinishedSeat("Berta", 2, None, 1, False))
    past = FinishedGame("t", 1, "durak", 2, datetime(2026, 1, 1, tzinfo=UTC), "won", players)
    assert places(past) == "🥇 Berta · 🃏 Ada"
    assert places(replace(past, game="dritzak")) == "🥇 Berta · 2. Ada"
    assert places(replace(past, kind="draw")) == "1. Berta · 2. Ada"
    bot = FinishedSeat("Berta", None, "skilled", 1, False)
    assert places(replace(past, players=(players[0], bot))) == "🥇 🤖 Berta · 🃏 Ada"


def line(place: int, name: str, **counts: Any) -> Line:
    values = {"figure": 1000, "rated": 3, **NOTHING_COUNTED, "games": 3, "won": 1, "lost": 1}
    values.update(counts)
    figure, rated = values.pop("figure"), values.pop("rated")
    return Line(place, place, None, name, figure, rated, values)


def board(sort: Sort, *lines: Line) -> Board:
    return Board("durak", None, sort, "", 0, 1, len(lines), lines, None, False, ())


def test_a_board_has_medals_for_what_was_won_and_none_for_a_constant_fool() -> None:
    ada, berta = line(1, "Ada", won=3, lost=0), line(2, "Berta", won=0, lost=3)
    cleo = line(3, "Cleo", figure=None, rated=0)
    by_rating = texts([ada, berta, cleo], board(Sort.RATING, ada, berta, cleo))
    assert [told.split()[0] for told in by_rating.splitlines()] == ["🥇", "2.", "3."]
    by_wins = texts([ada, berta, cleo], board(Sort.WINS, ada, berta, cleo))
    assert [told.split()[0] for told in by_wins.splitlines()] == ["🥇", "2.", "🥉"]
    by_games = board(Sort.GAMES, ada, berta, cleo)
    assert [told.split()[0] for told in texts(by_games.lines, by_games).splitlines()] == [
        "1.",
        "2.",
        "3.",
    ]


@pytest.mark.parametrize(
    ("first", "mark"), [({}, Mark.FIRST), ({"figure": None, "rated": 0}, Mark.NONE)]
)
def test_the_gold_of_a_boards_picture_is_a_medal_too(first: Any, mark: Mark) -> None:
    shown = board(Sort.RATING, line(1, "Ada", **first))
    (row,) = sheet(shown, BoardChoice(0, "durak"), own=None).sections[0].rows
    assert row.mark is mark


def test_a_game_without_words_has_numbers_for_the_last() -> None:
    assert result_lines(Outcome((1, 2)), GENERIC, NAMES, None)[1:] == ["🥇 **Ada**", "2. **Berta**"]
    assert [place.has_medal for place in places_of((1, 2, 3, 4, 5), "won")] == [
        True,
        True,
        True,
        False,
        False,
    ]
