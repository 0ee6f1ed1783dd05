"""Test tournaments on Discord: entry, tables that open by themselves, and the announcement of the
winner."""

from __future__ import annotations

import json
import random
import re
from datetime import timedelta
from typing import Any

import discord
import pytest
from simcord.actors import MemberActor
from simcord.results import ResponseMessage
from sqlalchemy import update

from bot.analysis import store as kept
from bot.core.model import Phase, Table
from bot.db import schema
from bot.db.writer import Statement
from bot.preferences.model import Mentions
from bot.tournaments.model import Tournament, TournamentStage
from bot.tournaments.standings import winners
from cogs.notices.upkeep import SETTLED
from cogs.tournaments.upkeep import PAUSE
from games.analysis import VERSION, Analysis, to_json
from games.analysis.findings import Decision, Judgement
from tests.beyond import BEYOND
from tests.journeys import ways
from tests.journeys.conftest import Click, Evening, at_once
from tests.limits import check_request, text_of, walk
from tests.present import present


class Cup:
    """A tournament in the server of an evening. `boss` is the moderator who manages the tournament,
    and `message` is the tournament's message."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        role = evening.guild.create_role(
            "boss", permissions=discord.Permissions(manage_guild=True, manage_roles=True)
        )
        self.boss = evening.guild.add_member(evening.env.create_user("boss"), roles=[role])
        self.rng = random.Random(3)
        self.message: ResponseMessage

    async def open(self, *members: MemberActor, **options: Any) -> Cup:
        """Let the boss create the tournament, and let `members` enter it. Return this cup."""
        chosen = {"game": "durak", "format": "round-robin", **options}
        said = await self.boss.slash(self.evening.channel, "tournament new", **chosen)
        self.message = present(said.response)
        for member in members:
            entered = await member.click(self.message, label="Enter")
            assert "You're in" in text_of(present(entered.response).components)
        return self

    async def begin(self, *members: MemberActor, **options: Any) -> Cup:
        """Let the boss create the tournament, let `members` enter it (by default all members of the
        evening), and let the boss start it. Return this cup."""
        await self.open(*(members or self.evening.members), **options)
        await self.manage("Start now")
        return self

    async def manage(self, label: str) -> ResponseMessage:
        """Open the moderators' panel of the tournament, press the button `label`, and return the
        answer."""
        panel = present((await self.boss.click(self.message, label="For moderators…")).response)
        assert panel.ephemeral
        return present((await self.boss.click(panel, label=label)).response)

    async def now(self) -> Tournament:
        with self.evening.env.time_context():
            return (await self.evening.bot.tournaments.last(self.evening.guild.id))[0]

    @property
    def text(self) -> str:
        """Return the current text of the tournament's message."""
        stored = self.evening.env.backend.get_message(self.message.channel_id, self.message.id)
        return text_of(ResponseMessage(self.evening.env, stored).components)

    async def tables(self) -> list[Table]:
        """Return the server's tables that are lobbies or have a running game."""
        tables = self.evening.bot.tables
        with self.evening.env.time_context():
            listed = await self.evening.bot.service.history.open_tables(
                self.evening.guild.id, most=None
            )
            found = [await tables.get(each.id) for each in listed]
        return [each for each in found if each.phase in (Phase.LOBBY, Phase.PLAYING)]

    def message_of(self, table: Table) -> ResponseMessage:
        stored = self.evening.env.backend.get_message(table.channel_id, present(table.message_id))
        return ResponseMessage(self.evening.env, stored)

    async def come(self, table: Table, *absent: MemberActor) -> Table:
        """Let all awaited members of a table press *I'm here*, except the members in `absent`.
        Return the table after these presses."""
        for seat in table.awaited:
            member = next(each for each in self.evening.members if each.id == seat.member_id)
            if member not in absent:
                await member.click(self.message_of(table), label="I'm here")
        with self.evening.env.time_context():
            return await self.evening.bot.tables.get(table.id)

    async def played(self, table: Table) -> None:
        """Play the game of a table to its end without presses, and wait for the tournament's next
        steps."""
        with self.evening.env.time_context():
            await self.evening.played_out(table, self.rng)
        await self.settle()

    async def settle(self) -> None:
        """Wait until the bot has done all work that the tournament needs now."""
        upkeep: Any = self.evening.bot.get_cog("TournamentUpkeep")
        with self.evening.env.time_context():
            for _ in range(3):
                await self.evening.bot.tournaments._alarms.background.finish()
                await upkeep.background.finish()
                await self.evening.edited()

    async def rested(self) -> None:
        """Wait until the pause between two edits of an arena's message is over. Then the message
        shows everything that has happened."""
        await self.settle()
        await self.evening.env.advance_time(PAUSE)
        await self.settle()

    async def to_the_end(self) -> Tournament:
        for _ in range(40):
            for table in await self.tables():
                await self.played(await self.come(table))
            if (await self.now()).stage is not TournamentStage.PLAYING:
                return await self.now()
        raise AssertionError("it does not end")

    @property
    def edits(self) -> list[Any]:
        """Return the requests that edited the tournament's message."""
        return self.sent("PATCH", f"/messages/{self.message.id}")

    def sent(self, method: str, part: str) -> list[Any]:
        """Return the requests with this method whose path contains `part`."""
        return [
            request
            for request in self.evening.env.http_requests
            if request.method == method and part in request.path
        ]


