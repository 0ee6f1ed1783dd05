"""Test what happens when the bot lacks a permission which a tournament or a challenge needs. The
bot says so once, and everything else continues."""

from __future__ import annotations

import discord
import pytest

from bot.core.model import Phase
from bot.tournaments.model import TournamentStage, Verdict
from tests.beyond import the_first
from tests.journeys.conftest import Evening
from tests.journeys.test_challenge import answer, challenge
from tests.journeys.test_tournaments import Cup
from tests.limits import check_request
from tests.present import present

NEEDED = frozenset(
    {
        *("view_channel", "send_messages", "read_message_history", "use_application_commands"),
        *("attach_files", "create_public_threads", "send_messages_in_threads"),
        *("create_events", "manage_events", "manage_roles"),
    }
)
TOLD = {
    "attach_files": "",
    "create_public_threads": "I can't open threads here",
    "send_messages_in_threads": "I can't open threads here",
    "create_events manage_events": "I need the *Create Events*",
    "manage_roles": "I need the *Manage Roles*",
}
"""What the tournament's message says if a permission is missing. An empty text means that the
message says nothing about it."""
NO_POSTING = "I can't post the tables here. I need the *Send Messages* permission."


def refuse(evening: Evening, *missing: str) -> None:
    """Give the bot all permissions that it needs, except those in `missing`."""
    backend, everyone = evening.env.backend, evening.guild.default_role
    held = discord.Permissions(**dict.fromkeys(NEEDED - {*missing}, True))
    for role in list(backend.get_guild(evening.guild.id).roles.values()):
        if role.id != everyone.id and "boss" not in role.name:
            backend.edit_role(evening.guild.id, role.id, {"permissions": 0})
    backend.edit_role(evening.guild.id, everyone.id, {"permissions": held.value})


@pytest.mark.parametrize("missing", the_first(1, TOLD))
async def test_without_a_permission_the_tournament_says_so_and_goes_on(
    evening: Evening, missing: str
) -> None:
    cup = Cup(evening)
    refuse(evening, *missing.split())
    prize = evening.guild.create_role("champion")
    await cup.open(*evening.members, format="knockout", starts=60, threads=True, role=prize)
    await evening.env.advance_time(3600)
    await cup.settle()
    while (await cup.now()).stage is TournamentStage.PLAYING:
        tournament = await cup.now()
        number = tournament.round
        for fixture in tournament.in_round(number):
            with evening.env.time_context():
                await evening.bot.tournaments.decide(
                    tournament.id, number, fixture.board, Verdict.HOME
                )
        await cup.settle()
    assert (await cup.now()).stage is TournamentStage.OVER
    assert "won the tournament!" in cup.text
    for sentence in {*TOLD.values()} - {""}:
        assert cup.text.count(sentence) == (sentence == TOLD[missing]), sentence
    assert ("bracket.png" in str(cup.sent("PATCH", str(cup.message.id))[-1].json)) == (
        missing != "attach_files"
    )
    assert len(cup.sent("PUT", f"/roles/{prize.id}")) == (missing != "manage_roles")
    assert len(cup.sent("POST", "/scheduled-events")) == ("events" not in missing)
    threads = missing not in ("create_public_threads", "send_messages_in_threads")
    assert len(cup.sent("POST", "/threads")) == 3 * threads
    for request in evening.env.http_requests:
        check_request(request.method, request.path, request.json)


@pytest.mark.parametrize("missing", ["attach_files", "create_public_threads"])
async def test_without_a_permission_a_challenge_is_played_all_the_same(
    evening: Evening, missing: str
) -> None:
    refuse(evening, *missing.split())
    await evening.bot.tables.preferences.change_server(evening.guild.id, threads=True)
    shown = await challenge(evening, evening.nora, evening.pavel)
    await answer(evening, shown, "Accept")
    threads = present(evening.bot.get_guild(evening.guild.id)).threads
    assert len(threads) == (missing == "attach_files")
    place = threads[0].id if threads else evening.channel.id
    (table,) = await evening.bot.tables.where.open_in(place)
    assert table.message_id is not None


async def test_tables_that_can_not_be_posted_cost_nobody_a_game(evening: Evening) -> None:
    """While the bot can't post a tournament's tables, the tournament's message says so, and absent
    members don't lose. As soon as the bot can post the tables, the tournament continues."""
    cup = Cup(evening)
    await cup.open(*evening.members, format="knockout", speed="quick")
    refuse(evening, "send_messages")
    await cup.manage("Start now")
    await cup.settle()
    assert cup.text.count(NO_POSTING) == 1
    await evening.env.advance_time(601)
    await cup.settle()
    assert not any(fixture.verdict for fixture in (await cup.now()).fixtures)
    refuse(evening)
    await evening.env.settle()
    await cup.settle()
    assert NO_POSTING not in cup.text
    told = [each for each in evening.channel.history() if each.raw_mentions]
    assert len(told) == 2, "one for each table, now that there is one to see"
    for table in await cup.tables():
        assert (await cup.come(table)).phase is Phase.PLAYING


async def test_without_the_right_to_post_no_tournament_is_opened(evening: Evening) -> None:
    cup = Cup(evening)
    refuse(evening, "send_messages")
    said = await cup.boss.slash(
        evening.channel, "tournament new", game="durak", format="round-robin"
    )
    assert present(said.response).ephemeral
    assert "I need more permissions: Send Messages" in present(said.response).content
