"""The ways to functions that have no command: the presses that lead there, and what they finally
show."""

from __future__ import annotations

from typing import Any

from simcord.actors import MemberActor
from simcord.results import InteractionResult, ResponseMessage

from tests.limits import walk
from tests.present import present


async def to_table(channel: Any, member: MemberActor) -> InteractionResult:
    """The member moves their table's message to the bottom of the channel."""
    hand = present((await member.slash(channel, "hand")).response)
    return await member.click(hand, label="Show the table")


async def to_menu(channel: Any, member: MemberActor, table_id: str = "") -> ResponseMessage:
    """The menu *More…* of a table in the list of `/play`: of this table, or else of the first one
    in this channel."""
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
    """The question whether to close a table, or the refusal."""
    menu = await to_menu(channel, member, table_id)
    pressed = await member.click(menu, label="Close the table…")
    return present(pressed.response) if pressed.response is not None else menu


async def to_removing(channel: Any, member: MemberActor, whom: MemberActor) -> ResponseMessage:
    """The answer to a vote to remove somebody."""
    menu = await to_menu(channel, member)
    custom_id = next(
        part["custom_id"]
        for part in walk(menu.components)
        if ":remove:" in str(part.get("custom_id"))
    )
    pressed = await member.select(menu, [str(whom.id)], custom_id=custom_id)
    return present(pressed.response) if pressed.response is not None else menu


async def to_pings(channel: Any, member: MemberActor) -> ResponseMessage:
    """The panel about pings for new tables."""
    panel = present((await member.slash(channel, "me")).response)
    return present((await member.click(panel, label="Pings for new tables…")).response)


async def to_data(channel: Any, member: MemberActor) -> ResponseMessage:
    """The message about the stored data of the member."""
    panel = present((await member.slash(channel, "me")).response)
    return present((await member.click(panel, label="Your data…")).response)


async def to_forgetting(channel: Any, member: MemberActor) -> ResponseMessage:
    """The question whether the member's data is to be deleted."""
    kept = await to_data(channel, member)
    return present((await member.click(kept, label="Forget me…")).response)


async def to_replay(channel: Any, member: MemberActor, game: str = "") -> ResponseMessage:
    """The replay of a finished game; without one, of the channel's last."""
    listed = present((await member.slash(channel, "history")).response)
    select = next(part for part in walk(listed.components) if part.get("options"))
    wanted = game or select["options"][0]["value"]
    pressed = await member.select(listed, [wanted], custom_id=select["custom_id"])
    return present(pressed.response)


async def to_proof(channel: Any, member: MemberActor) -> ResponseMessage:
    """The check of the last game's shuffle."""
    replay = await to_replay(channel, member)
    return present((await member.click(replay, label="Check the shuffle")).response)


async def to_annulling(channel: Any, member: MemberActor, game: str = "") -> ResponseMessage:
    """The question whether a finished game is to be voided."""
    replay = await to_replay(channel, member, game)
    return present((await member.click(replay, label="Void this game…")).response)


async def to_fair_play(channel: Any, member: MemberActor) -> ResponseMessage:
    """The page of fair play for moderators."""
    listed = present((await member.slash(channel, "history")).response)
    await member.click(listed, label="Fair play")
    return listed


async def to_appeal(channel: Any, member: MemberActor) -> ResponseMessage:
    """The page with the member's removals."""
    listed = present((await member.slash(channel, "history")).response)
    await member.click(listed, label="Appeal against a removal…")
    return listed


async def to_seasons(channel: Any, member: MemberActor) -> ResponseMessage:
    """The panel of seasons."""
    panel = present((await member.slash(channel, "settings")).response)
    await member.click(panel, label="Community")
    await member.click(panel, label="Seasons and titles…")
    return panel


async def to_community(channel: Any, member: MemberActor) -> ResponseMessage:
    """The second tab of the settings."""
    panel = present((await member.slash(channel, "settings")).response)
    await member.click(panel, label="Community")
    return panel


async def to_shijo(channel: Any, member: MemberActor) -> InteractionResult:
    """The member asks the Shijo."""
    helped = present((await member.slash(channel, "help")).response)
    return await member.click(helped, label="Ask the Shijo")
