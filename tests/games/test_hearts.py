"""Hearts, the example of a game of tricks and points as a package of its own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import games
from games.contract import check_game
from games.core import Game, IllegalMove, InvalidMove, Stream
from games.players import player, strengths
from games.teaching import stage
from tests.games.plugins import EXAMPLES, installed
from tests.present import present

HEARTS = EXAMPLES / "hearts"
ALL_HEARTS = [f"{rank}H" for rank in (*range(2, 11), *"JQKA")]


@pytest.fixture(scope="module")
def hearts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[type[Game]]:
    with installed(HEARTS, tmp_path_factory.mktemp("site")):
        yield games.load("hearts")


def at(kind: type[Game], *hands: list[str], preset: str = "lady", **fields: Any) -> Game:
    """A position in which seat 0 is at turn."""
    position = {
        "hands": list(hands),
        "taken": [[], [], [], []],
        "trick": [],
        "turn": 0,
        "dealer": 3,
        **fields,
    }
    return kind.from_position(position, options=kind.options(preset))


def score(game: Game) -> list[int]:
    return list(game.view(None).facts["score"])


def test_it_keeps_every_promise(hearts: type[Game]) -> None:
    check_game(hearts)


def test_its_player_takes_fewer_points_than_the_random_one(hearts: type[Game]) -> None:
    assert strengths("hearts") == ["careful", "random"]
    points = [0, 0]
    for number in range(20):
        game, rng = hearts.new(seats=4, seed=bytes([number])), Stream(bytes([number]))
        while game.outcome is None:
            (seat,) = game.waiting_on
            name = "careful" if (seat + number) % 2 else "random"
            game.play(seat, player("hearts", name)(game.view(seat), rng))
        for seat, taken in enumerate(score(game)):
            points[(seat + number) % 2] += taken
    assert points[1] < points[0] / 2


def test_everyone_has_thirteen_cards_and_the_seat_left_of_the_dealer_leads(
    hearts: type[Game],
) -> None:
    """HEA-1"""
    game = hearts.new(seats=4, seed=b"")
    assert [seat.cards for seat in game.view(None).seats] == [13] * 4
    assert game.waiting_on == {0}
    assert hearts.new(seats=4, seed=b"", dealer=2).waiting_on == {3}
    game.resign(0)
    assert hearts.new(seats=4, seed=b"", previous=game.outcome).waiting_on == {1}


def test_suit_is_followed_and_the_highest_card_of_it_takes_the_trick(hearts: type[Game]) -> None:
    """HEA-2"""
    game = at(hearts, ["9S", "2D"], ["JS", "AH"], ["AC", "3D"], ["10S", "4D"])
    game.play(0, "play 9S")
    with pytest.raises(IllegalMove, match="follow suit"):
        game.play(1, "play AH")
    game.play(1, "play JS")
    assert game.legal_moves(2) == ["play AC", "play 3D"]
    game.play(2, "play AC")
    events = game.play(3, "play 10S")
    assert [event.name for event in events] == ["played", "took"]
    assert game.waiting_on == {1}
    assert present(game.view(None).zone("trick")).cards == ("9S", "JS", "AC", "10S")
    game.play(1, "play AH")
    assert present(game.view(None).zone("trick")).cards == ("AH",)
    with pytest.raises(InvalidMove, match="pass"):
        game.play(2, "pass")


def test_hearts_are_led_once_one_has_fallen_or_from_nothing_else(hearts: type[Game]) -> None:
    """HEA-3"""
    hands = (["9S", "2H"], ["JS"], ["AC"], ["10S"])
    assert at(hearts, *hands).legal_moves(0) == ["play 9S"]
    fallen = [["3H", "4C", "5C", "6C"], [], [], []]
    assert at(hearts, *hands, taken=fallen).legal_moves(0) == ["play 9S", "play 2H"]
    assert at(hearts, ["2H"], *hands[1:]).legal_moves(0) == ["play 2H"]


@pytest.mark.parametrize(("preset", "points"), [("lady", 15), ("plain", 2)])
def test_hearts_are_points_and_the_queen_of_spades_thirteen(
    hearts: type[Game], preset: str, points: int
) -> None:
    """HEA-4"""
    hands = (["QS", "2D"], ["3H", "3D"], ["4H", "4D"], ["5S", "5D"])
    game = at(hearts, *hands, preset=preset)
    for seat, card in enumerate(("QS", "3H", "4H", "5S")):
        game.play(seat, f"play {card}")
    assert score(game) == [points, 0, 0, 0]


def test_the_fewest_points_win(hearts: type[Game]) -> None:
    """HEA-5"""
    taken = [["2H", "3H"], ["4H"], [], ["5H"]]
    game = at(hearts, ["2S"], ["3S"], ["4S"], ["5C"], taken=taken)
    for seat, card in enumerate(("2S", "3S", "4S", "5C")):
        game.play(seat, f"play {card}")
    assert score(game) == [2, 1, 0, 1]
    assert (present(game.outcome).ranks, present(game.outcome).kind) == ((3, 2, 1, 2), "won")


def test_who_takes_every_point_has_shot_the_moon(hearts: type[Game]) -> None:
    """HEA-5"""
    taken = [ALL_HEARTS[:12], [], [], []]
    game = at(hearts, ["QS"], ["AH"], ["4S"], ["5C"], taken=taken)
    for seat, card in enumerate(("QS", "AH", "4S", "5C")):
        game.play(seat, f"play {card}")
    assert score(game) == [0, 26, 26, 26]
    assert present(game.outcome).ranks == (1, 2, 2, 2)
    assert present(game.outcome).honours == ("moon:0",)


def test_who_resigns_is_last_and_ends_the_game(hearts: type[Game]) -> None:
    """HEA-6"""
    taken = [["2H", "3H"], [], [], ["5H"]]
    game = at(hearts, ["2S"], ["3S"], ["4S"], ["5C"], taken=taken)
    game.resign(2)
    assert present(game.outcome).ranks == (3, 1, 4, 2)
    with pytest.raises(IllegalMove, match="no game to leave"):
        game.resign(0)


def test_it_brings_a_lesson_of_its_own(hearts: type[Game]) -> None:
    (lesson,) = hearts.lessons
    end = stage(hearts, lesson, len(lesson.steps))
    assert score(end.game) == [0, 0, 0, 13], "the queen went to Dora"
