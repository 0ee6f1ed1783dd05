"""Several games of Durak at one table: which seat deals, which seat opens the next game, and the
rank that each side wears in a match. This rank goes up when the side loses (DUR-05, DUR-61)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from games.cards import RANKS, rank_of, suit_of
from games.core import OptionsError, Outcome
from games.durak import Durak, DurakOptions
from games.record import outcome_as_json, outcome_from_json


def options(preset: str = "classic", **overrides: Any) -> DurakOptions:
    made = Durak.options(preset, **overrides)
    assert isinstance(made, DurakOptions)
    return made


def deals(count: int, chosen: DurakOptions, seats: int, **rest: Any) -> Iterator[Durak]:
    for number in range(count):
        yield Durak.new(chosen, seats=seats, seed=f"deal {number}".encode(), **rest)


def hands_of(game: Durak) -> list[list[str]]:
    return game.position()["hands"]  # type: ignore[no-any-return]


def lowest_trump_holder(game: Durak, among: set[int]) -> int | None:
    trump = game.position()["trump"]
    held = [
        (RANKS.index(rank_of(card)), seat)
        for seat, hand in enumerate(hands_of(game))
        for card in hand
        if seat in among and suit_of(card) == trump
    ]
    return min(held)[1] if held else None


def ended(
    chosen: DurakOptions, hands: list[list[str]], *moves: tuple[int, str], **position: Any
) -> Outcome:
    """Make these moves in a game that begins with these hands. Unless `position` says otherwise,
    hearts are trumps, the talon is empty, seat 0 attacks and seat 1 defends. Return the outcome,
    which the moves must reach. It is written as JSON and read back before it is returned."""
    start = {"trump": "H", "talon": [], "attacker": 0, "defender": 1, "hands": hands, **position}
    game = Durak.from_position(start, options=chosen)
    for seat, move in moves:
        game.play(seat, move)
    assert game.outcome is not None
    return outcome_from_json(outcome_as_json(game.outcome))


def next_ended(
    previous: Outcome, chosen: DurakOptions, hands: list[list[str]], *moves: tuple[int, str]
) -> Outcome:
    """Deal the next game at the table after the outcome `previous`. Replace the dealt cards by
    `hands`, so that the game begins with its last bout. Seat 0 attacks and seat 1 defends. Make the
    moves, and return the outcome."""
    dealt = Durak.new(chosen, seats=len(hands), seed=b"next", previous=previous).position()
    return ended(
        chosen,
        hands,
        *moves,
        **{
            key: value
            for key, value in dealt.items()
            if key not in ("hands", "talon", "trump", "attacker", "defender", "shown", "discard")
        },
    )


def taking_a(card: str) -> tuple[list[list[str]], tuple[int, str], tuple[int, str]]:
    """Return two hands and two moves of a last bout in which seat 0 attacks with `card` and seat 1
    takes it."""
    return [[card], ["7D" if card != "7D" else "8D"]], (0, f"attack {card}"), (1, "take")


# DUR-05: who deals and who opens the next game


def fool_of_four(fool: int, **overrides: Any) -> tuple[DurakOptions, Outcome]:
    """Return the options and the outcome of a game of four that `fool` has lost. The seat at the
    right of `fool` attacked last."""
    chosen = options("durnius", **overrides)
    attacker = (fool - 1) % 4
    hands: list[list[str]] = [[], [], [], []]
    hands[attacker], hands[fool] = ["8C"], ["7D"]
    gone = [seat for seat in range(4) if seat not in (attacker, fool)]
    outcome = ended(
        chosen,
        hands,
        (attacker, "attack 8C"),
        (fool, "take"),
        attacker=attacker,
        defender=fool,
        out=[gone],
        dealer=(fool + 2) % 4,
    )
    assert outcome.ranks[fool] == max(outcome.ranks) == 2
    return chosen, outcome


@pytest.mark.parametrize("fool", range(4))
@pytest.mark.parametrize(("value", "step"), [("left-of-fool", 1), ("right-of-fool", -1)])
def test_the_fools_neighbour_opens_the_next_game(value: str, step: int, fool: int) -> None:
    """The fool (the loser) deals the next game. With the option `next_attacker` set to `value`, a
    neighbour of the fool opens the next game. A `step` of 1 means the left neighbour, and -1 means
    the right neighbour. If the right neighbour opens, the fool defends first (DUR-05)."""
    chosen, outcome = fool_of_four(fool, next_attacker=value)
    for game in deals(3, chosen, 4, previous=outcome):
        position = game.position()
        assert position["attacker"] == (fool + step) % 4
        assert position["defender"] == (fool + step + 1) % 4
        assert position["dealer"] == fool


@pytest.mark.parametrize("fool", range(4))
def test_the_lowest_trump_opens_the_next_game(fool: int) -> None:
    """With `lowest-trump`, the seat that holds the lowest trump opens the next game. Whoever opens,
    the fool deals the next game (DUR-05)."""
    chosen, outcome = fool_of_four(fool, next_attacker="lowest-trump")
    for game in deals(20, chosen, 4, previous=outcome):
        assert game.position()["attacker"] == lowest_trump_holder(game, set(range(4)))
        assert game.position()["dealer"] == fool


def test_the_winners_lowest_trump_opens_the_next_game() -> None:
    """With `next_attacker` set to `winners`, the seat with the lowest trump among the seats of rank
    1 opens the next game. If the seats of rank 1 hold no trump, the seat with the lowest trump of
    all opens it (DUR-05)."""
    chosen = options("durnius", teams="pairs", next_attacker="winners")
    outcome = ended(chosen, [["8C"], ["7D"], [], ["9D"]], (0, "attack 8C"), (1, "take"), out=[[2]])
    assert outcome.ranks == (1, 2, 1, 2)
    asked = set()
    for game in deals(200, chosen, 4, previous=outcome):
        holder = lowest_trump_holder(game, {0, 2})
        asked.add(holder is None)
        everybody = lowest_trump_holder(game, {0, 1, 2, 3})
        assert game.position()["attacker"] == (everybody if holder is None else holder)
    assert asked == {False, True}


def test_all_sides_of_rank_one_are_winners() -> None:
    """If two of three sides have rank 1, the seats of both sides count as winners. With
    `next_attacker` set to `winners`, the winner with the lowest trump opens the next game
    (DUR-05)."""
    chosen = options("durnius", teams="pairs", next_attacker="winners")
    hands = [[], ["7D"], [], [], ["10C"], ["9C"]]
    outcome = ended(
        chosen,
        hands,
        (5, "attack 9C"),
        (1, "take"),
        attacker=5,
        defender=1,
        out=[[0], [2], [3]],
    )
    assert outcome.ranks == (1, 2, 1, 1, 2, 1)
    for game in deals(40, chosen, 6, previous=outcome):
        holder = lowest_trump_holder(game, {0, 2, 3, 5})
        assert game.position()["attacker"] == holder


@pytest.mark.parametrize("value", ["lowest-trump", "left-of-fool", "right-of-fool", "winners"])
def test_after_a_draw_the_lowest_trump_opens_and_the_same_seat_deals(value: str) -> None:
    """After a draw there is no fool, so the same seat deals again, and the lowest trump opens the
    game (DUR-05)."""
    chosen = options("durnius", teams="pairs", next_attacker=value)
    outcome = ended(
        chosen,
        [["8S"], ["9S"], [], []],
        (0, "attack 8S"),
        (1, "beat 8S 9S"),
        out=[[2, 3]],
        dealer=1,
    )
    assert outcome.kind == "draw"
    for game in deals(20, chosen, 4, previous=outcome):
        assert game.position()["dealer"] == 1
        assert game.position()["attacker"] == lowest_trump_holder(game, {0, 1, 2, 3})


def test_the_first_dealer_is_the_last_seat_unless_one_is_named() -> None:
    """In the first game the last seat deals, unless `dealer` names another seat (DUR-05)."""
    for seats in range(2, 9):
        assert next(deals(1, options(), seats)).position()["dealer"] == seats - 1
        assert next(deals(1, options(), seats, dealer=0)).position()["dealer"] == 0


def test_the_fool_of_a_team_is_the_last_defender_even_when_out() -> None:
    """The last defender is the fool of the losing team. This holds even if that player has no cards
    left after beating and only their partner still has cards (DUR-05)."""
    chosen = options("durnius", teams="pairs", next_attacker="right-of-fool")
    outcome = ended(
        chosen, [["8S"], ["9S"], [], ["7C"]], (0, "attack 8S"), (1, "beat 8S 9S"), out=[[2]]
    )
    assert outcome.ranks == (1, 2, 1, 2)
    game = next(deals(1, chosen, 4, previous=outcome))
    assert (
        game.position()["dealer"],
        game.position()["attacker"],
        game.position()["defender"],
    ) == (1, 0, 1)


def test_the_fool_of_a_team_that_attacked_is_its_first_seat_with_cards() -> None:
    """If the last defender was on the winning side, the fool is a seat of the losing team: the
    first one with cards, clockwise from the last defender (DUR-05)."""
    chosen = options("durnius", teams="pairs", next_attacker="left-of-fool")
    outcome = ended(
        chosen,
        [["8S", "6C"], ["9S"], ["7C"], []],
        (0, "attack 8S"),
        (1, "beat 8S 9S"),
        out=[[3]],
    )
    assert outcome.ranks == (2, 1, 2, 1)
    game = next(deals(1, chosen, 4, previous=outcome))
    assert (game.position()["dealer"], game.position()["attacker"]) == (2, 3)


def test_a_leaver_of_two_is_the_fool_of_the_next_game() -> None:
    """A player who leaves a game of two is the fool of this game. So this player deals the next
    game and defends first (DUR-05, DUR-45)."""
    chosen = options("durnius")
    game = next(deals(1, chosen, 2))
    game.resign(0)
    assert game.outcome is not None
    position = next(deals(1, chosen, 2, previous=game.outcome)).position()
    assert (position["dealer"], position["attacker"], position["defender"]) == (0, 1, 0)


# DUR-61: a match of epaulettes


MATCH = options("durnius", epaulettes="match")


def test_a_match_goes_rank_by_rank_up_to_the_ace() -> None:
    """In a match, a loser goes up by one rank in a game, from the lowest rank to the ace, and no
    rank is left out. The side that gives the other side the ace wins the match. Then a new match
    begins (DUR-61)."""
    outcome: Outcome | None = None
    for rank in ("6", "7", "8", "9", "10", "J", "Q", "K"):
        hands, *moves = taking_a(f"{rank}C")
        outcome = (
            ended(MATCH, hands, *moves)
            if outcome is None
            else next_ended(outcome, MATCH, hands, *moves)
        )
        assert outcome.honours == (f"wears:1:{rank}",)
    assert outcome is not None
    hands, *moves = taking_a("AC")
    outcome = next_ended(outcome, MATCH, hands, *moves)
    assert outcome.honours == ("wears:1:A", "match:0")
    assert outcome.ranks == (1, 2)
    hands, *moves = taking_a("6C")
    assert next_ended(outcome, MATCH, hands, *moves).honours == ("wears:1:6",)


def test_other_ranks_lone_trumps_and_draws_leave_a_match_as_it_stands() -> None:
    """In a match of several games, a side wears a rank, which can rise after each game that the
    side loses. The rank doesn't rise if the loser takes a card that isn't of the next rank, takes
    only a trump, or takes nothing. A draw doesn't change the rank either. The `honours` of each
    outcome name the worn rank (DUR-61)."""
    hands, *moves = taking_a("6C")
    outcome = ended(MATCH, hands, *moves)
    for card in ("6S", "8C", "AC", "7H"):
        hands, *moves = taking_a(card)
        outcome = next_ended(outcome, MATCH, hands, *moves)
        assert outcome.honours == ("wears:1:6",)
    outcome = next_ended(outcome, MATCH, [["7S"], ["9S"]], (0, "attack 7S"), (1, "beat 7S 9S"))
    assert (outcome.kind, outcome.honours) == ("draw", ("wears:1:6",))
    outcome = next_ended(
        outcome, MATCH, [["7S"], ["9S", "9D"]], (0, "attack 7S"), (1, "beat 7S 9S")
    )
    assert (outcome.ranks, outcome.honours) == ((1, 2), ("wears:1:6",))
    hands, *moves = taking_a("7C")
    assert next_ended(outcome, MATCH, hands, *moves).honours == ("wears:1:7",)


def test_each_side_of_a_match_wears_its_own_rank() -> None:
    """A side that wears no rank yet begins with the lowest one, whatever rank its opponent wears
    (DUR-61)."""
    hands, *moves = taking_a("6C")
    outcome = ended(MATCH, hands, *moves)
    dealt = Durak.new(MATCH, seats=2, seed=b"x", previous=outcome).position()
    loses = {
        **dealt,
        "hands": [["7D"], ["6D"]],
        "talon": [],
        "trump": "H",
        "attacker": 1,
        "defender": 0,
    }
    game = Durak.from_position(loses, options=MATCH)
    game.play(1, "attack 6D")
    game.play(0, "take")
    assert game.outcome is not None
    assert sorted(game.outcome.honours) == ["wears:0:6", "wears:1:6"]
    assert game.outcome.ranks == (2, 1)


def test_leaving_loses_a_match_whatever_is_worn() -> None:
    """In a match of several games, a side wears a rank, which rises with games that the side loses.
    If a side leaves, the other side wins the match, even if the other side wears the higher rank.
    The `honours` of the outcome still name the rank of the winning side (DUR-45, DUR-61)."""
    hands, *moves = taking_a("6C")
    game = Durak.new(MATCH, seats=2, seed=b"x", previous=ended(MATCH, hands, *moves))
    game.resign(0)
    assert game.outcome is not None
    assert sorted(game.outcome.honours) == ["match:1", "wears:1:6"]


def test_a_match_survives_a_position_in_the_middle_of_its_second_game() -> None:
    """A game that is read from a position still knows the rank that a side wears in the match
    (DUR-61)."""
    hands, *moves = taking_a("6C")
    outcome = ended(MATCH, hands, *moves)
    game = Durak.new(MATCH, seats=2, seed=b"x", previous=outcome)
    again = Durak.from_position(game.position(), options=MATCH)
    assert again.position() == game.position()
    again.resign(0)
    assert again.outcome is not None
    assert "wears:1:6" in again.outcome.honours


def test_teams_wear_by_side_over_several_games() -> None:
    """In a match of several games, a side wears a rank, which rises with games that the side loses.
    In a match of two teams, the whole team wears the rank. It doesn't matter which member took the
    last attack (DUR-61)."""
    chosen = options("durnius", epaulettes="match", teams="pairs")
    outcome = ended(chosen, [["6C"], ["7D"], [], []], (0, "attack 6C"), (1, "take"), out=[[2], [3]])
    assert outcome.honours == ("wears:1:6",)
    dealt = Durak.new(chosen, seats=4, seed=b"x", previous=outcome).position()
    start = {
        **dealt,
        "hands": [[], [], ["7C"], ["8D"]],
        "out": [[0], [1]],
        "talon": [],
        "trump": "H",
        "attacker": 2,
        "defender": 3,
    }
    game = Durak.from_position(start, options=chosen)
    game.play(2, "attack 7C")
    game.play(3, "take")
    assert game.outcome is not None
    assert (game.outcome.ranks, game.outcome.honours) == ((1, 2, 1, 2), ("wears:1:7",))


# DUR-01, DUR-04: what a deal leaves as it was


def test_the_card_shown_by_the_deal_may_still_be_shown_for_travel() -> None:
    """A dealer's trump that everyone saw at the deal can still be shown to pass an attack on.
    Showing the trump at the deal doesn't count as passing an attack on (DUR-01, DUR-33)."""
    chosen = options("paritybit", deck="36", misdeal="off")
    for game in deals(200, chosen, 6):
        position = game.position()
        (card,) = position["shown"]
        attackers = [c for c in position["hands"][4] if rank_of(c) == rank_of(card)]
        if attackers:
            start = {**position, "attacker": 4, "defender": 5}
            travelling = Durak.from_position(start, options=chosen)
            travelling.play(4, f"attack {attackers[0]}")
            assert f"show {card}" in travelling.legal_moves(5)
            return
    raise AssertionError("no deal in which the card could be shown")


