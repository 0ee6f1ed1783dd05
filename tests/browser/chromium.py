"""Starts the Chromium that is installed on this machine, and opens windows in it that show a card
room (the simulated Discord in the browser)."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from playwright.async_api import Browser, ConsoleMessage, Locator, Page, async_playwright, expect

from cardroom.room import Room

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
PATIENCE = 20_000
"""How long to wait for something on a page, in milliseconds. The time is long, because the machine
might be busy."""
DESKTOP = {"width": 1280, "height": 860}
PHONE = {"width": 400, "height": 800}

expect.set_options(timeout=PATIENCE)


def chromium() -> str | None:
    """Return the path of the browser, or None if this machine has none."""
    return next((path for path in map(shutil.which, NAMES) if path), None)


@asynccontextmanager
async def launched() -> AsyncIterator[Browser]:
    """Run the browser without a screen inside the block, and yield it."""
    # Chromium's sandbox can't be had by root.
    arguments = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium(), args=arguments)
        try:
            yield browser
        finally:
            await browser.close()


class Window:
    """A window of the page, and the name of the member who uses it."""

    def __init__(self, page: Page, name: str) -> None:
        self.page = page
        self.name = name
        self.errors: list[str] = []
        """What the browser's console complained of."""
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.errors.append(str(error)))

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            self.errors.append(message.text)

    @property
    def composer(self) -> Locator:
        """The field in which messages are typed."""
        return self.page.locator("#composer textarea")

    @property
    def messages(self) -> Locator:
        """All messages, from the oldest to the newest."""
        return self.page.locator("#log [data-message]")

    @property
    def latest(self) -> Locator:
        """The newest message."""
        return self.messages.last

    def message(self, message_id: int | str) -> Locator:
        """Return the message with the id `message_id`."""
        return self.page.locator(f"#message-{message_id}")

    def button(self, label: str) -> Locator:
        """Return the newest button in a message whose label is exactly `label`. A symbol can stand
        before the label, as on public buttons in a server with several languages."""
        signed = re.compile(rf"^(?:\W+ )?{re.escape(label)}$")
        return self.messages.get_by_role("button", name=signed).last

    async def slash(self, text: str) -> None:
        """Type a command, and send it with Enter."""
        await self.composer.click()
        await self.page.keyboard.type(text)
        await self.page.keyboard.press("Enter")

    async def top(self, element: Locator) -> float:
        """Return the position of an element, in pixels from the top of the window."""
        box = await element.bounding_box()
        assert box is not None
        return float(box["y"])

    async def run(self, script: str, argument: Any = None) -> Any:
        """Run a script in the page, and return its result."""
        return await self.page.evaluate(script, argument)


class Windows:
    """Opens windows of one card room, and closes them again."""

    def __init__(self, browser: Browser, room: Room) -> None:
        self._browser = browser
        self.room = room
        self.open: list[Window] = []

    def id_of(self, name: str) -> str:
        """Return the id of the member named `name`."""
        users = self.room.world.users.all()
        return next(str(user["id"]) for user in users if user["global_name"] == name)

    async def window(
        self,
        name: str = "Nora",
        *,
        channel: str = "",
        viewport: dict[str, int] | None = None,
        **options: Any,
    ) -> Window:
        """Open a window of the member `name` that shows the channel with the id `channel`, and
        return the window."""
        context = await self._browser.new_context(
            viewport=viewport or DESKTOP,  # type: ignore[arg-type,unused-ignore]
            **{"locale": "en-US", "timezone_id": "UTC", "color_scheme": "dark", **options},
        )
        context.set_default_timeout(PATIENCE)
        window = Window(await context.new_page(), name)
        self.open.append(window)
        await window.page.goto(f"{self.room.page_url}?as={self.id_of(name)}#{channel}")
        await expect(window.composer).to_be_visible()
        return window

    async def close(self) -> None:
        """Closes all windows."""
        for window in self.open:
            await window.page.context.close()
        self.open.clear()
