"""A member who presses everything that Shijo shows, and writes down what the page says."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from cardroom.store import Json
from cardroom.visitor import Done, Seen, Visitor, can_press
from tests.browser.chromium import Window, Windows

BUTTON: Final = 2
LIST: Final = 3
PEOPLE: Final = 5
"""Discord's numbers for the types of three components. BUTTON is a button, LIST is a select with
fixed options, and PEOPLE is a select of users."""
SOON: Final = 10.0
"""How many seconds to wait until a component that can be pressed appears."""
MOST: Final = 60
"""The most presses after one command."""
MOVES: Final = 150
"""The most presses of one member in one game."""
HAND: Final = "h:"
"""The beginning of the custom ids of a hand."""
NEVER: Final = ("language", "lang")
"""Parts of custom ids. A component whose custom id contains one of these parts isn't pressed,
because the transcript must stay in one language."""
LAST: Final = ("leave", "resign", "close", "forget", "off")
"""Parts of custom ids. A component whose custom id contains one of these parts is pressed only when
no other component is left, because such a press ends something, such as a game or a table."""
READ: Final = frozenset({"title", "label", "placeholder", "description", "content"})
"""The names of the fields that hold texts for people, in the JSON of a modal."""
TEXT: Final = """() => [...document.querySelectorAll('#log [data-message]')]
    .flatMap((each) => [each.innerText, ...[...each.querySelectorAll('img')].map((of) => of.alt)])
    .join('\\n')"""


@dataclass
class Transcript:
    """All lines that were read so far. Each line is there once, under the heading of the action
    that showed it first."""

    language: str
    folder: Path
    lines: list[str] = field(default_factory=list)
    known: set[str] = field(default_factory=set)
    pictures: int = 0

    def begin(self, heading: str) -> None:
        """Write a heading for the next part."""
        self.lines += ["", f"## {heading}"]

    def add(self, heading: str, lines: Iterable[str]) -> None:
        """Write down those lines that are new, under the heading `heading`."""
        new = [line for line in dict.fromkeys(map(str.strip, lines)) if line]
        new = [line for line in new if line not in self.known]
        if new:
            self.known.update(new)
            self.lines += ["", f"### {heading}", *new]

    def write(self) -> None:
        """Write the file with everything so far."""
        file = self.folder / f"{self.language}.md"
        file.write_text("\n".join(self.lines) + "\n", encoding="utf-8")


class Reader:
    """A member who reads everything that Shijo shows. The Reader also has the member's window, and
    the transcript of the lines that were read."""

    def __init__(self, member: Visitor, windows: Windows, transcript: Transcript) -> None:
        self.member = member
        self.transcript = transcript
        self.channel = member.channel
        self._windows = windows
        self._window: Window | None = None
        self._pressed: set[tuple[str, str]] = set()

    async def look_at(self, name: str) -> None:
        """Open a window of the channel named `name`."""
        await self._windows.close()
        channels = self.member.channels
        self.channel = next(key for key, each in channels.items() if each["name"] == name)
        self._window = await self._windows.window(self.member.name, channel=self.channel)
        await self.member.open(self.channel)
        self._pressed.clear()

    async def command(self, name: str, /, **options: Any) -> None:
        """Use a command, and press everything that it shows."""
        said = " ".join([f"/{name}", *(f"{key}:{value}" for key, value in options.items())])
        self.transcript.begin(said)
        before = set(self.member.messages)
        await self._note(await self.member.slash(name, channel=self.channel, **options), said)
        await self.press_all(before)
        await self.picture()

    async def press_all(self, but: Collection[str] = ()) -> None:
        """Press everything that was not pressed yet, except in the messages `but`."""
        for _ in range(MOST):
            found = self._new(but)
            if found is None:
                return
            await self.press(*found)

    async def does(self, action: str) -> Done:
        """Press the newest component whose custom id contains `action`. Returns the result."""
        return await self.press(*await offered(self.member, self.channel, action))

    async def play(self) -> None:
        """Press what the member's hand offers, until it offers nothing for some seconds. Components
        that were not pressed before come first."""
        with suppress(TimeoutError):
            for _ in range(MOVES):
                found = await offered(self.member, self.channel, HAND)
                new = [
                    (seen, part)
                    for seen, part in components(self.member, self.channel)
                    if HAND in part["custom_id"] and _name(part) not in self._pressed
                ]
                await self.press(*(new or [found])[0])

    async def press(self, seen: Seen, part: Json) -> Done:
        """Press a component (in a list, pick the first line), and read the result."""
        self._pressed.add(_name(part))
        done = Done("late", self.member)
        with suppress(TimeoutError):  # an analysis on a busy machine; its message comes by itself
            done = await self.member.press(seen, part, values_of(self.member, part))
        await self._note(done, f"[{_label(part)}]")
        return done

    async def picture(self) -> None:
        """Save a picture of the window as a file."""
        assert self._window is not None
        transcript = self.transcript
        transcript.pictures += 1
        name = f"{transcript.language}-{transcript.pictures:02}.png"
        await self._window.page.screenshot(path=transcript.folder / name)
        transcript.lines.append(f"({name})")
        transcript.write()

    async def _note(self, done: Done, heading: str) -> None:
        """Write down what the window shows now, with the texts of an open form and of all lists."""
        assert self._window is not None
        transcript = self.transcript
        if done.modal is not None:
            transcript.add(f"{heading} · form", _read(done.modal))
        if done.status != "done":
            transcript.add(f"{heading} · {done.status}", [done.text or "no answer"])
        await asyncio.sleep(0.2)  # the page draws
        shown: str = await self._window.run(TEXT)
        transcript.add(heading, shown.splitlines())
        for seen in messages(self.member, self.channel):
            transcript.add(f"{heading} · lists", _lines_of(seen))

    def _new(self, before: Collection[str]) -> tuple[Seen, Json] | None:
        """Return the next component that was not pressed yet, with its message. Messages in
        `before` are left out. Components with harmless actions come first. Returns None if all were
        pressed."""
        found = [
            (seen, part)
            for seen, part in components(self.member, self.channel)
            if seen.id not in before and _name(part) not in self._pressed
        ]
        found.sort(key=lambda pair: any(word in pair[1]["custom_id"] for word in LAST))
        return found[0] if found else None


def messages(member: Visitor, channel: str) -> list[Seen]:
    """Return the messages that a member sees in a channel, from the newest to the oldest."""
    found = [Seen(member, key) for key in sorted(member.messages, key=int, reverse=True)]
    return [each for each in found if each.data["channel_id"] == channel]


def components(member: Visitor, channel: str) -> Iterator[tuple[Seen, Json]]:
    """Yield the components that a member can press in a channel, each with its message. The newest
    message comes first."""
    for seen in messages(member, channel):
        for part in seen.parts:
            if _can_be_pressed(part):
                yield seen, part


async def offered(member: Visitor, channel: str, action: str) -> tuple[Seen, Json]:
    """Wait for a component whose custom id contains `action`, and return the newest one with its
    message. Raises TimeoutError when none appears."""

    def found() -> tuple[Seen, Json] | None:
        known = components(member, channel)
        return next((pair for pair in known if action in pair[1]["custom_id"]), None)

    return await member.until(found, patience=SOON)


async def play_along(member: Visitor, channel: str) -> None:
    """Play the first move that the member's hand offers, again and again. Ends when the hand has
    offered nothing for some seconds."""
    with suppress(TimeoutError):
        for _ in range(MOVES):
            seen, part = await offered(member, channel, HAND)
            await member.press(seen, part, values_of(member, part))


def values_of(member: Visitor, part: Json) -> list[str]:
    """Return the values to choose in a component. In a select with fixed options, these are the
    first options, as many as the select requires, and at least one. In a select of users, the value
    is the member's own id. For any other component, the list is empty."""
    if part["type"] == LIST:
        return [each["value"] for each in part["options"][: max(part.get("min_values", 1), 1)]]
    return [member.me["id"]] if part["type"] == PEOPLE else []


