"""Test `/puzzle`: the puzzle of the day, the answers to it, and its post in the channel."""

from __future__ import annotations

from datetime import UTC, datetime

import discord
import pytest
from discord.utils import format_dt
from simcord.actors import MemberActor
from simcord.results import ResponseMessage

from bot.puzzles.model import Daily
from cogs.puzzles.command import DailyPuzzles
from games.puzzles import choices
from tests.journeys.conftest import Click, Evening, at_once, custom_id
from tests.limits import BUTTON, GALLERY, check_request, text_of, walk
from tests.present import present
from tests.sightings import cards_in


async def asked(evening: Evening, member: MemberActor) -> ResponseMessage:
    said = await member.slash(evening.channel, "puzzle")
    home = present(said.response or next(iter(said.followups)))
    said = await member.click(home, custom_id=custom_id(home, "Today's puzzle"))
    return present(said.response or next(iter(said.followups)))


async def daily_of(evening: Evening) -> Daily:
    with evening.env.time_context():
        return await evening.bot.puzzles.of_today(evening.guild.id)


async def press(evening: Evening, member: MemberActor, puzzle: ResponseMessage, number: int) -> str:
    """Answer the puzzle with the move at place `number` of its list of moves. Return the text that
    the member then sees."""
    daily = await daily_of(evening)
    pressed = await member.click(puzzle, custom_id=f"q:{daily.day}:{number}")
    return text_of(present(pressed.response or next(iter(pressed.followups))).components)


async def test_the_puzzle_of_the_day_is_answered_once(evening: Evening) -> None:
    puzzle = await asked(evening, evening.nora)
    assert puzzle.ephemeral
    daily = await daily_of(evening)
    moves = choices(daily.puzzle)
    buttons = [part for part in walk(puzzle.components) if part["type"] == BUTTON]
    assert len(buttons) == len(moves) >= 3
    noon = datetime.fromordinal(daily.day).replace(hour=12, tzinfo=UTC)
    assert f"Puzzle for {format_dt(noon, 'D')}" in text_of(puzzle.components)
    picture = next(part for part in walk(puzzle.components) if part["type"] == GALLERY)
    for hand in daily.puzzle.position["hands"]:
        assert set(hand) <= cards_in(picture["items"][0]["description"])
    assert "you can see every card" in text_of(puzzle.components)
    right = moves.index(next(move for move in moves if move == daily.puzzle.best))
    wrong, other = [number for number in range(len(moves)) if number != right][:2]

    told = await press(evening, evening.nora, puzzle, right)
    assert "is right" in told
    assert "Here's why" in told
    assert "Your streak: 1 day" in told
    assert "Nora: 1 solved" in told
    assert "🟩" in told
    theirs = await asked(evening, evening.pavel)
    assert "1 of 1 solved this puzzle" in text_of(theirs.components)

    # Two hints, neither of which is the answer, and then the answer.
    told = await press(evening, evening.pavel, theirs, wrong)
    assert "2 tries left." in told
    assert "💡" in told
    assert "Here's why" not in told
    await evening.restart()
    again = await press(evening, evening.pavel, theirs, wrong)
    assert "2 tries left" in again, "it was tried before, also after a restart"
    told = await press(evening, evening.pavel, theirs, other)
    assert "1 try left" in told
    pressed = await evening.pavel.click(theirs, custom_id=f"q:{daily.day}:{right}")
    solved = present(pressed.response or next(iter(pressed.followups)))
    assert "is right" in text_of(solved.components)
    said = await evening.pavel.click(solved, label="Show everyone")
    shown = present(said.response)
    assert not shown.ephemeral
    assert "🟥🟥🟩" in text_of(shown.components)
    assert not cards_in([shown.content, text_of(shown.components)])
    for request in evening.env.http_requests:
        check_request(request.method, request.path, request.json)


