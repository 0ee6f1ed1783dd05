"""Test what goes wrong around tournaments: members who go, missing permissions, refusals by
Discord, deleted threads and games that end late."""

from __future__ import annotations

from datetime import timedelta

import discord
import pytest
from sqlalchemy import update

from bot.core.model import Person
from bot.db import schema
from bot.db.rows import to_number
from bot.db.writer import Statement
from bot.tournaments.model import TournamentStage, Verdict
from bot.tournaments.standings import winners
from cogs.tournaments.upkeep import TournamentUpkeep
from tests.journeys.conftest import Click, Evening, at_once
from tests.journeys.test_tournaments import Cup, cup
from tests.limits import text_of
from tests.present import present

__all__ = ["cup"]


async def all_equal(evening: Evening, cup: Cup) -> None:
    """Let a moderator decide every match as a draw, so that everybody wins."""
    with evening.env.time_context():
        while (now := await cup.now()).stage is TournamentStage.PLAYING:
            first = now.waiting[0]
            await evening.bot.tournaments.decide(now.id, first.round, first.board, Verdict.DRAW)
    await cup.settle()


@pytest.mark.parametrize("gone", [1, 4])
async def test_winners_get_their_role_although_others_have_left(
    evening: Evening, cup: Cup, gone: int
) -> None:
    prize = evening.guild.create_role("champion")
    await cup.begin(role=prize)
    left = [each.member_id for each in (await cup.now()).seeded.values()][:gone]
    for member_id in left:
        evening.env.backend.remove_member(evening.guild.id, member_id)
    await evening.env.settle()
    await all_equal(evening, cup)
    assert len(winners(await cup.now())) == 4
    stayed = [each for each in evening.members if each.id not in left]
    for member in stayed:
        stored = evening.env.backend.get_member(evening.guild.id, member.id)
        assert prize.id in stored.role_ids
    assert ("so nobody got the role" in cup.text) == (not stayed)


async def in_a_thread(evening: Evening, cup: Cup) -> discord.Thread:
    """Begin a tournament in a thread, and return the thread."""
    preferences = evening.bot.tables.preferences
    await preferences.change_server(evening.guild.id, threads=True)
    await evening.nora.slash(evening.channel, "play", game="durak")
    await preferences.change_server(evening.guild.id, threads=False)
    (thread,) = present(evening.bot.get_guild(evening.guild.id)).threads
    (place,) = evening.channel.threads
    chosen = {"game": "durak", "format": "round-robin"}
    cup.message = present((await cup.boss.slash(place, "tournament new", **chosen)).response)
    for member in evening.members:
        await member.click(cup.message, label="Enter")
    await cup.manage("Start now")
    await cup.settle()
    return thread


async def test_moderators_are_told_in_a_thread_too(evening: Evening, cup: Cup) -> None:
    role = evening.guild.create_role(
        "keepers", permissions=discord.Permissions(manage_guild=True), mentionable=True
    )
    thread = await in_a_thread(evening, cup)
    for _ in range(3):
        (table,) = [each for each in await cup.tables() if "-1-1-" in each.id]
        await cup.come(table)
        with evening.env.time_context():
            await evening.bot.tables.close(table.id, cup.boss.id, moderator=True)
        await cup.settle()
    assert "waiting for a moderator" in cup.text
    posts = cup.sent("POST", f"/channels/{thread.id}/messages")
    (told,) = [each for each in posts if "are stuck" in str(each.json)]
    assert role.mention in str(told.json)


async def test_without_a_permission_a_thread_is_no_place_for_tables(
    evening: Evening, cup: Cup
) -> None:
    thread = await in_a_thread(evening, cup)
    assert "I can't post the tables here." not in cup.text
    parent = thread.parent
    assert isinstance(parent, discord.TextChannel)
    with evening.env.time_context():
        await parent.set_permissions(thread.guild.me, send_messages_in_threads=False)
        await evening.bot.tournaments.remove((await cup.now()).id, evening.nora.id)
    await cup.settle()
    assert "I can't post the tables here." in cup.text


async def test_a_deleted_thread_calls_its_tournament_off(evening: Evening, cup: Cup) -> None:
    thread = await in_a_thread(evening, cup)
    with evening.env.time_context():
        await thread.delete()
    await evening.env.settle()
    await cup.settle()
    assert (await cup.now()).stage is TournamentStage.OFF
    assert await cup.tables() == []


async def test_without_an_event_a_tournament_goes_on(evening: Evening, cup: Cup) -> None:
    events = f"/guilds/{evening.guild.id}/scheduled-events"
    evening.env.inject_error("POST", events, status=400, code=30038, times=None)
    await cup.open(*evening.members, starts=600)
    await cup.settle()
    assert "4 players so far" in cup.text
    assert "⚠️" not in cup.text, "no permission is missing"
    evening.env.backend.faults.clear()
    await evening.env.advance_time(3700)
    await cup.settle()
    assert len(evening.env.backend.get_guild(evening.guild.id).scheduled_events) == 1


