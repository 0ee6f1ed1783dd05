"""Remarks that named bot players make at the table.

A remark depends only on public information: which public events ended a chapter of the game (such
as a bout), and how many chapters there were. So a remark is the same whenever the message is drawn,
and can't reveal hidden cards. Of two successive chapters, at most one has a remark."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeVar
from zlib import crc32

import games
from bot.core.model import Happening, Table
from bot.core.people import PEOPLE
from cogs.words import marked
from games.core import Outcome


class Lines(NamedTuple):
    """The possible remarks about an event. `own` are remarks by the bot player whose seat the event
    is about, and `other` are remarks by another bot player."""

    own: tuple[str, ...] = ()
    other: tuple[str, ...] = ()


# Translators: A bot's dry remark when someone picks up cards.
_TOOK: Final = Lines(
    (
        marked("I'm not picking up. I'm collecting."),
        marked("More cards, more plans."),
        marked("I have seen heavier hands win. Once."),
        marked("Those cards looked cold out there."),
    ),
    (
        marked("Someone had to hold all these."),
        marked("A full hand, a full heart. So they say, and they lie."),
        marked("I'd help you carry those, but I'm so comfortable here."),
    ),
)
# Translators: A bot's dry remark when an attack has been beaten.
_REPELLED: Final = Lines(
    (
        marked("Next."),
        marked("That door's shut. Try the window."),
        marked("I could do this all night. I'm told it's only noon."),
    ),
    (
        marked("Well beaten. You could at least have looked worried."),
        marked("The discard pile thanks you for your custom."),
        marked("It was worth a try. Most things are."),
    ),
)
# Translators: A bot's dry remark when someone has got rid of all their cards.
_OUT: Final = Lines(
    (
        marked("I'll watch from here. It's warmer."),
        marked("Empty hands, clear conscience."),
    ),
    (
        marked("One fewer at the table. It's getting draughty."),
        marked("Off you go, then. Someone has to finish up here."),
    ),
)
# Translators: A bot's dry remark when the pile has been cleared.
_BURNED: Final = Lines(
    (
        marked("All gone. No need to thank me."),
        marked("I never liked that pile."),
        marked("That's one way to tidy up."),
    ),
    (
        marked("I was just starting to like that pile."),
        marked("What pile?"),
        marked("There goes an evening's work."),
    ),
)
# Translators: A bot's dry remark when kisché has been called, which reveals everyone's suit.
_KISCHE: Final = Lines(
    (marked("I only said aloud what everyone was thinking."),),
    (
        marked("There, I've said it. I feel lighter, or soon will."),
        marked("And I'd kept such a straight face."),
    ),
)
# Translators: A bot's dry remark when hands get smaller.
_SHRUNK: Final = Lines(
    other=(
        marked("Fewer cards, longer thoughts."),
        marked("The deck is getting thin. So is my patience."),
    )
)

# Translators: A bot's dry remark after winning.
WON: Final = (
    marked("I'd call it luck, but you were all watching."),
    marked("Don't clap. Deal."),
    marked("I was as surprised as you. I hid it better."),
)
# Translators: A bot's dry remark after losing.
LOST: Final = (
    marked("Someone has to deal the next one."),
    marked("Today's fool gets tomorrow off."),
    marked("I meant to do that. Ask me why tomorrow."),
)
"""What a bot player can say at the end of a game: `WON` if the bot player has won, and `LOST` if it
has come last."""

LINES: Final[Mapping[str, Mapping[str, Lines]]] = {
    "durak": {"out": _OUT, "bout-taken": _TOOK, "bout-repelled": _REPELLED},
    "dritzak": {"out": _OUT, "discarded": _BURNED},
    "tredici": {"kische-called": _KISCHE, "shrunk": _SHRUNK},
}
"""The possible remarks by game and event. The more remarkable events come first."""

Drawn = TypeVar("Drawn")

SILENT: Final = 3
"""One remark in this many is left out during a game, on average."""


@dataclass(frozen=True, slots=True)
class Remark:
    """A remark of the bot player in a seat. `line` is the English text of the remark, which is
    translated when the remark is shown."""

    seat: int
    line: str


def remark_at(table: Table) -> Remark | None:
    """Return the bot player's remark to show at a table now, or None. A remark can appear at the
    end of every second chapter of a game (such as a bout), and stays until the next chapter ends.
    Some of these remarks are left out at random. A remark can also appear at the end of the game,
    unless the chapter before ended with one."""
    kind = games.available().get(table.game)
    if kind is None or not table.remarks:
        return None
    people = [
        number for number, seat in enumerate(table.seats) if seat.is_bot and seat.name in PEOPLE
    ]
    if not people:
        return None
    ends = [each for each in table.recent if each.ends_any_of(kind.chapter_names)]
    if not _is_time(table, ends):
        return None
    lot = crc32(f"{table.id} {table.game_number} {table.chapters}".encode())
    if table.outcome is not None:
        return _of_the_end(people, table.outcome, lot)
    if not ends or lot % SILENT == 0:
        return None
    return _about(ends[-1], LINES.get(table.game, {}), people, lot)


def _is_time(table: Table, ends: Sequence[Happening]) -> bool:
    """Return whether a remark is due. `ends` are the recent moves that ended a chapter of the game
    (a part such as a bout). During the game, a remark is due after every second chapter. At the end
    of the game, a remark is due unless one was due after the chapter before."""
    if table.outcome is None:
        return table.chapters % 2 == 0
    ended_a_part = bool(ends) and ends[-1] is table.recent[-1]
    part = table.chapters if ended_a_part else table.chapters + 1
    return part % 2 == 0 or part == 1


def _of_the_end(people: Sequence[int], outcome: Outcome, lot: int) -> Remark | None:
    """Return the remark of a bot player about the end of a game. `people` are the seats that can
    make a remark. The first of these seats that came last makes the remark. If none of them came
    last, the first of them that won makes the remark. `lot` is a number that picks one of several
    sentences. Returns None if no seat in `people` came last or won, or if the game had no
    winner."""
    if outcome.kind != "won":
        return None
    for rank, lines in ((max(outcome.ranks), LOST), (1, WON)):
        for seat in people:
            if outcome.ranks[seat] == rank:
                return Remark(seat, _drawn(lines, lot))
    return None


def _about(
    ended: Happening, said: Mapping[str, Lines], people: Sequence[int], lot: int
) -> Remark | None:
    """Return a remark about the move `ended`, which ended a chapter of the game (a part such as a
    bout). `said` maps an event's name to the possible sentences, and `people` are the seats that
    can speak. The seat that the event is about speaks, if it can and has a sentence. Otherwise
    another seat in `people` speaks. `lot` is a number that picks the other seat and the sentence.
    Returns None if no sentence fits."""
    for name, lines in said.items():
        for event in ended.events:
            if event.name != name:
                continue
            seat = event.fields.get("seat")
            if isinstance(seat, int) and seat in people and lines.own:
                return Remark(seat, _drawn(lines.own, lot))
            others = [each for each in people if each != seat]
            if others and lines.other:
                return Remark(_drawn(others, lot), _drawn(lines.other, lot))
    return None


def _drawn(choices: Sequence[Drawn], lot: int) -> Drawn:
    return choices[lot // SILENT % len(choices)]
