"""Durak with two decks: every card exists twice, and nobody can distinguish the two copies."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

from games.contract import (
    Case,
    Sitting,
    check_case,
    check_ending,
    check_everyone_leaves,
    check_resignations,
    every_chooser,
    random_player,
)
from games.core import Game, GameError, IllegalMove, InvalidMove, OptionsError, Stream
from games.durak import Durak, DurakOptions
from games.durak.belief.memory import Memory
from games.durak.rules.tables import names_in
from games.told_events import told
from tests.beyond import BEYOND
from tests.games.durak_games import playable_options
from tests.games.durak_tables import moves, named, play, table
from tests.present import present

TWO = {"decks": 2}
CHEATING = {**TWO, "cheating": True}


def two(*hands: str, preset: str = "durnius", **more: Any) -> Durak:
    return table(*hands, preset=preset, options={**TWO, **more.pop("options", {})}, **more)


def held(game: Game, seat: int) -> list[str]:
    cards: list[str] = game.position()["hands"][seat]
    return cards


def test_every_card_is_dealt_twice_and_ten_can_play() -> None:
    game = Durak.new(Durak.options(decks=2), seats=10, seed=b"ten")
    position = game.position()
    cards: Counter[str] = Counter(position["talon"])
    for each in position["hands"]:
        cards.update(each)
    assert len(cards) == 36
    assert set(cards.values()) == {2}
    assert [len(each) for each in position["hands"]] == [6] * 10


@pytest.mark.parametrize(
    ("seats", "options", "cards"),
    [
        (5, {}, 72),
        (10, {"jokers": True}, 76),
        (2, {"deck": "52"}, 104),
        (8, {"deck": "24"}, 48),
    ],
)
def test_there_are_two_of_the_deck_that_half_the_players_have(
    seats: int, options: dict[str, Any], cards: int
) -> None:
    position = Durak.new(Durak.options(decks=2, **options), seats=seats, seed=b"deck").position()
    assert sum(map(len, position["hands"])) + len(position["talon"]) == cards


def test_two_decks_too_have_an_end() -> None:
    with pytest.raises(OptionsError, match="9 players need 54 cards, but this deck only has 48"):
        Durak.new(Durak.options(decks=2, deck="24"), seats=9, seed=b"x")


def test_one_deck_is_what_nobody_asked_to_change() -> None:
    for preset in DurakOptions.presets:
        assert Durak.options(preset) == Durak.options(preset, decks=1)
    assert Durak.options(decks="2") == Durak.options(decks=2)


def test_dur_05_of_two_who_hold_the_lowest_trump_the_first_from_the_dealers_left_attacks() -> None:
    hands = ("6H 9S", "7H 9D", "6H 9C")
    assert two(*hands, attacker=None, defender=None, dealer=0).position()["attacker"] == 2
    assert two(*hands, attacker=None, defender=None, dealer=2).position()["attacker"] == 0


def test_dur_10_both_copies_open_together() -> None:
    game = two("8S 8S 8D KC", "6S 6C 6D 7D", options={"opening": "several"})
    assert [str(move) for move in game.legal_moves(0)] == [
        "attack 8S",
        "attack 8D",
        "attack 8S 8S",
        "attack 8S 8D",
        "attack 8S 8S 8D",
        "attack KC",
    ]
    assert named(play(game, "0 attack 8S 8S"), "attack") == [{"seat": 0, "cards": ["8S", "8S"]}]
    assert held(game, 0) == ["8D", "KC"]
    assert present(game.view(1).zone("table")).cards == ("8S", "8S")


def test_dur_10_nobody_opens_with_a_card_once_more_than_they_hold_it() -> None:
    game = two("8S 8D KC", "6S 6C 6D 7D", options={"opening": "several"})
    with pytest.raises(IllegalMove, match="don't have all these cards"):
        game.play(0, "attack 8S 8S")
    with pytest.raises(InvalidMove):
        game.play(0, "attack 8S 8S 8S")


def test_dur_12_an_equal_card_is_thrown_in() -> None:
    game = two("8S KC", "9S 9S 6C", lies="8S/9S")
    assert moves(game, 0) == {"throw 8S", "done"}


def test_dur_20_an_equal_card_beats_nothing() -> None:
    game = two("KC", "8S 9S 9S 8H", lies="8S")
    assert moves(game, 1) == {"beat 8S 9S", "beat 8S 8H", "take"}
    game = two("KC", "8H 9H", lies="8H")
    assert moves(game, 1) == {"beat 8H 9H", "take"}
    with pytest.raises(IllegalMove) as refused:
        game.play(1, "beat 8H 8H")
    assert refused.value.rule == "DUR-20"


def test_dur_20_both_copies_of_a_trump_are_trumps() -> None:
    game = two("KC QC", "6H 6H", lies="AS AS")
    happened = play(game, "1 beat AS 6H", "1 beat AS 6H")
    assert named(happened, "beat") == [{"seat": 1, "attack": "AS", "cards": ["6H"]}] * 2
    assert named(happened, "bout-repelled")[0]["cards"] == ["AS", "AS", "6H", "6H"]


def test_dur_22_a_move_that_two_copies_could_make_is_listed_once() -> None:
    game = two("KC", "9S 9S JS", lies="8S 8S")
    assert [str(move) for move in game.legal_moves(1)] == ["beat 8S 9S", "beat 8S JS", "take"]
    game.play(1, "beat 8S 9S")
    assert game.position()["table"] == [["8S", "9S"], ["8S", None]]
    assert moves(game, 1) == {"beat 8S 9S", "beat 8S JS", "take"}


def test_dur_24_who_takes_has_both() -> None:
    game = two("KC 9C", "7C", lies="8S 8S")
    play(game, "1 take")
    assert Counter(held(game, 1)) == Counter({"8S": 2, "7C": 1})


def test_dur_33_each_copy_of_a_trump_is_shown_by_itself() -> None:
    game = two(
        "KC QC JC 10C",
        "8H 8H 9C 9D",
        "7C 7D 7S 6D",
        preset="paritybit",
        lies="8S",
    )
    game.play(1, "show 8H")
    assert game.view(0).zones[1].cards == ("8H", None, None, None)
    assert game.position()["shown"] == ["8H"]
    game = Durak.from_position(
        {**game.position(), "attacker": 0, "defender": 1}, options=game.settings
    )
    assert "show 8H" in moves(game, 1)
    game.play(1, "show 8H")
    assert game.position()["shown"] == ["8H", "8H#2"]
    assert game.view(0).zones[1].cards == ("8H", "8H", None, None)
    game = Durak.from_position(
        {**game.position(), "attacker": 0, "defender": 1}, options=game.settings
    )
    assert not {"show 8H"} & moves(game, 1)
    assert "pass 8H" in moves(game, 1)


def test_a_position_says_which_of_two_it_remembers_something_of() -> None:
    game = two("8H KC", "8H 9C 7D", "7C 7S 6D", preset="paritybit", lies="8S")
    game.play(1, "show 8H")
    position = game.position()
    assert position["shown"] == ["8H#2"]
    again = Durak.from_position(position, options=game.settings)
    assert again.view(2).zones[0].cards == (None, None)
    assert again.view(2).zones[1].cards == ("8H", None, None)


def test_dur_33_the_copy_that_all_have_seen_is_played_first() -> None:
    shown = {"shown": ["8H#2"], "travelled": ["8#2"]}
    game = two("8H 8H KC", "9C 9D", preset="paritybit", lies="8S/9S", **shown)
    game.play(0, "throw 8H")
    assert game.position()["shown"] == []
    assert game.view(1).zones[0].cards == (None, None)


@pytest.mark.parametrize(("mark", "shows"), [("8", False), ("8#2", True)])
def test_dur_33_who_has_shown_which_copy_follows_from_a_view(mark: str, shows: bool) -> None:
    game = two("KC", "8H 9C", "8H 7S", preset="paritybit", lies="8S", travelled=[mark])
    assert ("show 8H" in moves(game, 1)) == shows
    for seat in range(3):
        imagined = Durak.sample(game.view(seat), Stream(b"x"))
        assert imagined.view(seat) == game.view(seat)
    assert moves(Durak.sample(game.view(1), Stream(b"x")), 1) == moves(game, 1)


def test_an_imagined_game_has_shown_what_has_been_shown() -> None:
    hands = ("8H KC", "8H 8H 9C", "7S")
    game = two(*hands, preset="paritybit", lies="8S", shown=["8H#2"], travelled=["8#2"])
    for seat in range(3):
        for number in range(5):
            imagined = Durak.sample(game.view(seat), Stream(bytes([number])))
            assert imagined.view(seat) == game.view(seat)


def test_dur_71_of_two_equal_cards_the_wrongful_one_goes_back() -> None:
    options = {**CHEATING, "throwers": "neighbours"}
    game = two("6D", "9S 9D 9C QC", "6C 7S", "KC 7D", lies="KS KC", options=options)
    play(game, "3 throw KC")
    assert [str(move) for move in game.legal_moves(1)].count("accuse KC") == 1
    (accused,) = named(play(game, "1 accuse KC"), "accuse")
    assert accused == {"seat": 1, "cards": ["KC"], "accused": 3, "wrongful": True}
    assert held(game, 3) == ["7D", "KC"]
    assert "throw KC" not in moves(game, 3)


def test_a_memory_counts_both_copies() -> None:
    game = two("8S 8S KC", "7C 9C", "6C 6D", options={"opening": "several"}, talon="7S 7D 6H")
    seen = told(play(game, "0 attack 8S 8S", "1 take"), 2)
    assert names_in(Memory.of(seen).held[1]) == ["8S", "8S"]
    for number in range(5):
        imagined = Durak.sample(game.view(2), Stream(bytes([number])), seen=seen)
        assert held(imagined, 1).count("8S") == 2
        assert imagined.view(2) == game.view(2)


def test_a_memory_lets_one_of_two_go() -> None:
    memory = Memory.of(
        [
            ("bout-taken", {"seat": 1, "cards": ["8S", "8S"]}),
            ("attack", {"seat": 1, "cards": ["8S"]}),
        ]
    )
    assert names_in(memory.held[1]) == ["8S"]
    memory.watch("attack", {"seat": 1, "cards": ["8S"]})
    assert not memory.held[1]


USUAL = {"classic", "throw-in"}
CASES = [
    pytest.param(
        Case(Durak, Durak.options(preset, decks=2, **more), seats, b"two"),
        id=f"{preset}-{seats}",
        marks=() if preset in USUAL else BEYOND,
    )
    for preset, seats, more in (
        ("classic", 2, {"jokers": True, "cheating": True}),
        ("durnius", 2, {}),
        ("durnius-passing", 4, {"travel": "once-per-attack"}),
        ("paritybit", 3, {}),
        ("throw-in", 6, {"teams": "threes"}),
        ("passing", 10, {}),
    )
]


@pytest.mark.parametrize("case", CASES)
def test_two_decks_keep_every_promise(case: Case) -> None:
    rng = Stream(b"two" + case.seed)
    check_case(case, every=80)
    check_resignations(case, rng)
    check_everyone_leaves(case, rng, after=rng.randrange(40))
    for chooser in every_chooser(Durak)[::2]:
        check_ending(case, chooser)


def sitting_of(data: st.DataObject, seats: int, seed: bytes) -> Sitting:
    """Return a `Sitting` with a new game of two decks and random options, dealt from `seed`. If the
    options don't allow `seats` seats, reject this example of Hypothesis."""
    options = data.draw(playable_options(seats)).model_copy(update=TWO)
    try:
        return Sitting(Case(Durak, options, seats, seed))
    except OptionsError:
        reject()