async def test_an_arena_whose_time_is_up_promises_no_game(evening: Evening, cup: Cup) -> None:
    await cup.begin(format="arena", minutes=10)
    await cup.rested()
    first, second = [await cup.come(each) for each in await cup.tables()]
    await cup.played(first)
    await cup.rested()
    assert "play next" in cup.text
    with evening.env.time_context():
        # As if it had begun earlier: in ten minutes of waiting, the clocks would end its games.
        began = to_number(evening.bot.service.now() - timedelta(minutes=11))
        earlier = update(schema.tournaments).values(starts_at=began)
        await evening.bot.service.store.write([Statement(earlier)])
        await evening.bot.tournaments.go_on()
    await cup.rested()
    assert (await cup.now()).stage is TournamentStage.PLAYING
    for promise in ("play next", "Join in", "Take a break"):
        assert promise not in cup.text
    assert "For moderators…" in cup.text
    late = Click(evening.nora, cup.message, f"u:{(await cup.now()).id}:enter")
    (refused,) = await at_once(evening, late)
    assert "Entries for this tournament have closed." in present(refused.response).content
    await cup.played(second)
    assert (await cup.now()).stage is TournamentStage.OVER


async def test_a_match_beyond_the_first_25_is_decided(evening: Evening, cup: Cup) -> None:
    await cup.open(format="knockout")
    number = (await cup.now()).id
    with evening.env.time_context():
        for each in range(64):
            await evening.bot.tournaments.enter(number, Person(1000 + each, f"Member {each}"))
        await evening.bot.tournaments.start(number)
    await cup.settle()
    panel = present((await cup.boss.click(cup.message, label="For moderators…")).response)
    asked = await cup.boss.select(panel, ["1-32"], custom_id=f"u:{number}:which:2")
    fixture = present((await cup.now()).fixture(1, 32))
    name = (await cup.now()).seeded[fixture.home].name
    await cup.boss.click(present(asked.response), label=f"{name} wins")
    assert present((await cup.now()).fixture(1, 32)).verdict is Verdict.HOME


async def test_moderators_reach_a_tournament_older_than_ten_others(
    evening: Evening, cup: Cup
) -> None:
    await cup.begin(speed="by-post")
    long = await cup.now()
    for _ in range(10):
        await evening.env.advance_time(60)
        with evening.env.time_context():
            newer = await evening.bot.tournaments.open(
                evening.guild.id, evening.channel.id, long.rules
            )
            await evening.bot.tournaments.call_off(newer.id)
    dora = evening.guild.add_member(evening.env.create_user("dora", global_name="Dora"))
    members = {"member": evening.nora, "newcomer": dora}
    said = await cup.boss.slash(evening.channel, "tournament replace", **members)
    assert "Dora takes Nora's place." in text_of(present(said.response).components)
    said = await cup.boss.slash(evening.channel, "tournament remove", member=dora)
    assert "Dora has left" in text_of(present(said.response).components)


async def test_of_tables_that_are_over_nothing_is_kept_in_memory(
    evening: Evening, cup: Cup
) -> None:
    await cup.begin(format="knockout")
    upkeep = evening.bot.cog(TournamentUpkeep)
    assert upkeep._awaited.keys() == {each.id for each in await cup.tables()}
    await cup.to_the_end()
    assert not upkeep._awaited


async def test_withdrawing_after_the_start_asks_first(evening: Evening, cup: Cup) -> None:
    await cup.open(*evening.members)
    said = await evening.nora.slash(evening.channel, "tournament show")
    older = present(said.response or next(iter(said.followups)))
    await cup.manage("Start now")
    asked = present((await evening.nora.click(older, label="Withdraw")).response)
    assert "You'll forfeit all your unfinished games." in text_of(asked.components)
    assert (await cup.now()).holds(evening.nora.id)
    await evening.nora.click(asked, label="Yes, leave the tournament")
    assert not (await cup.now()).holds(evening.nora.id)


async def test_a_winner_whose_data_are_deleted_is_nobody_else(evening: Evening, cup: Cup) -> None:
    prize = evening.guild.create_role("champion")
    await cup.begin(role=prize)
    over = await cup.to_the_end()
    given = len(cup.sent("PUT", f"/roles/{prize.id}"))
    assert given == len(winners(over))
    with evening.env.time_context():
        for seed in winners(over):
            await evening.bot.service.privacy.forget(over.seeded[seed].member_id)
        again = update(schema.tournaments).values(crowned=False)
        await evening.bot.service.store.write([Statement(again)])
    await evening.restart()
    await cup.settle()
    assert "🏆 **?**" in cup.text
    assert "✗" not in cup.text
    assert (await cup.now()).crowned
    assert len(cup.sent("PUT", f"/roles/{prize.id}")) == given, "nobody else is crowned"


async def test_who_is_blocked_by_the_owner_leaves_so_that_nobody_waits_for_them(
    evening: Evening, cup: Cup
) -> None:
    await cup.begin()
    with evening.env.time_context():
        await evening.bot.service.orders.block_member(evening.bert.id, "Automated presses")
    await cup.settle()
    for _ in range(3):
        for table in await cup.tables():
            assert evening.bert.id not in [seat.member_id for seat in table.awaited]
            await cup.played(await cup.come(table))
    done = await cup.now()
    assert done.stage is TournamentStage.OVER, "without Bert, all is played"


async def test_who_is_blocked_before_the_start_is_no_entrant(evening: Evening, cup: Cup) -> None:
    await cup.open(*evening.members)
    with evening.env.time_context():
        await evening.bot.service.orders.block_member(evening.bert.id, "")
    await cup.settle()
    assert "3 players so far" in cup.text
