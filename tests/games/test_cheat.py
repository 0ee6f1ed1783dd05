"""Tests of Cheat (examples/cheat), for each rule in its README."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import games
from games.core import Game, IllegalMove, InvalidMove, Stream
from games.players import seated
from tests.beyond import the_first
from tests.games.plugins import EXAMPLES, installed
from tests.present import present

PILE = ["2S", "2D"]


@pytest.fixture(scope="module")
def cheat(tmp_path_factory: pytest.TempPathFactory) -> Iterator[type[Game]]:
    with installed(EXAMPLES / "cheat", tmp_path_factory.mktemp("site")):
        yield games.load("cheat")


def at(kind: type[Game], *hands: list[str], preset: str = "cheat", **more: Any) -> Game:
    """Return a position of Cheat with these hands, in which seat 0 is to move and fives are due,
    unless `more` says otherwise."""
    position = {"hands": list(hands), "pile": PILE.copy(), "turn": 0, "due": "5", **more}
    return kind.from_position(position, options=kind.options(preset))


def refused(game: Game, seat: int, move: str) -> str:
    with pytest.raises(IllegalMove) as error:
        game.play(seat, move)
    return error.value.rule


def claimed(game: Game, seat: int, *cards: str, rank: str = "") -> None:
    for card in cards:
        game.play(seat, f"lay {card}")
    game.play(seat, f"claim {rank}".strip())


HANDS = (["5S", "5H", "KD"], ["6C", "KC"], ["7C", "QD"])


def test_all_cards_are_dealt_and_the_seat_left_of_the_dealer_begins(cheat: type[Game]) -> None:
    """All cards are dealt, and the seat left of the dealer plays first and deals the next game
    (CHE-1)."""
    game = cheat.new(seats=5, seed=b"", dealer=1)
    assert game.waiting_on == {2}
    assert [seat.cards for seat in game.view(None).seats] == [10, 10, 11, 11, 10]
    game.resign(0)
    for seat in (1, 2, 3):
        game.resign(seat)
    assert cheat.new(seats=5, seed=b"", previous=game.outcome).waiting_on == {3}


def test_up_to_four_cards_are_laid_face_down_and_claimed(cheat: type[Game]) -> None:
    """A seat lays one to four cards face down, which nobody else sees, and claims their rank
    (CHE-2)."""
    game = at(cheat, ["5S", "5H", "KD", "KS", "QH", "QS"], *HANDS[1:])
    assert refused(game, 0, "claim") == refused(game, 0, "lay 6C") == "CHE-2"
    assert refused(game, 1, "lay 6C") == "CHE-2"
    event = game.play(0, "lay 5S")[0]
    assert (event.fields, event.secret, event.seats) == (
        {"seat": 0, "count": 1},
        {"cards": ["5S"]},
        (0,),
    )
    for card in ("KD", "KS", "QH"):
        game.play(0, f"lay {card}")
    assert refused(game, 0, "lay QS") == "CHE-2"
    assert game.legal_moves(0) == ["claim"]
    assert game.play(0, "claim")[0].fields == {"seat": 0, "count": 4, "rank": "5"}
    assert present(game.view(1).zone("laid", 0)).cards == (None,) * 4
    with pytest.raises(InvalidMove, match="bluff"):
        game.play(1, "bluff")


def test_anyone_can_doubt_until_the_next_seat_plays(cheat: type[Game]) -> None:
    """Any seat but the claimant can doubt a claim until the next seat plays. In the preset `jury`,
    a claim can be doubted until all other seats have trusted it (CHE-3)."""
    game = at(cheat, *HANDS)
    claimed(game, 0, "5S", "KD")
    assert game.legal_moves(1) == ["doubt", "lay 6C", "lay KC"]
    assert game.legal_moves(2) == ["doubt"], "out of turn"
    assert refused(game, 0, "doubt") == refused(game, 2, "lay 7C") == "CHE-3"
    game.play(1, "lay KC")
    assert game.legal_moves(2) == [], "too late"
    assert len(present(game.view(None).zone("pile")).cards) == len(PILE) + 2

    everyone = at(cheat, *HANDS, preset="jury")
    claimed(everyone, 0, "5S", "KD")
    assert everyone.waiting_on == {1, 2}
    everyone.play(2, "trust")
    assert everyone.legal_moves(2) == []
    with pytest.raises(IllegalMove, match="already let this claim stand"):
        everyone.play(2, "doubt")
    everyone.play(1, "trust")
    assert everyone.waiting_on == {1}


@pytest.mark.parametrize(("cards", "taker"), [(("5S", "5H"), 2), (("5S", "KD"), 0)])
def test_doubted_cards_are_seen_and_taken(
    cheat: type[Game], cards: tuple[str, ...], taker: int
) -> None:
    """Doubted cards are shown to all. If the claim was false, the claimant takes these cards and
    the pile; otherwise the doubter takes both (CHE-4)."""
    game = at(cheat, *HANDS)
    claimed(game, 0, *cards)
    (doubted,) = game.play(2, "doubt")
    assert doubted.fields["cards"] == list(cards)
    assert present(game.view(None).zone("laid")).cards == cards
    assert game.pause
    assert refused(game, 1, "lay 6C") == "CHE-4"
    (took,) = game.play(1, "go")
    assert took.fields == {"seat": taker, "count": 4}
    assert {*cards, *PILE} <= set(game.held(taker))
    assert game.waiting_on == {1}


def test_ranks_rise_or_stay(cheat: type[Game]) -> None:
    """The rank to claim rises by one with each claim, and the ace follows the king. In the preset
    `trust`, the seat that leads names the rank, which then stays the same (CHE-5)."""
    assert cheat.new(seats=3, seed=b"").view(None).facts["due"] == "A"
    game = at(cheat, *HANDS, due="K")
    claimed(game, 0, "KD")
    game.play(1, "lay 6C")
    assert game.view(None).facts["due"] == "A"

    same = at(cheat, *HANDS, preset="trust", due=None)
    same.play(0, "lay 5S")
    assert "claim 10" in same.legal_moves(0)
    assert refused(same, 0, "claim") == "CHE-5"
    same.play(0, "claim Q")
    for seat in (1, 2):
        same.play(seat, "trust")
    assert same.view(None).facts["due"] == "Q"
    claimed(same, 1, "KC")
    same.play(0, "doubt")
    same.play(2, "go")
    assert same.waiting_on == {0}, "whoever was right leads"
    assert same.view(None).facts["due"] is None


def test_the_last_claim_must_stand(cheat: type[Game]) -> None:
    """The game ends when a seat has no cards left and its last claim was either trusted or true
    (CHE-3, CHE-6)."""
    game = at(cheat, ["5S"], *HANDS[1:])
    claimed(game, 0, "5S")
    assert game.legal_moves(1) == ["doubt", "trust"]
    game.play(1, "trust")
    assert present(game.outcome).ranks == (1, 2, 2)
    assert refused(game, 1, "lay 6C") == "CHE-6"

    honest = at(cheat, ["5S"], ["6C"], HANDS[2])
    claimed(honest, 0, "5S")
    honest.play(2, "doubt")
    assert present(honest.outcome).ranks == (1, 2, 3)

    caught = at(cheat, ["KS"], *HANDS[1:])
    claimed(caught, 0, "KS")
    caught.play(2, "doubt")
    assert caught.outcome is None
    caught.play(0, "go")
    assert len(caught.held(0)) == 3


def test_it_ends_after_twenty_five_claims_of_each(cheat: type[Game]) -> None:
    """The game ends after twenty-five claims of each seat (CHE-7)."""
    game = at(cheat, *HANDS, preset="jury", claims=74)
    claimed(game, 0, "5S", "5H")
    game.play(1, "trust")
    assert game.outcome is None
    game.play(2, "trust")
    assert present(game.outcome).ranks == (1, 2, 2)


def test_everyone_is_told_who_takes_the_pile_when_somebody_resigns_meanwhile(
    cheat: type[Game],
) -> None:
    """If a seat resigns while doubted cards are shown, the pile is taken (CHE-4) before the hand
    goes on it (CHE-8), and both are told."""
    game = at(cheat, *HANDS)
    claimed(game, 0, "KD")
    game.play(1, "doubt")
    took, resigned = game.resign(2)
    assert (took.name, took.fields) == ("took", {"seat": 0, "count": 3})
    assert (took.secret, took.seats) == ({"cards": [*PILE, "KD"]}, (0,))
    assert (resigned.name, resigned.fields) == ("resigned", {"seat": 2})
    assert len(game.held(0)) == 5


@pytest.mark.parametrize("leaver", [0, 1, 2])
def test_who_resigns_is_last_in_every_phase(cheat: type[Game], leaver: int) -> None:
    """A seat that resigns is last, and its hand goes on the pile. The last seat left wins
    (CHE-8)."""
    game = at(cheat, *HANDS, ["8S", "8D"])
    claimed(game, 0, "5S")
    game.resign(leaver)
    pile = game.position()["pile"]
    assert set(HANDS[leaver]) - {"5S"} <= set(pile)
    assert game.waiting_on == {2 if leaver == 1 else 1}
    others = [seat for seat in range(4) if seat != leaver]
    game.resign(others[0])
    game.resign(others[1])
    assert present(game.outcome).ranks[others[2]] == 1
    with pytest.raises(IllegalMove, match="no longer in this game"):
        game.resign(leaver)


@pytest.mark.parametrize(
    ("preset", "better", "worse"),
    the_first(
        1,
        [
            (preset, better, worse)
            for preset in ("cheat", "trust", "jury")
            for better, worse in (("casual", "beginner"), ("skilled", "casual"))
        ],
    ),
)
def test_its_levels_differ(cheat: type[Game], preset: str, better: str, worse: str) -> None:
    won = {better: 0, worse: 0}
    for number in range(16):
        names = [(better, worse)[(seat + number) % 2] for seat in range(4)]
        players, rng = [seated("cheat", name) for name in names], Stream(bytes([number]))
        game = cheat.new(cheat.options(preset), seats=4, seed=bytes([number // 2]))
        while game.outcome is None:
            seat = min(game.waiting_on)
            for event in game.play(seat, players[seat].choose(game.view(seat), rng)):
                for viewer, player in enumerate(players):
                    if event.tells(viewer):
                        player.watch(event.name, event.seen_by(viewer))
        won[names[game.outcome.ranks.index(1)]] += 1
    assert won[better] > won[worse]


def test_the_skilled_player_doubts_what_cannot_be(cheat: type[Game]) -> None:
    player = seated("cheat", "skilled")
    game = at(cheat, ["KS", "KD", "QC"], ["5S", "5H", "5D"], ["6C"])
    claimed(game, 0, "KS", "KD")
    assert player.choose(game.view(1), Stream(b"")) == "doubt"
