"""Chance: one stream of numbers a game, the same on every machine and every Python.

The stream is SHA-256(seed ‖ counter), counter = 0, 1, 2 … as eight bytes, big end first; its bytes are read in order.
Anyone can recompute a deal from the seed with a dozen lines of any language (docs/fairness.md).
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from hashlib import sha256
from struct import Struct
from typing import Any, Final, Protocol, TypeVar

T = TypeVar("T")

WORDS: Final = 8
"""Numbers in a block of the stream: integers below 2³², of four bytes each."""

_EIGHT_WORDS: Final = Struct(">8I")


class Chance(Protocol):
    """What a rule or a player may ask of a random source. `Stream` and the standard library's `Random` both fit."""

    def randrange(self, stop: int, /) -> int:
        """An integer from 0 to `stop` - 1, each as likely as the others."""
        ...

    def choice(self, items: Sequence[T], /) -> T:
        """One of `items`, each as likely as the others."""
        ...

    def shuffle(self, items: MutableSequence[Any], /) -> None:
        """Puts `items` in a random order, in place, every order as likely as the others."""
        ...


class Stream:
    """A game's random stream.

    Takes the game's seed (any bytes) and how many words have been read already, so that a position can be taken up
    again.
    """

    __slots__ = ("_block_number", "_words", "read", "seed")

    def __init__(self, seed: bytes, read: int = 0) -> None:
        self.seed = seed
        self.read = read
        self._words: tuple[int, ...] = ()
        self._block_number = -1

    def copy(self) -> Stream:
        """A stream that goes on from the same place, independently."""
        return Stream(self.seed, self.read)

    def _word(self) -> int:
        number, place = divmod(self.read, WORDS)
        self.read += 1
        return self._block(number)[place]

    def _block(self, number: int) -> tuple[int, ...]:
        if number != self._block_number:
            self._words = _EIGHT_WORDS.unpack(sha256(self.seed + number.to_bytes(8, "big")).digest())
            self._block_number = number
        return self._words

    def _read(self, count: int) -> list[int]:
        first, place = divmod(self.read, WORDS)
        words = list(self._block(first)[place:])
        while len(words) < count:
            first += 1
            words += self._block(first)
        self.read += count
        return words[:count]

    def randrange(self, stop: int, /) -> int:
        """An integer from 0 to `stop` - 1 without bias: words past the last whole multiple of `stop` are thrown away.

        Raises ValueError unless 1 ≤ `stop` ≤ 2³².
        """
        if not 1 <= stop <= 1 << 32:
            raise ValueError(f"a stop from 1 to 2**32 is needed, not {stop}")
        fair = (1 << 32) - (1 << 32) % stop
        word = self._word()
        while word >= fair:
            word = self._word()
        return word % stop

    def choice(self, items: Sequence[T], /) -> T:
        """One of `items`, each as likely as the others. Raises ValueError when there are none."""
        return items[self.randrange(len(items))]

    def shuffle(self, items: MutableSequence[Any], /) -> None:
        """Fisher–Yates from the last place down, in place."""
        # As many numbers as are sure to be needed are read at once, and a word below `fair` is fair whatever the stop,
        # so that the exact bound is hardly ever worked out: games that reshuffle spend much of their time here.
        fair = (1 << 32) - len(items)
        last = len(items) - 1
        while last > 0:
            for word in self._read(last):
                stop = last + 1
                if word < fair or word < (1 << 32) - (1 << 32) % stop:
                    other = word % stop
                    items[last], items[other] = items[other], items[last]
                    last -= 1