def test_a_redeal_keeps_who_opens_after_a_fool() -> None:
    """After a redeal, the seat left of the last fool opens, whatever cards this seat was dealt
    (DUR-04, DUR-05)."""
    chosen = options("durnius", misdeal="five-of-a-suit", next_attacker="left-of-fool")
    outcome = ended(chosen, [["8C"], ["7D"]], (0, "attack 8C"), (1, "take"))
    redealt = 0
    for game in deals(200, chosen, 2, previous=outcome):
        while game.position()["phase"] == "redeal":
            game.play(min(game.waiting_on), "redeal")
            redealt += 1
        assert game.waiting_on == {0}
    assert redealt


# The options that a number of players can't have


@pytest.mark.parametrize(
    ("seats", "chosen"),
    [
        (7, {"deck": "36"}),
        (5, {"deck": "24"}),
        (8, {"deck": "40"}),
        (6, {"deck": "36", "jokers": True}),
        (5, {"teams": "pairs"}),
        (2, {"teams": "pairs"}),
        (4, {"teams": "threes"}),
        (3, {"epaulettes": "match"}),
        (6, {"epaulettes": "match", "teams": "pairs"}),
        (1, {}),
        (9, {}),
    ],
)
def test_options_that_do_not_fit_the_players_are_refused(
    seats: int, chosen: dict[str, Any]
) -> None:
    """Options that don't allow `seats` players are refused. Examples are a deck with too few cards,
    teams of unequal size, and a match of three sides."""
    with pytest.raises(OptionsError):
        Durak.new(options(**chosen), seats=seats, seed=b"")


