"""Tests of the users of a room, and of what each of them sees."""

from __future__ import annotations

import pytest

from cardroom.permissions import Permission
from cardroom.room import Room
from cardroom.visitor import Visitor, visiting
from guests import Bot


async def test_four_members_one_of_them_a_moderator_in_two_languages(nora: Visitor) -> None:
    people = [each for each in nora.users if not each["bot"]]
    assert len(people) == 4
    assert [each["global_name"] for each in people if each["moderator"]] == ["Nora"]
    assert {each["locale"] for each in people} >= {"en-US", "ru"}


async def test_a_table_of_eight(room: Room, nora: Visitor) -> None:
    for name in ("Otto", "Ivo", "Mila", "Otto"):
        await nora.send("add_member", name=name, locale="ru")
    await nora.until(lambda: len(nora.users) == 9)
    names = [each["username"] for each in nora.users]
    assert len(set(names)) == 9, "two may be called the same"
    async with visiting(room.page_url, "Mila") as mila:
        assert mila.me["global_name"] == "Mila"
    await nora.send("add_member", name=" ", locale="ru")
    await nora.until(lambda: nora.errors)


async def test_a_member_changes_language(nora: Visitor, pavel: Visitor) -> None:
    await nora.send("member", user_id=pavel.me["id"], locale="de")
    await nora.until(lambda: "de" in [each["locale"] for each in nora.users])


async def test_what_was_not_read_is_counted(bot: Bot, pavel: Visitor) -> None:
    await pavel.open()
    for _ in range(3):
        await bot.done("POST", bot.messages, {"content": "x"})
    async with visiting(bot.room.page_url, "Pavel") as again:
        assert again.channels[again.channel]["unread"] == 3
        await again.open()
        await again.until(lambda: len(again.messages) == 3)
    async with visiting(bot.room.page_url, "Pavel") as again:
        assert again.channels[again.channel]["unread"] == 0
        await again.say("my own")
        await again.until(lambda: again.find("my own"))
    async with visiting(bot.room.page_url, "Pavel") as again:
        assert again.channels[again.channel]["unread"] == 0


async def test_a_channel_that_somebody_may_not_see(bot: Bot, nora: Visitor, pavel: Visitor) -> None:
    room = bot.room
    guild = room.people.guild["id"]
    made = room.places.create_channel(guild, {"name": "staff"})
    await pavel.until(lambda: made["id"] in pavel.channels)
    moderators = next(each for each in nora.users if each["id"] == nora.me["id"])["roles"][0]
    hidden = room.places.allow(made, moderators, 0, int(Permission.VIEW_CHANNEL), 0)
    room.places.allow(hidden, guild, 0, 0, int(Permission.VIEW_CHANNEL))
    await pavel.until(lambda: made["id"] not in pavel.channels)
    assert made["id"] in nora.channels
    pavel.channels[made["id"]] = made
    await pavel.say("let me in", channel=made["id"])
    await pavel.until(lambda: pavel.errors)
    await nora.say("here", channel=made["id"])
    await nora.until(lambda: nora.find("here"))
    assert pavel.find("here") is None


async def test_threads_of_members(nora: Visitor, pavel: Visitor) -> None:
    await nora.say("let us talk")
    said = await pavel.until(lambda: pavel.find("let us talk"))
    await pavel.send("thread", channel_id=pavel.channel, name="Talk", message_id=said.id)
    await nora.until(lambda: said.id in nora.channels)
    assert nora.channels[said.id]["parent_id"] == nora.channel
    await nora.say("in it", channel=said.id)
    await pavel.until(lambda: pavel.find("in it"))
    await pavel.send("thread", channel_id=pavel.channel, name="Talk", message_id=said.id)
    await pavel.until(lambda: pavel.errors)


async def test_longer_histories_come_piece_by_piece(bot: Bot, nora: Visitor) -> None:
    for number in range(60):
        await bot.done("POST", bot.messages, {"content": str(number)})
    async with visiting(bot.room.page_url, "Nora") as fresh:
        await fresh.open()
        await fresh.until(lambda: len(fresh.messages) == 50)
        oldest = min(fresh.messages, key=int)
        await fresh.send("history", channel_id=fresh.channel, before=oldest)
        await fresh.until(lambda: len(fresh.messages) == 60)


@pytest.mark.parametrize(("text", "everyone"), [("@everyone look", True), ("everyone", False)])
async def test_mentions(nora: Visitor, pavel: Visitor, text: str, everyone: bool) -> None:
    await nora.say(f"{text} <@{pavel.me['id']}>")
    seen = await pavel.until(lambda: pavel.find(text))
    assert [each["id"] for each in seen.data["mentions"]] == [pavel.me["id"]]
    assert seen.data["mention_everyone"] is everyone
    await pavel.say("@everyone too")
    assert not (await nora.until(lambda: nora.find("too"))).data["mention_everyone"]
