"""Test the button *Open the table*: which messages have it, what the bot answers to a press, and
what the answer's link opens."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import aiohttp
import discord
import pytest
from simcord.actors import MemberActor
from simcord.results import ResponseMessage

from board.requests import Request
from bot.doors.model import Door, Shows, Sight
from bot.today.model import MEMBER
from cogs.discord.components import IN_REPLAY, TO_BOARD
from cogs.doors.upkeep import Boards
from cogs.edits import held_back
from cogs.table.upkeep import TableUpkeep, spectators_of
from cogs.watch.collector import Metrics
from cogs.watch.health import Health
from tests.journeys.conftest import Click, Evening, at_once
from tests.journeys.test_teams import Match
from tests.journeys.test_today import press
from tests.limits import text_of, walk
from tests.present import present

OWN = "http://localhost:8735"
OPEN = "Open the table"


@pytest.fixture
async def evening(tmp_path: Path) -> AsyncIterator[Evening]:
    begun = Evening(tmp_path)
    begun.has_board()
    async with begun.begin():
        yield begun


async def link(member: MemberActor, shown: ResponseMessage) -> str:
    """Press *Open the table* in the message `shown`, check that only this member sees the answer,
    and return the address of its link."""
    answer = present((await member.click(shown, label=OPEN)).response)
    assert answer.ephemeral
    return next(str(part["url"]) for part in walk(answer.components) if "url" in part)


async def let_in(evening: Evening, address: str) -> tuple[int, int | str | None]:
    """Open a link to the board as a browser does. Return the HTTP status and the seat for which the
    board is drawn. The seat is None for a watcher, and an empty text if the link is refused."""
    port = present(evening.bot.cog(Boards).server).number
    sent = {"Host": urlsplit(OWN).netloc, "Origin": OWN}
    async with (
        aiohttp.ClientSession(headers=sent, cookie_jar=aiohttp.DummyCookieJar()) as http,
        http.post(
            f"http://127.0.0.1:{port}/enter", json={"link": urlsplit(address).fragment}
        ) as answer,
    ):
        cookie = answer.cookies["door"].value if answer.ok else ""
        if not answer.ok:
            return answer.status, ""
        where = f"http://127.0.0.1:{port}/{(await answer.json())['at']}socket"
        async with http.ws_connect(where, headers={"Cookie": f"door={cookie}"}) as socket:
            hello = json.loads(await socket.receive_str())
            state = json.loads(await socket.receive_str())
            assert hello["is"] == "hello"
            counted = Metrics(Health(evening.bot)).text()
            assert "shijo_boards_open 1.0" in counted
            return answer.status, state["me"]


async def test_the_hand_and_the_table_lead_to_a_board(evening: Evening) -> None:
    nora, pavel, bert = evening.nora, evening.pavel, evening.bert
    await evening.dealt("durak", pavel)
    hand = await evening.hand(pavel)
    assert await let_in(evening, await link(pavel, hand)) == (200, 1)
    more = present((await evening.press(bert, "More…")).response)
    address = await link(bert, more)
    assert await let_in(evening, address) == (200, None), "whoever sees the table may watch it"
    assert await let_in(evening, address) == (403, "")
    mine = present((await nora.slash(evening.channel, "me")).response)
    data = present((await nora.click(mine, label="My data…")).response)
    told = present((await nora.click(data, label="Sign out of all browsers")).response)
    assert "Signed out of 0 browser sessions" in text_of(told.components) + str(told.content)


async def test_who_may_not_see_a_tables_channel_gets_no_link(evening: Evening) -> None:
    """A member who can't see the channel of a table gets no link to it, even by a forged press on
    its button."""
    await evening.dealt("durak", evening.pavel)
    table = await evening.table()
    everyone = present(evening.bot.get_guild(evening.guild.id)).default_role
    unseen = discord.PermissionOverwrite(view_channel=False)
    hidden = evening.guild.create_text_channel("back-room", overwrites={everyone: unseen})
    open_to_all = evening.guild.create_text_channel("front-room")
    for room, links in ((hidden, 0), (open_to_all, 1)):
        with evening.env.time_context():
            await evening.bot.tables.registry.placed(table.id, room.id, 1)
        asked = Click(evening.aiko, evening.message, TO_BOARD.id(table.id))
        answer = present((await at_once(evening, asked))[0].response)
        assert answer.ephemeral
        assert sum("url" in part for part in walk(answer.components)) == links
        assert ("This table is gone." in str(answer.content)) is not bool(links)


async def test_a_guess_at_a_board_is_shown_in_the_watchers_message_too(evening: Evening) -> None:
    await evening.dealt("durak", evening.pavel)
    table = await evening.table()
    watched = [
        present((await evening.press(member, "Watch")).response)
        for member in (evening.bert, evening.aiko)
    ]
    before = [text_of(each.components) for each in watched]
    bert = evening.bert.id
    door = Door("d", Sight(table.id), table.guild_id, bert, "en", evening.bot.service.now())
    guess = Request("guess", 1, seat=1, game=table.game_number)
    with evening.env.time_context():
        done = await present(evening.bot.cog(Boards).server)._hub.do(door, guess)
    assert done["is"] == "done", done
    # Not all of the background: it also follows the table a minute late.
    background = spectators_of(evening.bot)._background
    await asyncio.gather(*(each for each in background._tasks if "_show_guess" in each.get_name()))
    await evening.edited()
    assert "Your guess: **Pavel**" in text_of(watched[0].components)
    assert text_of(watched[1].components) == before[1], "it is Bert's alone"
    assert "Your guess: **" not in before[0] + before[1]


async def test_while_all_play_at_boards_the_message_is_edited_at_the_end_of_each_bout(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(held_back, "SELDOM", 1000)
    await evening.dealt("durak", evening.pavel)
    table = await evening.table()
    # The simulator would wait for open sockets; tests/board shows who sits at boards by them.
    doors = [
        Door("d", Sight(table.id), table.guild_id, member.id, "en", evening.bot.service.now())
        for member in (evening.nora, evening.pavel)
    ]
    for door in doors:
        evening.bot.service.doors.present.came(door)
    edited, bouts = await played(evening, 12)
    assert bouts <= edited <= bouts + 1 < 12
    evening.bot.service.doors.present.went(doors[1])
    await evening.edited()
    assert await newest_text(evening) == evening.text, "Pavel may look at it now"
    evening.bot.service.doors.present.came(doors[1])
    await played(evening, 1)
    while await newest_text(evening) == evening.text:
        await played(evening, 1)
    evening.bot.cog(TableUpkeep).sync.queue.closed = True  # as one that is killed shows nothing
    await evening.restart()
    assert await newest_text(evening) == evening.text, "nothing of it was only in memory"


async def played(evening: Evening, moves: int) -> tuple[int, int]:
    """Let the members whose turn it is make `moves` moves. Return how often the table's message was
    edited, and how many bouts ended."""
    first = await evening.table()
    at = f"/channels/{first.channel_id}/messages/{first.message_id}"
    before = len(evening.env.http_requests)
    with evening.env.time_context():
        for _ in range(moves):
            table = await evening.table()
            seat = min(present(table.live).waiting_on)
            move, member_id = present(table.view(seat)).moves[0], table.seats[seat].member_id
            await evening.bot.tables.move(table.id, present(member_id), move)
            await evening.edited()
    asked = evening.env.http_requests[before:]
    edits = sum(each.method == "PATCH" and at in each.path for each in asked)
    return edits, (await evening.table()).chapters - first.chapters


async def newest_text(evening: Evening) -> str:
    """Return the text that the table's message must have for the newest state of the game. Look for
    the table's message again first, because it can have been posted again."""
    await evening.find_message()
    with evening.env.time_context():
        drawn = await evening.bot.cog(TableUpkeep).sync.public(await evening.table())
    return text_of(drawn.edit["view"].to_components())


