"""Tests of the card room's page in light and dark colours, on a desktop and on a phone."""

from __future__ import annotations

import io
from typing import Any, Final

import discord
import pytest
from discord import ui
from PIL import Image
from playwright.async_api import expect

from tests.browser.chromium import PHONE, Window, Windows
from tests.browser.looks import BEYOND, CONTRASTS
from tests.browser.puppet import Lounge, buttons, said

pytestmark = pytest.mark.asyncio(loop_scope="session")


def everything(member: str) -> ui.LayoutView:
    """Return a message with a text, a separator, a section, a picture, buttons of each colour, and
    selects. The text mentions the member with the id `member`."""
    styles = (
        discord.ButtonStyle.primary,
        discord.ButtonStyle.secondary,
        discord.ButtonStyle.success,
        discord.ButtonStyle.danger,
    )
    coloured: list[ui.Button[Any]] = [
        ui.Button(
            label=f"{style.name} with a long label {style.value}" * 2, style=style, emoji="🃏"
        )
        for style in styles
    ]
    options = [
        discord.SelectOption(label=f"Card {number}", default=number == 2) for number in range(9)
    ]
    selects: list[ui.Select[Any]] = [
        ui.Select(custom_id="empty", placeholder="Play a card… " * 8, options=options[:2]),
        ui.Select(custom_id="chosen", options=options, max_values=3),
    ]
    return said(
        ui.TextDisplay[Any](
            f"## A title\n**Waiting** for <@{member}> <t:1700000000:R>\n> quoted\n-# `{'x' * 90}`"
        ),
        ui.Separator[Any](),
        ui.Section[Any](
            "A section\nwith *text*", accessory=ui.Button(label="Beside", custom_id="beside")
        ),
        ui.MediaGallery[Any](discord.MediaGalleryItem("attachment://wide.png", description="wide")),
        ui.ActionRow(*coloured),
        *(ui.ActionRow(select) for select in selects),
    )


async def shown(windows: Windows, lounge: Lounge, **options: Any) -> Window:
    """Open a window of a channel, and return it. The channel's messages have every kind of
    component, long texts, a picture and a command that waits for its answer."""
    channel = lounge.channel()
    nora = windows.id_of("Nora")
    file = io.BytesIO()
    Image.new("RGB", (1200, 500), "darkgreen").save(file, "PNG")
    file.seek(0)
    await channel.send(f"Hello <@{nora}>, see https://example.org/{'long' * 40}")
    await channel.send(view=everything(nora), file=discord.File(file, "wide.png"))
    await channel.send(view=said(buttons("My hand", "Rules", "Resign", "More…")))
    window = await windows.window(channel=str(channel.id), **options)
    await expect(window.button("My hand")).to_be_visible()
    await window.slash("/think")
    await expect(window.latest).to_contain_text("Puppet is thinking …")
    return window


@pytest.mark.parametrize("scheme", ["dark", "light"])
async def test_all_text_can_be_read(windows: Windows, lounge: Lounge, scheme: str) -> None:
    window = await shown(windows, lounge, color_scheme=scheme)
    page = window.page
    assert await window.run(CONTRASTS) == []
    await window.composer.click()
    await page.keyboard.type("/")
    await expect(page.get_by_role("option").first).to_be_visible()
    assert await window.run(CONTRASTS) == []
    await page.get_by_role("button", name="Aiko: profile and apps").click()
    assert await window.run(CONTRASTS) == []
    await page.keyboard.press("Escape")
    await page.get_by_role("button", name="Add a member").click()
    assert await window.run(CONTRASTS) == []
    await page.keyboard.press("Escape")
    await window.messages.get_by_role("combobox").last.click()
    assert await window.run(CONTRASTS) == []


async def test_colours_follow_the_system_until_they_are_chosen(
    windows: Windows, lounge: Lounge
) -> None:
    window = await windows.window(channel=str(lounge.channel().id), color_scheme="light")
    paper = window.page.locator("#main")
    light, dark = "rgb(255, 255, 255)", "rgb(35, 41, 42)"
    await expect(paper).to_have_css("background-color", light)
    await window.page.get_by_role("button", name="Colours: as the system").click()
    await expect(paper).to_have_css("background-color", dark)
    await window.page.reload()
    await expect(paper).to_have_css("background-color", dark)
    await window.page.get_by_role("button", name="Colours: dark").click()
    await expect(paper).to_have_css("background-color", light)
    await window.page.get_by_role("button", name="Colours: light").click()
    await window.page.emulate_media(color_scheme="dark")
    await expect(paper).to_have_css("background-color", dark)


async def test_on_a_phone_nothing_scrolls_sideways(windows: Windows, lounge: Lounge) -> None:
    window = await shown(windows, lounge, viewport=PHONE, has_touch=True, is_mobile=True)
    page = window.page
    assert await window.run(BEYOND) == []
    bar = await page.locator(".composer-bar").bounding_box()
    assert bar is not None
    assert bar["width"] > 370
    assert PHONE["height"] - 20 < bar["y"] + bar["height"] <= PHONE["height"]
    panel = await window.messages.locator(".container").first.bounding_box()
    assert panel is not None
    assert panel["width"] > 370

    # A list comes up from the bottom, as wide as the screen.
    await window.messages.get_by_role("combobox").last.tap()
    sheet = await page.locator(".popup").bounding_box()
    assert sheet is not None
    assert (sheet["width"], sheet["y"] + sheet["height"]) == (PHONE["width"], PHONE["height"])
    assert await window.run(BEYOND) == []
    await page.get_by_role("option", name="Card 3").tap()
    await page.get_by_role("button", name="Done", exact=True).tap()

    # The channels are a drawer.
    await expect(page.locator("#sidebar")).to_be_hidden()
    await page.locator("#header").get_by_role("button", name="Channels").tap()
    await expect(page.locator("#sidebar")).to_be_in_viewport(ratio=1)
    await page.locator("#sidebar").get_by_role("button", name="test-0").tap()
    await expect(page.locator("#sidebar")).to_be_hidden()
    await page.locator("#header").get_by_role("button", name="Members").tap()
    await expect(page.locator("#people")).to_be_in_viewport(ratio=1)
    await page.keyboard.press("Escape")
    await expect(page.locator("#people")).to_be_hidden()

    # A slash raises the list of commands without a keyboard's help.
    await page.get_by_role("button", name="Commands of the bots here").tap()
    await expect(page.get_by_role("option").first).to_be_visible()
    assert await window.run(BEYOND) == []


WIDTH: Final = """text => {
    const pen = document.createElement('canvas').getContext('2d');
    pen.font = getComputedStyle(document.body).font;
    return pen.measureText(text).width / parseFloat(getComputedStyle(document.body).fontSize);
}"""
"""A script that returns the width of a text in the page's font, as a multiple of the font size."""


async def test_spaces_and_digits_are_of_the_same_letters_as_words(
    windows: Windows, lounge: Lounge
) -> None:
    """Spaces and digits are drawn with the font of the letters. Emoji fonts also have spaces and
    digits, but very wide ones. So an emoji font must not come first if none of the page's own fonts
    is installed."""
    window = await shown(windows, lounge)
    widths = [await window.page.evaluate(WIDTH, text) for text in (" ", "0", "n")]
    assert max(widths) < 0.8
