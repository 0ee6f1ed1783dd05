"""Tests of playing with Shijo in the card room's page: eight members at one table, forms, threads,
a phone, and the keyboard alone."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import expect

from tests.browser.chromium import PHONE, Window, Windows
from tests.browser.looks import BEYOND
from tests.browser.players import MOVES, add_bot, open_table

pytestmark = pytest.mark.asyncio(loop_scope="session")

GUESTS = ("Berta", "Carlos", "Dana", "Emil")


async def become(window: Window, name: str) -> None:
    """Switch the window to the member `name`."""
    await window.page.locator("#sidebar .self button").click()
    await window.page.get_by_role("menuitemradio", name=name).click()
    await expect(window.page.locator("#sidebar .self")).to_contain_text(name)


async def test_a_table_of_eight(tables: Windows, place: str) -> None:
    nora = await tables.window("Nora", channel=place)
    for name in GUESTS:
        await nora.page.get_by_role("button", name="Add a member").click()
        await nora.page.get_by_label("Name").fill(name)
        await nora.page.get_by_role("button", name="Add", exact=True).click()
        await expect(nora.page.locator("#people")).to_contain_text(name)
    await nora.slash("/play durak")
    await expect(nora.button("Start")).to_be_visible()

    others = ("Pavel", "Aiko", "Lena", *GUESTS)
    second = await tables.window("Pavel", channel=place)
    for name in others:
        if name != "Pavel":
            await become(second, name)
        await second.button("Join").click()
        await expect(nora.latest).to_contain_text(name)
    await nora.button("Start").click()
    await expect(nora.button("My hand")).to_be_visible()
    message = nora.page.locator("#log [data-message]:not(.ephemeral)").last  # her hand is below it
    table = await message.get_by_role("img").first.get_attribute("alt") or ""
    assert all(name in table for name in ("Nora", *others))

    # Everybody sees a hand of their own, in a window that was somebody else's before.
    hands = set()
    for name in others:
        await become(second, name)
        await expect(second.page.locator("#log .ephemeral")).to_have_count(0)
        await second.button("My hand").click()
        hand = second.page.locator("#log .ephemeral").get_by_role("img").first
        await expect(hand).to_be_visible()
        hands.add(await hand.get_attribute("alt"))
    assert len(hands) == len(others)
    for window in (nora, second):
        await window.page.set_viewport_size(PHONE)  # type: ignore[arg-type,unused-ignore]
        assert await window.run(BEYOND) == []


async def test_the_rules_of_the_game_that_was_typed(tables: Windows, place: str) -> None:
    nora = await tables.window("Nora", channel=place)
    await nora.slash("/rules dritzak")
    await expect(nora.latest.get_by_role("heading")).to_have_text("Dritzak")
    await nora.slash("/rules ")
    await nora.button("Tredici").click()
    await expect(nora.latest.get_by_role("heading")).to_have_text("Tredici")


async def test_the_rules_of_a_table_are_kept_by_a_form(tables: Windows, place: str) -> None:
    nora = await tables.window("Nora", channel=place)
    await nora.slash("/play durak")
    await nora.button("⚙️").click()
    await nora.button("Options").click()
    await nora.button("Save as house preset…").click()
    form = nora.page.get_by_role("dialog", name="House preset")
    await form.get_by_label("Name for these rules").fill("Sunday")
    await nora.page.keyboard.press("Enter")
    await expect(nora.latest).to_contain_text("Saved as Sunday.")
    await expect(form).to_have_count(0)


async def test_settings_are_for_moderators(tables: Windows, place: str) -> None:
    nora = await tables.window("Nora", channel=place)
    await nora.slash("/settings")
    await nora.page.keyboard.press("Enter")  # its option is left out
    await expect(nora.latest).to_contain_text("Only you can see this")
    await expect(nora.latest.get_by_role("combobox").first).to_be_visible()
    aiko = await tables.window("Aiko", channel=place)
    await aiko.composer.click()
    await aiko.page.keyboard.type("/se")
    labels = await aiko.page.get_by_role("option").all_inner_texts()
    assert not [label for label in labels if label.startswith("/settings")]
    await aiko.composer.fill("/settings")
    await aiko.page.keyboard.press("Enter")
    await expect(nora.latest).to_contain_text("/settings")  # to everybody it is only a text


async def test_a_game_on_a_phone(tables: Windows, place: str) -> None:
    options = {"has_touch": True, "is_mobile": True}
    lena = await tables.window("Lena", channel=place, viewport=PHONE, **options)
    await lena.slash("/играть Дурак")
    await lena.button("Add bot").tap()
    await add_bot(lena)
    await lena.button("Start").tap()
    await lena.button("My hand").tap()
    hand = lena.page.locator("#log .ephemeral").last
    await expect(hand.locator('img[alt^="У вас"]')).to_be_visible()
    assert await lena.run(BEYOND) == []
    panel = await lena.page.locator("#log .ephemeral .container").last.bounding_box()
    assert panel is not None
    assert panel["width"] > 370


async def test_a_game_by_keyboard_alone(tables: Windows, place: str) -> None:
    nora = await tables.window("Nora", channel=place)
    keys = nora.page.keyboard

    async def press_button(label: str) -> None:
        """Press Shift+Tab, starting in the message field, until the focus is on an element whose
        text ends with `label`. Then press Enter. Raises AssertionError if 60 presses don't reach
        such an element."""
        await nora.composer.focus()
        for _ in range(60):
            await keys.press("Shift+Tab")
            found = str(await nora.run("() => document.activeElement.textContent.trim()"))
            if found.endswith(label):
                await keys.press("Enter")
                return
        raise AssertionError(f"no way to {label}")

    await expect(nora.composer).to_be_focused()
    await keys.type("/play durak")
    await keys.press("Enter")
    await expect(nora.button("Add bot")).to_be_visible()
    await press_button("Add bot")
    # The question that comes has the focus; the usual answer is lit.
    await expect(nora.page.locator("#log .ephemeral")).to_be_focused()
    await press_button("Berta")
    await expect(nora.latest).to_contain_text("Berta joined")
    await press_button("Dismiss message")
    await press_button("Start")
    # The hand that comes has the focus, and what can be done in it is next.
    await expect(nora.page.locator("#log .ephemeral").last).to_be_focused()
    outline = await nora.run("() => getComputedStyle(document.activeElement).outlineStyle")
    assert outline == "solid", "the focus can be seen"

    over = re.compile("Again")
    for _ in range(400):
        await nora.page.wait_for_function(
            f"() => document.querySelector(`{MOVES}:not([aria-busy])`)"
            " || document.querySelector('#log').textContent.includes('Again')"
        )
        if over.search(await nora.page.locator("#log").inner_text()):
            break
        found = f"() => document.activeElement.matches(`{MOVES}:not([aria-busy])`)"
        for _ in range(40):
            if await nora.run(found):
                # Where the hand has changed meanwhile, something else has the focus: no press then.
                await keys.press("Enter")
                break
            await keys.press("Tab")
            if await nora.run("() => document.activeElement.matches('textarea')"):
                await nora.page.locator("#log .ephemeral").last.focus()
        if await nora.page.locator(".popup").count():
            await keys.press("Enter")
    await expect(nora.page.locator("#log")).to_contain_text(over)


async def test_a_set_of_cards_is_laid(tables: Windows, place: str) -> None:
    nora = await tables.window("Nora", channel=place)
    await open_table(nora, "Dritzak", bots=1)
    hand = nora.page.locator("#log .ephemeral").last
    for number in range(3):
        await expect(hand).to_contain_text(f"Choose face-up cards… ({number}/3)")
        await hand.locator(MOVES.removeprefix("#log .ephemeral ")).nth(number).click()
    await expect(hand).not_to_contain_text("Choose face-up cards…")
    await expect(hand.get_by_role("img").first).to_have_attribute("alt", re.compile("Face up"))


async def test_a_game_in_a_thread(tables: Windows, place: str) -> None:
    nora = await tables.window("Nora", channel=place)
    await nora.page.get_by_role("button", name="Create a thread").click()
    await nora.page.get_by_label("Name of the thread").fill("A quiet corner")
    await nora.page.keyboard.press("Enter")
    entry = nora.page.locator("#sidebar").get_by_role("button", name="A quiet corner")
    await entry.click()
    await expect(nora.composer).to_have_attribute("placeholder", "Message #A quiet corner")
    await open_table(nora, "Durak", bots=1)
    await nora.page.locator("#header").get_by_role("button").first.click()
    await expect(nora.page.locator("#log")).not_to_contain_text("My hand")
