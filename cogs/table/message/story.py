"""The log of a game in sentences: moves that belong together share one line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Final

from bot.core.model import Happening, Table
from cogs.table.message.table_text import GAP
from cogs.words import _, as_sentence
from cogs.words.game import GameWords, Together
from cogs.words.names import bare, escaped
from cogs.words.remarks import remark_at
from cogs.words.seats import Names
from games.core import Event
from games.view import SCORE

RECENT: Final = 5
"""The number of deeds under a table that is over or that is described in words."""
LATELY: Final = 2
"""The number of deeds under the picture of a running game or of a hand, if they fit into
`BRIEF`."""
BRIEF: Final = 150
"""The most characters of deeds under a picture: two lines on a desktop."""
LOG: Final = 780
"""The most characters of the deeds; the oldest are left out first."""
SENTENCE: Final = 480
"""The most characters of one deed."""
BOLD: Final = "**"
CHAPTER: Final = "🏁"
"""Stands before the end of a chapter."""
ONLY_WHO: Final = frozenset({"seat", "side"})
"""The fields of an event that tells nothing but its seat or side."""
WHO_AND_CARDS: Final = frozenset({"seat", "cards"})


@dataclass(slots=True)
class Deed:
    """A move with those of its events that the reader may know, and whether a bot player made it
    for a member whose time was up. The end of a `chapter` is a deed of its own."""

    stand_in: bool
    events: list[Event] = field(default_factory=list)
    chapter: bool = False


def deeds(happenings: Iterable[Happening], words: GameWords, names: Names) -> list[Deed]:
    """The moves in the form that the seat `names.me` may know (None: that everyone may know), the
    newest last; moves that belong together form one deed."""
    found: list[Deed] = []
    for happening in happenings:
        ends = [event for event in happening.events if ends_chapter(event, words)]
        told = [
            event for event in happening.events if event not in ends and words.tells(event, names)
        ]
        chapters = [Deed(stand_in=False, events=[event], chapter=True) for event in ends]
        if not told:
            found += chapters
            continue
        last = found[-1] if found else None
        if (
            last is None
            or last.chapter
            or last.stand_in != happening.stand_in
            or not _goes_on(last.events[-1], told[0], words)
        ):
            last = Deed(happening.stand_in)
            found.append(last)
        last.events.extend(told)
        found += chapters
    return found


def ends_chapter(event: Event, words: GameWords) -> bool:
    """Whether the log shows the event as the end of a chapter, with everybody's score."""
    return event.name in words.chapters and isinstance(event.fields.get(SCORE), (list, tuple))


def _goes_on(last: Event, event: Event, words: GameWords) -> bool:
    """Whether a move that begins with `event` belongs to the deed that ends with the event
    `last`."""
    if event.name in words.trailing:
        return True
    if last.name in words.leading:
        return _same_seat(last, event)
    return last.name == event.name and (_says_only_who(event) or _adds_cards(last, event))


def _same_seat(one: Event, other: Event) -> bool:
    return one.fields.get("seat") is not None and one.fields["seat"] == other.fields.get("seat")


def _says_only_who(event: Event) -> bool:
    return bool(event.fields) and set(event.fields) <= ONLY_WHO


def _adds_cards(last: Event, event: Event) -> bool:
    """Whether a seat repeats the event `last` with further cards."""
    return (
        _same_seat(last, event)
        and set(last.fields) == set(event.fields) == WHO_AND_CARDS
        and event.secret is None
    )


# ---------------------------------------------------------------------- in words


@dataclass(frozen=True, slots=True)
class Told:
    """A sentence, and the name at its beginning if that is the name of a single seat."""

    sentence: str
    subject: str = ""


def line_of(deed: Deed, words: GameWords, names: Names) -> str:
    """The deed in one line: `Nora turns 3♣, picks up 5 cards; Pavel is out`."""
    if deed.chapter:
        return chapter_line(deed.events[0], words, names)
    line, subject = "", ""
    for told in _told(deed.events, words, names):
        if subject and told.subject == subject:
            line += f", {told.sentence.removeprefix(subject).lstrip()}"
        else:
            line += f"; {told.sentence}" if line else told.sentence
        subject = told.subject
    line = _shortened(as_sentence(line))
    # Translators: A player's move that a bot made for them.
    return _("{line} (time ran out, so a bot moved)", line=line) if deed.stand_in else line


def chapter_line(event: Event, words: GameWords, names: Names) -> str:
    """The end of a chapter in one line: `🏁 Ada takes the pot · Ada 23 · Berta 17`."""
    scores = [
        f"{names[seat]} {escaped(str(score))}"
        for seat, score in enumerate(event.fields[SCORE])
        if score is not None
    ]
    told = as_sentence(words.told(event, names)) if event.name in words.events else ""
    return _shortened(f"{CHAPTER} " + " · ".join(filter(None, [told, *scores])))


