"""Test how `/profile` shows how well a member plays. Also test the practice of own mistakes. In it,
a member sees positions from their own games in which they made a mistake, and can try to find the
right move."""

from __future__ import annotations

import json
import random
import re

import pytest
from simcord.actors import MemberActor
from simcord.results import ResponseMessage
from sqlalchemy import select, update

from bot.analysis.judged import Judged
from bot.analysis.practice import OwnMistake, Place, own_mistake
from bot.core.errors import NoMistake
from bot.db import schema
from bot.db.writer import Statement
from cogs.analysis.practice import is_right, moves_of
from cogs.discord.components import IN_PRACTICE
from cogs.words.cards import JOINER
from games.analysis import AnalysisBudget
from tests.beyond import the_first
from tests.journeys import ways
from tests.journeys.conftest import Click, Evening, at_once
from tests.limits import BUTTON, GALLERY, check_request, text_of, walk
from tests.present import present
from tests.sightings import cards_in

SMALL = AnalysisBudget(cost=2_000, deals=4, close=1, opened=1, nodes=5_000)
HOW = "Press *Analyse* under a result to see your accuracy and mistakes here."


async def profile(evening: Evening, member: MemberActor) -> ResponseMessage:
    said = await member.slash(evening.channel, "profile")
    return present(said.response or next(iter(said.followups)))


async def play(evening: Evening, rng: random.Random) -> None:
    evening.bot.analyses.budget = SMALL
    await evening.dealt("durak", evening.pavel)
    await evening.finish(rng)


async def judged(evening: Evening, member: MemberActor) -> Judged:
    with evening.env.time_context():
        (found,) = await evening.bot.analyses.judged(evening.guild.id, member.id)
    return found


async def blundered(evening: Evening) -> tuple[MemberActor, list[Place]]:
    """Return Nora, or Pavel if Nora made no mistake in the analysed game, and the places of that
    member's mistakes. Fail if neither made a mistake."""
    for member in (evening.nora, evening.pavel):
        found = await judged(evening, member)
        if found.mistakes:
            return member, [
                Place(found.table_id, found.number, each.step) for each in found.mistakes
            ]
    raise AssertionError("nobody made a mistake")


async def mistake(evening: Evening, member: MemberActor, place: Place) -> OwnMistake:
    with evening.env.time_context():
        return await own_mistake(evening.bot.analyses, evening.guild.id, member.id, place)


async def practise(evening: Evening, member: MemberActor) -> ResponseMessage:
    shown = await profile(evening, member)
    pressed = await member.click(shown, label="Practise my mistakes")
    return present(pressed.response)


def said(message: ResponseMessage) -> str:
    return text_of(message.components)


def alts(message: ResponseMessage) -> str:
    return "\n".join(
        item["description"]
        for part in walk(message.components)
        if part["type"] == GALLERY
        for item in part["items"]
    )


async def test_the_profile_tells_accuracy_and_the_commonest_mistake(
    evening: Evening, rng: random.Random
) -> None:
    await play(evening, rng)
    before = said(await profile(evening, evening.nora))
    assert HOW in before
    assert "Accuracy" not in before
    await evening.press(evening.nora, "Analyse")
    member, places = await blundered(evening)
    own = await judged(evening, member)
    await all_of_a_kind(evening, own)
    told = said(await profile(evening, member))
    assert f"🎯 Accuracy: {own.accuracy}% over 1 analysed game" in told
    assert re.search(rf"Most common mistake: .+, {len(places) + 1} times", told)
    assert HOW not in told
    other = evening.pavel if member is evening.nora else evening.nora
    asked = await other.slash(evening.channel, "profile", member=member)
    seen = present(asked.response or next(iter(asked.followups)))
    assert seen.ephemeral
    shown = await member.click(await profile(evening, member), label="Show everyone")
    public = present(shown.response or next(iter(shown.followups)))
    assert not public.ephemeral
    for message in (seen, public):
        assert "🎯 Accuracy" in said(message)
        assert "istake" not in str(message.components), "these are the member's own business"
    assert places


async def all_of_a_kind(evening: Evening, own: Judged) -> None:
    """Store one mistake more of this member, and all of the kind of the first one."""
    first, table = own.mistakes[0], schema.judged
    mistakes = json.dumps([[each.step, first.kind] for each in (*own.mistakes, first)])
    mine = (table.c.table_id == own.table_id) & (table.c.seat == own.seat)
    await evening.bot.service.store.write(
        [Statement(update(table).where(mine).values(mistakes=mistakes))]
    )


async def test_a_mistake_is_a_position_to_solve(evening: Evening, rng: random.Random) -> None:
    await play(evening, rng)
    await evening.press(evening.nora, "Analyse")
    member, places = await blundered(evening)
    await evening.restart()
    shown = await practise(evening, member)
    assert shown.ephemeral
    own = await mistake(evening, member, places[0])
    labels = [
        part["label"].replace(JOINER, "")
        for part in walk(shown.components)
        if part["type"] == BUTTON and part["custom_id"].startswith("j:")
    ]
    moves = moves_of(own)
    assert len(labels) == len(moves) > 1
    assert {each.move for each in moves} <= set(own.game.legal_moves(own.decision.seat))
    for number, move in enumerate(moves):
        await member.click(shown, custom_id=IN_PRACTICE.id(*own.place, number))
        assert (" is right." in said(shown)) == is_right(own, move)
        assert ("You chose" in said(shown)) == (move.move == own.decision.move)
        assert f"- {labels[number]}: {(move.chance + 5) // 10}%" in said(shown)
        assert "Type of mistake: " in said(shown)
        again = await practise(evening, member)
        shown = again
    for following in [*places[1:], places[0]]:
        await member.click(shown, custom_id=IN_PRACTICE.id(*own.place, 0))
        await member.click(shown, label="Next mistake")
        own = await mistake(evening, member, following)
        assert f"step {following.step}" in said(shown)
    await member.click(shown, custom_id=IN_PRACTICE.id(*own.place, 0))
    await member.click(shown, label="Show in replay")
    assert "Here comes a mistake" in said(shown)
    for request in evening.env.http_requests:
        check_request(request.method, request.path, request.json)


