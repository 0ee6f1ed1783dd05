"""The compact engine that the searching player uses, compared with the real one move by move."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.analysis.findings import FULL
from games.analysis.judge import Judge
from games.core import Move
from games.durak import Durak
from games.players.durak import quick
from games.players.durak.ending import CERTAIN, CHANCES, PLAIN_ENDS, chance
from games.players.durak.masks import Position
from games.players.durak.playout import ANOTHER, Log, play_out
from games.players.durak.search import sure_value
from games.players.durak.thresholds import OTHERS, QUICK, Thresholds, reach_of
from games.players.durak.turns import NOBODY
from tests.games.durak_games import begun_games
from tests.games.durak_tables import table

begun = begun_games(most_moves=50, most_decks=1).filter(
    lambda game: (
        game.outcome is None and game.redeal is None and not game.settings.model_dump()["cheating"]
    )
)


def text_of(position: Position, verb: str, cards: int, target: int) -> str:
    names = position.order.names
    if verb == "beat":
        return f"beat {names[target]} {names[cards]}"
    return str(Move.make(verb, position.order.names_in(cards)))


def forced(game: Durak) -> int | None:
    """Return the lowest seat whose only legal move is `done`. Return None if there is no such
    seat."""
    return next((s for s in sorted(game.waiting_on) if game.legal_moves(s) == ["done"]), None)


def follow(game: Durak, position: Position, log: Log, thresholds: list[Thresholds]) -> None:
    """Play the moves of a playout, which `log` lists, in the real game `game`, and check each move.

    A move must be legal in the real game. If the real game waits for the seat, the move must also
    be the one that the quick player chooses with this seat's thresholds in `thresholds`. The
    playout leaves out the moves of seats that can only say `done`; they are added here.

    Of several beats in a row, only the first is compared with the quick player's choice. A playout
    decides only once whether to beat all cards. The quick player decides again before each beat.
    With the thresholds THRIFTY, it may then take although it has already beaten a card."""
    answering = False
    for seat, verb, cards, target in log:
        text = text_of(position, verb, cards, target)
        while text not in game.legal_moves(seat):
            idle = forced(game)
            assert idle is not None, f"{seat} {text} is not legal"
            game.play(idle, "done")
        answers_on, answering = answering and verb == "beat", verb == "beat"
        if seat in game.waiting_on and not answers_on:
            assert quick.choose(game.view(seat), thresholds[seat]) == text
        game.play(seat, text)
    while game.outcome is None:
        idle = forced(game)
        assert idle is not None, "the real game goes on"
        game.play(idle, "done")


@settings(max_examples=50, deadline=None)
@given(begun, st.lists(st.sampled_from([QUICK, *OTHERS]), min_size=8, max_size=8))
def test_a_playout_is_a_game_by_the_rules_between_quick_players(
    game: Durak, thresholds: list[Thresholds]
) -> None:
    position = Position.of_game(game)
    before = (position.hands[:], position.talon[:], position.by[:], position.out[:])
    log: Log = []
    end = play_out(position, [reach_of(each) for each in thresholds], log=log)
    assert before == (position.hands, position.talon, position.by, position.out)
    follow(game, position, log, thresholds)
    assert game.outcome is not None
    fool = game.outcome.carry["fool"]
    assert end.fool == (NOBODY if fool is None else fool)
    assert end.out == [seat for group in game.position()["out"] for seat in group]
    if game.outcome.kind == "won":
        sides = position.rules.sides
        assert [
            FULL * sure_value(end.fool, end.out, seat, position) // CERTAIN
            for seat in range(game.seats)
        ] == pytest.approx(
            [Judge().worth(game.outcome, seat, sides) for seat in range(game.seats)], abs=1
        )


@settings(max_examples=50, deadline=None)
@given(begun, st.data())
def test_a_move_leads_to_the_same_position_in_both(game: Durak, data: st.DataObject) -> None:
    """Any legal move is made in the real game and in the compact engine, the fast copy of the rules
    with which bot players imagine games. The compact engine plays the game to its end. All its
    moves are legal in the real game too, and the real game ends with them."""
    seat = data.draw(st.sampled_from(sorted(game.waiting_on)))
    move = data.draw(st.sampled_from(game.legal_moves(seat)))
    position = Position.of_game(game)
    position.make(seat, move)
    log: Log = []
    thresholds = [QUICK] * game.seats
    play_out(position, [reach_of(QUICK)] * game.seats, log=log)
    game.play(seat, move)
    follow(game, position, log, thresholds)


@pytest.mark.parametrize(
    "game",
    [
        # DUR-40: seat 2 added nothing, holds fewer than six, and draws before the defender.
        table("6S 9C 10C QC KC JC", "7S 8D JD QD KD AD", "9D 10D", talon="8C 7C 7D AS 6C 6H"),
        # DUR-33: a trump that was shown passes no more in this attack.
        table(
            "9C 10C KC",
            "9D 8H 10D",
            "JD QD KD",
            preset="paritybit",
            options={"travel": "once-per-attack"},
            lies="8S",
            shown=["8H"],
            travelled=["8"],
        ),
        # DUR-11: an attack of five cards is not passed on when there may be no sixth.
        table(
            "9C 10C KC QC JC 6C",
            "8D AD AC AS KS QS 10S",
            "JD QD KD 10D 9D 7D 7C",
            options={"limit": "five-first", "passing": True, "deck": "52", "opening": "several"},
            lies="8S 8C 8H RJ BJ",
            discard=[],
        ),
    ],
)
def test_rules_that_seldom_matter_hold_in_playouts_too(game: Durak) -> None:
    position = Position.of_game(game)
    log: Log = []
    play_out(position, [reach_of(QUICK)] * game.seats, log=log)
    follow(game, position, log, [QUICK] * game.seats)


def test_a_playout_stops_when_nothing_is_at_stake_any_more() -> None:
    game = table("6S", "7S 8D", "9C 10C QC KC", preset="durnius")
    end = play_out(Position.of_game(game), [reach_of(QUICK)] * 3, mine=1)
    assert end.fool == ANOTHER
    assert end.out[0] == 0


def test_the_last_two_seats_are_judged_instead_of_played_out() -> None:
    game = table("AH KH", "6S 7S 8S 6D", preset="durnius", talon="")
    position = Position.of_game(game)
    judged = play_out(position, [reach_of(QUICK)] * 2)
    assert judged.bouts == 1
    assert {judged.fool, judged.rival} == {0, 1}
    sure = judged.chance if judged.fool == 1 else CERTAIN - judged.chance
    assert sure > CERTAIN // 2


@pytest.mark.parametrize(
    ("options", "fool", "out", "worth"),
    [
        # DUR-44: a side is out with its last player, so the fool's side is never ahead of others.
        ({"teams": "pairs", "scoring": "order"}, 3, [1, 0, 2], [1, 0, 1, 0]),
        ({"teams": "pairs", "scoring": "first-out"}, 3, [1, 0, 2], [1, 0, 1, 0]),
        ({"teams": "pairs", "scoring": "order"}, ANOTHER, [1, 0, 2], [1, 0, 1, 0]),
        ({"scoring": "order"}, 3, [1, 0, 2], [2 / 3, 1, 1 / 3, 0]),
    ],
)
def test_a_finished_game_is_worth_the_place_of_the_side(
    options: dict[str, Any], fool: int, out: list[int], worth: list[float]
) -> None:
    position = Position.of_game(table("6S", "7S", "8S", "9S", options=options))
    values = [sure_value(fool, out, seat, position) for seat in range(4)]
    assert values == [int(CERTAIN * each) for each in worth]


@pytest.mark.parametrize("scoring", ["fool", "first-out", "order"])
def test_whoever_has_left_has_lost(scoring: str) -> None:
    game = table("6S", "", "8S", "9S", options={"scoring": scoring}, resigned=[1])
    assert sure_value(3, [0, 2], 1, Position.of_game(game)) == 0


def test_a_chance_is_a_table_of_whole_numbers_that_rises() -> None:
    assert list(CHANCES) == sorted(CHANCES)
    assert all(CERTAIN // 2 <= each < CERTAIN for each in CHANCES)
    order = Position.of_game(table("AH KH", "6S 7S")).order
    strong, weak = order.of_names(["AH", "KH"]), order.of_names(["6S", "7D", "8C"])
    assert chance(strong, weak, order.beaters, PLAIN_ENDS) > CERTAIN * 9 // 10
    assert chance(weak, strong, order.beaters, PLAIN_ENDS) < CERTAIN // 2


def test_cards_are_ordered_by_how_gladly_they_are_kept() -> None:
    game = table("6S 6H AC", "7S RJ", options={"jokers": True})
    order = Position.of_game(game).order
    assert order.names_in(order.of_names(["RJ", "6H", "AC", "6S"])) == ["6S", "AC", "6H", "RJ"]
