"""Hearts (examples/hearts): each rule of its README."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import games
from games.core import Game, IllegalMove, InvalidMove, Stream
from games.players import seated
from games.teaching import stage
from tests.beyond import the_first
from tests.games.plugins import EXAMPLES, installed
from tests.present import present

ALL_HEARTS = [f"{rank}H" for rank in (*range(2, 11), *"JQKA")]
SOME_FALLEN = [["3H", "4C", "5C", "6C"], [], [], []]


@pytest.fixture(scope="module")
def hearts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[type[Game]]:
    with installed(EXAMPLES / "hearts", tmp_path_factory.mktemp("site")):
        yield games.load("hearts")


def at(kind: type[Game], *hands: list[str], preset: str = "deal", **fields: Any) -> Game:
    """Return a game in the position with these hands and `fields`. Seat 0 is to move by default."""
    rules = fields.pop("rules", {})
    return kind.from_position(
        {"hands": list(hands), **fields}, options=kind.options(preset, **rules)
    )


def score(game: Game) -> list[int]:
    return list(game.view(None).facts["score"])


def refused(game: Game, seat: int, move: str) -> str:
    with pytest.raises(IllegalMove) as error:
        game.play(seat, move)
    return error.value.rule


def passed_on(game: Game) -> None:
    """Let each seat pass the three cards of its first legal move."""
    for seat in range(4):
        game.play(seat, game.legal_moves(seat)[0])


def played_on(game: Game) -> None:
    """Play a deal to its end. Each seat always makes its first legal move."""
    while game.outcome is None and not game.pause:
        seat = min(game.waiting_on)
        game.play(seat, game.legal_moves(seat)[0])


def test_everyone_has_thirteen_cards_and_the_next_game_the_next_dealer(
    hearts: type[Game],
) -> None:
    """Everybody gets thirteen cards, and the next seat deals the next game (HEA-1)."""
    game = hearts.new(seats=4, seed=b"")
    assert [seat.cards for seat in game.view(None).seats] == [13] * 4
    assert game.position()["dealer"] == 3
    game.resign(0)
    assert hearts.new(seats=4, seed=b"", previous=game.outcome).position()["dealer"] == 0


def test_three_cards_are_passed_at_once_and_each_deal_another_way(hearts: type[Game]) -> None:
    """All seats choose three cards, which are passed at the same moment. The direction changes from
    deal to deal, and in every fourth deal no cards are passed (HEA-2)."""
    game = hearts.new(hearts.options("hundred"), seats=4, seed=b"")
    for way in (1, 3, 2):
        assert game.waiting_on == {0, 1, 2, 3}
        assert game.view(None).facts["way"] == way
        hands = [game.held(seat) for seat in range(4)]
        assert refused(game, 0, f"play {hands[0][0]}") == "HEA-2"
        game.play(0, "pass " + " ".join(hands[0][:3]))
        assert refused(game, 0, "pass " + " ".join(hands[0][3:6])) == "HEA-2"
        assert game.view(1).zone("passed", 0) == game.view(None).zone("passed", 0)
        for seat in (1, 2):
            game.play(seat, "pass " + " ".join(hands[seat][:3]))
        events = game.play(3, "pass " + " ".join(hands[3][:3]))
        assert events[1].fields == {"seat": 0, "to": way, "count": 3}
        assert set(hands[0][:3]) <= set(game.held(way))
        assert events[1].seats == (0, way)
        played_on(game)
        game.play(0, "go")
    assert game.position()["phase"] == "play", "in the fourth deal cards are kept"
    assert hearts.new(hearts.options(passing="none"), seats=4, seed=b"").waiting_on != {0, 1, 2, 3}


def test_the_two_of_clubs_leads_and_the_first_trick_is_free(hearts: type[Game]) -> None:
    """The two of clubs must be led to the first trick. A player who has another card can't play a
    card that costs points to this trick (HEA-3)."""
    game = at(hearts, ["2C", "3D"], ["QS", "4D"], ["QH", "KH"], ["4C", "9H"])
    assert game.legal_moves(0) == ["play 2C"]
    assert refused(game, 0, "play 3D") == "HEA-3"
    game.play(0, "play 2C")
    assert game.legal_moves(1) == ["play 4D"]
    assert refused(game, 1, "play QS") == "HEA-3"
    game.play(1, "play 4D")
    assert len(game.legal_moves(2)) == 2, "they hold nothing else"
    new = hearts.new(seats=4, seed=b"")
    passed_on(new)
    (leader,) = new.waiting_on
    assert "2C" in new.held(leader)
    free = hearts.new(hearts.options(clubs=False, passing="none"), seats=4, seed=b"", dealer=2)
    assert free.waiting_on == {3}
    assert len(free.legal_moves(3)) > 1


def test_suit_is_followed_and_the_highest_card_of_it_takes_the_trick(hearts: type[Game]) -> None:
    """A player who holds the suit of the trick must play it, and the highest card of that suit
    takes the trick (HEA-4)."""
    hands = (["9S", "2D"], ["JS", "AH"], ["AC", "3D"], ["10S", "4D"])
    game = at(hearts, *hands, taken=SOME_FALLEN)
    game.play(0, "play 9S")
    assert refused(game, 1, "play AH") == "HEA-4"
    assert refused(game, 2, "play AC") == "HEA-4"
    assert refused(game, 1, "play 2S") == "HEA-4"
    game.play(1, "play JS")
    assert game.legal_moves(2) == ["play AC", "play 3D"]
    game.play(2, "play AC")
    events = game.play(3, "play 10S")
    assert [event.name for event in events] == ["played", "took"]
    assert game.waiting_on == {1}
    assert present(game.view(None).zone("trick")).cards == ("9S", "JS", "AC", "10S")
    game.play(1, "play AH")
    assert present(game.view(None).zone("trick")).cards == ("AH",)
    with pytest.raises(InvalidMove, match="bid"):
        game.play(2, "bid")


def test_hearts_are_led_once_one_has_fallen_or_from_nothing_else(hearts: type[Game]) -> None:
    """A heart can be led only after a heart was played to an earlier trick, or by a player who
    holds only hearts (HEA-5)."""
    hands = (["9S", "2H"], ["JS"], ["AC"], ["10S"])
    none_fallen = [["3D", "4C", "5C", "6C"], [], [], []]
    game = at(hearts, *hands, taken=none_fallen)
    assert game.legal_moves(0) == ["play 9S"]
    assert refused(game, 0, "play 2H") == "HEA-5"
    assert at(hearts, *hands, taken=SOME_FALLEN).legal_moves(0) == ["play 9S", "play 2H"]
    assert at(hearts, ["2H"], *hands[1:]).legal_moves(0) == ["play 2H"]


@pytest.mark.parametrize(("rules", "points"), [({}, 15), ({"lady": False}, 2), ({"jack": True}, 5)])
def test_hearts_the_queen_and_the_jack_count(
    hearts: type[Game], rules: dict[str, Any], points: int
) -> None:
    """Each heart counts one point, and the queen of spades and the jack of diamonds count as the
    options say (HEA-6)."""
    hands = (["QS", "2D"], ["3H", "3D"], ["4H", "4D"], ["JD", "5D"])
    game = at(hearts, *hands, taken=[[], ["2H"], [], []], rules=rules)
    for seat, card in enumerate(("QS", "3H", "4H", "JD")):
        game.play(seat, f"play {card}")
    assert score(game) == [points, 1, 0, 0]


@pytest.mark.parametrize(("moon", "points"), [("others", [0, 26, 26, 26]), ("own", [-26, 0, 0, 0])])
def test_who_takes_every_point_has_shot_the_moon(
    hearts: type[Game], moon: str, points: list[int]
) -> None:
    """A player who takes all hearts and the queen of spades has shot the moon, which counts as the
    option `moon` says (HEA-7)."""
    taken = [ALL_HEARTS[:12], [], [], []]
    game = at(hearts, ["QS"], ["AH"], ["4S"], ["5C"], taken=taken, rules={"moon": moon})
    for seat, card in enumerate(("QS", "AH", "4S", "5C")):
        game.play(seat, f"play {card}")
    assert score(game) == points
    assert present(game.outcome).ranks == (1, 2, 2, 2)
    assert present(game.outcome).honours == ("moon:0",)


def test_after_a_deal_its_points_are_seen_before_the_next(hearts: type[Game]) -> None:
    """After a deal the game pauses, and everybody sees the points. Any player can then go on to the
    next deal (HEA-8)."""
    taken, total = [["2H", "3H"], ["4H"], [], []], [10, 0, 20, 5]
    hands = (["2S"], ["3S"], ["4S"], ["5C"])
    game = at(hearts, *hands, taken=taken, total=total, preset="hearts")
    assert score(game) == [12, 1, 20, 5]
    played_on(game)
    assert game.pause
    assert game.waiting_on == {0, 1, 2, 3}
    assert score(game) == [12, 1, 20, 5]
    assert refused(game, 2, "play 2S") == "HEA-8"
    events = game.play(2, "go")
    assert events[0].fields == {"seat": 0, "deal": 2}
    assert [seat.cards for seat in game.view(None).seats] == [13] * 4
    assert score(game) == [12, 1, 20, 5]


def test_the_game_ends_at_fifty_or_with_the_twentieth_deal(hearts: type[Game]) -> None:
    """The game ends after the deal in which a player reaches the limit of points, 50 by default,
    and in any case after twenty deals (HEA-9)."""
    taken, hands = [["2H", "3H"], ["4H"], [], []], (["2S"], ["3S"], ["4S"], ["5C"])
    game = at(hearts, *hands, taken=taken, total=[48, 0, 20, 5], preset="hearts")
    played_on(game)
    assert (present(game.outcome).ranks, present(game.outcome).kind) == ((4, 1, 3, 2), "won")
    assert refused(game, 0, "go") == "HEA-9"
    long = at(hearts, *hands, taken=taken, total=[48, 0, 20, 5], preset="hundred")
    played_on(long)
    assert long.outcome is None
    last = at(hearts, *hands, taken=taken, deals=20, preset="hundred")
    played_on(last)
    assert last.outcome is not None


def test_who_resigns_is_last_and_ends_the_game(hearts: type[Game]) -> None:
    """A player who resigns is last and ends the game. The others are ranked by their points
    (HEA-10)."""
    taken = [["2H", "3H"], [], [], ["5H"]]
    game = at(hearts, ["2S"], ["3S"], ["4S"], ["5C"], taken=taken)
    game.resign(2)
    assert present(game.outcome).ranks == (3, 1, 4, 2)
    with pytest.raises(IllegalMove, match="no longer in this game"):
        game.resign(0)


def test_a_lesson_gives_the_queen_away(hearts: type[Game]) -> None:
    lesson = hearts.lessons[0]
    end = stage(hearts, lesson, len(lesson.steps))
    assert score(end.game) == [0, 0, 0, 13], "the queen went to Dora"


@pytest.mark.parametrize(
    ("better", "worse"), the_first(1, [("skilled", "casual"), ("casual", "beginner")])
)
def test_its_levels_differ(hearts: type[Game], better: str, worse: str) -> None:
    points = {better: 0, worse: 0}
    for number in range(40):
        names = [(better, worse)[(seat + number) % 2] for seat in range(4)]
        players, rng = [seated("hearts", name) for name in names], Stream(bytes([number]))
        game = hearts.new(hearts.options("deal"), seats=4, seed=bytes([number // 2]))
        while game.outcome is None:
            seat = min(game.waiting_on)
            for event in game.play(seat, players[seat].choose(game.view(seat), rng)):
                for viewer, player in enumerate(players):
                    player.watch(event.name, event.seen_by(viewer))
        for seat, taken in enumerate(score(game)):
            points[names[seat]] += taken
    assert points[better] < points[worse]
