"""The log of a game in sentences. Moves that belong together share one line, an entry of the log.
Each chapter (a part of the game such as a deal) ends with a separate entry."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Final

from bot.core.model import Happening, Table
from cogs.discord.layout import ELLIPSIS, cut
from cogs.table.message.table_text import GAP
from cogs.words import _, as_sentence, in_context
from cogs.words.game import GameWords, Together
from cogs.words.names import bare, escaped
from cogs.words.remarks import remark_at
from cogs.words.seats import Names
from games.core import Event
from games.view import SCORE

RECENT: Final = 5
"""The most entries of the log in a message about a finished game, or in one without a picture."""
LATELY: Final = 2
"""The most entries of the log below the picture of a running game or of a hand. If two entries
together are longer than `BRIEF`, only the newest one is shown."""
BRIEF: Final = 150
"""The most characters that several entries below a picture have together. On a desktop this is two
lines. An entry that is shown alone may be longer."""
LOG: Final = 780
"""The most characters of all entries together. The oldest entries are left out first."""
SENTENCE: Final = 480
"""The most characters of one entry."""
BOLD: Final = "**"
CHAPTER: Final = "🏁"
"""The symbol before an entry about the end of a chapter (a part of the game)."""
ENDS: Final = (".", "!", "?", "…")
"""The signs after which a sentence of an entry begins with a capital letter."""
PAUSE: Final = re.compile(r"[,.:;!?…](?: |$)")
"""A sign inside or after a sentence, after which another subject may follow."""
ONLY_WHO: Final = frozenset({"seat", "side"})
"""The fields of an event that says only to which seat or side something has happened."""
WHO_AND_CARDS: Final = frozenset({"seat", "cards"})


@dataclass(slots=True)
class LogEntry:
    """An entry of the log: the events of one or more moves, as far as the reader may know them.
    With `stand_in`, a bot player made the moves for a member whose time was up. With `chapter`, the
    entry is about the end of a chapter of the game, such as a deal."""

    stand_in: bool
    events: list[Event] = field(default_factory=list)
    chapter: bool = False


def log_entries(happenings: Iterable[Happening], words: GameWords, names: Names) -> list[LogEntry]:
    """Return the log's entries for these moves, from the oldest to the newest. They contain what
    the seat `names.me` may know (None: what everyone may know). Moves that belong together form one
    entry."""
    found: list[LogEntry] = []
    for happening in happenings:
        ends = [event for event in happening.events if ends_chapter(event, words)]
        told = [
            event for event in happening.events if event not in ends and words.tells(event, names)
        ]
        chapters = [LogEntry(stand_in=False, events=[event], chapter=True) for event in ends]
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
            last = LogEntry(happening.stand_in)
            found.append(last)
        last.events.extend(told)
        found += chapters
    return found


def ends_chapter(event: Event, words: GameWords) -> bool:
    """Return whether the log shows this event as the end of a chapter (a part of the game such as a
    deal), with everybody's score."""
    return event.name in words.chapters and isinstance(event.fields.get(SCORE), (list, tuple))


def _goes_on(last: Event, event: Event, words: GameWords) -> bool:
    """Return whether a move is told in the newest entry of the log, instead of a new entry. `last`
    is the last event in the newest entry, and `event` is the first event of the move."""
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
    """Return whether both events are about the same seat and have no other fields than this seat
    and cards, and `event` has no secret fields. If they are also of the same kind, one sentence can
    tell both."""
    return (
        _same_seat(last, event)
        and set(last.fields) == set(event.fields) == WHO_AND_CARDS
        and event.secret is None
    )


# ---------------------------------------------------------------------- in words


@dataclass(frozen=True, slots=True)
class Told:
    """A sentence of the log. `subject` is the seat's name with which the sentence begins. It is
    empty if the sentence begins with anything else, or with the names of several seats."""

    sentence: str
    subject: str = ""


def line_of(entry: LogEntry, words: GameWords, names: Names) -> str:
    """Return an entry of the log as one line: `Nora plays 3♣ and is out; Pavel misses a turn`."""
    if entry.chapter:
        return chapter_line(entry.events[0], words, names)
    line = ""
    for sentence in _joined(_told(entry.events, words, names)):
        if line.endswith(ENDS):
            line += f" {as_sentence(sentence)}"
        else:
            line += f"; {sentence}" if line else sentence
    line = _shortened(as_sentence(line))
    # Translators: A player's move that a bot made for them.
    return _("{line} (time ran out, so a bot moved)", line=line) if entry.stand_in else line


