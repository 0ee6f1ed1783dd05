"""The ways to features of the bot that have no command of their own. Each function of this module
makes the presses that lead to one feature, and returns what the bot finally shows."""

from __future__ import annotations

from typing import Any

from simcord.actors import MemberActor
from simcord.results import InteractionResult, ResponseMessage

from tests.limits import walk
from tests.present import present


async def to_table(channel: Any, member: MemberActor) -> InteractionResult:
    """Let the member press *Show the table* in their hand, which posts the table's message at the
    bottom of the channel."""
    hand = present((await member.slash(channel, "hand")).response)
    return await member.click(hand, label="Show the table")


async def to_menu(channel: Any, member: MemberActor, table_id: str = "") -> ResponseMessage:
    """Open the menu *More…* of a table in the list of `/play`. Without `table_id`, take the first
    table in the list."""
    listed = present((await member.slash(channel, "play")).response)
    values = [
        line["value"]
        for part in walk(listed.components)
        if part.get("custom_id") == "T:more"
        for line in part["options"]
    ]
    wanted = table_id or values[0]
    return present((await member.select(listed, [wanted], custom_id="T:more")).response)


async def to_closing(channel: Any, member: MemberActor, table_id: str = "") -> ResponseMessage:
    """Press *Close the table…* in the menu of a table. Return the question that follows. If the bot
    refuses, return the menu, which then shows the refusal."""
    menu = await to_menu(channel, member, table_id)
    pressed = await member.click(menu, label="Close the table…")
    return present(pressed.response) if pressed.response is not None else menu


async def to_removing(channel: Any, member: MemberActor, whom: MemberActor) -> ResponseMessage:
    """Open the menu of the first table in the list of `/play`, and choose `whom` in the list of
    members to remove. This choice is the member's vote. Return the bot's answer, or the menu if the
    bot sends no new message."""
    menu = await to_menu(channel, member)
    custom_id = next(
        part["custom_id"]
        for part in walk(menu.components)
        if ":remove:" in str(part.get("custom_id"))
    )
    pressed = await member.select(menu, [str(whom.id)], custom_id=custom_id)
    return present(pressed.response) if pressed.response is not None else menu


async def to_pings(channel: Any, member: MemberActor) -> ResponseMessage:
    """From `/me`, open the panel about notices (pings) of new tables."""
    panel = present((await member.slash(channel, "me")).response)
    return present((await member.click(panel, label="Pings for new tables…")).response)


async def to_data(channel: Any, member: MemberActor) -> ResponseMessage:
    """From `/me`, open the message about the member's stored data."""
    panel = present((await member.slash(channel, "me")).response)
    return present((await member.click(panel, label="My data…")).response)


async def to_forgetting(channel: Any, member: MemberActor) -> ResponseMessage:
    """Press *Forget me…* in the message about the member's stored data. Return the question that
    follows."""
    kept = await to_data(channel, member)
    return present((await member.click(kept, label="Forget me…")).response)


async def to_replay(channel: Any, member: MemberActor, game: str = "") -> ResponseMessage:
    """Open the replay of the finished game `game`. Without `game`, take the first game in the list
    of `/history`."""
    listed = present((await member.slash(channel, "history")).response)
    select = next(part for part in walk(listed.components) if part.get("options"))
    wanted = game or select["options"][0]["value"]
    pressed = await member.select(listed, [wanted], custom_id=select["custom_id"])
    return present(pressed.response)


async def to_proof(channel: Any, member: MemberActor) -> ResponseMessage:
    """Open the replay of the first game in the list of `/history`, and from there the check of the
    game's shuffle."""
    replay = await to_replay(channel, member)
    return present((await member.click(replay, label="Check the shuffle")).response)


async def to_annulling(channel: Any, member: MemberActor, game: str = "") -> ResponseMessage:
    """Press *Void this game…* in the replay of a finished game. Return the question that
    follows."""
    replay = await to_replay(channel, member, game)
    return present((await member.click(replay, label="Void this game…")).response)


async def to_fair_play(channel: Any, member: MemberActor) -> ResponseMessage:
    """From `/history`, open the moderators' page about fair play."""
    listed = present((await member.slash(channel, "history")).response)
    await member.click(listed, label="Fair play")
    return listed


async def to_appeal(channel: Any, member: MemberActor) -> ResponseMessage:
    """From `/history`, open the page on which members can appeal when they were removed from a
    table."""
    listed = present((await member.slash(channel, "history")).response)
    await member.click(listed, label="Appeal against a removal…")
    return listed


async def to_seasons(channel: Any, member: MemberActor) -> ResponseMessage:
    """From `/settings`, open the panel of seasons and titles."""
    panel = present((await member.slash(channel, "settings")).response)
    await member.click(panel, label="Community")
    await member.click(panel, label="Seasons and titles…")
    return panel


async def to_community(channel: Any, member: MemberActor) -> ResponseMessage:
    """Open the tab *Community* of `/settings`."""
    panel = present((await member.slash(channel, "settings")).response)
    await member.click(panel, label="Community")
    return panel


async def to_shijo(channel: Any, member: MemberActor) -> InteractionResult:
    """Let the member press *Ask the Shijo* in the answer to `/help`. The Shijo is an oracle."""
    helped = present((await member.slash(channel, "help")).response)
    return await member.click(helped, label="Ask the Shijo")
