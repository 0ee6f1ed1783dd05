"""Test a tournament of duplicate matches, in which two members play the same deals in private. The
tournament's message says where to play and until when. Nothing about a game is shown before both
members have played."""

from __future__ import annotations

from typing import Any

from simcord.actors import MemberActor
from simcord.results import ResponseMessage

from bot.today.duplicate import DEALS, Duplicate
from bot.tournaments.model import TournamentStage
from bot.tournaments.sittings import sittings
from games.shuffle import Stream
from tests.journeys.conftest import Evening
from tests.journeys.test_challenge import said
from tests.journeys.test_today import press, quick
from tests.journeys.test_tournaments import Cup, cup
from tests.limits import check_request, text_of
from tests.present import present
from tests.sightings import cards_in

__all__ = ["cup", "quick"]


async def settle(evening: Evening, cup: Cup) -> None:
    upkeep: Any = evening.bot.get_cog("DuplicatesUpkeep")
    for _ in range(2):
        with evening.env.time_context():
            await upkeep.background.finish()
        await cup.settle()


async def open_ones(evening: Evening, cup: Cup) -> list[Duplicate]:
    tournament = await cup.now()
    due = [sittings(tournament.id, each)[-1] for each in tournament.under_way]
    with evening.env.time_context():
        known = await evening.bot.service.duplicates.at_sittings(due)
    return [known[each] for each in due]


def shown(evening: Evening, duplicate: Duplicate) -> ResponseMessage:
    stored = evening.env.backend.get_message(evening.channel.id, present(duplicate.message_id))
    return ResponseMessage(evening.env, stored)


async def played(evening: Evening, member: MemberActor, duplicate: Duplicate, deals: int) -> None:
    """Play `deals` deals of a duplicate match for the member. Each deal is opened by a press and
    then played with random moves, without presses."""
    duplicates = evening.bot.service.duplicates
    for _ in range(deals):
        deal = await press(member, shown(evening, duplicate), "Play")
        assert deal.ephemeral
        with evening.env.time_context():
            number = present((await duplicates.progress(duplicate)).next_deal(member.id))
            sitting = present(await duplicates.sitting(member.id, number))
            while sitting.game.outcome is None:
                steps, moves = len(sitting.played.steps), sitting.game.legal_moves(0)
                move = moves[Stream(b"%d %d" % (member.id, steps)).randrange(len(moves))]
                sitting = await duplicates.move(member.id, number, str(move), steps)


async def test_matches_are_duplicates_and_the_winner_is_told(evening: Evening, cup: Cup) -> None:
    refused = await cup.boss.slash(
        evening.channel, "tournament new", game="durak", format="arena", duplicate=24
    )
    assert "Pick another format" in present(refused.response).content
    await cup.open(*evening.members, format="knockout", duplicate=24)
    assert "duplicate matches, 24 hours to play each · single games" in cup.text
    assert "the same two deals against the same bots" in cup.text
    await cup.manage("Start now")
    await settle(evening, cup)
    first, other = await open_ones(evening, cup)
    for each in (first, other):
        assert f"[duplicate](https://discord.com/channels/{evening.guild.id}/" in cup.text
        assert str(each.message_id) in cup.text
        assert "You have until" in said(shown(evening, each))
    assert "waiting for" in cup.text
    told = [message for message in evening.channel.history() if message.raw_mentions]
    mentioned = sorted(member for message in told for member in message.raw_mentions)
    assert mentioned == sorted(each.id for each in evening.members), "each once"
    assert all("Your tournament match is open" in each.content for each in told)

    by_id = {each.id: each for each in evening.members}
    one = by_id[first.first.id]
    stranger = await press(by_id[other.first.id], shown(evening, first), "Play")
    assert "This duplicate match is between" in (stranger.content or text_of(stranger.components))
    await played(evening, one, first, DEALS)
    await settle(evening, cup)
    for message in evening.channel.history():
        assert not cards_in([message.content, str(message.components)]), "nothing is known yet"
    assert f"waiting for {first.second.name} until" in cup.text
    await evening.restart()
    panel = present((await cup.boss.click(cup.message, label="For moderators…")).response)
    asked = present(
        (
            await cup.boss.select(panel, ["1-2"], custom_id=f"u:{(await cup.now()).id}:which")
        ).response
    )
    assert "The match ends here" in text_of(asked.components)
    await cup.boss.click(asked, label=f"{other.first.name} wins")
    await settle(evening, cup)
    assert "The tournament moved on before this match" in said(shown(evening, other))

    # The other has no time: the first who has played goes on, and wins the final the same way.
    for duplicate in (first, None):
        duplicates: Any = evening.bot.service.duplicates
        current = duplicate or (await open_ones(evening, cup))[0]
        if duplicate is None:
            await played(evening, one, current, 1)
        with evening.env.time_context():
            duplicates._now = lambda until=current.until: until
            await duplicates.settle(await duplicates.get(current.number))
        await settle(evening, cup)
    assert (await cup.now()).stage is TournamentStage.OVER
    finale = str([each.components for each in evening.channel.history()])
    assert f"**{first.first.name}** won the tournament!" in finale
    assert "time ran out" in finale
    for request in evening.env.http_requests:
        check_request(request.method, request.path, request.json)


async def test_matches_that_could_not_be_posted_are_lost_by_nobody(
    evening: Evening, cup: Cup
) -> None:
    await cup.open(*evening.members, format="knockout", duplicate=24)
    evening.env.inject_error(
        "POST", f"/channels/{evening.channel.id}/messages", status=403, times=None
    )
    await cup.manage("Start now")
    await settle(evening, cup)
    assert [each.message_id for each in await open_ones(evening, cup)] == [None, None]
    await evening.env.advance_time(24 * 3600 + 5)
    await settle(evening, cup)
    assert (await cup.now()).stage is TournamentStage.PLAYING
    assert "time ran out" not in cup.text
    evening.env.backend.faults.clear()
    await evening.env.advance_time(3600)
    await settle(evening, cup)
    for each in await open_ones(evening, cup):
        assert str(each.message_id) in cup.text
        assert "You have until" in said(shown(evening, each))