def _joined(told: Iterable[Told]) -> list[str]:
    """Return the sentences. Sentences in a row with the same subject are joined to one, in which
    the subject is named once. A sentence with a comma or a full stop isn't continued, because its
    last part may be about somebody else."""
    together: list[list[str]] = []
    subject = ""
    for each in told:
        if subject and each.subject == subject:
            together[-1].append(each.sentence.removeprefix(subject).lstrip())
        else:
            together.append([each.sentence])
        subject = "" if PAUSE.search(each.sentence) else each.subject
    return [_all_of(parts) for parts in together]


def _all_of(parts: Sequence[str]) -> str:
    *some, last = parts
    if not some or ", " in last:  # such a last part ends the list with its own words
        return ", ".join(parts)
    # Translators: Deeds of one player: “Ada asks the Shijo, turns over 7♥” and “is out”.
    return in_context("what a player did", "{some} and {last}", some=", ".join(some), last=last)


def chapter_line(event: Event, words: GameWords, names: Names) -> str:
    """Return the line about the end of a chapter (a part of the game such as a deal): `🏁 Ada takes
    the pot · Ada 23 · Berta 17`."""
    scores = [
        f"{names[seat]} {escaped(str(score))}"
        for seat, score in enumerate(event.fields[SCORE])
        if score is not None
    ]
    told = as_sentence(words.told(event, names)) if event.name in words.events else ""
    return _shortened(f"{CHAPTER} " + " · ".join(filter(None, [told, *scores])))


def _shortened(line: str) -> str:
    """Return the line in at most `SENTENCE` characters. A longer line is cut after a whole word and
    ends with an ellipsis. Bold text is never cut in the middle."""
    kept = cut(line, SENTENCE)
    return f"{kept.rpartition(BOLD)[0].rstrip()} {ELLIPSIS}" if kept.count(BOLD) % 2 else kept


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
    """Return the events that can be told in one sentence with `first`, by the rule `together` of
    the game's words. The rule names kinds of events. The result has all events of these kinds about
    the same seat as `first`. It is empty if the rule doesn't name the kind of `first`, or if two of
    the events are of the same kind."""
    if first.name not in together.events:
        return []
    found = [
        event for event in events if event.name in together.events and _same_seat(first, event)
    ]
    return found if len({event.name for event in found}) == len(found) else []


def _row(events: Sequence[Event], words: GameWords, names: Names) -> list[Event]:
    """Return the first of `events`, and the events directly after it that can share its sentence.
    All these events have the same kind, and either all of them are about the reader or none of
    them. If the reader knows more of an event than everyone else, it shares no sentence with
    others. If this is true of the first event, return it alone."""
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
    """Return the events. Events that only add cards for the same seat are merged into one event."""
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
    """Return one move in words, as far as the seat `names.me` may know it (None: as far as everyone
    may know it). The text is empty if there is nothing to say."""
    return "".join(line_of(entry, words, names) for entry in log_entries([happening], words, names))


def recent_lines(table: Table, words: GameWords, names: Names, most: int = RECENT) -> list[str]:
    """Return the last entries of the log in words, from the oldest to the newest. There are at most
    `most` lines, and fewer if the lines are long. A bot player's remark is added."""
    told = [f"-# {line}" for line in _recent(table, words, names, most)]
    return [*told, *remark_lines(table, names)]


def lately_lines(table: Table, words: GameWords, names: Names) -> list[str]:
    """Return the last two entries of the log in one line, for a message with a picture, where there
    is little room. If both entries would take too much room, return only the last one. A bot
    player's remark is added."""
    lines = _recent(table, words, names, LATELY)
    told = GAP.join(lines if len(bare("".join(lines))) <= BRIEF else lines[-1:])
    return [*([f"-# {told}"] if told else []), *remark_lines(table, names)]


def _recent(table: Table, words: GameWords, names: Names, most: int) -> list[str]:
    lines: list[str] = []
    for entry in reversed(log_entries(table.recent, words, names)[-most:]):
        line = line_of(entry, words, names)
        if sum(map(len, lines)) + len(lines) + len(line) > LOG:
            break
        lines.insert(0, line)
    return lines


def remark_lines(table: Table, names: Names) -> list[str]:
    """Return the line with a bot player's present remark. The list is empty if there is no
    remark."""
    remark = remark_at(table)
    if remark is None:
        return []
    return [f"💬 {names[remark.seat]}: *{_(remark.line)}*"]
