"""Tests of what members read in the card room's page, such as texts, times, unread messages,
threads and direct messages."""

from __future__ import annotations

import asyncio
import io
import re
import time
from typing import Any

import discord
import pytest
from discord import ui
from PIL import Image
from playwright.async_api import expect

from cogs.words.cards import texts
from games.cards import CARDS, JOKERS
from tests.browser.chromium import Windows
from tests.browser.puppet import Interaction, Lounge, buttons, said

pytestmark = pytest.mark.asyncio(loop_scope="session")

HALF_A_LINE = 10
"""About half the height of a line of text, in pixels. Two texts are on the same line if their tops
differ by less than this."""
MARKDOWN = {
    "**bold** *it* _it_ __under__ ~~gone~~ `code`": (
        "<strong>bold</strong> <em>it</em> <em>it</em> <u>under</u> <s>gone</s> <code>code</code>"
    ),
    "***both*** snake_case_name 2 * 3 * 4 \\*plain\\*": (
        "<strong><em>both</em></strong> snake_case_name 2 * 3 * 4 *plain*"
    ),
    "## Title\n-# small": ('<h4 class="heading-2">Title</h4><div class="subtext">small</div>'),
    "- one\n- two\n  - below\n1. first": (
        '<ul><li>one</li><li>two<ul><li>below</li></ul></li></ul><ol start="1"><li>first</li></ol>'
    ),
    "> quoted\n> twice": "<blockquote>quoted<br>twice</blockquote>",
    "```py\nx = '**'\n```": '<pre data-language="py" tabindex="0"><code>x = \'**\'</code></pre>',
    "<b>no</b> &amp;": "&lt;b&gt;no&lt;/b&gt; &amp;amp;",
    "[Rules](https://example.org/a_b) <https://example.org>": (
        '<a href="https://example.org/a_b" target="_blank" rel="noreferrer noopener" '
        'class="link">Rules</a> <a href="https://example.org" target="_blank" '
        'rel="noreferrer noopener" class="link">https://example.org</a>'
    ),
    "[bad](javascript:alert(1))": "[bad](javascript:alert(1))",
}


async def test_markdown_reads_as_on_discord(windows: Windows, lounge: Lounge) -> None:
    channel = lounge.channel()
    sent = [(await channel.send(text), html) for text, html in MARKDOWN.items()]
    window = await windows.window(channel=str(channel.id))
    for message, html in sent:
        found = await window.message(message.id).locator(".markdown").inner_html()
        plain = re.sub(r'<div class="lines">(.*?)</div>', r"\1", found)
        assert re.sub(r' class="(emoji)?"', "", plain) == html


async def test_a_text_of_marks_alone_is_read_once(windows: Windows, lounge: Lounge) -> None:
    """A text of 20,000 equal Markdown marks is parsed in time, for each of eight kinds of marks. A
    parser that starts again at each mark would need far too long."""
    window = await windows.window(channel=str(lounge.channel().id))
    async with asyncio.timeout(60):
        lengths = await window.run("""async () => {
            const { blocks } = await import(`${location.pathname}page/js/markdown/blocks.js`);
            const marks = ["`", "``` ", "~~", "||", "**a", "__a", "> ", "`a``b"];
            return marks.map((mark) => blocks(mark.repeat(20000)).length);
        }""")
    assert all(lengths)


async def test_mentions_are_named_and_lead_somewhere(windows: Windows, lounge: Lounge) -> None:
    channel, other = lounge.channel(), lounge.channel()
    target = await other.send("The target")
    aiko = windows.id_of("Aiko")
    await channel.send(f"<@{aiko}> <#{other.id}> </deal:1> {target.jump_url} <@1> <:x:1>")
    window = await windows.window(channel=str(channel.id))
    text = f"@Aiko #{other.name} /deal #{other.name} › 💬 @unknown member :x:"
    await expect(window.latest.locator(".markdown")).to_have_text(text)
    await window.latest.get_by_role("button", name="💬").click()
    await expect(window.message(target.id)).to_be_focused()
    await window.page.go_back()
    await window.latest.get_by_role("button", name="/deal").click()
    await expect(window.page.get_by_role("group", name="/deal")).to_be_visible()


async def test_times_go_on_by_themselves(windows: Windows, lounge: Lounge) -> None:
    channel = lounge.channel()
    await channel.send(f"<t:{int(time.time()) + 65}:R> <t:0:D>")
    window = await windows.window(channel=str(channel.id))
    moment = window.latest.locator(".markdown time").first
    first = await moment.inner_text()
    assert first.startswith("in ")
    await expect(moment).to_have_text(re.compile(r"in 5\d seconds"))
    await expect(window.latest.locator(".markdown time").last).to_have_text("January 1, 1970")


