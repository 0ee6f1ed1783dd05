"""Crazy Eights and Mau-Mau (examples/eights): each rule of its README."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

import games
from games.core import Game, IllegalMove, InvalidMove, OptionsError, Stream
from games.players import seated
from tests.beyond import the_first
from tests.games.plugins import EXAMPLES, installed
from tests.present import present

SPARE = ["3C", "4C", "5C", "6C", "9C"]


@pytest.fixture(scope="module")
def eights(tmp_path_factory: pytest.TempPathFactory) -> Iterator[type[Game]]:
    with installed(EXAMPLES / "eights", tmp_path_factory.mktemp("site")):
        yield games.load("eights")


def at(
    kind: type[Game],
    *hands: list[str],
    top: str,
    preset: str = "eights",
    rules: Mapping[str, Any] = {},
    **more: Any,
) -> Game:
    """Return a game in the position with these hands and with `top` on the pile. Seat 0 is to move,
    unless `more` says otherwise."""
    position = {"hands": list(hands), "draw": SPARE.copy(), "pile": [top], "turn": 0, **more}
    return kind.from_position(position, options=kind.options(preset, **rules))


def refused(game: Game, seat: int, move: str) -> str:
    with pytest.raises(IllegalMove) as error:
        game.play(seat, move)
    return error.value.rule


def test_everyone_has_five_cards_and_the_seat_left_of_the_dealer_begins(
    eights: type[Game],
) -> None:
    """Everybody gets five cards (or as many as the option says), and the seat left of the dealer
    begins (EIG-1)."""
    game = eights.new(seats=3, seed=b"")
    assert [seat.cards for seat in game.view(None).seats] == [5, 5, 5]
    assert game.waiting_on == {0}
    assert eights.new(seats=3, seed=b"", dealer=1).waiting_on == {2}
    game.resign(0)
    game.resign(1)
    assert eights.new(seats=3, seed=b"", previous=game.outcome).waiting_on == {0}
    small = eights.new(eights.options("mau-mau", cards="6"), seats=2, seed=b"")
    assert len(present(small.view(0).zone("draw")).cards) == 32 - 12 - 1


def test_a_card_goes_on_one_of_its_suit_or_rank(eights: type[Game]) -> None:
    """A card can be played on a card of its suit or rank, and only from one's own hand and on one's
    turn (EIG-2)."""
    game = at(eights, ["7S", "9H", "5D"], ["2S", "2H"], top="9S")
    assert game.legal_moves(0) == ["play 7S", "play 9H", "draw"]
    assert refused(game, 0, "play 5D") == "EIG-2"
    assert refused(game, 1, "play 2S") == "EIG-2"
    assert refused(game, 0, "play KS") == "EIG-2"
    with pytest.raises(InvalidMove, match="swap"):
        game.play(0, "swap 7S")


def test_who_plays_a_wild_card_wishes_for_a_suit(eights: type[Game]) -> None:
    """A player who plays a wild card names a suit, which the next card must have unless it is wild,
    too (EIG-3)."""
    game = at(eights, ["8S", "2C", "3D"], ["8H", "KC", "KD"], top="JH")
    assert refused(game, 0, "play 8S") == "EIG-3"
    events = game.play(0, "play 8S D")
    assert events[0].fields == {"seat": 0, "cards": ["8S"], "suit": "D"}
    assert [move for move in game.legal_moves(1) if move.verb == "play"] == [
        "play 8H S",
        "play 8H H",
        "play 8H D",
        "play 8H C",
        "play KD",
    ]
    assert refused(game, 1, "play KC") == "EIG-3"
    assert refused(game, 1, "play KD H") == "EIG-3"
    assert at(eights, ["8S"], ["8H"], top="JH").legal_moves(0) == ["play 8S", "draw"]
    jacks = at(eights, ["JS", "2C"], ["8H"], top="JH", preset="mau-mau")
    assert refused(jacks, 0, "play JS H") == "EIG-3"


def test_who_draws_can_play_or_pass(eights: type[Game]) -> None:
    """A player who has drawn can play a card that fits, or pass, and can't draw again unless the
    option `draw` allows it (EIG-4)."""
    game = at(eights, ["7S", "9H"], ["2S"], top="KD", draw=["KH", "2C", "3C"])
    assert refused(game, 0, "pass") == "EIG-4"
    (drew,) = game.play(0, "draw")
    assert (drew.fields, drew.secret) == ({"seat": 0, "count": 1}, {"cards": ["KH"]})
    assert game.legal_moves(0) == ["play KH", "pass"]
    assert refused(game, 0, "draw") == "EIG-4"
    game.play(0, "pass")
    assert game.waiting_on == {1}
    three = at(eights, ["7S", "9H"], ["2S"], top="KD", preset="wild")
    for _ in range(3):
        three.play(0, "draw")
    assert three.legal_moves(0) == ["pass"]


def test_sevens_make_the_next_player_draw_and_add_up(eights: type[Game]) -> None:
    """After a seven the next player draws two cards. With the option `stack`, this player can play
    another seven instead. Then the player after them draws the cards of both sevens (EIG-5)."""
    game = at(
        eights,
        ["7S", "9H", "9D"],
        ["7H", "KS", "KH"],
        ["AS", "AH"],
        top="KS",
        rules={"attack": "7"},
    )
    game.play(0, "play 7S")
    assert game.legal_moves(1) == ["play 7H", "draw"]
    assert refused(game, 1, "play KS") == "EIG-5"
    game.play(1, "play 7H")
    assert game.legal_moves(2) == ["draw"]
    assert game.play(2, "draw")[0].fields["count"] == 4
    assert game.waiting_on == {0}
    alone = at(eights, ["7S", "9H"], ["7H", "KS"], top="KS", rules={"attack": "7", "stack": False})
    alone.play(0, "play 7S")
    assert alone.legal_moves(1) == ["draw"]
    assert refused(alone, 1, "play 7H") == "EIG-5"


def test_some_cards_skip_and_some_reverse(eights: type[Game]) -> None:
    """A card of one rank skips the next player, and a card of another reverses the direction of
    play. With two players, reversing skips (EIG-6, EIG-7)."""
    hands = (["QS", "AS", "2D"], ["2S", "3S"], ["4S", "5S"], ["6S", "7S"])
    game = at(eights, *hands, top="KS", preset="wild")
    events = game.play(0, "play QS")
    assert [event.name for event in events] == ["played", "skipped"]
    assert game.waiting_on == {2}
    game = at(eights, *hands, top="KS", preset="wild")
    game.play(0, "play AS")
    assert game.waiting_on == {3}
    assert game.view(None).facts["direction"] == -1
    two = at(eights, *hands[:2], top="KS", preset="wild")
    two.play(0, "play AS")
    assert two.waiting_on == {0}, "between two it skips"


def test_a_last_card_is_called_or_its_holder_caught(eights: type[Game]) -> None:
    """A player must call their last card. If the player forgets this, any other player can catch
    them until the next player has moved. A player who is caught draws two cards (EIG-8)."""
    hands = (["9S", "9H"], ["KS", "KH", "KD"], ["AS", "AH", "AD"])
    game = at(eights, *hands, top="10S", preset="mau-mau")
    assert refused(game, 1, "catch 0") == refused(game, 1, "call") == "EIG-8"
    game.play(0, "call")
    game.play(0, "play 9S")
    assert "catch 0" not in game.legal_moves(1)
    assert "last" in game.view(None).seats[0].roles

    game = at(eights, *hands, top="10S", preset="mau-mau")
    game.play(0, "play 9S")
    assert game.legal_moves(0) == ["call"], "better late than never"
    assert game.legal_moves(2) == ["catch 0"], "out of turn"
    caught, drew = game.play(2, "catch 0")
    assert (caught.fields, drew.fields["count"]) == ({"seat": 2, "of": 0}, 2)
    assert refused(game, 1, "catch 0") == "EIG-8"

    game = at(eights, *hands, top="10S", preset="mau-mau")
    game.play(0, "play 9S")
    game.play(1, "play KS")
    assert game.legal_moves(0) == [], "nobody noticed"


def test_a_call_is_for_nothing_without_a_card_played(eights: type[Game]) -> None:
    """A call doesn't count if the player then plays no card (EIG-8)."""
    game = at(eights, ["9S", "9H"], ["KS", "KH", "KD"], top="10S", preset="mau-mau")
    for move in ("call", "draw", "pass"):
        game.play(0, move)
    assert game.view(None).facts["called"] == []