@pytest.fixture
def cup(evening: Evening) -> Cup:
    return Cup(evening)


@BEYOND
async def test_a_round_robin_from_entry_to_its_winner(evening: Evening, cup: Cup) -> None:
    await cup.open(*evening.members[:3])
    assert "3 players so far" in cup.text
    panel = present((await cup.boss.click(cup.message, label="For moderators…")).response)
    assert "Start now" not in text_of(panel.components), "four are needed"
    again = await evening.nora.click(cup.message, label="Enter")
    assert "is already in this tournament" in present(again.response).content
    await evening.bert.click(cup.message, label="Enter")
    await cup.manage("Start now")
    assert "Round 1 of 3" in cup.text
    first, second = await cup.tables()
    for table in (first, second):
        names = [seat.name for seat in table.awaited]
        assert f"⏳ Waiting for **{names[0]}** and **{names[1]}**" in text_of(
            cup.message_of(table).components
        )
        assert str(table.message_id) in cup.text, "a link leads there"
    stranger = next(
        member
        for member in evening.members
        if member.id not in [seat.member_id for seat in first.awaited]
    )
    refused = await stranger.click(cup.message_of(first), label="I'm here")
    assert "for " in present(refused.response).content
    assert "just for" in present(refused.response).content
    table = await cup.come(first)
    assert table.phase is Phase.PLAYING
    await cup.played(table)
    name, share = await judged(evening, table)
    assert "Again" not in text_of(cup.message_of(await evening.bot.tables.get(first.id)).components)
    over = await cup.to_the_end()
    assert over.stage is TournamentStage.OVER
    best = over.seeded[winners(over)[0]].name
    assert f"🏆 **{best}**" in cup.text
    assert "standings.png" in str(cup.sent("PATCH", str(cup.message.id))[-1].json)
    said = str(cup.sent("POST", f"/channels/{evening.channel.id}/messages")[-1].json)
    assert (
        f"Comeback of the tournament: **{name}**'s chances were down to {share}, but they played"
        in said
    )
    told = [message for message in evening.channel.history() if message.raw_mentions]
    assert len(told) == 6, "one message for each table"
    for request in evening.env.http_requests:
        check_request(request.method, request.path, request.json)


async def judged(evening: Evening, table: Table) -> tuple[str, str]:
    """Store an analysis of the table's game. According to it, the winner once had a winning chance
    of only 9 per cent. Return the winner's name and "9%"."""
    bot = evening.bot
    with evening.env.time_context():
        game = await bot.analyses.finished(table.id, 1, evening.guild.id)
        ranks = [player.rank for player in game.about.players]
        winner, loser = ranks.index(1), ranks.index(max(ranks))
        decisions: list[Decision] = []
        for number, step in enumerate(game.record.steps):
            # The loser was lower still, and a mistake is no comeback.
            before, loss = (90, 0) if step.seat == winner else (10, 0)
            if not any(each.seat == winner for each in decisions):
                before, loss = (20, 10) if step.seat == winner else (before, loss)
            found = Judgement(step.move, before, loss, exact=False)
            decisions.append(Decision(number, step.seat, step.move, 2, found, found))
        assert {each.seat for each in decisions} == {winner, loser}
        text = json.dumps(to_json(Analysis(game.about.game, 2, tuple(decisions))))
        await bot.service.store.write(kept.made(table.id, 1, text, VERSION, ()))
    return game.about.players[winner].name, "9%"