def _name(part: Json) -> tuple[str, str]:
    """Return a key of a component, which has the first part of its custom id and its label.
    Components with the same key count as the same."""
    return part["custom_id"].split(":", 1)[0], _label(part)


def _label(part: Json) -> str:
    """Return the label of a component. If it has no label, returns the last part of its custom
    id."""
    return str(part.get("label") or part.get("placeholder") or part["custom_id"].split(":")[-1])


def _can_be_pressed(part: Json) -> bool:
    custom_id = part.get("custom_id", "")
    kinds = {BUTTON, LIST, PEOPLE}
    left_alone = ":@" in custom_id or any(word in custom_id for word in NEVER)
    return bool(custom_id) and can_press(part) and part["type"] in kinds and not left_alone


def _lines_of(seen: Seen) -> Iterator[str]:
    """Yield the texts of the selects in a message. These are the placeholder of each component,
    which can be empty, and a line for each option of a select, with the option's description."""
    for part in seen.parts:
        yield part.get("placeholder") or ""
        for option in part.get("options", []):
            yield " — ".join(each for each in (option["label"], option.get("description")) if each)


def _read(value: Any) -> Iterator[str]:
    """Yield the texts in `value` that people read. `value` is a form as Discord's JSON, or a part
    of one."""
    if isinstance(value, list):
        for each in value:
            yield from _read(each)
    elif isinstance(value, dict):
        for key, each in value.items():
            if isinstance(each, str) and key in READ:
                yield each
            else:
                yield from _read(each)
