"""Test duplicate matches. Two members play the same deals, each alone. Neither learns anything
about the other member's game before both have played."""

from __future__ import annotations

from typing import Any

import pytest
from simcord.actors import MemberActor
from simcord.results import ResponseMessage

from bot.today.duplicate import DEALS
from cogs.discord.components import IN_DEAL
from games.shuffle import Stream
from tests.journeys.conftest import Click, Evening, actions, at_once, custom_id
from tests.journeys.test_challenge import answer, now_says, said
from tests.journeys.test_today import QUICK, press, quick
from tests.limits import check_request, text_of
from tests.present import present
from tests.sightings import cards_in

__all__ = ["quick"]


async def shown_in_channel(evening: Evening) -> ResponseMessage:
    """Wait until the bot's own work is done, and return the current message of the duplicate
    match."""
    upkeep: Any = evening.bot.get_cog("DuplicatesUpkeep")
    with evening.env.time_context():
        await upkeep.background.finish()
        (duplicate,) = [await evening.bot.service.duplicates.get(0)]
    stored = evening.env.backend.get_message(evening.channel.id, present(duplicate.message_id))
    return ResponseMessage(evening.env, stored)


async def played(evening: Evening, member: MemberActor, seed: bytes) -> None:
    """Play the deal that the member has begun in the duplicate match. Play it to its end with
    random moves, without presses."""
    duplicates = evening.bot.service.duplicates
    with evening.env.time_context():
        progress = await duplicates.progress(await duplicates.get(0))
        deal = present(progress.next_deal(member.id))
        sitting = present(await duplicates.sitting(member.id, deal))
        while sitting.game.outcome is None:
            steps, moves = sitting.played.steps, sitting.game.legal_moves(0)
            move = moves[Stream(seed + b"%d" % len(steps)).randrange(len(moves))]
            sitting = await duplicates.move(member.id, deal, str(move), len(steps))


async def begun(evening: Evening) -> ResponseMessage:
    """Let Nora challenge Pavel to a duplicate match, and Pavel accept. Return the message of the
    match."""
    evening.bot.service.today.budget = QUICK
    asked = await evening.nora.slash(
        evening.channel, "challenge", member=evening.pavel, game="durak", duplicate=True
    )
    challenge = present(asked.response)
    told = f"**Nora** challenges <@{evening.pavel.id}> to a duplicate **Durak** match."
    assert told in said(challenge)
    assert "against the same bots, in your own time" in said(challenge)
    await answer(evening, challenge, "Accept")
    assert "accepted" in now_says(evening, challenge)
    return await shown_in_channel(evening)


async def test_two_members_play_the_same_deals_each_alone(evening: Evening) -> None:
    nora, pavel, aiko, _ = evening.members
    refused = await nora.slash(
        evening.channel, "challenge", member=aiko, game="durak", speed="quick", duplicate=True
    )
    assert "leave `rules` and `speed` empty" in present(refused.response).content
    shown = await begun(evening)
    assert "**Nora** has played 0 of 2 deals" in said(shown)
    other = await press(aiko, shown, "Play")
    assert "between Nora and Pavel" in (other.content or text_of(other.components))

    deal = await press(nora, shown, "Play")
    assert deal.ephemeral
    assert "Durak duplicate match, deal 1 of 2" in text_of(deal.components)
    assert cards_in(text_of(deal.components))
    first = next(
        each for each in actions(deal) if IN_DEAL.match(each.custom_id) and not each.values
    )
    await nora.click(deal, custom_id=first.custom_id)
    await played(evening, nora, b"n")
    await evening.restart()
    evening.bot.service.today.budget = QUICK
    shown = await shown_in_channel(evening)
    assert "**Nora** has played 1 of 2 deals" in said(shown)
    second = await press(nora, shown, "Play")
    assert "deal 2 of 2" in text_of(second.components)
    await played(evening, nora, b"n")

    # Nothing says how it went, and no card of it is anywhere, before Pavel has played.
    shown = await shown_in_channel(evening)
    assert "**Nora** has played 2 of 2 deals" in said(shown)
    assert "of 4" not in said(shown)
    assert not cards_in(said(shown))
    for command in ("history", "profile", "leaderboard", "puzzle"):
        told = await pavel.slash(evening.channel, command)
        reply = present(told.response or next(iter(told.followups)))
        assert not cards_in([reply.content, text_of(reply.components)]), command
    waits = await press(nora, shown, "Play")
    assert "up to **Pavel**" in text_of(waits.components)


async def test_the_better_total_wins_and_both_are_told_once(evening: Evening) -> None:
    nora, pavel, aiko, _ = evening.members
    shown = await begun(evening)
    play = custom_id(shown, "Play")
    for member, seed in ((nora, b"n"), (pavel, b"p")):
        for _deal in range(DEALS):
            await press(member, shown, "Play")
            await played(evening, member, seed)
    over = said(await shown_in_channel(evening))
    assert "wins" in over or "A draw" in over
    assert "Deal 1: **Nora** #" in over
    assert "Duplicate rating" in over
    with evening.env.time_context():
        duplicates = evening.bot.service.duplicates
        duplicate = await duplicates.get(0)
        assert (await duplicates.deal(duplicate)).secret.hex() in over
    (told,) = [each for each in evening.channel.history() if each.raw_mentions]
    assert set(told.raw_mentions) == {nora.id, pavel.id}
    assert str(shown.id) in told.content
    assert ("wins" in told.content) == ("wins" in over)
    for member, why in ((aiko, "between Nora and Pavel"), (pavel, "This duplicate match is over.")):
        (late,) = await at_once(evening, Click(member, shown, play))
        reply = present(late.response or next(iter(late.followups)))
        assert why in (reply.content or text_of(reply.components))
    await evening.restart()
    await shown_in_channel(evening)
    assert [each for each in evening.channel.history() if each.raw_mentions] == [told]
    sent = [each for each in evening.channel.history() if "duplicate" in str(each.components)]
    assert len(sent) <= 2, "the challenge, and one message of the duplicate"
    for request in evening.env.http_requests:
        check_request(request.method, request.path, request.json)


async def test_an_end_that_discord_refused_to_show_is_told_by_the_next_process(
    evening: Evening,
) -> None:
    await begun(evening)
    evening.env.inject_error("PATCH", "/channels/*/messages/*", status=403, code=50001, times=None)
    with evening.env.time_context():
        duplicates: Any = evening.bot.service.duplicates
        duplicate = await duplicates.get(0)
        duplicates._now = lambda: duplicate.until  # three days later, without 72 hours of upkeep
        await duplicates.settle(duplicate)
    shown = await shown_in_channel(evening)
    assert "You have until" in said(shown)
    evening.env.backend.faults.clear()
    for _ in range(2):
        await evening.restart()
        shown = await shown_in_channel(evening)
        assert "Nobody played" in said(shown)
        (told,) = [each for each in evening.channel.history() if each.raw_mentions]
        assert str(shown.id) in told.content


@pytest.mark.parametrize("action", ["share", "home", "yesterday", "puzzle"])
async def test_buttons_of_a_day_do_nothing_for_a_duplicate(evening: Evening, action: str) -> None:
    shown = await begun(evening)
    forged = custom_id(shown, "Play").replace("play", action)
    (told,) = await at_once(evening, Click(evening.pavel, shown, forged))
    reply = present(told.response)
    assert not cards_in([reply.content, text_of(reply.components)])