def _shortened(line: str) -> str:
    """The line, or as many of its words as fit, without cutting bold text."""
    if len(line) <= SENTENCE:
        return line
    kept = line[: SENTENCE - 2].rpartition(" ")[0]
    if kept.count(BOLD) % 2:
        kept = kept.rpartition(BOLD)[0].rstrip()
    return f"{kept} …"


def _told(events: Sequence[Event], words: GameWords, names: Names) -> Iterator[Told]:
    present = {event.name for event in events}
    left = [event for event in events if words.told_by.get(event.name) not in present]
    while left:
        first = left[0]
        for together in words.together:
            parts = _parts(together, first, left)
            if len(parts) > 1:
                seen = {event.name: event.seen_by(names.me) for event in parts}
                sentence = together.tell(seen, names)
                break
        else:
            parts = _row(left, words, names)
            sentence = words.told_in_a_row(_united(parts), names)
        taken = set(map(id, parts))
        left = [event for event in left if id(event) not in taken]
        yield Told(sentence, _subject(sentence, parts, names))


def _parts(together: Together, first: Event, events: Sequence[Event]) -> list[Event]:
    """The events that share one sentence with `first`, because they concern the same seat; empty
    when two of them are of the same kind."""
    if first.name not in together.events:
        return []
    found = [
        event for event in events if event.name in together.events and _same_seat(first, event)
    ]
    return found if len({event.name for event in found}) == len(found) else []


def _row(events: Sequence[Event], words: GameWords, names: Names) -> list[Event]:
    """The first events of the list that can be told in one sentence: they are of the same kind, all
    or none of them are about the reader, and the reader knows no more of them than everyone. The
    first event alone if the reader knows more of it."""
    first = events[0]
    own = words.is_own(first, names)
    if first.secret is not None and names.me in first.seats:
        return [first]
    return list(
        takewhile(
            lambda event: (
                event.name == first.name
                and words.is_own(event, names) == own
                and (event.secret is None or names.me not in event.seats)
            ),
            events,
        )
    )


def _united(events: Sequence[Event]) -> list[Event]:
    """The events, in which those that only add cards for the same seat are merged into one."""
    united: list[Event] = []
    for event in events:
        if united and _adds_cards(united[-1], event):
            cards = [*united[-1].fields["cards"], *event.fields["cards"]]
            united[-1] = Event(event.name, {"seat": event.fields["seat"], "cards": cards})
        else:
            united.append(event)
    return united


def _subject(sentence: str, events: Sequence[Event], names: Names) -> str:
    seats = {event.seen_by(names.me).get("seat") for event in events}
    seat = seats.pop() if len(seats) == 1 else None
    name = names[seat] if isinstance(seat, int) else ""
    return name if sentence.startswith(f"{name} ") else ""


def happening_line(happening: Happening, words: GameWords, names: Names) -> str:
    """One move in words, in the form that the seat `names.me` may know (None: that everyone may
    know); empty when there is nothing to say."""
    return "".join(line_of(deed, words, names) for deed in deeds([happening], words, names))


def recent_lines(table: Table, words: GameWords, names: Names, most: int = RECENT) -> list[str]:
    """The last deeds in words, the newest last: at most `most` lines, and fewer if they are
    long."""
    told = [f"-# {line}" for line in _recent(table, words, names, most)]
    return [*told, *remark_lines(table, names)]


def lately_lines(table: Table, words: GameWords, names: Names) -> list[str]:
    """The last two deeds in one line, for a message beside whose picture there is little room; if
    both would take much room, the last deed alone."""
    lines = _recent(table, words, names, LATELY)
    told = GAP.join(lines if len(bare("".join(lines))) <= BRIEF else lines[-1:])
    return [*([f"-# {told}"] if told else []), *remark_lines(table, names)]


def _recent(table: Table, words: GameWords, names: Names, most: int) -> list[str]:
    lines: list[str] = []
    for deed in reversed(deeds(table.recent, words, names)[-most:]):
        line = line_of(deed, words, names)
        if sum(map(len, lines)) + len(lines) + len(line) > LOG:
            break
        lines.insert(0, line)
    return lines


def remark_lines(table: Table, names: Names) -> list[str]:
    """The line with a bot player's present remark, if there is one."""
    remark = remark_at(table)
    if remark is None:
        return []
    return [f"💬 {names[remark.seat]}: *{_(remark.line)}*"]