def test_the_pile_is_drawn_again_twice_then_the_game_ends(eights: type[Game]) -> None:
    """When the draw pile is empty, the cards under the pile's top card become the draw pile. This
    happens at most twice in a game. When the draw pile is empty for the third time, the game ends
    (EIG-9)."""
    pile = ["2D", "3D", "4D", "KS"]
    game = at(eights, ["9H"], ["2S", "3S"], top="KS", draw=["3C"], pile=pile)
    drew, turned = game.play(0, "draw")
    assert (drew.name, turned.fields) == ("drew", {"count": 3})
    assert present(game.view(None).zone("pile")).cards == ("KS",)
    last = at(eights, ["9H"], ["2S", "3S", "4S"], top="KS", draw=["3C"], pile=pile, turned=2)
    last.play(0, "draw")
    assert present(last.outcome).ranks == (1, 2)


def test_the_first_without_cards_wins_the_rest_rank_by_what_they_hold(eights: type[Game]) -> None:
    """The first player without cards wins, and the others are ranked by the number of cards in
    their hands (EIG-10)."""
    game = at(eights, ["7S"], ["2S", "3S"], ["2H"], ["4S", "4H"], top="9S")
    game.play(0, "play 7S")
    assert (present(game.outcome).ranks, present(game.outcome).kind) == ((1, 3, 2, 3), "won")
    assert refused(game, 1, "play 2S") == "EIG-10"