async def test_names_in_the_alt_text_are_as_they_are_read(evening: Evening, cup: Cup) -> None:
    shrug = evening.guild.add_member(
        evening.env.create_user("shrug", global_name="a_d*a [x](y) \x07~")
    )
    await cup.begin(*evening.members[:3], shrug)
    await cup.settle()
    stored = evening.env.backend.get_message(cup.message.channel_id, cup.message.id)
    shown = ResponseMessage(evening.env, stored).components
    (alt,) = [item["description"] for part in walk(shown) for item in part.get("items", ())]
    assert "a_d*a [x](y) ~" in alt
    assert "\\" not in alt


async def test_who_does_not_come_loses_by_the_clock(evening: Evening, cup: Cup) -> None:
    await cup.begin(format="knockout", speed="quick")
    first, second = await cup.tables()
    absent = next(each for each in evening.members if each.id == first.awaited[0].member_id)
    await cup.come(first, absent)
    await cup.settle()
    (waits,) = [each for each in cup.text.splitlines() if str(first.message_id) in each]
    assert f"waiting for {first.awaited[0].name} until <t:" in waits
    assert " and " not in waits, "who has come isn't waited for"
    assert "The next round starts once this one is over." in cup.text
    await evening.env.advance_time(601)
    await cup.settle()
    came = present(first.awaited[1].member_id)
    over = await cup.now()
    assert [over.seeded[seed].member_id for seed in winners(over)] == [came]
    assert "won the tournament" in cup.text
    told = str(cup.sent("POST", f"/channels/{evening.channel.id}/messages")[-1].json)
    name = over.seeded[winners(over)[0]].name
    assert f"**{name}** won the tournament!" in told
    assert f"Final · {name} has a bye" in told.replace("**", "")
    assert "podium.png" in told
    for table in (first, second):
        closed = await evening.bot.tables.get(table.id)
        assert "Not everyone turned up in time." in text_of(cup.message_of(closed).components)


async def test_a_thread_for_each_table_an_event_and_a_role(evening: Evening, cup: Cup) -> None:
    prize = evening.guild.create_role("champion")
    await cup.open(*evening.members, starts=60, threads=True, role=prize)
    assert f"The winner gets <@&{prize.id}>" in cup.text
    (event,) = evening.env.backend.get_guild(evening.guild.id).scheduled_events.values()
    assert event.name == "🏆 Durak · Round robin"
    await evening.env.advance_time(3600)
    await cup.settle()
    assert len(evening.channel.threads) == 2, "it started by itself"
    first = (await cup.tables())[0]
    await cup.played(await cup.come(first))
    name, share = await judged(evening, first)
    over = await cup.to_the_end()
    comeback = f"Comeback of the tournament: **{name}**'s chances were down to {share}, but they"
    assert comeback in str(cup.sent("POST", f"/channels/{evening.channel.id}/messages")[-1].json)
    assert len(evening.channel.threads) == 6
    won = {over.seeded[seed].member_id for seed in winners(over)}
    for member in evening.members:
        stored = evening.env.backend.get_member(evening.guild.id, member.id)
        assert (prize.id in stored.role_ids) == (member.id in won)
    assert len(cup.sent("PUT", f"/roles/{prize.id}")) == len(won), "one request for each role"
    assert len(cup.sent("POST", "/scheduled-events")) == 1
    assert len(cup.sent("POST", "/threads")) == 6
    for request in evening.env.http_requests:
        check_request(request.method, request.path, request.json)


async def test_one_starts_at_its_hour_although_the_clock_was_set(
    evening: Evening, cup: Cup
) -> None:
    await cup.open(*evening.members, starts=120)
    evening.clock_set_by = timedelta(hours=1)
    await evening.env.advance_time(3500)
    assert (await cup.now()).stage is TournamentStage.ENTRY
    await evening.env.advance_time(200)
    await cup.settle()
    assert (await cup.now()).stage is TournamentStage.PLAYING


