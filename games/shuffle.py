"""Random numbers: one stream of numbers for each game. It is the same on every machine and with
every version of Python.

The stream consists of the blocks SHA-256(seed ‖ counter), for the counters 0, 1, 2 and so on. A
counter is eight bytes long, with the most significant byte first. The bytes of the blocks are read
in order. Anyone can compute a deal again from the seed with a dozen lines in any language
(docs/fairness.md)."""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from hashlib import sha256
from struct import Struct
from typing import Any, Final, Protocol, TypeVar

T = TypeVar("T")

BLOCKS: Final = 8
"""The number of SHA-256 blocks that are made at once. Games that often reshuffle spend much of
their time on this."""

WORDS: Final = 8 * BLOCKS
"""The number of words in `BLOCKS` blocks. A word is an integer below 2³², made of four bytes."""

_UNPACK: Final = Struct(f">{WORDS}I").unpack

SURE_STOP: Final = 256
"""If `stop` is at most this number, `randrange(stop)` can only reject one of the 256 largest words
(32-bit numbers). The function rejects words to avoid a bias."""

_NEAR_THE_END: Final = b"\xff" * 3
"""The first three bytes of each of the 256 largest words. A word is a number of four bytes, with
the most significant byte first. No smaller word begins with these three bytes."""


class Chance(Protocol):
    """The interface of a source of random numbers for rules and players. `Stream` and the standard
    library's `Random` both fit this interface."""

    def randrange(self, stop: int, /) -> int:
        """An integer from 0 to `stop` - 1, each with the same probability."""
        ...

    def choice(self, items: Sequence[T], /) -> T:
        """One of `items`, each with the same probability."""
        ...

    def shuffle(self, items: MutableSequence[Any], /) -> None:
        """Put `items` in a random order, in place. Each order has the same probability."""
        ...


class Stream:
    """A game's random stream: an endless sequence of 32-bit numbers, called words.

    `seed` is the game's seed (any bytes). `read` is the number of words that have already been
    read, so that a stored stream can be continued."""

    __slots__ = ("_batch", "_sure", "_words", "read", "seed")

    def __init__(self, seed: bytes, read: int = 0) -> None:
        self.seed = seed
        self.read = read
        self._batch = -1
        self._words: tuple[int, ...] = ()
        self._sure = False

    def copy(self) -> Stream:
        """An independent stream that continues from the same place."""
        other = Stream(self.seed, self.read)
        other._batch, other._words, other._sure = self._batch, self._words, self._sure
        return other

    def _make(self, batch: int) -> None:
        """Compute the words (random 32-bit numbers) of the batch with the number `batch`. A batch
        is made from `BLOCKS` SHA-256 blocks. Also record whether it is certain that `randrange`
        accepts all of these words for every stop up to `SURE_STOP`."""
        seeded = sha256(self.seed)  # copied for each block, which is quicker than to begin anew
        made = []
        for counter in range(batch * BLOCKS, (batch + 1) * BLOCKS):
            block = seeded.copy()
            block.update(counter.to_bytes(8, "big"))
            made.append(block.digest())
        blocks = b"".join(made)
        self._batch, self._words, self._sure = batch, _UNPACK(blocks), _NEAR_THE_END not in blocks

    def _word(self) -> int:
        batch, place = divmod(self.read, WORDS)
        if batch != self._batch:
            self._make(batch)
        self.read += 1
        return self._words[place]

    def _sure_words(self, stop: int) -> tuple[int, ...]:
        """Return the next random words (32-bit numbers) for a shuffle of `stop` items, and mark
        them as read. The result has as many words as the shuffle needs, or fewer if the current
        batch of words ends earlier. The result is empty if `randrange` might reject one of the
        words to avoid a bias. In this case, the caller must draw the next number with
        `randrange`."""
        batch, place = divmod(self.read, WORDS)
        if batch != self._batch:
            self._make(batch)
        if stop > SURE_STOP or not self._sure:
            return ()
        words = self._words[place : place + stop - 1]
        self.read += len(words)
        return words

    def randrange(self, stop: int, /) -> int:
        """Return a random integer from 0 to `stop` - 1. Each has the same probability. The function
        reads 32-bit numbers (words) from the stream until one is small enough: it must be below the
        largest multiple of `stop` that is at most 2³². Larger numbers are rejected, because they
        would make some results more probable than others.

        Raise ValueError unless 1 ≤ `stop` ≤ 2³²."""
        if not 1 <= stop <= 1 << 32:
            raise ValueError(f"a stop from 1 to 2**32 is needed, not {stop}")
        fair = (1 << 32) - (1 << 32) % stop
        word = self._word()
        while word >= fair:
            word = self._word()
        return word % stop

    def choice(self, items: Sequence[T], /) -> T:
        """Return one of `items`. Each has the same probability. Raises ValueError when `items` is
        empty."""
        return items[self.randrange(len(items))]

    def shuffle(self, items: MutableSequence[Any], /) -> None:
        """Shuffle `items` in place, by the Fisher–Yates method, from the last place down."""
        stop = len(items)
        while stop > 1:
            for word in self._sure_words(stop) or (self.randrange(stop),):
                other = word % stop
                stop -= 1
                items[stop], items[other] = items[other], items[stop]