async def test_a_position_shows_no_more_than_its_seat_saw(
    evening: Evening, rng: random.Random
) -> None:
    await play(evening, rng)
    await evening.press(evening.nora, "Analyse")
    member, places = await blundered(evening)
    shown = await practise(evening, member)
    for place in places:
        own = await mistake(evening, member, place)
        assert f"step {place.step}" in said(shown)
        hidden = own.game.opened().zone("hand", 1 - own.decision.seat)
        # What lay on the table a moment ago and was taken is told to everyone, as it was then.
        seat = own.decision.seat
        told = {
            card
            for made in own.made
            for event in made.events
            if event.tells(seat)
            for card in cards_in(str(event.seen_by(seat)))
        }
        assert hidden is not None
        assert alts(shown)
        assert not cards_in([shown.components]) & set(hidden.cards or ()) - told
        await member.click(shown, custom_id=IN_PRACTICE.id(*place, 0))
        await member.click(shown, label="Next mistake")


async def test_nobody_practises_what_is_not_theirs(evening: Evening, rng: random.Random) -> None:
    await play(evening, rng)
    await evening.press(evening.nora, "Analyse")
    member, places = await blundered(evening)
    other = evening.pavel if member is evening.nora else evening.nora
    shown = await practise(evening, member)
    forged = [IN_PRACTICE.id(*places[0], move) for move in (0, "next")]
    for stranger in (other, evening.bert):
        (pressed,) = await at_once(evening, Click(stranger, shown, forged[0]))
        refused = present(pressed.response)
        assert "You have no mistakes to practise yet." in refused.content
        assert not refused.attachments
    (pressed,) = await at_once(evening, Click(evening.bert, shown, forged[1]))
    assert "You have no mistakes to practise yet." in present(pressed.response).content
    for bad in (IN_PRACTICE.id(*places[0], 99), IN_PRACTICE.id(None, None, None, 1)):
        (pressed,) = await at_once(evening, Click(member, shown, bad))
        assert "🎯" not in present(pressed.response).content
    running = await _of_a_running_game(evening)
    (pressed,) = await at_once(evening, Click(member, shown, IN_PRACTICE.id(*running, 0)))
    assert "isn't over yet" in present(pressed.response).content


async def _of_a_running_game(evening: Evening) -> Place:
    await evening.env.advance_time(1)
    await evening.dealt("durak", evening.pavel)
    table = await evening.table()
    return Place(table.id, table.game_number, 3)


@pytest.mark.parametrize("text_only", the_first(1, [True, False]))
async def test_who_was_forgotten_has_nothing_to_practise(
    evening: Evening, rng: random.Random, text_only: bool
) -> None:
    await play(evening, rng)
    await evening.press(evening.nora, "Analyse")
    member, places = await blundered(evening)
    with evening.env.time_context():
        await evening.bot.tables.preferences.change_member(member.id, text_only=text_only)
    shown = await practise(evening, member)
    assert any(part["type"] == GALLERY for part in walk(shown.components)) != text_only
    asked = await ways.to_forgetting(evening.channel, member)
    await member.click(asked, label="Yes, forget me")
    for press in (IN_PRACTICE.id(None, None, None, "next"), IN_PRACTICE.id(*places[0], 0)):
        (pressed,) = await at_once(evening, Click(member, shown, press))
        assert "You have no mistakes to practise yet." in present(pressed.response).content


async def test_a_mistake_by_older_rules_keeps_no_other_from_practice(
    evening: Evening, rng: random.Random
) -> None:
    await play(evening, rng)
    await evening.press(evening.nora, "Analyse")
    member, places = await blundered(evening)
    await evening.press(evening.nora, "Again")
    await evening.press(evening.pavel, "Play again")
    await evening.finish(rng)
    await evening.press(evening.nora, "Analyse")
    with evening.env.time_context():
        _, newer = await evening.bot.analyses.judged(evening.guild.id, member.id)
    assert newer.mistakes
    await of_older_rules(evening, newer.number)
    with pytest.raises(NoMistake):
        await mistake(evening, member, Place(newer.table_id, newer.number, newer.mistakes[0].step))
    shown = await practise(evening, member)
    assert f"step {places[0].step}\n" in said(shown), "the game before it can still be practised"


async def of_older_rules(evening: Evening, number: int) -> None:
    """Change the stored record of game `number`, so that it names a version of the rules of Durak
    that the bot doesn't have."""
    header, mine = schema.games.c.header, schema.games.c.number == number
    (row,) = await evening.bot.service.store.rows(select(header).where(mine))
    gone = row.header.replace("game durak ", "game durak 9")
    await evening.bot.service.store.write(
        [Statement(update(schema.games).where(mine).values(header=gone))]
    )
