"""Tests of messages that change while somebody looks at the page. What the member is about to press
doesn't move away. If the newest message was in view, the newest message stays in view."""

from __future__ import annotations

from typing import Any

import pytest
from discord import ui
from playwright.async_api import expect

from tests.browser.chromium import Window, Windows
from tests.browser.puppet import Interaction, Lounge, buttons, said

pytestmark = pytest.mark.asyncio(loop_scope="session")

LINES = "\n".join(f"Line {number}" for number in range(12))


def table(text: str, *labels: str) -> ui.LayoutView:
    return said(ui.TextDisplay[Any](text), buttons(*labels))


async def at_the_end(window: Window) -> bool:
    distance = await window.run(
        """() => {
            const box = document.querySelector('#scroller');
            return box.scrollHeight - box.clientHeight - box.scrollTop;
        }"""
    )
    return float(distance) < 2


async def test_the_end_stays_in_view_while_messages_come_and_change(
    windows: Windows, lounge: Lounge
) -> None:
    channel = lounge.channel()
    for number in range(6):
        await channel.send(f"Message {number}\n{LINES}")
    last = await channel.send(view=table("Short", "One"))
    window = await windows.window(channel=str(channel.id))
    await expect(window.message(last.id)).to_be_in_viewport()
    assert await at_the_end(window)
    await last.edit(view=table(LINES, "One"))
    await expect(window.message(last.id)).to_contain_text("Line 11")
    assert await at_the_end(window)
    newest = await channel.send("The newest")
    await expect(window.message(newest.id)).to_be_in_viewport()


async def test_what_the_pointer_is_at_stays_under_it(windows: Windows, lounge: Lounge) -> None:
    channel = lounge.channel()
    for number in range(6):
        await channel.send(f"Message {number}\n{LINES}")
    message = await channel.send(view=table("Before", "Take", "Beat"))
    window = await windows.window(channel=str(channel.id))
    button = window.message(message.id).get_by_role("button", name="Beat")
    await button.hover()
    before = await window.top(button)

    await message.edit(view=table(LINES, "Take", "Beat"))  # grows above the button
    await expect(window.message(message.id)).to_contain_text("Line 11")
    assert await window.top(button) == pytest.approx(before, abs=1)

    await message.edit(view=table("After", "Take", "Beat"))  # shrinks: nothing is left below
    await expect(window.message(message.id)).to_contain_text("After")
    assert await window.top(button) == pytest.approx(before, abs=1)

    news = await channel.send(f"News\n{LINES}")
    await expect(window.message(news.id)).to_have_count(1)
    assert await window.top(button) == pytest.approx(before, abs=1)
    await expect(window.page.locator("#pill")).to_have_text("1 new message")
    await expect(window.page.locator("#pill")).to_be_visible()

    # The pointer leaves, and the end comes into view.
    await window.composer.hover()
    await expect(window.message(news.id)).to_be_in_viewport(ratio=1)
    assert await at_the_end(window)


async def test_a_press_lands_on_what_was_seen(windows: Windows, lounge: Lounge) -> None:
    """A press reaches the button that was under the pointer when the member pressed the mouse.
    Messages change on the page only after the member releases the mouse. The bot gets the press
    even if the change removes the button."""
    channel, puppet = lounge.channel(), lounge.puppet
    message = await channel.send(view=table("Choose", "Keep", "Give up"))
    window = await windows.window(channel=str(channel.id))
    await window.button("Keep").hover()
    await window.page.mouse.down()
    await message.edit(view=table(LINES, "Give up"))
    note = await channel.send("told after the edit")
    await window.run("() => new Promise((done) => setTimeout(done, 400))")
    await expect(window.message(note.id)).to_have_count(0)
    await window.page.mouse.up()
    await expect(window.message(note.id)).to_have_count(1)
    await lounge.until(lambda: puppet.pressed and puppet.pressed[-1].channel_id == channel.id)
    assert puppet.custom_id == "Keep"


async def test_who_reads_further_up_is_left_there(windows: Windows, lounge: Lounge) -> None:
    channel = lounge.channel()
    sent = [await channel.send(f"Message {number}\n{LINES}") for number in range(8)]
    window = await windows.window(channel=str(channel.id))
    await window.message(sent[3].id).scroll_into_view_if_needed()
    await expect(window.page.locator("#pill")).to_be_visible()
    before = await window.top(window.message(sent[3].id))
    await sent[0].edit(content="Shorter now")
    await expect(window.message(sent[0].id)).to_contain_text("Shorter now")
    await channel.send("News")
    await expect(window.page.locator("#pill")).to_have_text("1 new message")
    assert await window.top(window.message(sent[3].id)) == pytest.approx(before, abs=1)
    await window.page.locator("#pill").click()
    await expect(window.latest).to_be_in_viewport()
    await expect(window.page.locator("#pill")).to_be_hidden()