RELATIVE = """async (language) => {
  const script = document.querySelector("script[type=module]").src;
  const { speak } = await import(new URL("words.js", script).href);
  const { relative, now } = await import(new URL("times.js", script).href);
  speak(language);
  return [-5000, -300, 0, 300, 5000].map((from) => relative(now() + from));
}"""


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en-US", ["5 seconds ago", "now", "now", "now", "in 5 seconds"]),
        ("ru", ["5 секунд назад", "сейчас", "сейчас", "сейчас", "через 5 секунд"]),
        ("pl", ["5 sekund temu", "teraz", "teraz", "teraz", "za 5 sekund"]),
    ],
)
async def test_the_present_is_no_number_of_seconds_away(
    windows: Windows, lounge: Lounge, language: str, told: list[str]
) -> None:
    channel = lounge.channel()
    window = await windows.window(channel=str(channel.id))
    assert await window.run(RELATIVE, language) == told


async def test_a_spoiler_is_read_after_a_press(windows: Windows, lounge: Lounge) -> None:
    channel = lounge.channel()
    message = await channel.send("The fool is ||Pavel||")
    window = await windows.window(channel=str(channel.id))
    hidden = window.message(message.id).locator(".spoiled")
    await expect(hidden).to_have_css("visibility", "hidden")
    await (
        window.message(message.id).get_by_role("button", name=re.compile("Spoiler")).press("Enter")
    )
    await expect(hidden).to_have_css("visibility", "visible")
    await message.edit(content="The fool is ||Pavel|| again")
    await expect(window.message(message.id)).to_contain_text("again")
    await expect(hidden).to_have_css("visibility", "visible")


async def test_what_is_unread_is_counted_in_the_list_and_in_the_title(
    windows: Windows, lounge: Lounge
) -> None:
    here, elsewhere = lounge.channel(), lounge.channel()
    window = await windows.window("Lena", channel=str(here.id))
    # Before it has heard from the room, its title counts nothing.
    await expect(window.page).to_have_title(re.compile(rf"#{here.name} · "))
    before = await window.run("() => Number(/^\\((\\d+)\\)/.exec(document.title)?.[1] ?? 0)")
    for number in range(3):
        await elsewhere.send(f"News {number}")
    entry = window.page.locator(f'#sidebar [data-channel="{elsewhere.id}"]')
    await expect(entry.locator(".count")).to_have_text("3")
    await expect(window.page).to_have_title(re.compile(rf"^\({before + 3}\) #{here.name} · "))
    await entry.click()
    await expect(window.page.locator(".divider.new")).to_be_visible()
    await expect(entry.locator(".count")).to_have_count(0)
    await expect(window.page).to_have_title(re.compile(rf"#{elsewhere.name} · The Card Room$"))


async def test_an_ephemeral_message_is_dismissed(windows: Windows, lounge: Lounge) -> None:
    channel, puppet = lounge.channel(), lounge.puppet

    async def answer(interaction: Interaction) -> None:
        await interaction.response.send_message("Your hand", ephemeral=True)

    puppet.answers["My hand"] = answer
    await channel.send(view=said(buttons("My hand")))
    nora = await windows.window("Nora", channel=str(channel.id))
    pavel = await windows.window("Pavel", channel=str(channel.id))
    await nora.button("My hand").click()
    await expect(nora.latest).to_contain_text("Your hand")
    await expect(nora.latest).to_contain_text("Only you can see this · Dismiss message")
    await expect(pavel.messages).to_have_count(1)
    await nora.latest.get_by_role("button", name="Dismiss message").click()
    await expect(nora.messages).to_have_count(1)


async def test_embeds_and_files_of_other_bots(windows: Windows, lounge: Lounge) -> None:
    channel = lounge.channel()
    embed = discord.Embed(title="A title", description="Some **words**", colour=0xFF0000)
    embed.add_field(name="Field", value="Value")
    file = discord.File(io.BytesIO(b"record"), "game.txt")
    await channel.send("With both", embed=embed, file=file)
    window = await windows.window(channel=str(channel.id))
    for text in ("A title", "Some words", "Field", "Value", "game.txt", "6 B"):
        await expect(window.latest).to_contain_text(text)


async def test_a_section_with_a_button_and_a_link(windows: Windows, lounge: Lounge) -> None:
    channel = lounge.channel()
    link: ui.Button[Any] = ui.Button(label="Elsewhere", url="https://example.org/")
    section: ui.Section[Any] = ui.Section("**Look**", accessory=link)
    await channel.send(view=said(section))
    window = await windows.window(channel=str(channel.id))
    found = window.latest.get_by_role("link", name="Elsewhere")
    await expect(found).to_have_attribute("href", "https://example.org/")
    await expect(found).to_have_attribute("rel", "noreferrer noopener")