async def test_replays_deals_and_open_hands_have_a_board_beside_their_message(
    evening: Evening, rng: random.Random
) -> None:
    """A replay, a deal of the day, and the message with all hands can be opened in the browser.
    Each member to whom such a message is shown can open it."""
    nora, bert = evening.nora, evening.bert
    home = present((await nora.slash(evening.channel, "puzzle")).response)
    deal = present((await nora.click(home, label="Play")).response)
    assert await let_in(evening, await link(nora, deal)) == (200, 0)
    await played_at_a_board(evening, nora, deal)
    await evening.lobby("durak", evening.pavel)
    options = present((await evening.press(nora, "Options")).response)
    await nora.click(options, label="Spectators see all hands: off")
    await evening.press(nora, "Start")
    await evening.find_message()
    table = await evening.table()
    forged = Click(nora, evening.message, TO_BOARD.id(table.id, "hands", 0))
    refused = present((await at_once(evening, forged))[0].response)
    assert "No peeking" in str(refused.content)
    await evening.env.advance_time(61)
    watched = present((await evening.press(bert, "Watch")).response)
    assert await let_in(evening, await link(bert, watched)) == (200, None)
    unplayed = Click(nora, evening.message, TO_BOARD.id(table.id, "replay", 1))
    refused = present((await at_once(evening, unplayed))[0].response)
    assert not [part for part in walk(refused.components) if "url" in part]
    await evening.finish(rng)
    replay = present((await evening.press(bert, "Replay")).response)
    for step in (1, 2, 3):
        pressed = IN_REPLAY.id(table.id, 1, step, "next")
        replay = present((await bert.click(replay, custom_id=pressed)).response)
    offered = [str(part.get("custom_id")) for part in walk(replay.components)]
    assert TO_BOARD.id(table.id, "replay", 1, 3) in offered, "it opens where the message stands"
    assert await let_in(evening, await link(bert, replay)) == (200, None)


