"""The seats of a table in sentences, and the emotes at them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.core.model import Emote
from cogs.words import _, marked
from cogs.words.names import escaped, tidy

EMOTES: Final[Mapping[Emote, str]] = {
    Emote.SMIRK: "😏",
    Emote.CLAP: "👏",
    Emote.GASP: "😱",
    Emote.HANDS: "🤝",
}
# Translators: A player's emote, after their name: “Ada smirks”.
EMOTES_TOLD: Final[Mapping[Emote, str]] = {
    Emote.SMIRK: marked("smirks"),
    Emote.CLAP: marked("claps"),
    Emote.GASP: marked("gasps"),
    Emote.HANDS: marked("offers a handshake"),
}
"""For each emote: the words that follow the name of the player who shows it. They make a sentence
with this name, such as `Ada smirks`."""
# Translators: The reader's own emote, after “You: ”.
OWN_EMOTES: Final[Mapping[Emote, str]] = {
    Emote.SMIRK: marked("smirk"),
    Emote.CLAP: marked("clap"),
    Emote.GASP: marked("gasp"),
    Emote.HANDS: marked("offer a handshake"),
}
"""For each emote: the words that follow *You* when the reader shows it."""


def emote_told(emote: Emote, *, own: bool) -> str:
    """Return what a player with an emote does, to stand after the player's name. With `own`, it
    stands after *You*."""
    return _((OWN_EMOTES if own else EMOTES_TOLD)[emote])


def listed(items: Sequence[str]) -> str:
    """Return the items joined for reading, such as `a, b and c`."""
    *some, last = items or [""]
    # Translators: The end of a list: “Ada, Berta” and “Cleo”.
    return _("{some} and {last}", some=", ".join(some), last=last) if some else last


@dataclass(frozen=True, slots=True)
class Names:
    """The names of a table's seats, escaped and in bold.

    `me` is the reader's own seat (None: the text is for everyone). `sides` has the side of each
    seat (empty if each seat is a side of its own)."""

    names: tuple[str, ...]
    me: int | None = None
    sides: tuple[int, ...] = ()

    def __getitem__(self, seat: int) -> str:
        return f"**{escaped(self.names[seat])}**" if 0 <= seat < len(self.names) else "?"

    def label(self, seat: int) -> str:
        """Return a seat's name to stand before a colon. For the reader's own seat, return *You*."""
        return f"**{_('You')}**" if seat == self.me else self[seat]

    def plain(self, seat: int) -> str:
        """Return a seat's name for a button, where nothing can be formatted."""
        return tidy(self.names[seat]) if 0 <= seat < len(self.names) else "?"

    def seats_of(self, number: int) -> list[int]:
        """Return the seats of the side with the number `number`."""
        sides = self.sides or tuple(range(len(self.names)))
        return [seat for seat, side in enumerate(sides) if side == number]

    def side(self, number: int) -> str:
        """Return the names of the seats of the side with the number `number`."""
        return self.listed(self.seats_of(number))

    def listed(self, seats: Sequence[int]) -> str:
        """Return several names as text, such as `Ada, Berta and Cleo`."""
        return listed([self[seat] for seat in seats])


NOBODY: Final = Names(())
"""No names, for words that are not about a table."""