@settings(max_examples=15, deadline=None)
@given(st.data(), st.integers(2, 10), st.binary(max_size=4), st.integers(5, 90))
def test_nothing_that_is_remembered_is_wrong(
    data: st.DataObject, seats: int, seed: bytes, count: int
) -> None:
    sitting, rng = sitting_of(data, seats, seed), Stream(b"two decks" + seed)
    while sitting.game.outcome is None and len(sitting.steps) < count:
        sitting.make(sitting.choose(random_player, rng))
    position = sitting.game.position()
    for seen in sitting.seen.values():
        memory = Memory.of(seen)
        assert Counter(names_in(memory.discarded)) <= Counter(position["discard"])
        for seat in range(seats):
            assert Counter(names_in(memory.held[seat])) <= Counter(position["hands"][seat])


@settings(max_examples=20, deadline=None)
@given(st.data(), st.integers(2, 10), st.binary(min_size=1, max_size=4), st.integers(0, 60))
def test_nobody_is_told_which_copy_lies_where(
    data: st.DataObject, seats: int, seed: bytes, count: int
) -> None:
    """Legal moves, events and refusals name a card without saying which of its two copies is meant,
    and no move is offered twice to a seat."""
    sitting, rng = sitting_of(data, seats, seed), Stream(b"two decks" + seed)
    while sitting.game.outcome is None and len(sitting.steps) < count:
        for seat in range(seats):
            texts = [str(move) for move in sitting.game.legal_moves(seat)]
            assert len(texts) == len(set(texts))
            assert "#" not in str(texts)
            for move in (
                "beat 6S 6S",
                "throw 6S",
                "pass 6S",
                "show 6S",
                "accuse 6S",
                "attack 6S 6S",
            ):
                if move not in texts:
                    with pytest.raises(GameError) as refused:
                        sitting.game.copy().play(seat, move)
                    assert "#" not in str(refused.value)
        events = sitting.make(sitting.choose(random_player, rng))
        assert "#" not in str([(event.fields, event.secret) for event in events])
