"""Tests of the card room's page for several members: switching to another member, windows of other
members, new members, and languages. Also tests of a connection that is lost for a while."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import expect

from cardroom.room import Plan, Room
from tests.browser.chromium import Windows
from tests.browser.puppet import Lounge

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_one_window_is_one_member_after_another(windows: Windows, lounge: Lounge) -> None:
    channel = lounge.channel()
    window = await windows.window("Nora", channel=str(channel.id))
    page = window.page
    await window.composer.fill("not sent yet")
    await page.get_by_role("button", name=re.compile("^Nora English")).click()
    await page.get_by_role("menuitemradio", name="Pavel").click()
    await expect(window.composer).to_have_attribute("placeholder", f"Написать в #{channel.name}")
    await expect(window.composer).to_have_value("")
    assert f"as={windows.id_of('Pavel')}" in page.url
    await window.composer.fill("Привет")
    await page.keyboard.press("Enter")
    await expect(window.latest).to_contain_text("Pavel")
    await page.get_by_role("button", name=re.compile("^Pavel Русский")).click()
    await page.get_by_role("menuitemradio", name="Nora").click()
    await expect(window.composer).to_have_value("not sent yet")
    await page.reload()
    await expect(window.composer).to_have_value("not sent yet")


async def test_a_window_beside_for_another_member(windows: Windows, lounge: Lounge) -> None:
    window = await windows.window("Nora", channel=str(lounge.channel().id))
    async with window.page.expect_popup() as opened:
        await window.page.get_by_role("button", name="Open as Lena in a new window").click()
    other = await opened.value
    await expect(other.locator("#sidebar .self")).to_contain_text("Lena")


async def test_one_more_member(windows: Windows, lounge: Lounge) -> None:
    channel = str(lounge.channel().id)
    window = await windows.window("Nora", channel=channel)
    await window.page.get_by_role("button", name="Add a member").click()
    form = window.page.get_by_role("dialog", name="Add a member")
    await form.get_by_label("Name").fill("Tomasz")
    await form.get_by_label("Language").select_option("Polski")
    await form.get_by_role("button", name="Add", exact=True).click()
    await expect(window.page.get_by_role("button", name="Tomasz: profile and apps")).to_be_visible()
    tomasz = await windows.window("Tomasz", channel=channel)
    await expect(tomasz.page.locator("#sidebar .self")).to_contain_text("Polski")


async def test_another_language(windows: Windows, lounge: Lounge) -> None:
    window = await windows.window("Aiko", channel=str(lounge.channel().id))
    page = window.page
    await page.get_by_role("button", name="Aiko: profile and apps").click()
    await page.get_by_label("Language").select_option("Русский")
    await expect(page.locator("#people")).to_contain_text("Добавить участника")
    await expect(page.locator("html")).to_have_attribute("lang", "ru")
    await page.get_by_label("Язык").select_option("English")
    await expect(page.locator("#people")).to_contain_text("Add a member")


async def test_a_room_that_was_away_is_found_again_and_nothing_typed_is_lost(
    windows: Windows, lounge: Lounge, tmp_path_factory: pytest.TempPathFactory
) -> None:
    plan = Plan(file=tmp_path_factory.mktemp("room") / "room.db")
    async with Room(plan) as room:
        plan.port = room.port
        here = Windows(windows._browser, room)
        window = await here.window("Nora")
        await window.composer.fill("First")
        await window.page.keyboard.press("Enter")
        await expect(window.latest).to_contain_text("First")
        await window.composer.fill("half a sen")
    await expect(window.page.locator("#banner")).to_contain_text("connection to the room is lost")
    await window.page.keyboard.press("Enter")
    await expect(window.composer).to_have_value("half a sen")
    async with Room(plan) as room:
        await expect(window.page.locator("#banner")).to_be_visible()  # the bot is not there
        await expect(window.page.locator("#banner")).to_contain_text("is not here just now")
        await expect(window.messages).to_have_count(1)
        await expect(window.composer).to_have_value("half a sen")
        await window.page.keyboard.type("tence")
        await window.page.keyboard.press("Enter")
        await expect(window.latest).to_contain_text("half a sentence")
        await expect(window.messages).to_have_count(2)
        await here.close()
