"""What the master makes of the other's deeds at a table for two."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core import Chance, Event, Stream, Told
from games.durak import Durak
from games.durak.memory import Memory
from games.players.durak import quick
from games.players.durak.cards import PLAIN
from games.players.durak.deeds import Deed, Deeds
from games.players.durak.habits import (
    FOR_TWO,
    OTHER_OF_TWO,
    PATIENCE,
    QUICK,
    SIMPLE,
    THRIFTY,
    Habits,
    reach_of,
)
from games.players.durak.imagining import Imagined
from games.players.durak.judging import IMPOSSIBLE, bearing, strikes
from games.players.durak.levels import Master
from games.players.durak.reading import Reading
from games.witness import told

PRESETS = ("classic", "durnius", "durnius-passing", "paritybit", "throw-in", "passing")
AMONG = [reach_of(habits) for habits in OTHER_OF_TWO]


class Table:
    """A game of two quick players, and what seat 0 is told of it."""

    def __init__(self, preset: str, seed: bytes, other: Habits) -> None:
        options = Durak.options(preset, misdeal="off")
        self.game = Durak.new(options, seats=2, seed=seed)
        self.memory = Memory()
        self.deeds = Deeds(self.memory)
        self.told: list[Told] = []
        self.other = other
        self.real: list[tuple[Deed, int]] = []
        """Each deed of seat 1, and the hand that it came from, by the numbers of cards."""
        self._others = Memory()
        self._chance = Stream(seed + b" order")
        self._tell(self.game.dealt())

    def _tell(self, events: Iterable[Event]) -> None:
        for event in events:
            done, held = len(self.deeds.deeds[1]), self._others.held[1]
            for name, fields in told([event], 0):
                self.told.append((name, fields))
                self.deeds.watch(name, fields)
                self.memory.watch(name, fields)
            for name, fields in told([event], 1):
                self._others.watch(name, fields)
            if self.game.idle < PATIENCE:
                self.real += [(deed, held) for deed in self.deeds.deeds[1][done:]]

    def play(self, moves: int = 1) -> None:
        for _ in range(moves):
            if self.game.outcome is not None:
                return
            seat = self._chance.choice(sorted(self.game.waiting_on))
            view = self.game.view(seat)
            self._tell(self.game.play(seat, quick.choose(view, (QUICK, self.other)[seat])))

    def reading(self, chance: Stream) -> Reading | None:
        view = self.game.view(0)
        return Imagined(view, self.memory, chance).read(self.deeds, AMONG, chance)


def left_of(table: Table, deed: Deed) -> int:
    rules = table.game.rules
    dealt = sum(table.memory.table.dealt)
    return rules.deck.bit_count() - dealt - deed.drawn


habits = st.sampled_from([QUICK, FOR_TWO, SIMPLE, THRIFTY])


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(PRESETS), st.binary(max_size=4), habits)
def test_what_somebody_does_goes_with_its_own_hand_and_habits(
    preset: str, seed: bytes, other: Habits
) -> None:
    table = Table(preset, seed, other)
    table.play(200)
    order, rules = table.deeds.order, table.game.rules
    for deed, hand in table.real:
        held, stage = order.of_mask(hand), reach_of(other)[left_of(table, deed)]
        assert strikes(deed, held, stage, rules, order) == 0, (deed, order.names_in(held))
        heeded = bearing(deed, rules, order)
        assert strikes(deed, held & heeded, stage, rules, order) == 0


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(PRESETS), st.binary(max_size=4), habits, st.integers(0, 60))
def test_an_imagined_hand_may_be_the_real_one(
    preset: str, seed: bytes, other: Habits, moves: int
) -> None:
    """Of the right size, of cards that seat 0 has not seen elsewhere, with all that are known."""
    table = Table(preset, seed, other)
    table.play(moves)
    if table.game.outcome is not None:
        return
    chance = Stream(b"imagined")
    reading, order = table.reading(chance), table.deeds.order
    assert reading is not None
    real = order.of_mask(table.game.hands[1])
    unseen = real | sum(order.bit_of[card] for card in table.game.talon[table.game.drawn :])
    known = table.deeds.known(1)
    assert known & ~real == 0
    for _ in range(10):
        reading.go_on(chance)
        assert reading.hand.bit_count() == real.bit_count()
        assert reading.hand & known == known
        assert reading.hand & ~unseen == 0
        assert reading.hand & sum(reading.rest) == 0


def belief_in_spending(other: Habits) -> Fraction:
    """Toward the end of the talon: how much is believed in habits that throw in any plain card."""
    spending, times = 0, 0
    for number in range(12):
        table = Table("durnius", b"habits %d" % number, other)
        while table.game.outcome is None and len(table.game.talon) - table.game.drawn > 2:
            table.play()
        chance = Stream(b"read")
        reading = table.reading(chance)
        assert reading is not None
        for _ in range(50):
            reading.go_on(chance)
            spending += reading.reach[12].throw & PLAIN == PLAIN
            times += 1
    return Fraction(spending, times)


def test_who_watches_tells_a_spender_from_a_miser() -> None:
    assert belief_in_spending(FOR_TWO) > 2 * belief_in_spending(THRIFTY)


def test_cards_are_guessed_from_deeds() -> None:
    """Imagined hands have a third more of the other's hidden cards than as many drawn by lot would
    have; hands that are dealt by likelihood alone (evidence.py) have a fifth more."""
    guessed, by_lot = 0, Fraction(0)
    for number in range(20):
        table = Table("durnius", b"cards %d" % number, FOR_TWO)
        table.play(24)
        chance, order = Stream(b"read"), table.deeds.order
        reading = table.reading(chance)
        if table.game.outcome is not None or reading is None:
            continue
        hidden = order.of_mask(table.game.hands[1]) & ~table.deeds.known(1)
        size = hidden.bit_count()
        for _ in range(40):
            reading.go_on(chance)
            guessed += (reading.hand & hidden).bit_count()
            by_lot += Fraction(size * size, size + len(reading.rest))
    assert guessed > by_lot * Fraction(13, 10)


def test_the_same_deeds_are_read_alike() -> None:
    table = Table("paritybit", b"alike", THRIFTY)
    table.play(20)
    hands = []
    for _ in range(2):
        chance = Stream(b"read")
        reading = table.reading(chance)
        assert reading is not None
        for _ in range(30):
            reading.go_on(chance)
        hands.append((reading.hand, reading.rest, reading.reach))
    assert hands[0] == hands[1]


def test_who_was_not_told_of_all_reads_nothing() -> None:
    table = Table("durnius", b"late", FOR_TWO)
    table.play(6)
    table.memory.table.dealt[1] -= 1
    assert table.reading(Stream(b"read")) is None
    table.deeds = Deeds(Memory())
    assert table.reading(Stream(b"read")) is None


def test_nothing_is_read_at_a_table_for_three() -> None:
    game = Durak.new(Durak.options("durnius"), seats=3, seed=b"three")
    memory = Memory()
    deeds = Deeds(memory)
    for name, fields in told(game.dealt(), 0):
        deeds.watch(name, fields)
        memory.watch(name, fields)
    chance = Stream(b"read")
    assert Imagined(game.view(0), memory, chance).read(deeds, AMONG, chance) is None


def test_a_hand_against_the_rules_is_worse_than_one_against_habits() -> None:
    table = Table("durnius", b"rules", QUICK)
    order, rules = table.deeds.order, table.game.rules
    nine, other_nine = order.bits["9S"], order.bits["9C"]
    lying: dict[str, Any] = {"lying": nine, "ranks": order.ranks[nine], "attacks": 1}
    deed = table.deeds.deed("nothing", 1)._replace(**lying, facing=5)
    stage = reach_of(QUICK)[20]
    assert strikes(deed, other_nine, stage, rules, order) == IMPOSSIBLE
    done = deed._replace(verb="done")
    assert strikes(done, other_nine, stage, rules, order) == 1
    assert strikes(done, 0, stage, rules, order) == 0


def test_each_deal_of_a_masters_search_is_the_next_imagined_hand(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = Table("durnius", b"search", THRIFTY)
    while table.game.waiting_on != {0} or len(table.told) < 60:
        table.play()
    hands: list[int] = []
    go_on = Reading.go_on

    def noting(reading: Reading, rng: Chance) -> None:
        go_on(reading, rng)
        hands.append(reading.hand)

    monkeypatch.setattr(Reading, "go_on", noting)
    master = Master()
    for event in table.told:
        master.watch(*event)
    found = master.explain(table.game.view(0), Stream(b"search"))
    assert len(hands) == found.deals > 1
    assert len(set(hands)) > 1
