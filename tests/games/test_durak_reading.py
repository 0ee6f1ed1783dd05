"""What the master concludes from the other seats' observed moves: their cards, and their habits of
play."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core import Chance, Event, Stream, Told
from games.durak import Durak
from games.durak.belief.memory import Memory
from games.players.durak import playout, quick, search
from games.players.durak.cards import PLAIN
from games.players.durak.imagining import Imagined, Readings
from games.players.durak.judging import IMPOSSIBLE, bearing, in_talon, judge_of
from games.players.durak.levels import Master
from games.players.durak.masks import Position
from games.players.durak.observations import Observation, Observations
from games.players.durak.playout import End
from games.players.durak.thresholds import (
    FOR_MORE,
    FOR_TWO,
    OTHER_OF_TWO,
    PATIENCE,
    QUICK,
    SIMPLE,
    THRIFTY,
    Reach,
    Thresholds,
    reach_of,
)
from games.told_events import told

PRESETS = ("classic", "durnius", "durnius-passing", "paritybit", "throw-in", "passing")
AMONG = [reach_of(thresholds) for thresholds in OTHER_OF_TWO]
TWO = 2


class Table:
    """A game of quick players, with the events that seat 0 is told and the conclusions that it
    draws from them."""

    def __init__(self, preset: str, seed: bytes, other: Thresholds, seats: int = 2) -> None:
        options = Durak.options(preset, misdeal="off")
        self.game = Durak.new(options, seats=seats, seed=seed)
        self.memory = Memory()
        self.observations = Observations(self.memory)
        self.told: list[Told] = []
        self.own, self.other = (QUICK if seats == TWO else FOR_MORE), other
        self.others = range(1, seats)
        self.real: list[tuple[Observation, int]] = []
        """Pairs of an observation of another seat and the hand that this seat had before the
        observed action. The hand is a bit mask with a bit for each card number."""
        self._memories = {seat: Memory() for seat in self.others}
        self._chance = Stream(seed + b" order")
        self.tell(self.game.dealt())

    def tell(self, events: Iterable[Event], patient: bool = True) -> None:
        for event in events:
            done = [len(observations) for observations in self.observations.by_seat]
            for name, fields in told([event], 0):
                self.told.append((name, fields))
                self.observations.watch(name, fields)
                self.memory.watch(name, fields)
            for seat, memory in self._memories.items():
                held = memory.held[seat]
                for name, fields in told([event], seat):
                    memory.watch(name, fields)
                if patient:
                    self.real += [
                        (seen, held) for seen in self.observations.by_seat[seat][done[seat] :]
                    ]

    def play(self, moves: int = 1) -> None:
        for _ in range(moves):
            if self.game.outcome is not None:
                return
            seat = self._chance.choice(sorted(self.game.waiting_on))
            thresholds = self.other if seat else self.own
            move, patient = (
                quick.choose(self.game.view(seat), thresholds),
                self.game.idle < PATIENCE,
            )
            self.tell(self.game.play(seat, move), patient)

    def reading(self, chance: Stream) -> Readings | None:
        view = self.game.view(0)
        return Imagined(view, self.memory, chance).read(self.observations, AMONG, chance)

    def hand(self, seat: int) -> int:
        return self.observations.order.of_mask(self.game.hands[seat])


thresholds = st.sampled_from([QUICK, FOR_TWO, FOR_MORE, SIMPLE, THRIFTY])
seats = st.integers(2, 5)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(PRESETS), st.binary(max_size=4), thresholds, seats)
def test_what_somebody_does_goes_with_its_own_hand_and_habits(
    preset: str, seed: bytes, other: Thresholds, seats: int
) -> None:
    table = Table(preset, seed, other, seats)
    table.play(200)
    order, rules = table.observations.order, table.game.rules
    hands = [order.of_mask(held) for _, held in table.real[::7]]
    for seen, own in table.real:
        held, stage = order.of_mask(own), reach_of(other)[in_talon(seen, rules)]
        judge = judge_of(seen, rules, order)
        assert judge(held, stage) == 0, (seen, order.names_in(held))
        heeded = bearing(seen, rules, order)
        for hand in (held, *hands):
            assert judge(hand & heeded, stage) == judge(hand, stage)


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(PRESETS), st.binary(max_size=4), thresholds, seats, st.integers(0, 60))
def test_imagined_hands_may_be_the_real_ones(
    preset: str, seed: bytes, other: Thresholds, seats: int, moves: int
) -> None:
    """The hands that are imagined for the other seats have the right sizes, and contain all cards
    that are known to be in these hands. Their other cards are cards that seat 0 has not seen
    elsewhere. No card is in two hands."""
    table = Table(preset, seed, other, seats)
    table.play(moves)
    if table.game.outcome is not None:
        return
    chance = Stream(b"imagined")
    reading, order = table.reading(chance), table.observations.order
    assert reading is not None
    playing = [seat for seat in table.others if table.game.standing >> seat & 1]
    unseen = sum(table.hand(seat) for seat in playing)
    unseen += sum(order.bit_of[card] for card in table.game.talon[table.game.drawn :])
    for _ in range(10):
        reading.go_on(chance)
        hands = reading.hands()
        assert list(hands) == playing
        for seat, hand in hands.items():
            known = table.observations.known(seat)
            assert known & ~table.hand(seat) == 0
            assert hand & known == known
            assert hand.bit_count() == table.hand(seat).bit_count()
        together = sum(hands.values()) + sum(reading.rest)
        assert together & ~unseen == 0
        placed = sum(hand.bit_count() for hand in hands.values()) + len(reading.rest)
        assert together.bit_count() == placed


def belief_in_spending(other: Thresholds) -> Fraction:
    """Return the share (0 to 1) of seat 0's guesses by which seat 1, while the talon (the draw
    pile) has twelve cards, throws in any card that is no trump. Seat 1 plays by the thresholds
    `other`. Seat 0 sees the moves of seat 1 until the talon is nearly empty. Seat 0 then guesses
    the thresholds of seat 1 many times."""
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
            reach = reading.reach(1)
            assert reach is not None
            spending += reach[12].throw & PLAIN == PLAIN
            times += 1
    return Fraction(spending, times)


def test_who_watches_tells_a_spender_from_a_miser() -> None:
    assert belief_in_spending(FOR_TWO) > 2 * belief_in_spending(THRIFTY)


@pytest.mark.parametrize("seats", [2, 4])
def test_cards_are_guessed_from_deeds(seats: int) -> None:
    """The master guesses the hidden cards of other seats from their moves. Over 30 % more of these
    guesses are right than if the cards were guessed at random."""
    guessed, by_lot = 0, Fraction(0)
    for number in range(20):
        table = Table("durnius", b"cards %d" % number, FOR_TWO, seats)
        table.play(12 * seats)
        chance = Stream(b"read")
        reading = table.reading(chance)
        if table.game.outcome is not None or reading is None:
            continue
        hidden = {
            seat: table.hand(seat) & ~table.observations.known(seat) for seat in reading.hands()
        }
        sizes = [cards.bit_count() for cards in hidden.values()]
        unseen = sum(sizes) + len(reading.rest)
        for _ in range(40):
            reading.go_on(chance)
            hands = reading.hands()
            guessed += sum((hands[seat] & cards).bit_count() for seat, cards in hidden.items())
            by_lot += sum(Fraction(size * size, unseen) for size in sizes if unseen)
    assert guessed > by_lot * Fraction(13, 10)


@pytest.mark.parametrize("seats", [2, 4])
def test_the_same_deeds_are_read_alike(seats: int) -> None:
    table = Table("paritybit", b"alike", THRIFTY, seats)
    table.play(20)
    tables = []
    for _ in range(2):
        chance = Stream(b"read")
        reading = table.reading(chance)
        assert reading is not None
        for _ in range(30):
            reading.go_on(chance)
        tables.append((reading.hands(), reading.rest, reading.reach(1)))
    assert tables[0] == tables[1]


def test_who_was_not_told_of_all_reads_nothing() -> None:
    table = Table("durnius", b"late", FOR_TWO)
    table.play(6)
    table.memory.table.dealt[1] -= 1
    assert table.reading(Stream(b"read")) is None
    table.observations = Observations(Memory())
    assert table.reading(Stream(b"read")) is None
    table.observations.table.watch("trump", {"cards": ["6S"], "suit": "S"})
    assert table.observations.begun
    assert table.reading(Stream(b"read")) is None


def test_an_attack_goes_on_to_the_next_who_has_cards_when_the_talon_is_gone() -> None:
    """While the talon has cards, an attack can't be passed on if the next seat has no cards. Once
    the talon is empty, such a seat is skipped, and the attack goes on to the next seat with cards
    (DUR-31). In that case a defender who takes a nine could have passed the attack on with another
    nine. The take says something about the other nines in the defender's hand."""
    table = Table("passing", b"heir", QUICK, seats=4)
    order, rules = table.observations.order, table.game.rules
    nine = order.bits["9S"]
    lying: dict[str, Any] = {"lying": nine, "unbeaten": nine, "ranks": order.ranks[nine]}
    seated: dict[str, Any] = {"attacker": 0, "defender": 1, "attacks": 1, "discarded": True}
    seen = table.observations.observe("take", 1)._replace(counts=(6, 6, 0, 6), **lying, **seated)
    another_nine = order.bits["9C"]
    assert not bearing(seen, rules, order) & another_nine
    assert (
        bearing(seen._replace(drawn=rules.deck.bit_count() - seen.dealt), rules, order)
        & another_nine
    )


