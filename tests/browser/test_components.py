"""Tests of every component of a message in the card room's page. They show how the component is
pressed, and what the bot gets."""

from __future__ import annotations

import asyncio
import io
from functools import partial
from typing import Any

import discord
import pytest
from discord import ui
from PIL import Image
from playwright.async_api import expect

from tests.browser.chromium import Windows
from tests.browser.puppet import Interaction, Lounge, Puppet, buttons, said

pytestmark = pytest.mark.asyncio(loop_scope="session")


def picture(width: int = 200, height: int = 120, colour: str = "green") -> io.BytesIO:
    file = io.BytesIO()
    Image.new("RGB", (width, height), colour).save(file, "PNG")
    file.seek(0)
    return file


SEEN_BUSY = """() => {
    window.busy = [];
    new MutationObserver(() => {
        const busy = document.querySelectorAll('[aria-busy]');
        for (const each of busy) window.busy.push(each.textContent);
    }).observe(document.body, { attributes: true, childList: true, subtree: true });
}"""


async def left_as_it_is(interaction: Interaction) -> None:
    await interaction.response.defer()


async def test_a_button_shows_that_it_was_pressed_until_the_bot_has_answered(
    windows: Windows, lounge: Lounge
) -> None:
    channel, puppet = lounge.channel(), lounge.puppet
    pressed_twice = asyncio.Event()

    async def answer(interaction: Interaction) -> None:
        await pressed_twice.wait()
        await interaction.response.edit_message(view=said(buttons("One", "Three")))

    await channel.send(view=said(buttons("One", "Two")))
    window = await windows.window(channel=str(channel.id))
    await window.run(SEEN_BUSY)
    puppet.answers["One"] = answer
    await window.button("One").dblclick()  # the second time, it is waited for already
    pressed_twice.set()
    await expect(window.button("Three")).to_be_visible()
    await expect(window.button("One")).not_to_have_attribute("aria-busy", "true")
    assert set(await window.run("() => window.busy")) == {"One"}
    assert len([press for press in puppet.pressed if press.channel_id == channel.id]) == 1


async def test_a_press_without_an_answer_has_failed_after_three_seconds(
    windows: Windows, lounge: Lounge
) -> None:
    channel = lounge.channel()
    await channel.send(view=said(buttons("Nobody answers")))
    window = await windows.window(channel=str(channel.id))
    await window.button("Nobody answers").click()
    await expect(window.latest.get_by_role("alert")).to_have_text("This interaction failed")
    await expect(window.button("Nobody answers")).not_to_have_attribute("aria-busy", "true")


async def test_a_pick_in_a_select(windows: Windows, lounge: Lounge) -> None:
    channel, puppet = lounge.channel(), lounge.puppet
    options = [
        discord.SelectOption(
            label=f"Card {number}", value=str(number), emoji="🃏", description="to play"
        )
        for number in range(12)
    ]
    select: ui.Select[Any] = ui.Select(
        custom_id="pick", placeholder="Play a card…", options=options
    )
    message = await channel.send(view=said(ui.ActionRow(select)))
    puppet.answers["pick"] = left_as_it_is
    window = await windows.window(channel=str(channel.id))
    closed = window.message(message.id).get_by_role("combobox")
    await expect(closed).to_have_text("Play a card…")
    await closed.click()
    await window.page.keyboard.type("card 7")
    await window.page.keyboard.press("Enter")
    await lounge.until(lambda: puppet.pressed and puppet.pressed[-1].channel_id == channel.id)
    assert puppet.values_of() == ["7"]
    await expect(closed).to_contain_text("Card 7")


async def test_a_list_that_opens_low_in_the_window_lies_in_it_whole(
    windows: Windows, lounge: Lounge
) -> None:
    channel = lounge.channel()
    options = [
        discord.SelectOption(label=f"Card {number}", description="A line of its own, to read")
        for number in range(12)
    ]
    select: ui.Select[Any] = ui.Select(custom_id="low", options=options)
    await channel.send("Long before.\n" * 40)
    await channel.send(view=said(ui.ActionRow(select), buttons("One"), buttons("Two")))
    window = await windows.window(channel=str(channel.id))
    await window.latest.get_by_role("combobox").click()
    await expect(window.page.get_by_role("option", name="Card 0")).to_be_visible()
    await expect(window.page.locator(".popup")).to_be_in_viewport(ratio=1)


async def test_a_set_of_picks_counts_when_it_is_done(windows: Windows, lounge: Lounge) -> None:
    channel, puppet = lounge.channel(), lounge.puppet
    options = [discord.SelectOption(label=f"{number}♣") for number in range(2, 11)]
    select: ui.Select[Any] = ui.Select(custom_id="set", options=options, min_values=2, max_values=3)
    puppet.answers["set"] = left_as_it_is
    await channel.send(view=said(ui.ActionRow(select)))
    window = await windows.window(channel=str(channel.id))
    closed = window.latest.get_by_role("combobox")
    await closed.click()
    page = window.page
    await page.get_by_role("option", name="3♣").click()
    await expect(page.get_by_role("button", name="Done", exact=True)).to_be_disabled()
    await page.get_by_role("option", name="5♣").click()
    await page.get_by_role("option", name="9♣").click()
    await page.get_by_role("option", name="10♣").click()  # one too many
    await page.get_by_role("option", name="3♣").click()  # not this one
    await page.get_by_role("button", name="Done", exact=True).click()
    await lounge.until(lambda: puppet.pressed and puppet.pressed[-1].channel_id == channel.id)
    assert puppet.values_of() == ["5♣", "9♣"]

    before = len(puppet.pressed)
    await expect(closed).not_to_have_attribute("aria-busy", "true")
    await closed.click()
    await page.get_by_role("option", name="2♣").click()
    await page.keyboard.press("Escape")
    await closed.click()
    await expect(page.get_by_role("option", name="2♣")).to_have_attribute("aria-selected", "false")
    await page.keyboard.press("Escape")
    assert len(puppet.pressed) == before, "Esc takes nothing that was only marked"