async def test_nobody_offers_a_role_that_they_may_not_give(evening: Evening, cup: Cup) -> None:
    high = evening.guild.create_role("crown")
    evening.env.backend.edit_role(evening.guild.id, high.id, {"position": 50})
    chosen = {"game": "durak", "format": "round-robin", "role": high}
    refused = await cup.boss.slash(evening.channel, "tournament new", **chosen)
    assert "only choose roles below your own" in present(refused.response).content
    assert not evening.channel.history()


@BEYOND
async def test_what_the_bot_may_not_do_is_said_in_words(evening: Evening, cup: Cup) -> None:
    backend, everyone = evening.env.backend, evening.guild.default_role
    allowed = discord.Permissions(
        view_channel=True,
        send_messages=True,
        read_message_history=True,
        use_application_commands=True,
    )
    for role in list(backend.get_guild(evening.guild.id).roles.values()):
        if role.id != everyone.id and "boss" not in role.name:
            backend.edit_role(evening.guild.id, role.id, {"permissions": 0})
    backend.edit_role(evening.guild.id, everyone.id, {"permissions": allowed.value})
    prize = evening.guild.create_role("champion")
    await cup.open(*evening.members, starts=60, threads=True, role=prize)
    warned = [each for each in evening.channel.history() if "*Manage Roles*" in each.content]
    assert "I need the *Create Events*" in cup.text
    await evening.env.advance_time(3600)
    await cup.settle()
    assert "I can't open threads here" in cup.text
    await cup.to_the_end()
    assert "I can't give out the winner's role. I need the *Manage Roles* permission." in cup.text
    assert "Standings" in cup.text, "in words, since no files may be sent"
    assert not cup.sent("PUT", f"/roles/{prize.id}")
    assert not cup.sent("POST", "/scheduled-events")
    assert not cup.sent("POST", "/threads")
    assert warned == [], "that was told to the moderator alone"


async def test_moderators_decide_remove_replace_and_call_off(evening: Evening, cup: Cup) -> None:
    await cup.begin()
    dora = evening.guild.add_member(evening.env.create_user("dora", global_name="Dora"))
    panel = present((await cup.boss.click(cup.message, label="For moderators…")).response)
    which = f"u:{(await cup.now()).id}:which"
    asked = present((await cup.boss.select(panel, ["1-1"], custom_id=which)).response)
    tournament = await cup.now()
    fixture = present(tournament.fixture(1, 1))
    name = tournament.seeded[fixture.home].name
    await cup.boss.click(asked, label=f"{name} wins")
    await cup.settle()
    assert f"**{name}** 1–0" in cup.text
    assert "(decided by a moderator)" in cup.text

    said = await cup.boss.slash(
        evening.channel, "tournament replace", member=evening.nora, newcomer=dora
    )
    assert "Dora takes Nora's place." in text_of(present(said.response).components)
    said = await cup.boss.slash(evening.channel, "tournament remove", member=evening.bert)
    assert "Bert has left" in text_of(present(said.response).components)
    said = await cup.boss.slash(evening.channel, "tournament remove", member=evening.nora)
    assert "Nora isn't in this tournament." in present(said.response).content
    await cup.settle()
    assert {each.name for each in (await cup.now()).entrants if not each.gone} == {
        "Dora",
        "Pavel",
        "Aiko",
    }

    asked = await cup.manage("Call off the tournament…")
    await cup.boss.click(asked, label="Yes, call off the tournament")
    await cup.settle()
    assert "This tournament was called off." in cup.text
    assert await cup.tables() == []


async def test_a_match_that_cannot_go_on_is_shown_and_told_to_moderators(
    evening: Evening, cup: Cup
) -> None:
    role = evening.guild.create_role(
        "keepers",
        permissions=discord.Permissions(manage_guild=True, manage_messages=True),
        mentionable=True,
    )
    keeper = evening.guild.add_member(evening.env.create_user("keeper"), roles=[role])
    await cup.begin()
    names: list[str] = []
    for _ in range(3):
        assert "waiting for a moderator" not in cup.text
        table = await cup.come(next(each for each in await cup.tables() if "-1-1-" in each.id))
        names = sorted(seat.name for seat in table.seats)
        panel = present((await keeper.click(cup.message_of(table), label="More…")).response)
        asked = present((await keeper.click(panel, label="Close the table…")).response)
        await keeper.click(asked, label="Yes, close the table")
        await cup.settle()
    (line,) = [each for each in cup.text.splitlines() if "moderator)" in each]
    assert all(name in line for name in names)
    assert line.startswith("1. ")
    await evening.restart()
    await cup.settle()
    (told,) = [each for each in evening.channel.history() if role.mention in each.content]
    assert all(f"**{name}**" in told.content for name in names)
    assert "are stuck" in told.content


