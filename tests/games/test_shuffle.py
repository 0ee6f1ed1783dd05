"""The stream of chance, compared with a second implementation of its definition (docs/fairness.md)
and with exact counts."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from itertools import islice, permutations, product

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from games.cards import deck
from games.shuffle import Chance, Stream


def words(seed: bytes) -> Iterator[int]:
    """Yield the 32-bit numbers that the definition in docs/fairness.md derives from `seed`."""
    counter = 0
    while True:
        block = sha256(seed + counter.to_bytes(8, "big")).digest()
        yield from (int.from_bytes(block[place : place + 4], "big") for place in range(0, 32, 4))
        counter += 1


@given(st.binary(max_size=64))
def test_the_words_are_sha256_of_seed_and_counter(seed: bytes) -> None:
    stream = Stream(seed)
    assert [stream.randrange(1 << 32) for _ in range(50)] == list(islice(words(seed), 50))


KNOWN_DECK = """
    KC JS 6S 9S JH KS AC KD 7C QS 8D 7H 6C 7D QD 6D AS 10D 9H JD AH 10S 7S KH 9C 9D 10H 8C QH 10C \
8H AD 8S 6H JC QC
"""
KNOWN_NUMBERS = [0, 1, 1, 11, 95, 688992405]


def test_known_values() -> None:
    """The stream gives the numbers and the shuffled deck that another program once computed from
    the same seed. If they changed, every recorded deal would change."""
    cards = deck("6")
    stream = Stream(b"shijo")
    stream.shuffle(cards)
    assert cards == KNOWN_DECK.split()
    assert [stream.randrange(stop) for stop in (1, 2, 6, 36, 1000, 1 << 32)] == KNOWN_NUMBERS
    assert stream.read == 41


@given(st.binary(max_size=16), st.integers(1, 60))
@example(b"", 256)
@example(b"", 257)
def test_a_shuffle_is_fisher_yates_from_the_last_place_down(seed: bytes, size: int) -> None:
    source = words(seed)
    expected = list(range(size))
    for last in reversed(range(1, size)):
        fair = (1 << 32) // (last + 1) * (last + 1)
        other = next(word for word in source if word < fair) % (last + 1)
        expected[last], expected[other] = expected[other], expected[last]
    items = list(range(size))
    Stream(seed).shuffle(items)
    assert items == expected


class Blocks:
    """A replacement for SHA-256 whose digests contain the numbers that a test wants, beginning with
    the first block. All other numbers in the digests are 0."""

    def __init__(self, *words: int) -> None:
        self.words = [*words, *[0] * (-len(words) % 8)]
        self.data = b""

    def __call__(self, data: bytes) -> Blocks:
        begun = self.copy()
        begun.update(data)
        return begun

    def copy(self) -> Blocks:
        other = Blocks(*self.words)
        other.data = self.data
        return other

    def update(self, data: bytes) -> None:
        self.data += data

    def digest(self) -> bytes:
        counter = int.from_bytes(self.data[-8:], "big")
        words = self.words[counter * 8 : counter * 8 + 8] or [0] * 8
        return b"".join(word.to_bytes(4, "big") for word in words)


@pytest.mark.parametrize("stop", [1, 2, 3, 6, 36, 52, 1000, (1 << 31) + 1, (1 << 32) - 1, 1 << 32])
def test_no_number_is_likelier_as_words_past_the_last_whole_multiple_are_thrown_away(
    stop: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    fair = (1 << 32) // stop * stop
    thrown_away = [fair, (1 << 32) - 1] if fair < 1 << 32 else []
    monkeypatch.setattr("games.shuffle.sha256", Blocks(0, *thrown_away, fair - 1, *thrown_away, 0))
    stream = Stream(b"")
    assert [stream.randrange(stop) for _ in range(3)] == [0, stop - 1, 0]


@pytest.mark.parametrize("size", [2, 3, 4])
def test_every_order_comes_of_equally_many_draws(
    size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A Fisher–Yates shuffle draws a sequence of random numbers. Each possible sequence leads to a
    different order of the items, and every order is reached."""
    orders = Counter[tuple[int, ...]]()
    for draws in product(*(range(last + 1) for last in reversed(range(1, size)))):
        monkeypatch.setattr("games.shuffle.sha256", Blocks(*draws))
        items = list(range(size))
        Stream(b"").shuffle(items)
        orders[tuple(items)] += 1
    assert orders == Counter(permutations(range(size)))


@pytest.mark.parametrize("size", [3, 5, 6, 7, 36, 52])
def test_a_shuffle_throws_the_same_words_away(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    unfair = (1 << 32) // size * size
    monkeypatch.setattr("games.shuffle.sha256", Blocks(unfair, (1 << 32) - 1, size - 1, *[0] * 64))
    shuffled = list(range(size))
    stream = Stream(b"")
    stream.shuffle(shuffled)
    assert stream.read == size + 1
    assert shuffled[-1] == size - 1


@pytest.mark.parametrize("stop", [0, -1, (1 << 32) + 1])
def test_a_range_that_words_can_not_fill_is_refused(stop: int) -> None:
    with pytest.raises(ValueError, match="stop"):
        Stream(b"").randrange(stop)


def test_a_choice_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="stop"):
        Stream(b"").choice([])


@given(st.binary(max_size=8), st.integers(0, 40), st.integers(1, 100))
def test_a_stream_goes_on_from_where_it_was(seed: bytes, read: int, stop: int) -> None:
    stream = Stream(seed)
    for _ in range(read):
        stream.randrange(stop)
    again, copy = Stream(seed, stream.read), stream.copy()
    expected = [stream.randrange(stop) for _ in range(20)]
    assert [again.randrange(stop) for _ in range(20)] == expected
    assert [copy.randrange(stop) for _ in range(20)] == expected


def test_the_standard_library_random_is_a_chance_too() -> None:
    chance: Chance = random.Random(1)
    assert chance.choice([5]) == 5