@pytest.mark.parametrize(
    ("seats", "chosen"),
    [
        (6, {"deck": "36"}),
        (4, {"deck": "24"}),
        (8, {"deck": "52"}),
        (5, {"deck": "36", "jokers": True}),
        (6, {"deck": "40", "jokers": True}),
        (8, {"deck": "52", "jokers": True}),
        (4, {"teams": "pairs"}),
        (6, {"teams": "pairs"}),
        (6, {"teams": "threes"}),
        (2, {"epaulettes": "match"}),
        (4, {"epaulettes": "match", "teams": "pairs"}),
        (6, {"epaulettes": "match", "teams": "threes"}),
    ],
)
def test_options_at_their_edges_are_dealt(seats: int, chosen: dict[str, Any]) -> None:
    """Options that only just allow `seats` players are accepted, and everybody gets six cards."""
    game = Durak.new(options(**chosen), seats=seats, seed=b"")
    assert [len(hand) for hand in hands_of(game)] == [6] * seats


@pytest.mark.parametrize(
    "chosen",
    [
        {"travel": "once-per-game", "passing": False},
        {"next_attacker": "winners"},
        {"jokers": True, "deck": "24"},
    ],
)
def test_options_that_clash_are_refused_with_a_reason(chosen: dict[str, Any]) -> None:
    """Options that clash for any number of players are refused with a reason. Examples are travel
    without passing, `winners` without teams, and jokers in the smallest deck."""
    with pytest.raises(ValueError, match=r"\w+ .*\."):
        options(**chosen)


def test_a_deck_may_be_named_by_its_number() -> None:
    """The size of the deck may be given as a number (36) or as text ("36"), because settings and
    positions written by others contain both. A number that is not the size of a deck is refused."""
    assert options(deck=36) == options(deck="36")
    with pytest.raises(ValueError, match="deck"):
        options(deck=37)


@pytest.mark.parametrize(
    "carry",
    [
        {"fool": 9},
        {"fool": -1},
        {"fool": "one"},
        {"fool": [1]},
        {"fool": None, "dealer": 2},
        {"dealer": 0.5},
        {"fool": 0, "wears": 3},
        {"fool": 0, "wears": ["Z", None]},
        {"fool": 0, "wears": ["A", None]},
    ],
)
def test_a_previous_outcome_that_makes_no_sense_is_refused(carry: dict[str, Any]) -> None:
    """No game is dealt after a previous outcome that Durak can't have produced. A record can
    contain such an outcome."""
    with pytest.raises(OptionsError, match="result"):
        Durak.new(MATCH, seats=2, seed=b"", previous=Outcome((1, 2), carry=carry))