def test_who_resigns_is_last_and_the_last_one_left_wins(eights: type[Game]) -> None:
    """A player who resigns is last, and their cards go under the draw pile. The last player who is
    left wins (EIG-11)."""
    game = at(eights, ["9S"], ["KS"], ["AS"], top="10S", preset="mau-mau", owed=2)
    game.resign(0)
    assert game.waiting_on == {1}
    assert "draw" in game.legal_moves(1)
    assert game.position()["draw"] == [*SPARE, "9S"]
    game.resign(2)
    assert present(game.outcome).ranks == (2, 1, 2)
    with pytest.raises(IllegalMove, match="no longer in this game"):
        game.resign(1)


@pytest.mark.parametrize(
    ("seats", "rules", "reason"),
    [
        (2, {"wild": "8", "skip": "8"}, "two jobs: 8"),
        (2, {"deck": "32", "attack": "2"}, "no twos"),
        (7, {"cards": "7"}, "aren't enough for 7"),
        (5, {"deck": "32"}, "aren't enough for 5"),
    ],
)
def test_options_that_clash(
    eights: type[Game], seats: int, rules: dict[str, Any], reason: str
) -> None:
    """Options that clash, or that don't allow the number of players, are refused with a reason
    (EIG-12)."""
    with pytest.raises(OptionsError, match=reason):
        eights.new(eights.options(**rules), seats=seats, seed=b"")


@pytest.mark.parametrize(
    ("better", "worse"), the_first(1, [("skilled", "beginner"), ("beginner", "random")])
)
def test_its_levels_differ(eights: type[Game], better: str, worse: str) -> None:
    won = 0
    for number in range(120):
        seed = bytes([number])
        game, rng = eights.new(eights.options("mau-mau"), seats=2, seed=seed), Stream(seed)
        players = [seated("eights", (better, worse)[(seat + number) % 2]) for seat in range(2)]
        while game.outcome is None:
            (seat,) = game.waiting_on
            for event in game.play(seat, players[seat].choose(game.view(seat), rng)):
                for viewer, player in enumerate(players):
                    player.watch(event.name, event.seen_by(viewer))
        won += game.outcome.ranks[number % 2] == 1
    assert won > 70


def test_the_skilled_player_calls_and_catches(eights: type[Game]) -> None:
    player = seated("eights", "skilled")
    game = at(eights, ["9S", "9H"], ["KS"], top="10S", preset="mau-mau", forgot=1)
    assert player.choose(game.view(0), Stream(b"")) == "catch 1"
    game.play(0, "catch 1")
    assert player.choose(game.view(0), Stream(b"")) == "call"