async def test_ones_own_command_is_followed_from_further_up(
    windows: Windows, lounge: Lounge
) -> None:
    channel = lounge.channel()
    sent = [await channel.send(f"Message {number}\n{LINES}") for number in range(8)]
    window = await windows.window(channel=str(channel.id))
    await window.message(sent[3].id).scroll_into_view_if_needed()
    await expect(window.page.locator("#pill")).to_be_visible()
    await window.slash("/declare")
    await expect(window.latest).to_contain_text("Heard by all")
    await expect(window.latest).to_be_in_viewport(ratio=1)
    assert await at_the_end(window)


async def test_the_last_buttons_of_a_message_that_grows_stay_above_the_composer(
    windows: Windows, lounge: Lounge
) -> None:
    channel, puppet = lounge.channel(), lounge.puppet
    for number in range(6):
        await channel.send(f"Message {number}\n{LINES}")

    def hand(*last: str) -> ui.LayoutView:
        rows = [buttons(*(f"{number}{suit}" for suit in last)) for number in range(6, 6 + 4)]
        return said(buttons("Sort"), *rows[: len(last)], buttons("Take"))

    async def grown(interaction: Interaction) -> None:
        await interaction.response.edit_message(view=hand("♠", "♥", "♦", "♣"))

    puppet.answers["Sort"] = grown
    message = await channel.send(view=hand("♠"))
    window = await windows.window(channel=str(channel.id))
    last = window.message(message.id).get_by_role("button", name="Take")
    # By one's own press, with the pointer still there …
    await window.message(message.id).get_by_role("button", name="Sort").click()
    await expect(window.message(message.id)).to_contain_text("9♣")
    await expect(last).to_be_in_viewport(ratio=1)
    # … and by somebody else's, a little above the log's end.
    await message.edit(view=hand("♠"))
    await expect(window.message(message.id)).not_to_contain_text("9♣")
    await channel.send(LINES)
    await window.composer.hover()
    await window.message(message.id).evaluate("each => each.scrollIntoView({block: 'end'})")
    await expect(window.page.locator("#pill")).to_be_visible()
    await message.edit(view=hand("♠", "♥", "♦", "♣"))
    await expect(window.message(message.id)).to_contain_text("9♣")
    await expect(last).to_be_in_viewport(ratio=1)


async def test_an_open_list_stays_open_while_its_message_changes(
    windows: Windows, lounge: Lounge
) -> None:
    channel, puppet = lounge.channel(), lounge.puppet

    def hand(version: int, *cards: str) -> ui.LayoutView:
        select: ui.Select[Any] = ui.Select(custom_id=f"play:{version}", placeholder="Play a card…")
        for card in cards:
            select.add_option(label=card)
        return said(ui.TextDisplay[Any](f"Version {version}"), ui.ActionRow(select))

    message = await channel.send(view=hand(1, "6♠", "7♠", "8♠"))
    window = await windows.window(channel=str(channel.id))
    await window.message(message.id).get_by_role("combobox").click()
    await window.page.keyboard.press("ArrowDown")
    await window.page.keyboard.press("ArrowDown")
    await message.edit(view=hand(2, "7♠", "8♠", "9♠"))
    options = window.page.get_by_role("option")
    await expect(options).to_have_text(["7♠", "8♠", "9♠"])
    await expect(options.nth(1)).to_have_class("option active")
    await window.page.keyboard.press("Enter")
    await lounge.until(lambda: puppet.pressed and puppet.pressed[-1].channel_id == channel.id)
    assert puppet.custom_id == "play:2"
    assert puppet.values_of() == ["8♠"]


async def test_the_keyboards_focus_survives_an_edit(windows: Windows, lounge: Lounge) -> None:
    channel = lounge.channel()
    message = await channel.send(view=table("One", "6♠", "7♠", "Done"))
    window = await windows.window(channel=str(channel.id))
    await window.composer.press("Shift+Tab")  # the field's own button
    here = window.message(message.id)
    await here.get_by_role("button", name="7♠").focus()
    await message.edit(view=table("Two", "5♠", "6♠", "7♠", "Done"))
    await expect(here).to_contain_text("Two")
    await expect(here.get_by_role("button", name="7♠")).to_be_focused()
    # Gone: what is in its place now has the focus.
    await message.edit(view=table("Three", "5♠", "6♠", "Done"))
    await expect(here).to_contain_text("Three")
    await expect(here.get_by_role("button", name="Done", exact=True)).to_be_focused()
