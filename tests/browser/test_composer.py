"""Tests of the field in which members type messages and commands with their options."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.browser.chromium import Windows
from tests.browser.puppet import Lounge

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_message_with_a_mention_is_seen_by_the_one_who_is_meant(
    windows: Windows, lounge: Lounge
) -> None:
    channel = str(lounge.channel().id)
    nora = await windows.window("Nora", channel=channel)
    pavel = await windows.window("Pavel", channel=channel)
    await nora.composer.click()
    await nora.page.keyboard.type("Your turn, @pa")
    await nora.page.keyboard.press("Enter")
    await nora.page.keyboard.type("**now**")
    await nora.page.keyboard.press("Enter")
    await expect(nora.composer).to_have_value("")
    for window in (nora, pavel):
        await expect(window.latest).to_contain_text("Your turn, @Pavel now")
    await expect(pavel.latest).to_have_class("message first mentioned")
    await expect(nora.latest).to_have_class("message first")
    await expect(pavel.latest.locator("strong")).to_have_text("now")
    await expect(pavel.page.locator("#announcer")).to_contain_text("Nora: Your turn, @Pavel now")


async def test_a_command_is_found_filled_in_and_sent_by_keys(
    windows: Windows, lounge: Lounge
) -> None:
    window = await windows.window(channel=str(lounge.channel().id))
    keys = window.page.keyboard
    await window.composer.click()
    await keys.type("/d")
    await expect(window.page.get_by_role("option").first).to_contain_text("/deal")
    await expect(window.page.get_by_role("option").first).to_contain_text("Deals the cards")
    await keys.press("Enter")
    field = window.page.get_by_role("combobox", name="game: Which game")
    await expect(field).to_be_focused()
    await expect(window.page.get_by_role("option")).to_have_text(["Durak", "Dritzak", "Tredici"])
    await keys.press("ArrowDown")
    await keys.press("Enter")
    await expect(field).to_have_value("Dritzak")
    await window.page.get_by_role("button", name="+1 option").press("Enter")
    await window.page.get_by_role("menuitem", name="decks").press("Enter")
    await keys.type("two")
    await keys.press("Enter")
    await expect(window.page.get_by_role("alert")).to_contain_text("A whole number.")
    await keys.press("Control+a")
    await keys.type("2")
    await keys.press("Enter")
    await expect(window.latest).to_contain_text("deal dritzak 2")
    await expect(window.latest).to_contain_text("Nora used /deal")
    await expect(window.latest).to_contain_text("Only you can see this")
    await expect(window.composer).to_be_focused()


async def test_a_command_that_was_typed_in_full_needs_one_enter(
    windows: Windows, lounge: Lounge
) -> None:
    window = await windows.window(channel=str(lounge.channel().id))
    await window.slash("/deal durak")
    await expect(window.latest).to_contain_text("deal durak 1")


async def test_the_only_option_is_typed_without_opening_a_list(
    windows: Windows, lounge: Lounge
) -> None:
    window = await windows.window(channel=str(lounge.channel().id))
    await window.slash("/explain dritzak")
    await expect(window.latest).to_contain_text("explain dritzak")
    await window.composer.fill("/explain tredici")
    await window.page.keyboard.press("Enter")
    await expect(window.latest).to_contain_text("explain tredici")
    await window.slash("/explain ")
    await expect(window.latest).to_contain_text("explain chess")
    await window.composer.click()
    await window.page.keyboard.type("/explain ")
    await window.page.keyboard.press("Backspace")
    await expect(window.composer).to_have_value("/explain")
    await expect(window.composer).to_be_focused()


async def test_what_follows_a_command_that_takes_nothing_is_not_dropped(
    windows: Windows, lounge: Lounge
) -> None:
    window = await windows.window(channel=str(lounge.channel().id))
    await window.composer.fill("/rule out")
    await window.page.keyboard.press("Enter")
    await expect(window.latest).to_contain_text("/rule out")


async def test_what_is_lacking_is_said(windows: Windows, lounge: Lounge) -> None:
    window = await windows.window(channel=str(lounge.channel().id))
    await window.slash("/deal chess")
    await expect(window.page.get_by_role("alert")).to_contain_text("Choose one of the list.")
    await window.page.keyboard.press("Control+a")
    await window.page.keyboard.press("Backspace")
    await window.page.keyboard.press("Backspace")
    await expect(window.composer).to_have_value("/deal")
    await expect(window.composer).to_be_focused()


async def test_the_bot_suggests_while_one_types(windows: Windows, lounge: Lounge) -> None:
    window = await windows.window(channel=str(lounge.channel().id))
    await window.composer.click()
    await window.page.keyboard.type("/again ")
    await expect(window.page.get_by_role("option")).to_have_count(25)
    await window.page.keyboard.type("game 30")
    await expect(window.page.get_by_role("option")).to_have_text(["Game 30 of the evening"])
    await window.page.keyboard.press("Enter")
    await window.page.keyboard.press("Enter")
    await expect(window.latest).to_contain_text("again 30")


async def test_members_and_yes_or_no_as_options(windows: Windows, lounge: Lounge) -> None:
    window = await windows.window(channel=str(lounge.channel().id))
    await window.composer.click()
    await window.page.keyboard.type("/away len")
    await window.page.keyboard.press("Enter")
    await window.page.get_by_role("button", name="+1 option").press("Enter")
    await window.page.get_by_role("menuitem", name="softly").press("Enter")
    await window.page.keyboard.press("ArrowDown")
    await window.page.keyboard.press("ArrowDown")
    await window.page.keyboard.press("Enter")
    await window.page.keyboard.press("Enter")
    await expect(window.latest).to_contain_text("away Lena False")


async def test_commands_are_in_the_members_language(windows: Windows, lounge: Lounge) -> None:
    window = await windows.window("Pavel", channel=str(lounge.channel().id))
    await window.composer.click()
    await window.page.keyboard.type("/раз")
    await expect(window.page.get_by_role("option").first).to_contain_text("Раздаёт карты")
    await window.page.keyboard.press("Enter")
    await expect(window.page.get_by_role("combobox", name="игра: Какая игра")).to_be_focused()
    await window.page.keyboard.press("Enter")
    await window.page.keyboard.press("Enter")
    await expect(window.latest).to_contain_text("deal durak 1")
    await expect(window.latest).to_contain_text("Это видите только вы")


async def test_nothing_is_typed_before_there_is_a_channel(windows: Windows, lounge: Lounge) -> None:
    """The field for messages can't be used until the page is connected and shows a channel. Text
    typed before would be lost."""
    window = await windows.window(channel=str(lounge.channel().id))
    await expect(window.composer).to_be_focused()
    await window.page.route_web_socket("**/*", lambda _: None)
    await window.page.reload()
    await expect(window.composer).to_be_disabled()


async def test_a_subcommand(windows: Windows, lounge: Lounge) -> None:
    window = await windows.window(channel=str(lounge.channel().id))
    await window.slash("/cup begin Autumn")
    await expect(window.latest).to_contain_text("cup Autumn")


async def test_commands_of_menus_on_a_member_and_on_a_message(
    windows: Windows, lounge: Lounge
) -> None:
    channel = lounge.channel()
    message = await channel.send("Something to report")
    window = await windows.window(channel=str(channel.id))
    page = window.page
    await page.get_by_role("button", name="Aiko: profile and apps").click()
    await page.get_by_role("button", name="Challenge").click()
    await expect(window.latest).to_contain_text("challenged Aiko")
    await window.message(message.id).click(button="right")
    await page.get_by_role("menuitem", name="Report").click()
    await expect(window.latest).to_contain_text(f"reported {message.id}")


async def test_a_command_without_an_answer_has_failed(windows: Windows, lounge: Lounge) -> None:
    window = await windows.window(channel=str(lounge.channel().id))
    await window.slash("/silent")
    await expect(window.page.get_by_role("alert")).to_have_text("/silent: this interaction failed")


async def test_the_bot_thinks_until_it_answers(windows: Windows, lounge: Lounge) -> None:
    channel = lounge.channel()
    window = await windows.window(channel=str(channel.id))
    await window.slash("/think")
    await expect(window.latest).to_contain_text("Puppet is thinking …")
    await window.latest.get_by_role("button", name="Dismiss message").click()
    await expect(window.messages).to_have_count(0)


async def test_what_is_for_moderators_only_moderators_see(windows: Windows, lounge: Lounge) -> None:
    channel = str(lounge.channel().id)
    nora = await windows.window("Nora", channel=channel)
    aiko = await windows.window("Aiko", channel=channel)
    for window, count in ((nora, 1), (aiko, 0)):
        await window.composer.click()
        await window.page.keyboard.type("/rule")
        await expect(window.page.get_by_role("option")).to_have_count(count)
    # Nora makes Aiko one too.
    await nora.page.get_by_role("button", name="Aiko: profile and apps").click()
    await nora.page.get_by_role("switch", name="Moderator").click()
    await aiko.composer.fill("")
    await expect(aiko.page.locator("#sidebar")).to_contain_text("Moderator")
    await aiko.slash("/rule")
    await expect(aiko.latest).to_contain_text("ruled")
    await nora.page.get_by_role("switch", name="Moderator").click()
    await expect(aiko.page.locator("#sidebar")).not_to_contain_text("Moderator")