async def test_yesterdays_puzzle_is_over(evening: Evening, long_days: None) -> None:
    puzzle = await asked(evening, evening.nora)
    daily = await daily_of(evening)
    await evening.env.advance_time(24 * 3600)
    pressed = await evening.nora.click(puzzle, custom_id=f"q:{daily.day}:0")
    assert "That puzzle is over" in present(pressed.response).content
    said = await evening.nora.slash(evening.channel, "puzzle")
    home = present(said.response or next(iter(said.followups)))
    archive = present((await evening.nora.click(home, label="Past puzzles")).response)
    assert archive.ephemeral
    assert "0 of 0 solved it. The move was ||" in text_of(archive.components)


async def test_a_forged_answer_is_refused(evening: Evening) -> None:
    puzzle = await asked(evening, evening.nora)
    daily = await daily_of(evening)
    (pressed,) = await at_once(evening, Click(evening.nora, puzzle, f"q:{daily.day}:99"))
    told = present(pressed.response or next(iter(pressed.followups)))
    assert "didn't understand" in told.content or any(
        "didn't understand" in each.content for each in pressed.followups
    )


async def test_a_moderator_has_it_posted_once_a_day(evening: Evening, long_days: None) -> None:
    with evening.env.time_context():
        await evening.bot.tables.preferences.change_server(
            evening.guild.id, puzzle_channel=evening.channel.id, puzzle_hour=0
        )
        await evening.bot.cog(DailyPuzzles).do_due()
        await evening.bot.cog(DailyPuzzles).do_due()
    await evening.restart()
    daily = await daily_of(evening)
    sent = [
        request
        for request in evening.env.http_requests
        if request.method == "POST"
        and request.path.endswith(f"/channels/{evening.channel.id}/messages")
    ]
    assert len(sent) == 1
    message = evening.env.backend.get_message(evening.channel.id, present(daily.message_id))
    assert f"q:{daily.day}:0" in str(message.components)
    assert f"v:{daily.day}:play" in str(message.components), "and the way to today's deal"


def moderator(evening: Evening) -> MemberActor:
    role = evening.guild.create_role("boss", permissions=discord.Permissions(manage_guild=True))
    return evening.guild.add_member(
        evening.env.create_user("boss", global_name="Boss"), roles=[role]
    )


async def test_the_settings_say_where_and_when(evening: Evening) -> None:
    boss = moderator(evening)
    panel = present((await boss.slash(evening.channel, "settings")).response)
    await boss.click(panel, label="Community")
    await boss.select(panel, [evening.channel], custom_id="s:puzzle")
    await boss.select(panel, ["20"], custom_id="s:hour")
    with evening.env.time_context():
        server = await evening.bot.tables.preferences.server(evening.guild.id)
    assert (server.puzzle_channel, server.puzzle_hour) == (evening.channel.id, 20)


@pytest.mark.parametrize("lacking", ["send_messages", "view_channel"])
async def test_a_channel_where_the_bot_may_not_post_is_refused_in_words(
    evening: Evening, lacking: str
) -> None:
    boss = moderator(evening)
    bot = present(evening.bot.get_guild(evening.guild.id)).me
    channel = evening.guild.create_text_channel(
        "quiet", overwrites={bot: discord.PermissionOverwrite(**{lacking: False})}
    )
    panel = present((await boss.slash(evening.channel, "settings")).response)
    await boss.click(panel, label="Community")
    await boss.select(panel, [channel], custom_id="s:puzzle")
    assert "I can't post in that channel" in text_of(panel.components)
    with evening.env.time_context():
        server = await evening.bot.tables.preferences.server(evening.guild.id)
    assert server.puzzle_channel is None


async def test_where_no_files_may_be_sent_it_is_posted_in_words(evening: Evening) -> None:
    everyone = present(evening.bot.get_guild(evening.guild.id)).default_role
    channel = evening.guild.create_text_channel(
        "no-pictures", overwrites={everyone: discord.PermissionOverwrite(attach_files=False)}
    )
    with evening.env.time_context():
        await evening.bot.tables.preferences.change_server(
            evening.guild.id, puzzle_channel=channel.id, puzzle_hour=0
        )
        await evening.bot.cog(DailyPuzzles).do_due()
    daily = await daily_of(evening)
    message = evening.env.backend.get_message(channel.id, present(daily.message_id))
    assert not message.attachments
    assert "**Player A** · " in str(message.components)