async def test_a_hand_that_is_disliked_is_a_game_lost(evening: Evening, cup: Cup) -> None:
    await cup.begin(format="knockout")
    table = await cup.come((await cup.tables())[0])
    seat = present(table.seats[0].member_id)
    loser = next(each for each in evening.members if each.id == seat)
    asked = present((await loser.click(cup.message_of(table), label="Resign")).response)
    assert "It'll count as a loss." in text_of(asked.components)
    await loser.click(asked, label="Yes, resign")
    await cup.settle()
    assert f"0–1 **{table.seats[1].name}**" in cup.text or f"**{table.seats[1].name}** 1–0" in (
        cup.text
    )
    over = await evening.bot.tables.get(table.id)
    assert "doesn't count" not in text_of(cup.message_of(over).components)


async def test_only_moderators_manage(evening: Evening, cup: Cup) -> None:
    refused = await evening.nora.slash(
        evening.channel, "tournament new", game="durak", format="swiss"
    )
    assert "Only people who can manage this server" in present(refused.response).content
    await cup.begin()
    pressed = await evening.nora.click(cup.message, label="For moderators…")
    assert "Only people who can manage this server" in present(pressed.response).content
    forged = Click(evening.nora, cup.message, f"u:{(await cup.now()).id}:decide:1-1-home")
    (answer,) = await at_once(evening, forged)
    assert "Only people who can manage this server" in present(answer.response).content
    asked = await evening.nora.click(cup.message, label="Leave the tournament…")
    await evening.nora.click(present(asked.response), label="Yes, leave the tournament")
    await cup.settle()
    assert "(a player withdrew)" in cup.text


async def test_rules_that_two_cannot_play_are_refused(evening: Evening, cup: Cup) -> None:
    said = await cup.boss.slash(
        evening.channel, "tournament new", game="tredici", format="swiss", rules="teams"
    )
    assert "these rules need at least 4" in present(said.response).content


async def test_a_restart_repeats_and_loses_nothing(evening: Evening, cup: Cup) -> None:
    await cup.begin()
    await cup.come((await cup.tables())[0])
    before = await cup.now()
    tables = {table.id: table.message_id for table in await cup.tables()}
    await evening.restart()
    await cup.settle()
    assert await cup.now() == before
    assert {table.id: table.message_id for table in await cup.tables()} == tables
    assert len([each for each in evening.channel.history() if each.raw_mentions]) == 2
    over = await cup.to_the_end()
    assert over.stage is TournamentStage.OVER
    shown = present((await evening.nora.slash(evening.channel, "tournament show")).response)
    assert shown.ephemeral
    assert "Durak · Round robin" in text_of(shown.components)


@BEYOND
async def test_the_end_is_told_once_whenever_a_process_ends(evening: Evening, cup: Cup) -> None:
    def told() -> int:
        return str([each.components for each in evening.channel.history()]).count("## 🏆 **")

    await cup.begin()
    while len((await cup.now()).fixtures) < 6 or len(await cup.tables()) > 1:
        await cup.played(await cup.come((await cup.tables())[0]))
    messages = f"/channels/{evening.channel.id}/messages"
    evening.env.inject_error("POST", messages, status=400, times=None)
    over = await cup.to_the_end()
    assert (over.stage, over.crowned, told()) == (TournamentStage.OVER, False, 0)
    assert "🏆 **" in cup.text, "its own message shows who has won"
    evening.env.backend.faults.clear()
    await evening.restart()
    await cup.settle()
    assert ((await cup.now()).crowned, told()) == (True, 1)

    # Killed after Discord took it, and before that was stored.
    with evening.env.time_context():
        again = update(schema.tournaments).values(crowned=False)
        await evening.bot.service.store.write([Statement(again)])
    await evening.restart()
    await cup.settle()
    assert ((await cup.now()).crowned, told()) == (True, 1)


