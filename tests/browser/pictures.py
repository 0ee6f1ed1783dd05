"""Takes the pictures for the README: `make pictures`, or `python -m tests.browser.pictures
FOLDER`."""

from __future__ import annotations

import asyncio
import io
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

from PIL import Image
from playwright.async_api import expect

from cardroom.people import Opening
from cardroom.room import Plan, Room
from tests.browser.chromium import Window, Windows, launched
from tests.browser.players import MOVES, one_move, open_table
from tests.shijo_process import shijo_process

TOPIC: Final = "Durak, Dritzak and Tredici. /play opens a table."
GAMES: Final = {"durak": 5, "dritzak": 6, "tredici": 4}
"""Moves that are made before a game is pictured."""
ROOM: Final = {"width": 1240, "height": 1200}
PHONE: Final = {"width": 400, "height": 1190}
SCALES: Final = (1, 2)
SETTLED: Final = 1.0
"""The number of seconds to wait for a change of the page. If the page shows no change in this time,
no change is expected any more."""
COLOURS: Final = 255


async def main(folder: Path) -> None:
    """Play a few moves of each game, and save a picture of its table on a phone to `folder`. For
    Durak, also save a picture of a desktop window."""
    opening = Opening(bot="Shijo", channels=tuple((game, TOPIC) for game in GAMES))
    with tempfile.TemporaryDirectory() as data:
        async with (
            Room(Plan(opening=opening)) as room,
            shijo_process(
                Path(data), room, SHIJO_LOG__LEVEL="warning", SHIJO_DISCORD__CARD_EMOJI="true"
            ),
            launched() as browser,
        ):
            windows = Windows(browser, room)
            for game, moves in GAMES.items():
                place = next(
                    str(each["id"]) for each in room.world.channels.all() if each["name"] == game
                )
                await played(windows, place, game, moves)
                if game == "durak":
                    await taken(windows, folder / "room.png", place, viewport=ROOM)
                phone = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
                await taken(windows, folder / f"{game}.png", place, **phone)


async def played(windows: Windows, place: str, game: str, moves: int) -> None:
    """Play some moves in a game of Nora, Aiko and a bot player. Goes on until the game waits for
    Nora."""
    nora = await windows.window("Nora", channel=place)
    aiko = await windows.window("Aiko", channel=place)
    await aiko.composer.fill("Who plays a round?")
    await aiko.page.keyboard.press("Enter")
    await open_table(nora, game.title(), aiko, bots=1)
    for _ in range(moves):
        await one_move(await next_of(nora, aiko))
    while not await stays_with(nora, aiko):
        await one_move(await next_of(aiko, nora))
    await windows.close()


async def stays_with(nora: Window, other: Window) -> bool:
    """Return whether the table waits for Nora alone, now and a moment later. `other` is the window
    of the other member."""
    if await next_of(other, nora) is not nora:
        return False
    await asyncio.sleep(SETTLED)
    return await waits_for(nora) and not await waits_for(other)


async def next_of(*windows: Window) -> Window:
    """Wait until the table waits for the member of one of these windows, and return this window."""
    while True:
        for window in windows:
            if await waits_for(window):
                return window
        await asyncio.sleep(0.1)


async def waits_for(window: Window) -> bool:
    """Return whether the table waits for this window's member, and the member's open hand offers a
    move."""
    line = window.page.locator("#log").get_by_text("Waiting for").first
    moves = window.page.locator(f"{MOVES}:not(:disabled):not([aria-busy])")
    return await moves.count() > 0 and window.name in await line.inner_text()


async def taken(windows: Windows, file: Path, place: str, **options: Any) -> None:
    """Save Nora's window of the channel `place` as a picture, once for each pixel scale: as
    `NAME.png` and `NAME@2x.png`, if `file` is `NAME.png`."""
    for scale in SCALES:
        window = await windows.window("Nora", channel=place, device_scale_factor=scale, **options)
        await expect(window.page.locator(MOVES).first).to_be_visible()
        await window.run("() => Promise.all([...document.images].map((each) => each.decode()))")
        picture = Image.open(io.BytesIO(await window.page.screenshot())).convert("RGB")
        name = file.name if scale == 1 else f"{file.stem}@{scale}x{file.suffix}"
        # The page has few colours: a palette keeps the repository small.
        palette = picture.quantize(COLOURS, dither=Image.Dither.NONE)
        palette.save(file.with_name(name), optimize=True)
        await windows.close()


if __name__ == "__main__":
    place = Path(sys.argv[1])
    place.mkdir(parents=True, exist_ok=True)
    asyncio.run(main(place))
