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

BLOCK: Final = 32
"""Bytes of a block."""

MOST_AT_ONCE: Final = 256
"""Items that are shuffled by words read at once, at most."""

_NEAR_THE_END: Final = b"\xff" * 3
"""What every word begins with that a number below `MOST_AT_ONCE` might throw away: the last 256 of all."""

_UNPACK: Final = [Struct(f">{count}I").unpack_from for count in range(MOST_AT_ONCE)]
"""Takes so many words from blocks, from a byte on."""


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

    __slots__ = ("_block_number", "_last_block", "read", "seed")

    def __init__(self, seed: bytes, read: int = 0) -> None:
        self.seed = seed
        self.read = read
        self._last_block = b""
        self._block_number = -1

    def copy(self) -> Stream:
        """A stream that goes on from the same place, independently."""
        return Stream(self.seed, self.read)

    def _word(self) -> int:
        number, place = divmod(self.read, WORDS)
        self.read += 1
        return _UNPACK[1](self._block(number), 4 * place)[0]  # type: ignore[no-any-return]

    def _block(self, number: int) -> bytes:
        if number != self._block_number:
            self._last_block = sha256(self.seed + number.to_bytes(8, "big")).digest()
            self._block_number = number
        return self._last_block

    def _fair_words(self, stop: int) -> tuple[int, ...]:
        """The words that a shuffle of `stop` items takes, all at once: games that reshuffle spend much time on them.

        None, and none is read, when one of them might have to be thrown away, or the items are too many to tell.
        """
        if not 1 < stop <= MOST_AT_ONCE:
            return ()
        first, place = divmod(self.read, WORDS)
        read = self.read + stop - 1
        seed, last = self.seed, (read - 1) // WORDS
        blocks = self._block(first)
        for number in range(first + 1, last + 1):
            blocks += sha256(seed + number.to_bytes(8, "big")).digest()
        self._block_number, self._last_block = last, blocks[-BLOCK:]
        if _NEAR_THE_END in blocks:
            return ()
        self.read = read
        return _UNPACK[stop - 1](blocks, 4 * place)

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
        stop = len(items)
        for word in self._fair_words(stop):
            other = word % stop
            stop -= 1
            items[stop], items[other] = items[other], items[stop]
        for last in range(stop - 1, 0, -1):
            other = self.randrange(last + 1)
            items[last], items[other] = items[other], items[last]