async def test_direct_messages_with_the_bot(windows: Windows, lounge: Lounge) -> None:
    window = await windows.window("Aiko", channel=str(lounge.channel().id))
    await window.page.locator("#sidebar").get_by_role("button", name="Puppet").click()
    await expect(window.composer).to_have_attribute("placeholder", "Message @Puppet")
    await window.composer.fill("Hello")
    await window.page.keyboard.press("Enter")
    await expect(window.latest).to_contain_text("Hello")


async def test_older_messages_come_when_one_scrolls_up(windows: Windows, lounge: Lounge) -> None:
    channel = lounge.channel()
    first = await channel.send("The very first")
    for number in range(70):
        await channel.send(f"Message {number}")
    window = await windows.window(channel=str(channel.id))
    await expect(window.messages).to_have_count(50)
    await window.messages.first.scroll_into_view_if_needed()
    await expect(window.messages).to_have_count(71)
    await expect(window.message(first.id)).to_have_count(1)


async def emoji_of(lounge: Lounge, name: str, colour: str) -> discord.Emoji:
    """Create an emoji of the bot, a square of the colour `colour`, and return it."""
    file = io.BytesIO()
    Image.new("RGBA", (64, 64), colour).save(file, "PNG")
    return await lounge.puppet.create_application_emoji(name=name, image=file.getvalue())


async def test_emoji_of_the_bots_own_are_shown(windows: Windows, lounge: Lounge) -> None:
    channel = lounge.channel()
    emoji = await emoji_of(lounge, "ace", "red")
    button: ui.Button[Any] = ui.Button(label="Play", emoji=emoji, custom_id="ace")
    row: ui.ActionRow[Any] = ui.ActionRow(button)
    await channel.send(view=said(ui.TextDisplay[Any](f"Here: {emoji}"), row))
    window = await windows.window(channel=str(channel.id))
    await expect(window.latest.get_by_alt_text(":ace:")).to_have_count(2)
    script = "() => [...document.querySelectorAll('#log img.emoji')].map((each) => each.decode())"
    await window.run(f"() => Promise.all(({script})())")


async def test_a_card_does_not_stay_where_another_is_said_to_be(
    windows: Windows, lounge: Lounge
) -> None:
    """When the emoji of a card in a message is replaced by another card's, the old picture
    disappears at once, even if the new picture never loads."""
    channel = lounge.channel()
    jack, king = [await emoji_of(lounge, *of) for of in (("jack", "red"), ("king", "blue"))]
    message = await channel.send(view=said(ui.TextDisplay[Any](f"Nora attacks with {jack}")))
    window = await windows.window(channel=str(channel.id))
    await expect(window.latest.get_by_alt_text(":jack:")).to_have_count(1)
    held = asyncio.Event()
    await window.page.route(f"**/emojis/{king.id}.png", lambda route: held.wait())
    await message.edit(view=said(ui.TextDisplay[Any](f"Nora attacks with {king}")))
    shown = window.latest.get_by_alt_text(":king:")
    await expect(shown).to_have_attribute("src", f"emojis/{king.id}.png")
    await expect(window.latest.get_by_alt_text(":jack:")).to_have_count(0)
    held.set()


async def test_a_cards_rank_and_suit_are_never_parted_at_the_end_of_a_line(
    windows: Windows, lounge: Lounge
) -> None:
    channel = lounge.channel()
    cards = [card for card in CARDS if card not in JOKERS]
    message = await channel.send(view=said(ui.TextDisplay[Any](texts(cards))))
    window = await windows.window(channel=str(channel.id))
    ranks = window.message(message.id).locator(".markdown strong")
    await expect(ranks).to_have_count(len(cards))
    script = """ranks => ranks.map(rank => {
        const sign = document.createRange();
        sign.setStartAfter(rank);
        sign.setEnd(rank.nextSibling, Math.min(3, rank.nextSibling.textContent.length));
        const boxes = [...sign.getClientRects()].filter(box => box.width > 0);
        return [rank.getBoundingClientRect().top, boxes[0].top];
    })"""
    for width in range(360, 440, 8):
        await window.page.set_viewport_size({"width": width, "height": 900})
        tops = await ranks.evaluate_all(script)
        assert len({round(rank) for rank, _ in tops}) > 2, "over several lines"
        assert all(abs(rank - sign) < HALF_A_LINE for rank, sign in tops), width
