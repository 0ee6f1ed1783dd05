"""Tredici: what the view of a seat shows, which games a seat may imagine, positions, refusals and
events."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.cards import deck
from games.core import Event, IllegalMove, InvalidMove, PositionError, Stream
from games.tredici import Tredici
from games.tredici.rules.events import EVENTS
from tests.games.tredici_tables import HEARTS, at, moves

TABLES = [(2, 0), (3, 0), (4, 0), (4, 2), (5, 2), (7, 3), (8, 4), (12, 4)]


def played(
    seats: int, teams: int, seed: int, **options: object
) -> Iterator[tuple[Tredici, list[Event]]]:
    """Play a random game, in which seats sometimes act out of turn or resign. Yield the game and
    the new events at the start and after each step."""
    rng = Random(seed)
    game = Tredici.new(
        Tredici.options(teams=teams, **options), seats=seats, seed=seed.to_bytes(4, "big")
    )
    yield game, []
    while game.outcome is None:
        alive = [seat.seat for seat in game.view(None).seats if not seat.out]
        if rng.random() < 0.01:
            yield game, game.resign(rng.choice(alive))
            continue
        seat = rng.choice(alive if rng.random() < 0.2 else sorted(game.waiting_on))
        legal = [move for move in game.legal_moves(seat) if move != "kische" or rng.random() < 0.1]
        if legal:
            yield game, game.play(seat, rng.choice(legal))


tables = st.sampled_from(TABLES)
seeds = st.integers(0, 10_000)


class TestView:
    def test_zones(self) -> None:
        game = at(
            ["3S 4D", "5D", "6H", "7H"],
            options={"teams": 2},
            stacks=["2S 9S", "2H 3H 4H 5H"],
            draw="2C",
            discard="3C 4C",
        )
        view = game.view(0)
        assert view.hand == ("3S", "4D")
        zones = {(zone.name, zone.owner): zone.cards for zone in view.zones if zone.cards}
        assert zones == {
            ("hand", 0): ("3S", "4D"),
            ("hand", 1): (None,),
            ("hand", 2): (None,),
            ("hand", 3): (None,),
            ("stack-1", 0): ("2S", "9S"),
            ("stack-1", 2): (None,) * 3,
            ("stack-2", 2): (None,),
            ("draw", None): (None,),
            ("discard", None): (None, None),
        }
        assert [seat.roles for seat in view.seats] == [
            ("turn", "captain"),
            (),
            ("captain",),
            ("dealer",),
        ]

    def test_stacks_are_seen_by_the_whole_team(self) -> None:
        game = at(["3S", "5D", "6H", "7H"], options={"teams": 2}, stacks=["2S", "2H"])
        seen = [
            [zone.cards for zone in game.view(seat).zones if zone.name == "stack-1"]
            for seat in (None, 1, 3)
        ]
        assert seen == [[(None,), (None,)], [("2S",), (None,)], [(None,), ("2H",)]]

    def test_what_a_seat_owes_is_told_to_it_alone(self) -> None:
        game = at(["3S", "5D", "6C"], owes=["redraw", "draw 2", "fresh"])
        assert [game.view(seat).facts["owes"] for seat in (None, 0, 1, 2)] == [
            None,
            "redraw",
            "draw 2",
            "fresh",
        ]
        assert game.view(None).facts["set_aside"] == [0, 2, 0]
        assert game.view(None).facts["purged"] == [2]

    @pytest.mark.parametrize(
        ("hand", "owes", "aside", "known"),
        [
            ("3S 4D", "draw 2", 0, True),
            ("3S 4D", "redraw", 2, True),
            ("3S 4D", "redraw", 0, False),
            ("3S 4D", "swap", 0, False),
            ("", "swap", 0, True),
            ("", "redraw", 0, True),
            ("", "fresh", 0, True),
        ],
    )
    def test_only_what_all_know_is_a_forced_draw(
        self, hand: str, owes: str, aside: int, known: bool
    ) -> None:
        game = at([hand, "5D"], owes=[owes, "swap"], set_aside={"0": aside}, kische="used")
        assert game.forced(0) is known

    def test_who_has_resigned_owes_nothing_any_more(self) -> None:
        game = at(["3S", "5D", "6C"], owes=["redraw", "draw 2", "fresh"])
        game.resign(1)
        assert [game.view(seat).facts["owes"] for seat in range(3)] == ["redraw", None, "fresh"]

    def test_phases(self) -> None:
        game = Tredici.new(seats=2, seed=b"phases")
        assert game.view(0).facts["phase"] == "targets"
        game.play(0, "target S")
        game.play(1, "target S")
        assert game.view(0).facts["phase"] == "turn"
        game.play(1, "kische")
        assert game.view(0).facts["phase"] == "choice"
        assert [seat.roles for seat in game.view(0).seats] == [("turn",), ("caller", "dealer")]
        game = at(["3H 4H", "5D"], draw="", owes=["draw 1", "swap"])
        game.play(0, "draw")
        assert game.view(0).facts["phase"] == "give"
        game.resign(0)
        assert game.view(0).facts["phase"] == "over"

    def test_a_draw_under_way(self) -> None:
        game = at(["3H 4H", "5D"], draw="AC", owes=["draw 3", "swap"])
        game.play(0, "draw")
        assert game.view(1).facts["drawing"] == {"seat": 0, "left": 2, "set_aside": 0}
        assert game.view(0).facts["drawing"] == {"seat": 0, "left": 2, "set_aside": 0, "ace": True}
        game.play(0, "give AC")
        assert [game.view(seat).facts["gave"] for seat in (None, 0, 1)] == [None, "AC", None]
        assert game.view(1).facts["given"] == [0]


class TestSample:
    @settings(max_examples=25, deadline=None)
    @given(table=tables, seed=seeds)
    def test_agrees_with_all_that_the_view_knows(self, table: tuple[int, int], seed: int) -> None:
        for step, (game, _) in enumerate(played(*table, seed)):
            if step % 9:
                continue
            for viewer in (None, step % game.seats):
                view = game.view(viewer)
                for rng in (Random(seed), Stream(b"sample")):
                    imagined = Tredici.sample(view, rng)
                    assert imagined.view(viewer) == view
                    assert cards_in(imagined) == sorted(deck())

    @pytest.mark.parametrize("viewer", [None, 0, 1])
    def test_agrees_with_a_game_that_was_left_before_it_began(self, viewer: int | None) -> None:
        game = Tredici.new(seats=2, seed=b"left")
        game.resign(0)
        view = game.view(viewer)
        assert Tredici.sample(view, Random(1)).view(viewer) == view

    def test_holders_of_a_target_have_set_it_aside(self) -> None:
        game = at(
            ["3H 4D 5C", "6H 7D 8C"],
            targets=["S", "D"],
            announced=[1],
            kische="used",
            draw="2S 3S 4S",
            discard="2D 3D",
        )
        for seed in range(50):
            imagined = Tredici.sample(game.view(0), Random(seed)).position()
            assert imagined["targets"] == ["S", "D"]
            assert not any(card[-1] == "D" for card in imagined["hands"][1])

    def test_an_unknown_target_leaves_room_for_the_rest_of_its_suit(self) -> None:
        # Twelve cards lie in no hand: had both the same target, one of its thirteen could lie
        # nowhere.
        suit = {suit: [card for card in deck() if card[-1] == suit] for suit in "SHDC"}
        hands = [[*suit["S"], *suit["D"], *suit["C"][:4]], suit["H"][:10]]
        game = at(
            [" ".join(cards) for cards in hands],
            targets=["H", "S"],
            draw=" ".join(suit["H"][10:] + suit["C"][4:]),
        )
        for seed in range(20):
            imagined = Tredici.sample(game.view(None), Random(seed)).position()
            for target, hand_ in zip(imagined["targets"], imagined["hands"], strict=True):
                assert not any(card[-1] == target for card in hand_)

    def test_an_unknown_target_has_enough_unseen_cards_and_is_free(self) -> None:
        own = " ".join(HEARTS[:5])
        game = at(
            ["", "6C"],
            targets=["H", "D"],
            stacks=[own, " ".join(f"{rank}D" for rank in "23456789JQ")],
            draw="2S",
        )
        targets = {
            Tredici.sample(game.view(0), Random(seed)).position()["targets"][1]
            for seed in range(60)
        }
        assert targets == {"S", "D", "C"}


def cards_in(game: Tredici) -> list[str]:
    position = game.position()
    zones = [*position["hands"], *position["stacks"], position["draw"], position["discard"]]
    return sorted(card for zone in zones for card in zone)


class TestPosition:
    @settings(max_examples=25, deadline=None)
    @given(
        table=tables, seed=seeds, reshuffle=st.booleans(), call=st.sampled_from(["manual", "auto"])
    )
    def test_comes_back_and_goes_on_alike(
        self, table: tuple[int, int], seed: int, reshuffle: bool, call: str
    ) -> None:
        for step, (game, _) in enumerate(played(*table, seed, reshuffle=reshuffle, call=call)):
            position = json.loads(json.dumps(game.position()))
            again = Tredici.from_position(position, options=game.settings)
            assert again.position() == game.position() == game.copy().position()
            assert cards_in(game) == sorted(deck())
            for seat in sorted(game.waiting_on) if step % 5 == 0 else []:
                move = game.legal_moves(seat)[-1]
                one, other = game.copy(), again
                assert one.play(seat, move) == other.play(seat, str(move))
                assert one.position() == other.position()
                break

    def test_own_keys_are_left_out_when_at_rest(self) -> None:
        keys = {
            "hands",
            "stacks",
            "targets",
            "draw",
            "discard",
            "turn",
            "owes",
            "full_hand",
            "kische",
        }
        assert set(at(["3S", "4S"], draw="2C").position()) == keys

    @pytest.mark.parametrize(
        ("key", "value"),
        [
            ("hands", [["3S"], ["1S"]]),
            ("hands", [["3S", "3S"], []]),
            ("hands", [["RJ"], []]),
            ("hands", [["3S"]]),
            ("hands", "3S"),
            ("stacks", [[], [], []]),
            ("targets", ["S"]),
            ("targets", ["S", "X"]),
            ("draw", None),
            ("turn", 2),
            ("turn", "0"),
            ("owes", ["swap"]),
            ("owes", ["swap", "draw 0"]),
            ("owes", ["swap", "nap"]),
            ("full_hand", -1),
            ("kische", True),
            ("resigned", [0]),
            ("announced", [2]),
            ("choosing", [7]),
            ("gives", ["give 9C", None]),
            ("gives", ["3S", None]),
            ("gives", [None]),
            ("gives", ["give 3S", "give 4S"]),
            ("calls", [{"caller": 4}]),
            ("stream", {"seed": "xyz", "read": 0}),
            ("outcome", {"kind": "lost"}),
            ("outcome", {"kind": "won"}),
            ("resigned", [0, 1]),
        ],
    )
    def test_what_can_not_be_read(self, key: str, value: Any) -> None:
        position = {**at(["3S", "4S"], draw="2C").position(), key: value}
        with pytest.raises(PositionError):
            Tredici.from_position(position)

    def test_keys_left_out_are_at_rest(self) -> None:
        position = at(["3S", "4S"]).position()
        needed = {"hands", "targets", "owes"}
        assert Tredici.from_position({key: position[key] for key in needed}).position() == position

    def test_a_missing_key_and_too_many_seats(self) -> None:
        position = at(["3S", "4S"], draw="2C").position()
        with pytest.raises(PositionError, match="hands"):
            Tredici.from_position({key: value for key, value in position.items() if key != "hands"})
        with pytest.raises(PositionError):
            Tredici.from_position({**position, "hands": [[]] * 5})


class TestRefusals:
    @pytest.mark.parametrize(
        "move",
        [
            "",
            "fold",
            "target",
            "target X",
            "target 3S",
            "draw 3S",
            "discard",
            "discard X",
            "give",
            "give 3S 4S",
            "kische now",
            "agree 3S",
        ],
    )
    def test_what_is_no_move(self, move: str) -> None:
        with pytest.raises(InvalidMove):
            at(["3S", "4S"], draw="2C").play(0, move)

    @settings(max_examples=20, deadline=None)
    @given(table=tables, seed=seeds)
    def test_every_refusal_names_a_rule_and_leaves_no_trace(
        self, table: tuple[int, int], seed: int
    ) -> None:
        tries = [
            "target S",
            "target D",
            "draw",
            "discard 2S",
            "discard 2S 3H 4D",
            "give AC",
            "kische",
            "agree",
            "refuse",
            "tredici",
        ]
        for step, (game, _) in enumerate(played(*table, seed)):
            if step % 11:
                continue
            before = game.position()
            for seat in range(game.seats):
                for move in set(tries).difference(game.legal_moves(seat)):
                    with pytest.raises(IllegalMove) as refused:
                        game.play(seat, move)
                    assert refused.value.rule.startswith("TRE-")
                    assert "{" not in str(refused.value)
            assert game.position() == before

    def test_a_seat_that_is_not_there(self) -> None:
        game = at(["3S", "4S"], draw="2C")
        for seat in (-1, 2):
            assert game.legal_moves(seat) == []
            with pytest.raises(InvalidMove):
                game.play(seat, "draw")


def test_events_have_the_fields_that_their_table_names() -> None:
    met = set()
    for seed, table in enumerate(TABLES * 3):
        for _, events in played(*table, seed):
            for event in events:
                assert set(event.fields) == set(EVENTS[event.name].public)
                assert set(event.secret or ()) == set(EVENTS[event.name].secret)
                assert json.loads(json.dumps([event.fields, event.secret])) == [
                    event.fields,
                    event.secret,
                ]
                met.add(event.name)
    assert met == set(EVENTS)


def test_legal_moves_are_the_caller_s_own_list() -> None:
    game = at(["3S 4S", "5S"], draw="2C")
    game.legal_moves(0).clear()
    assert moves(game, 0)