async def test_who_wants_direct_messages_or_none_is_not_mentioned(
    evening: Evening, cup: Cup
) -> None:
    with evening.env.time_context():
        preferences = evening.bot.tables.preferences
        for member, wish in ((evening.nora, Mentions.DIRECT), (evening.pavel, Mentions.OFF)):
            await preferences.change_member(member.id, mentions=wish)
    await cup.begin()
    named = {each for message in evening.channel.history() for each in message.raw_mentions}
    assert named == {evening.aiko.id, evening.bert.id}
    (told,) = cup.sent("POST", "/users/@me/channels")
    assert str(evening.nora.id) in str(told.json)


async def test_a_deleted_channel_calls_its_tournament_off(evening: Evening, cup: Cup) -> None:
    await cup.begin()
    evening.env.backend.delete_channel(evening.channel.id)
    await evening.env.settle()
    await cup.settle()
    assert (await cup.now()).stage is TournamentStage.OFF


async def test_an_event_goes_with_a_tournament_that_is_called_off(
    evening: Evening, cup: Cup
) -> None:
    await cup.open(evening.nora, starts=600)
    events = evening.env.backend.get_guild(evening.guild.id).scheduled_events
    assert len(events) == 1
    asked = await cup.manage("Call off the tournament…")
    await cup.boss.click(asked, label="Yes, call off the tournament")
    await cup.settle()
    assert not events
    assert len(cup.sent("DELETE", "/scheduled-events/")) == 1


async def test_an_arenas_message_is_not_edited_at_every_change(evening: Evening, cup: Cup) -> None:
    nora, pavel, aiko, _ = evening.members
    await cup.begin(nora, pavel, format="arena", minutes=30)
    await cup.rested()
    await cup.rested()
    edits = len(cup.edits)
    for label in ("Join in", "Take a break", "Join in"):
        await aiko.click(cup.message, label=label)
        await cup.settle()
    assert len(cup.edits) == edits + 1, "at once, and then not for a while"
    await cup.rested()
    assert len(cup.edits) == edits + 2
    assert "Aiko – a bot" in cup.text, "and right in the end"
    await cup.rested()
    assert len(cup.edits) == edits + 2, "nothing has changed"


async def test_an_arena_is_joined_and_left_while_it_goes_on(evening: Evening, cup: Cup) -> None:
    nora, pavel, aiko, bert = evening.members
    wishes = await ways.to_pings(evening.channel, bert)
    await bert.select(wishes, ["durak"], custom_id="n:games")
    await cup.begin(nora, pavel, format="arena", minutes=30)
    assert "No new games after <t:" in cup.text
    assert "Quick: " in cup.text
    assert "30 minutes" in cup.text
    (first,) = await cup.tables()
    said = await aiko.click(cup.message, label="Join in")
    assert "You're in" in text_of(present(said.response).components)
    await cup.rested()
    alone = next(table for table in await cup.tables() if table.id != first.id)
    assert [seat.is_bot for seat in alone.seats] == [True]
    assert "Aiko – a bot · [table](" in cup.text
    await evening.env.advance_time(SETTLED)
    await cup.played(await cup.come(first))
    await cup.rested()
    assert re.search("(Nora and Pavel|Pavel and Nora) play next, once another", cup.text)
    told = [message for message in evening.channel.history() if message.raw_mentions]
    assert len(told) == 2, "each table was told of once, and the bot wasn't"
    assert all(bert.id not in message.raw_mentions for message in told), "he can't sit there"

    said = await pavel.click(cup.message, label="Take a break")
    await cup.rested()
    assert "Nora plays next, once another game ends." in cup.text, "Aiko's against the bot"
    assert "You're taking a break" in text_of(present(said.response).components)
    alone = await cup.come(alone)
    await evening.restart()
    await cup.settle()
    asked = present((await aiko.click(cup.message_of(alone), label="Resign")).response)
    await aiko.click(asked, label="Yes, resign")
    await cup.settle()
    (pair,) = await cup.tables()
    assert {seat.member_id for seat in pair.awaited} == {nora.id, aiko.id}
    await evening.env.advance_time(30 * 60)
    await cup.settle()
    over = await cup.now()
    assert over.stage is TournamentStage.OVER
    told_last = str(cup.sent("POST", f"/channels/{evening.channel.id}/messages")[-1].json)
    assert "won the tournament!" in told_last
    for request in evening.env.http_requests:
        check_request(request.method, request.path, request.json)