def _picked(puppet: Puppet, value: str) -> bool:
    return bool(puppet.pressed) and puppet.values_of() == [value]


async def test_members_channels_and_roles_can_be_picked(windows: Windows, lounge: Lounge) -> None:
    channel, puppet = lounge.channel(), lounge.puppet
    rows = [
        ui.ActionRow(ui.UserSelect[Any](custom_id="who", placeholder="Who?")),
        ui.ActionRow(ui.ChannelSelect[Any](custom_id="where", placeholder="Where?")),
        ui.ActionRow(ui.RoleSelect[Any](custom_id="role", placeholder="Which role?")),
    ]
    await channel.send(view=said(*rows))
    window = await windows.window(channel=str(channel.id))
    picks = {"Who?": ("Aiko", windows.id_of("Aiko")), "Where?": (channel.name, str(channel.id))}
    for placeholder, (label, value) in picks.items():
        await window.latest.get_by_role("combobox", name=placeholder).click()
        await window.page.keyboard.type(label)
        await window.page.get_by_role("option", name=label).first.click()
        await lounge.until(partial(_picked, puppet, value))


async def test_pictures_keep_their_room_and_tell_what_they_show(
    windows: Windows, lounge: Lounge
) -> None:
    channel = lounge.channel()
    gallery = ui.MediaGallery[Any](
        discord.MediaGalleryItem("attachment://table.png", description="Nora attacks with 7♠")
    )
    message = await channel.send(view=said(gallery), file=discord.File(picture(), "table.png"))
    window = await windows.window(channel=str(channel.id))
    image = window.message(message.id).get_by_role("img", name="Nora attacks with 7♠")
    await expect(image).to_be_visible()
    assert await image.get_attribute("width") == "200"
    assert await window.run("() => document.querySelector('#log img').naturalWidth") == 200
    await window.message(message.id).get_by_role("button", name="Nora attacks with 7♠").click()
    await expect(window.page.get_by_role("dialog")).to_contain_text("Nora attacks with 7♠")
    await window.page.keyboard.press("Escape")

    before = await image.get_attribute("src")
    # Another picture takes its place only when it is loaded: nothing flickers.
    await window.run(
        """() => {
            window.empty = 0;
            const image = document.querySelector('#log img');
            const look = () => {
                if (!image.isConnected || !image.complete || !image.naturalWidth) window.empty += 1;
                requestAnimationFrame(look);
            };
            look();
        }"""
    )
    await message.edit(
        view=said(gallery), attachments=[discord.File(picture(colour="red"), "table.png")]
    )
    await expect(image).not_to_have_attribute("src", before or "")
    assert await window.run("() => window.empty") == 0


async def test_a_form(windows: Windows, lounge: Lounge) -> None:
    channel, puppet = lounge.channel(), lounge.puppet

    async def answer(interaction: Interaction) -> None:
        if interaction.type is discord.InteractionType.modal_submit:
            await interaction.response.send_message("Thank you", ephemeral=True)
            return
        form: ui.Modal = ui.Modal(title="House rules", custom_id="form")
        form.add_item(ui.TextDisplay("Some **words**"))
        form.add_item(
            ui.Label(
                text="Name", component=ui.TextInput(custom_id="name", min_length=3, max_length=40)
            )
        )
        options = [discord.SelectOption(label=label) for label in ("6♠", "7♠", "8♠")]
        cards: ui.Select[Any] = ui.Select(
            custom_id="cards", options=options, min_values=0, max_values=3, required=False
        )
        form.add_item(ui.Label(text="Cards", component=cards))
        form.stop()
        await interaction.response.send_modal(form)

    puppet.answers["Ask me"] = puppet.answers["form"] = answer
    await channel.send(view=said(buttons("Ask me")))
    window = await windows.window(channel=str(channel.id))
    await window.button("Ask me").click()
    form = window.page.get_by_role("dialog", name="House rules")
    await expect(form.get_by_label("Name")).to_be_focused()
    await window.page.keyboard.type("ab")
    await form.get_by_role("button", name="Submit").click()
    await expect(form.get_by_role("alert").first).to_have_text("At least 3 characters.")
    await form.get_by_label("Name").fill("Sunday")
    await form.get_by_role("combobox", name="Cards").click()
    await form.get_by_role("option", name="7♠").click()
    await form.get_by_role("option", name="8♠").click()
    await form.get_by_role("button", name="Done", exact=True).click()
    await form.get_by_role("button", name="Submit").click()
    await expect(window.latest).to_contain_text("Thank you")
    await expect(form).to_have_count(0)
    await expect(window.button("Ask me")).to_be_focused()
    sent: dict[str, Any] = dict(puppet.pressed[-1].data or {})
    values = [part["component"] for part in sent["components"] if "component" in part]
    assert [part.get("value", part.get("values")) for part in values] == ["Sunday", ["7♠", "8♠"]]