def test_first_hands_are_likely_ones() -> None:
    """A reading guesses the hidden cards of another seat, and improves its guess step by step. The
    first guesses have more than nine tenths as many correct cards as the guesses after a hundred
    more steps."""
    guessed, later = 0, 0
    for number in range(30):
        table = Table("paritybit", b"first %d" % number, THRIFTY)
        table.play(40)
        chance = Stream(b"read")
        reading = table.reading(chance)
        if table.game.outcome is not None or reading is None:
            continue
        hidden = table.hand(1) & ~table.observations.known(1)
        guessed += (reading.hands()[1] & hidden).bit_count()
        for _ in range(100):
            reading.go_on(chance)
        later += (reading.hands()[1] & hidden).bit_count()
    assert guessed > later * Fraction(9, 10)


def test_hidden_cards_change_hands_when_the_talon_is_gone() -> None:
    table = Table("durnius", b"trade", FOR_MORE, seats=4)
    while table.game.drawn < len(table.game.talon):
        table.play()
    chance = Stream(b"read")
    reading = table.reading(chance)
    assert reading is not None
    assert not reading.rest
    tables = set()
    for _ in range(30):
        reading.go_on(chance)
        tables.add(tuple(reading.hands().values()))
    assert len(tables) > 1


def test_a_trump_card_in_a_hand_stays_there_in_every_guess() -> None:
    """DUR-01: if the hands take the whole deck, everybody sees the dealer's last card."""
    table = Table("durnius", b"whole deck", FOR_MORE, seats=6)
    chance = Stream(b"read")
    reading = table.reading(chance)
    shown = table.observations.order.of_mask(table.game.shown)
    assert reading is not None
    assert table.hand(5) & shown
    for _ in range(50):
        reading.go_on(chance)
        assert reading.hands()[5] & shown


