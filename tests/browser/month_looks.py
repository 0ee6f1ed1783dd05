"""Take pictures of the messages that members saw over a month, in each language, as the card room's
page shows them. Run `python -m tests.browser.month_looks FOLDER [LANGUAGE …]`. It saves a picture
of each message at both window widths, for people to check."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import discord
from discord.http import Route
from playwright.async_api import expect

from cogs.discord.languages import LANGUAGES
from tests.browser.chromium import DESKTOP, PHONE, Window, Windows, launched
from tests.browser.puppet import Lounge, lounge
from tests.limits import text_of

TALL: Final = 3000
"""The height of the windows in pixels. It is so large that each message is seen whole."""
WIDTHS: Final[dict[str, dict[str, Any]]] = {
    "400": {
        "viewport": {**PHONE, "height": TALL},
        "has_touch": True,
        "is_mobile": True,
    },
    "1280": {"viewport": {**DESKTOP, "height": TALL}},
}
CLEAR: Final = "() => document.querySelector('#pill').remove()"
"""Removes the element `#pill`, which can lie over a message."""
AT_ONCE: Final = 2
"""Languages that are played at the same time."""
CUT: Final = """message => {
    const cut = [];
    for (const each of message.querySelectorAll('*')) {
        const own = [...each.childNodes].some((node) => node.nodeType === 3
            && node.textContent.trim());
        const style = getComputedStyle(each);
        if (!own || !each.checkVisibility() || each.closest('.unseen, .spoiler')) continue;
        const text = document.createRange();
        text.selectNodeContents(each);
        // A part of a pixel is enough for dots, and the widths in whole pixels don't show it.
        const dots = style.textOverflow === 'ellipsis'
            && text.getBoundingClientRect().width > each.getBoundingClientRect().width + 0.1;
        const wide = dots
            || (style.overflowX !== 'visible' && each.scrollWidth > each.clientWidth + 1);
        const high = style.overflowY !== 'visible' && each.scrollHeight > each.clientHeight + 1;
        if (wide || high) cut.push(each.textContent);
    }
    return cut;
}"""
"""A script that returns those texts of the element `message` that the page cuts off, so that only a
part of them is seen."""


@dataclass(frozen=True)
class Sight:
    """A message to look at. `files` are its files, as pairs (name, saved file). `written` are the
    texts in its pictures, and `unreadable` are those of these texts that can't be read."""

    name: str
    content: str
    components: list[dict[str, Any]]
    files: list[tuple[str, str]]
    written: list[str]
    unreadable: list[str]

    def lines(self) -> Iterator[str]:
        """Yield all lines of text that a reader of the message sees, in its pictures too."""
        yield from [self.content, *self.written, *text_of(self.components).splitlines()]


@dataclass(frozen=True)
class Tour:
    """The messages to look at in one language. Their files are in `folder`. `members` are the names
    of the simulated members by id."""

    folder: Path
    language: str
    members: dict[str, str]
    sights: list[Sight]

    @classmethod
    def of(cls, folder: Path, language: str) -> Tour:
        """Read the messages in `language` that tests/browser/month_sights.py has written to
        `folder`."""
        whole = json.loads((folder / f"{language}.json").read_text(encoding="utf-8"))
        sights = [Sight(**each) for each in whole["sights"]]
        return cls(folder, language, whole["members"], sights)


async def toured(folder: Path, *languages: str) -> None:
    """Play a month in each of `languages`, and save the messages in `folder`. For each language,
    tests/browser/month_sights.py does this in a separate process. Raises RuntimeError if a process
    fails."""
    turn = asyncio.Semaphore(AT_ONCE)

    async def one(language: str) -> None:
        async with turn:
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "tests.browser.month_sights", language, str(folder))
            )
            if await process.wait():
                raise RuntimeError(f"nothing to be seen in {language}")

    await asyncio.gather(*map(one, languages))


async def posted(lounge: Lounge, windows: Windows, tour: Tour) -> dict[str, discord.Object]:
    """Post all messages of `tour` into a new channel of the card room. Returns the posted messages
    by name. The first entry is the channel, under the name `channel`."""
    channel = lounge.channel()
    found = {"channel": discord.Object(channel.id)}
    known = {each["global_name"]: str(each["id"]) for each in windows.room.world.users.all()}
    for sight in tour.sights:
        whole: dict[str, Any] = {"content": sight.content}
        if sight.components:
            flags = discord.MessageFlags(components_v2=True).value
            whole = {"components": sight.components, "flags": flags}
        payload = json.dumps(whole)
        for number, name in tour.members.items():
            # Members of the simulated server are no members here.
            payload = payload.replace(number, known.get(name, str(channel.id)))
        # Named by its kind, it is sent as a form of parts, also where no file follows.
        said = {"name": "payload_json", "value": payload, "content_type": "text/plain"}
        form: list[dict[str, Any]] = [said]
        for place, (name, saved) in enumerate(sight.files):
            content = (tour.folder / saved).read_bytes()
            form.append({"name": f"files[{place}]", "value": content, "filename": name})
        route = Route("POST", "/channels/{channel_id}/messages", channel_id=channel.id)
        sent = await lounge.puppet.http.request(route, form=form)
        found[sight.name] = discord.Object(int(sent["id"]))
    return found


async def looked_at(windows: Windows, channel: discord.Object, width: str, messages: int) -> Window:
    """Open a window with the width `width` on the channel, and return it when it shows `messages`
    messages with all their pictures."""
    window = await windows.window("Nora", channel=str(channel.id), **WIDTHS[width])
    await expect(window.messages).to_have_count(messages)
    await window.run("""() => Promise.all([...document.querySelectorAll('#log img')].map((each) => {
        each.loading = 'eager';
        return each.decode();
    }))""")
    return window


async def keep(folder: Path, languages: list[str]) -> None:
    """Save a picture of every message in each language at each width, as `LANGUAGE-WIDTH-NAME.png`
    in `folder`."""
    await toured(folder, *languages)
    async with lounge() as opened, launched() as browser:
        windows = Windows(browser, opened.room)
        for language in languages:
            found = await posted(opened, windows, Tour.of(folder, language))
            channel = found.pop("channel")
            for width in WIDTHS:
                window = await looked_at(windows, channel, width, len(found))
                await window.run(CLEAR)
                for name, message in found.items():
                    file = folder / f"{language}-{width}-{name}.png"
                    await window.message(message.id).screenshot(path=file)
            await windows.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.browser.month_looks")
    parser.add_argument("folder", type=Path)
    parser.add_argument("languages", nargs="*", default=[*LANGUAGES])
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    asyncio.run(keep(asked.folder, asked.languages))
