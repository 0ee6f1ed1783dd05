"""Test `/puzzle` with the deal of the day, from the first press to the board and the next day."""

from __future__ import annotations

import pytest
from simcord.actors import MemberActor
from simcord.results import ResponseMessage

from bot.today.model import MEMBER, Sitting
from cogs.discord.components import IN_DEAL
from games.analysis import AnalysisBudget
from tests.journeys.conftest import Click, Evening, actions, at_once, custom_id
from tests.limits import check_request, text_of
from tests.present import present
from tests.sightings import cards_in

QUICK = AnalysisBudget(cost=2000, deals=8, close=0, opened=2, nodes=500, least=0)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the bot players of the deal of the day have low levels, which choose their moves
    quickly."""
    monkeypatch.setattr("bot.today.model.LEVELS", ("casual", "beginner"))


async def asked(evening: Evening, member: MemberActor) -> ResponseMessage:
    """Use `/puzzle`, and return the answer."""
    said = await member.slash(evening.channel, "puzzle")
    return present(said.response or next(iter(said.followups)))


async def press(member: MemberActor, on: ResponseMessage, label: str) -> ResponseMessage:
    """Press the button `label` in the message `on`, and return the answer."""
    said = await member.click(on, custom_id=custom_id(on, label))
    return present(said.response or next(iter(said.followups)))


async def sitting_of(evening: Evening, member: MemberActor) -> Sitting:
    """Return the member's game of today's deal. The member must have begun this game. From now on,
    the bot analyses deals with the small budget `QUICK`."""
    evening.bot.service.today.budget = QUICK
    today = evening.bot.service.today
    with evening.env.time_context():
        return present(await today.sitting(member.id, today.day))


async def play(evening: Evening, member: MemberActor, deal: ResponseMessage, most: int) -> None:
    """Press the first move that the deal offers, again and again. Stop when the deal is over, or
    after `most` presses."""
    for _ in range(most):
        sitting = await sitting_of(evening, member)
        offered = [each for each in actions(deal) if IN_DEAL.match(each.custom_id)]
        if sitting.game.outcome is not None or not offered:
            return
        first = next((each for each in offered if not each.values), offered[0])
        if first.values:
            await member.select(deal, list(first.values), custom_id=first.custom_id)
        else:
            await member.click(deal, custom_id=first.custom_id)


async def test_a_member_plays_the_deal_of_the_day_and_shows_how_it_went(
    evening: Evening, long_days: None
) -> None:
    nora, pavel = evening.nora, evening.pavel
    home = await asked(evening, nora)
    assert home.ephemeral
    assert "Today's deal: Durak" in text_of(home.components)
    deal = await press(nora, home, "Play")
    assert deal.ephemeral
    assert "You against" not in text_of(deal.components)
    await play(evening, nora, deal, 3)
    await evening.restart()

    # The home of whoever has begun leads on, and tells nobody else of it.
    home = await asked(evening, nora)
    deal = await press(nora, home, "Carry on")
    await play(evening, nora, deal, 300)
    sitting = await sitting_of(evening, nora)
    assert sitting.game.outcome is not None
    assert sitting.played.judged is not None, "it was looked at while the message was open"
    told = text_of(deal.components)
    assert "accuracy" in told
    assert sitting.played.judged.shown in told

    # Whoever hasn't played sees neither a line of others nor a card.
    before = text_of((await asked(evening, pavel)).components)
    assert "accuracy" not in before
    assert not cards_in(before)

    for command in ("history", "profile", "leaderboard"):
        said = await pavel.slash(evening.channel, command)
        answer = present(said.response or next(iter(said.followups)))
        assert not cards_in([answer.content, text_of(answer.components)]), command

    shown = await press(nora, deal, "Show everyone")
    assert not shown.ephemeral
    assert sitting.played.judged.shown in text_of(shown.components)
    assert not cards_in([shown.content, text_of(shown.components)])

    theirs = await press(pavel, shown, "Play today's deal")
    assert theirs.ephemeral
    await play(evening, pavel, theirs, 300)
    other = await sitting_of(evening, pavel)
    both = list(zip(sitting.played.steps, other.played.steps, strict=False))
    apart = next((number for number, (a, b) in enumerate(both) if a != b), len(both))
    assert apart == len(both) or both[apart][0].seat == MEMBER, "the bots answered alike"
    board = text_of((await asked(evening, nora)).components)
    assert "Pavel" in board
    assert "Nora" in board

    await evening.env.advance_time(24 * 3600)
    home = await asked(evening, pavel)
    past = text_of((await press(pavel, home, "Yesterday")).components)
    assert sitting.deal.secret.hex() in past
    hands = sitting.deal.header.deal().position()["hands"]
    assert {card for hand in hands for card in hand} <= cards_in(past)
    for request in evening.env.http_requests:
        check_request(request.method, request.path, request.json)


async def test_yesterday_is_the_day_before_the_press(evening: Evening, long_days: None) -> None:
    await evening.env.advance_time(24 * 3600)
    home = await asked(evening, evening.nora)
    today = evening.bot.service.today
    for _ in range(2):
        await evening.env.advance_time(24 * 3600)
    told = text_of((await press(evening.nora, home, "Yesterday")).components)
    with evening.env.time_context():
        assert (await today.past(today.day - 1)).secret.hex() in told


async def test_on_the_first_day_there_was_no_deal_yesterday(evening: Evening) -> None:
    home = await asked(evening, evening.nora)
    told = await press(evening.nora, home, "Yesterday")
    assert "There was no deal yesterday." in text_of(told.components) + told.content


async def test_nobody_is_hurried(evening: Evening, long_days: None) -> None:
    nora = evening.nora
    deal = await press(nora, await asked(evening, nora), "Play")
    await play(evening, nora, deal, 2)
    left = (await sitting_of(evening, nora)).played
    sent = len(evening.channel.history())
    await evening.env.advance_time(9 * 3600)
    assert (await sitting_of(evening, nora)).played == left
    assert len(evening.channel.history()) == sent, "nor reminded"
    deal = await press(nora, await asked(evening, nora), "Carry on")
    await play(evening, nora, deal, 1)
    assert len((await sitting_of(evening, nora)).played.steps) > len(left.steps)


async def test_an_old_press_is_answered_with_the_deal_as_it_is_now(evening: Evening) -> None:
    home = await asked(evening, evening.nora)
    deal = await press(evening.nora, home, "Play")
    steps = len((await sitting_of(evening, evening.nora)).played.steps)
    old = next(each for each in actions(deal) if IN_DEAL.match(each.custom_id)).custom_id
    await play(evening, evening.nora, deal, 1)
    now = await sitting_of(evening, evening.nora)
    assert len(now.played.steps) > steps
    await at_once(evening, Click(evening.nora, deal, old))
    assert (await sitting_of(evening, evening.nora)).played == now.played
    assert "made more moves since then" in text_of(deal.components)


async def test_a_deal_is_its_members_alone(evening: Evening) -> None:
    home = await asked(evening, evening.nora)
    deal = await press(evening.nora, home, "Play")
    before = await sitting_of(evening, evening.nora)
    move = next(each for each in actions(deal) if IN_DEAL.match(each.custom_id)).custom_id
    (said,) = await at_once(evening, Click(evening.pavel, deal, move))
    told = present(said.response)
    assert not cards_in([told.content, text_of(told.components)])
    assert (await sitting_of(evening, evening.nora)).played == before.played
