"""Messages that are saved with their files and the texts in their pictures, so that people can look
at them later."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from simcord.results import ResponseMessage

from bot.pictures.fonts import ELLIPSIS, ink_box
from bot.pictures.paint import NOTATION, png
from bot.pictures.scene import Box, Scene, Text
from bot.preferences.model import Deck
from tests.limits import walk

TOUCH: Final = 1
"""The number of pixels by which a text may reach beyond its box or over another text. The outermost
pixels of letters are pale and don't count."""
Edges = tuple[int, int, int, int]
"""The left, top, right and bottom edge of a rectangle in a picture, in pixels from the picture's
top left corner."""


@dataclass
class Sights:
    """The messages that were saved in one language. `drawn` has two lists for the hash of each
    picture: all its texts, and the texts that can't be read."""

    language: str
    folder: Path
    kept: list[dict[str, Any]] = field(default_factory=list)
    drawn: dict[str, tuple[list[str], list[str]]] = field(default_factory=dict)

    def paint(self, scene: Scene, deck: Deck, letters: Mapping[str, str] = NOTATION) -> bytes:
        """Paint a scene as PNG. Stores all its texts, and the texts that can't be read, in `drawn`
        under the hash of the picture."""
        painted = png(scene, deck, letters)
        texts = [each for each in scene.things if isinstance(each, Text)]
        self.drawn[_hash(painted)] = [each.text for each in texts], list(unreadable(scene))
        return painted

    async def keep(self, name: str, message: ResponseMessage) -> None:
        """Save a message with its files as it is now."""
        files = []
        written: list[str] = []
        unread: list[str] = []
        for number, file in enumerate(message.attachments):
            content = await file.read()
            saved = f"{self.language}-{name}-{number}-{file.filename}"
            (self.folder / saved).write_bytes(content)
            texts, flaws = self.drawn.get(_hash(content), ([], []))
            written, unread = [*written, *texts], [*unread, *flaws]
            files.append((file.filename, saved))
        components = message.components
        for part in walk(components):
            for item in part.get("items", ()):
                media = item["media"]
                item["media"] = {"url": f"attachment://{media['url'].rsplit('/', 1)[-1]}"}
        self.kept.append(
            {
                "name": name,
                "content": message.content,
                "components": components,
                "files": files,
                "written": written,
                "unreadable": unread,
            }
        )

    def write(self, members: Mapping[int, str]) -> None:
        """Write LANGUAGE.json with all kept messages. `members` are the names of the members who
        are mentioned in the messages, by the members' ids."""
        whole = {"members": {str(key): name for key, name in members.items()}, "sights": self.kept}
        file = self.folder / f"{self.language}.json"
        file.write_text(json.dumps(whole, ensure_ascii=False, indent=1), encoding="utf-8")


def unreadable(scene: Scene) -> list[str]:
    """Return the texts of a picture that can't be read, each with the reason. They are cut short,
    lie over each other, or reach beyond the picture or their box."""
    found: list[str] = []
    boxes: list[Box] = []
    texts: list[tuple[Text, Edges]] = []
    for thing in scene.things:
        if isinstance(thing, Box):
            boxes.append(thing)
        if not isinstance(thing, Text) or not thing.text.strip():
            continue
        left, top, right, bottom = ink_box(thing.text, thing.size)
        ink = thing.x + left, thing.y + top, thing.x + right, thing.y + bottom
        if thing.text.endswith(ELLIPSIS):
            found.append(f"cut: {thing.text}")
        if not _within(ink, (0, 0, scene.wide, scene.high)):
            found.append(f"beyond the picture: {thing.text}")
        below = [each for each in boxes if _is_on(ink, each)]
        if below and not _within(ink, _edges(below[-1])):
            found.append(f"beyond its box: {thing.text}")
        found += [f"over “{other.text}”: {thing.text}" for other, its in texts if _meet(ink, its)]
        texts.append((thing, ink))
    return found


def _edges(box: Box) -> Edges:
    return box.x, box.y, box.x + box.wide, box.y + box.high


def _is_on(ink: Edges, box: Box) -> bool:
    """Return whether a text is written on `box`. `ink` are the edges of the text's letters. The
    text must begin inside the box, at half its own height, and the box must be taller than the
    text."""
    left, top, right, bottom = _edges(box)
    middle = (ink[1] + ink[3]) // 2
    return left <= ink[0] < right and top <= middle < bottom and bottom - top > ink[3] - ink[1]


def _within(inner: Edges, outer: Edges) -> bool:
    return (
        inner[0] >= outer[0] - TOUCH
        and inner[1] >= outer[1] - TOUCH
        and inner[2] <= outer[2] + TOUCH
        and inner[3] <= outer[3] + TOUCH
    )


def _meet(one: Edges, other: Edges) -> bool:
    return (
        min(one[2], other[2]) - max(one[0], other[0]) > TOUCH
        and min(one[3], other[3]) - max(one[1], other[1]) > TOUCH
    )


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
