"""What a bot player remembers of the events of a game of Durak, and whether the games that the
player imagines agree with this memory."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Self

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.contract import Case, ContractBroken, Sitting, check_samples, random_player
from games.core import Chance, OptionsError, Stream, Told, View
from games.durak import Durak
from games.durak.belief.memory import Memory
from games.durak.rules.tables import names_in
from games.record import RESIGN, Step
from games.told_events import told
from tests.games.durak_games import begun_games
from tests.games.durak_tables import hand, play, table


def imagined(game: Durak, seat: int, seen: list[Told], number: int) -> Durak:
    return Durak.sample(game.view(seat), Stream(bytes([number])), seen=seen)


def test_cards_that_were_taken_are_in_the_takers_hand() -> None:
    game = table("7C 7D 10C", "8H 9D 6C", "KS KD QD", lies="8S/JS 8D", talon="6S 7S 9S 10S 6H")
    seen = told(play(game, "1 take"), 0)
    for number in range(10):
        sample = imagined(game, 0, seen, number)
        assert {"8S", "JS", "8D"} <= hand(sample, 1)
        assert sample.view(0) == game.view(0)
    assert any(not {"8S", "JS"} <= hand(imagined(game, 0, [], number), 1) for number in range(10))


def test_cards_that_were_beaten_are_gone_and_a_played_card_is_no_more_in_the_hand() -> None:
    game = table("7C 7D 10C", "8H 9D 6C", lies="8S/JS 8D", talon="6S 7S 9S 10S 6H")
    seen = told(play(game, "1 beat 8D 9D"), 0)
    gone = {"8S", "JS", "8D", "9D"}
    for number in range(10):
        sample = imagined(game, 0, seen, number)
        assert gone <= set(sample.position()["discard"])
        assert not gone & {*hand(sample, 1), *sample.position()["talon"]}


def test_who_drew_the_trump_card_holds_it() -> None:
    game = table("7C 7D 10C", "8H 9D 6C", lies="8S/JS", talon="6S 7S 9S 10S 6H")
    seen = told(play(game, "0 done"), None)
    assert Memory.of(seen).held[1] == 1 << 13 + 4
    assert "6H" in hand(imagined(game, 0, seen, 1), 1)


def test_a_trump_card_in_the_dealers_hand_is_gone_when_the_dealer_leaves() -> None:
    game = Durak.new(Durak.options("durnius"), seats=6, seed=b"whole deck")
    happened = game.dealt()
    (trump,) = game.view(None).facts["shown"]
    happened += game.resign(5)
    memory = Memory.of(told(happened, None))
    assert trump in names_in(memory.discarded)


def test_a_card_that_was_played_wrongfully_is_known_to_be_back() -> None:
    game = table("8D KC", "9S 7D JD", "AC 6C", lies="8S", options={"cheating": True})
    seen = told(play(game, "0 throw KC", "1 accuse KC"), 2)
    assert "KC" in hand(imagined(game, 2, seen, 1), 0)


def test_another_deal_makes_all_forgotten() -> None:
    memory = Memory.of([("bout-taken", {"seat": 1, "cards": ["6S"]}), ("redeal", {"seat": 0})])
    assert memory.held[1] == 0


@settings(max_examples=25, deadline=None)
@given(begun_games(most_moves=0), st.integers(0, 1 << 30), st.integers(5, 90))
def test_nothing_that_is_remembered_is_wrong(game: Durak, seed: int, moves: int) -> None:
    """Every card that a seat remembers in a hand or in the discard pile is really in this hand or
    pile. This holds also in games with cheating and resignations."""
    try:
        case = Case(Durak, game.settings, game.seats, seed.to_bytes(4, "big"))
        sitting = Sitting(case)
    except OptionsError:
        return
    rng = Stream(b"memory%d" % seed)
    for _ in range(moves):
        standing = [
            one.seat for one in sitting.game.view(None).seats if not (one.out or one.resigned)
        ]
        if sitting.game.outcome is not None:
            break
        leaves = not rng.randrange(40)
        step = Step(rng.choice(standing), RESIGN)
        sitting.make(step if leaves else sitting.choose(random_player, rng))
    position = sitting.game.position()
    for viewer, seen in sitting.seen.items():
        memory = Memory.of(seen)
        assert set(names_in(memory.discarded)) <= set(position["discard"])
        for seat in range(game.seats):
            assert set(names_in(memory.held[seat])) <= set(position["hands"][seat])
        if viewer is not None and sitting.game.outcome is None:
            check_samples(sitting, rng)


class Forgetful(Durak):
    """Durak whose samples (games imagined from a view) are made from the view alone, without the
    events that the seat has seen."""

    __slots__ = ()

    @classmethod
    def sample(cls, view: View, rng: Chance, *, seen: Iterable[Told] = ()) -> Self:
        return super().sample(view, rng)


def test_the_contract_suite_finds_samples_that_forget() -> None:
    sitting = Sitting(Case(Forgetful, Durak.options("durnius"), 2, b"forget"))
    rng = Stream(b"forget")

    def play_and_check() -> None:
        for _ in range(60):
            sitting.make(sitting.choose(random_player, rng))
            check_samples(sitting, rng)

    with pytest.raises(ContractBroken, match=r" has seen holds .* elsewhere"):
        play_and_check()