def test_all_who_kept_silent_to_the_end_of_a_bout_had_nothing_to_add() -> None:
    table = Table("durnius", b"silent", FOR_MORE, seats=4)
    table.play(40)
    silent = [seen for seen, _ in table.real if seen.verb == "nothing"]
    assert {seen.seat == seen.attacker for seen in silent} == {True, False}
    assert not [seen for seen in silent if seen.seat == seen.defender]


def test_who_is_out_is_not_read() -> None:
    table = Table("durnius", b"out", FOR_MORE, seats=3)
    while table.game.outcome is None and table.game.standing & 0b110 == 0b110:
        table.play()
    assert table.game.outcome is None
    reading = table.reading(Stream(b"read"))
    assert reading is not None
    assert 1 << next(iter(reading.hands())) == table.game.standing & 0b110


def test_who_leaves_is_not_read() -> None:
    table = Table("durnius", b"left", FOR_MORE, seats=4)
    table.play(10)
    table.tell(table.game.resign(2))
    table.play(10)
    reading = table.reading(Stream(b"read"))
    assert reading is not None
    assert list(reading.hands()) == [1, 3]


def test_a_hand_against_the_rules_is_worse_than_one_against_habits() -> None:
    table = Table("durnius", b"rules", QUICK)
    order, rules = table.observations.order, table.game.rules
    nine, other_nine = order.bits["9S"], order.bits["9C"]
    lying: dict[str, Any] = {"lying": nine, "ranks": order.ranks[nine], "attacks": 1}
    seen = table.observations.observe("nothing", 1)._replace(**lying, attacker=1, defender=0)
    stage = reach_of(QUICK)[20]
    assert judge_of(seen, rules, order)(other_nine, stage) == IMPOSSIBLE
    done = judge_of(seen._replace(verb="done"), rules, order)
    assert done(other_nine, stage) == 1
    assert done(0, stage) == 0


@pytest.mark.parametrize("seats", [2, 4])
def test_each_deal_of_a_masters_search_is_the_next_imagined_table(
    monkeypatch: pytest.MonkeyPatch, seats: int
) -> None:
    table = Table("durnius", b"search", THRIFTY, seats)
    while table.game.waiting_on != {0} or len(table.told) < 60:
        table.play()
    hands: list[tuple[int, ...]] = []
    thresholds: list[tuple[int, ...]] = []
    played: list[tuple[int, ...]] = []
    go_on, play_out = Readings.go_on, playout.play_out

    def noting(readings: Readings, rng: Chance) -> None:
        go_on(readings, rng)
        hands.append(tuple(readings.hands().values()))
        thresholds.append(tuple(id(readings.reach(seat)) for seat in readings.hands()))

    def playing(position: Position, reaches: Sequence[Reach], mine: int = 0) -> End:
        played.append(tuple(id(reach) for reach in reaches[1:]))
        return play_out(position, reaches, mine)

    monkeypatch.setattr(Readings, "go_on", noting)
    monkeypatch.setattr(search, "play_out", playing)
    master = Master()
    for event in table.told:
        master.watch(*event)
    found = master.explain(table.game.view(0), Stream(b"search"))
    assert len(hands) == found.deals > 1
    assert len(set(hands)) > 1
    assert len(set(thresholds)) > 1
    assert set(thresholds) == set(played)