async def played_at_a_board(evening: Evening, member: MemberActor, deal: ResponseMessage) -> None:
    """Make a move in a member's deal without a press, as the board in a browser does. Check that
    the deal's message in Discord then changes."""
    today, before = evening.bot.service.today, text_of(deal.components)
    shows: Any = evening.bot.get_cog("Today")
    with evening.env.time_context():
        sitting = present(await today.sitting(member.id, today.day))
        move = sitting.game.view(MEMBER).moves[0]
        await today.move(member.id, today.day, move, len(sitting.played.steps))
        await shows.background.finish()
    stored = evening.env.backend.get_message(evening.channel.id, deal.id)
    assert text_of(ResponseMessage(evening.env, stored).components) != before


async def test_a_team_match_has_a_board_for_its_members_who_are_not_called_there(
    evening: Evening,
) -> None:
    nora, pavel, aiko, _ = evening.members
    match = Match(evening)
    lobby = await match.open()
    button = TO_BOARD.id("match-0", "match", 0)
    for who, why in ((nora, "starts once both teams are full"), (aiko, "aren't in this match")):
        refused = present((await at_once(evening, Click(who, lobby, button)))[0].response)
        assert why in str(refused.content)
    doors, now = evening.bot.service.doors, evening.bot.service.now()
    for who in (nora, pavel):
        sight = Sight("match-0", Shows.MATCH, 0)
        doors.present.came(Door("d", sight, evening.guild.id, who.id, "en", now))
    going = await match.filled()
    calls = [each for each in evening.channel.history() if "Your turn in" in each.content]
    called = {member for each in calls for member in each.raw_mentions}
    assert called == {(await match.sitting(aiko)).awaited[0].person.id}, "at the other table"
    hand = await press(nora, going, "My hand")
    seat = (await match.sitting(nora)).seat
    assert await let_in(evening, await link(nora, hand)) == (200, seat)
