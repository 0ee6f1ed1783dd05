"""Test a match of two teams: challenge, lobby, two tables and the end. Members at one table learn
nothing about the other table before all have played."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from simcord.actors import MemberActor
from simcord.results import ResponseMessage
from sqlalchemy import update

import games
from bot.db import schema
from bot.db.writer import Statement
from bot.teams.deals import TeamSitting
from bot.teams.model import MatchStage, TeamMatch
from bot.today.duplicate import DEALS
from cogs.discord.components import IN_TEAM_DEAL
from cogs.discord.presses import MoveWords
from games.shuffle import Stream
from tests.beyond import BEYOND, the_first
from tests.cogs.plugins import own_package
from tests.journeys import ways
from tests.journeys.conftest import Action, Click, Evening, actions, at_once
from tests.journeys.test_challenge import answer, now_says, said
from tests.journeys.test_deal_secrecy import PUZZLE, quick, shown, survey
from tests.journeys.test_today import press
from tests.limits import check_request, text_of
from tests.present import present
from tests.sightings import cards_in

__all__ = ["own_package", "quick"]


class Match:
    """A match of Nora and Aiko against Pavel and Bert. Nora and Pavel sit at the first table, Aiko
    and Bert at the second."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening

    async def settle(self) -> None:
        teams: Any = self.evening.bot.get_cog("Teams")
        with self.evening.env.time_context():
            await teams.background.finish()

    async def now(self) -> TeamMatch:
        with self.evening.env.time_context():
            return await self.evening.bot.service.team_matches.get(0)

    async def message(self) -> ResponseMessage:
        """Wait until the bot's own work is done, and return the current message of the match."""
        await self.settle()
        teams: Any = self.evening.bot.get_cog("Teams")
        with self.evening.env.time_context():
            await teams._posted(0)  # as after its rest, which ends by no clock of the simulator's
        match = await self.now()
        backend = self.evening.env.backend
        stored = backend.get_message(self.evening.channel.id, present(match.message_id))
        return ResponseMessage(self.evening.env, stored)

    async def open(self, size: int = 2, game: str = "durak") -> ResponseMessage:
        evening = self.evening
        asked = await evening.nora.slash(
            evening.channel, "challenge", member=evening.pavel, game=game, teams=size
        )
        challenge, title = present(asked.response), games.load(game).title
        assert f"challenges <@{evening.pavel.id}> to a **{title}** team match" in said(challenge)
        assert f"can add {size - 1} more player" in said(challenge)
        await answer(evening, challenge, "Accept")
        assert "accepted" in now_says(evening, challenge)
        return await self.message()

    async def filled(self) -> ResponseMessage:
        """Let Aiko and Bert join their teams. The match then begins. Return the message of the
        match."""
        lobby = await self.message()
        _, _, aiko, bert = self.evening.members
        await aiko.click(lobby, label="Join Nora")
        await bert.click(lobby, label="Join Pavel")
        return await self.message()

    async def sitting(self, member: MemberActor) -> TeamSitting:
        with self.evening.env.time_context():
            found = await self.evening.bot.service.team_matches.hand(0, member.id)
        return present(found)

    async def play(self, *members: MemberActor, deals: int = DEALS) -> None:
        """Play `deals` deals at the table of these members, with random moves and without
        presses."""
        matches = self.evening.bot.service.team_matches
        for _ in range(deals):
            sitting = await self.sitting(members[0])
            game, steps, day = sitting.game, len(sitting.played.steps), sitting.deal.day
            rng = Stream(b"%d" % day)
            with self.evening.env.time_context():
                while game.outcome is None:
                    seat = min(game.waiting_on)
                    moves = game.legal_moves(seat)
                    text = str(moves[rng.randrange(len(moves))])
                    await matches.move(0, sitting.seats[seat].person.id, day, text, steps)
                    game.play(seat, text)
                    steps += 1
        await self.settle()


def text(message: ResponseMessage) -> str:
    return text_of(message.components)


async def test_two_teams_play_the_same_deals_at_two_tables(evening: Evening) -> None:
    nora, pavel, aiko, _ = evening.members
    refused = await nora.slash(evening.channel, "challenge", member=pavel, game="dritzak", teams=4)
    assert "in teams of 4" in present(refused.response).content
    match = Match(evening)
    lobby = await match.open()
    assert "**Nora**: 1 of 2 players" in text(lobby)
    assert "1 player at each of two tables" in text(lobby)
    (early,) = await at_once(evening, Click(nora, lobby, "A:0:hand"))
    assert "starts once both teams are full" in present(early.response).content
    await aiko.click(lobby, label="Join Nora")
    await aiko.click(lobby, label="Leave")
    await evening.restart()
    going = await match.filled()
    assert "Table 1: **Nora** – **Pavel** · deal 1 of 2 · waiting for" in text(going)
    assert "Table 2: **Aiko** – **Bert**" in text(going)
    calls = [each for each in evening.channel.history() if "Your turn in" in each.content]
    called = {member for each in calls for member in each.raw_mentions}
    by_id = {each.id: each for each in evening.members}
    with evening.env.time_context():
        service = evening.bot.service.team_matches
        awaited = await service.awaited(await match.now(), await service.games(await match.now()))
    assert called == {one.person.id for some in awaited.values() for one in some}

    # A hand that is open follows what the other does.
    mover = by_id[awaited[0][0].person.id]
    other = pavel if mover is nora else nora
    mine, theirs = await press(mover, going, "My hand"), await press(other, going, "My hand")
    assert mine.ephemeral
    assert theirs.ephemeral
    assert f"Against **{'Pavel' if mover is nora else 'Nora'}**" in text(mine)
    before = text(theirs)
    first = next(each for each in actions(mine) if not each.values)
    await mover.click(mine, custom_id=first.custom_id)
    await match.settle()
    sitting = await match.sitting(other)
    assert len(sitting.played.steps) == 1
    assert text(theirs) != before
    steps = {present(IN_TEAM_DEAL.match(each.custom_id))["done"] for each in actions(theirs)}
    assert steps <= {"1"}
    await at_once(evening, Click(mover, mine, first.custom_id))
    assert len((await match.sitting(other)).played.steps) == 1, "the same press twice"


async def test_a_match_of_another_server_is_out_of_reach(evening: Evening) -> None:
    match = Match(evening)
    lobby = await match.open()
    with evening.env.time_context():
        elsewhere = update(schema.team_matches).values(guild_id=1)
        await evening.bot.service.store.write([Statement(elsewhere)])
    for action in ("first", "hand", "off"):
        (forged,) = await at_once(evening, Click(evening.nora, lobby, f"A:0:{action}"))
        assert "This match is over." in present(forged.response).content
    assert len((await match.now()).players) == 2


@BEYOND
async def test_the_better_total_wins_and_all_are_told_once(evening: Evening) -> None:
    nora, pavel, aiko, bert = evening.members
    match = Match(evening)
    await match.open()
    await match.filled()
    await evening.restart()
    left = await press(bert, await match.message(), "My hand")
    await match.play(nora, pavel)
    await match.play(aiko, bert, deals=1)
    assert "That deal is over" in text(left), "though Bert has pressed nothing"
    left = await press(bert, left, "Next deal")
    await match.play(aiko, bert, deals=1)
    assert "team match](" in text(left)
    over = await match.message()
    assert (await match.now()).stage is MatchStage.OVER
    assert "Deal 2, table 2:" in text(over)
    assert "Team rating" in text(over)
    service = evening.bot.service.team_matches
    with evening.env.time_context():
        assert (await service.deal(await match.now())).secret.hex() in text(over)
    for _ in range(2):
        ends = [each for each in evening.channel.history() if "team match](" in each.content]
        told = [each for each in ends if "turn" not in each.content]
        assert [set(each.raw_mentions) for each in told] == [{each.id for each in evening.members}]
        await evening.restart()
        await match.settle()
    (gone,) = await at_once(evening, Click(nora, over, "A:0:hand"))
    assert "This match is over." in present(gone.response).content
    for request in evening.env.http_requests:
        check_request(request.method, request.path, request.json)


@BEYOND
async def test_nobody_at_the_other_table_learns_a_card(evening: Evening) -> None:
    nora, pavel, aiko, bert = evening.members
    match = Match(evening)
    await match.open()
    going = await match.filled()
    before = await survey(evening, bert)
    theirs = [await press(one, going, "My hand") for one in (nora, pavel)]
    held = [each.custom_id for one in theirs for each in actions(one)]
    await match.play(nora, pavel)
    going = await match.message()
    assert "Table 1: **Nora** – **Pavel** · all deals played" in text(going)
    for message in evening.channel.history():
        assert not cards_in([message.content, str(message.components)])
    after = await survey(evening, bert)
    assert {name for name, cards in after.items() if cards} == {PUZZLE}
    assert after[PUZZLE] == before[PUZZLE]

    # Buttons of Nora's hand, and those that nobody ever posted, show Bert his own hand at most.
    own = {str(card) for card in _seen(await match.sitting(bert))}
    day = (await match.now()).deals[0]
    for custom_id_ in (
        *held[:3],
        *(f"D:{number}:{done}:@page" for number in (day, day + 1) for done in (0, 9)),
        *(f"A:0:{action}" for action in ("hand", "table", "show", "first", "off")),
        *(f"v:{day}:{action}" for action in ("play", "home", "yesterday", "share")),
        f"i:{day}:0:@page",
    ):
        (forged,) = await at_once(evening, Click(bert, going, custom_id_))
        for each in shown(forged):
            assert cards_in([each.content, each.components]) <= own, custom_id_
    stranger = evening.guild.add_member(evening.env.create_user("mallory"))
    for custom_id_ in ("A:0:hand", "A:0:resign-yes", held[0]):
        (forged,) = await at_once(evening, Click(stranger, going, custom_id_))
        for each in shown(forged):
            assert not cards_in([each.content, each.components])
    assert not [one for one in (await match.now()).players if one.gone]
    waits = await press(nora, going, "My hand")
    assert "Your table has finished" in text(waits)

    # Who resigns loses what isn't played.
    asked = present((await aiko.click(going, label="Resign…")).response)
    await aiko.click(asked, label="Yes, resign")
    over = await match.message()
    assert "doesn't count" not in text(over)
    assert "Deal 1, table 2: **Aiko** – **Bert** 🏆" in text(over)


@pytest.mark.parametrize("closed", the_first(1, [True, False]), ids=["closed", "left open"])
async def test_whoever_does_not_see_that_it_is_their_turn_is_called_once(
    evening: Evening, closed: bool
) -> None:
    match = Match(evening)
    await match.open()
    going = await match.filled()
    first = await match.sitting(evening.nora)
    moving = min(first.game.waiting_on)
    by_id = {each.id: each for each in evening.members}
    other = by_id[first.seats[1 - moving].person.id]
    hand = await press(other, going, "My hand")

    def calls() -> int:
        said = [each for each in evening.channel.history() if "Your turn in" in each.content]
        return sum(other.id in each.raw_mentions for each in said)

    before = calls()
    if closed:  # as by *Dismiss message*, of which nobody is told
        evening.env.backend.delete_message(evening.channel.id, hand.id)
    game = first.game
    while 1 - moving not in game.waiting_on:
        sitting = await match.sitting(evening.nora)
        game, seat = sitting.game, min(sitting.game.waiting_on)
        if seat == 1 - moving:
            break
        person, steps = sitting.seats[seat].person, len(sitting.played.steps)
        move = str(game.legal_moves(seat)[0])
        with evening.env.time_context():
            matches = evening.bot.service.team_matches
            await matches.move(0, person.id, sitting.deal.day, move, steps)
        await match.settle()
    assert calls() == before + closed, "a hand that can't be edited is closed; an open one shows it"
    teams: Any = evening.bot.get_cog("Teams")
    for _ in range(2):
        await evening.env.advance_time(3600)
        with evening.env.time_context():
            teams.look()
        await match.settle()
        assert calls() == before + 1, "the hourly look calls who has left it open, once"


def _seen(sitting: TeamSitting) -> set[str]:
    view = sitting.game.view(sitting.seat)
    return cards_in([str(zone.cards) for zone in view.zones])


class Hands:
    """The members of two teams. They play a whole match and press only what their own hand messages
    offer."""

    def __init__(self, evening: Evening, match: Match, *names: str) -> None:
        self.evening, self.match = evening, match
        more = (
            evening.guild.add_member(evening.env.create_user(name.lower(), global_name=name))
            for name in names
        )
        self.members = [*evening.members, *more]
        self.open: dict[int, ResponseMessage] = {}
        self.presses = 0

    async def join(self, lobby: ResponseMessage) -> ResponseMessage:
        for number, member in enumerate(self.members[2:]):
            await member.click(lobby, label=f"Join {('Nora', 'Pavel')[number % 2]}")
            lobby = await self.match.message()
        return lobby

    async def hand_of(self, member: MemberActor) -> ResponseMessage:
        """Return the member's hand message. If no hand is open, open it. If the deal in it is over,
        move on to the next deal."""
        hand = self.open.get(member.id)
        if hand is None:
            hand = await press(member, await self.match.message(), "My hand")
        elif "That deal is over" in text(hand):
            hand = await press(member, hand, "Next deal")
        self.open[member.id] = hand
        return hand

    async def move(self, member: MemberActor) -> None:
        """Make a move in the member's hand. If buttons make moves, use the last button in one call
        and the first button in the next call. If no button makes a move, do the same with the
        selects."""
        hand = await self.hand_of(member)
        offered: dict[bool, list[Action]] = {False: [], True: []}
        for each in actions(hand):
            found = IN_TEAM_DEAL.match(each.custom_id)
            if found is None or found["move"].startswith("@"):
                continue
            if each.values or not MoveWords.read(found["move"]).kind:
                offered[bool(each.values)].append(each)
        self.presses += 1
        chosen = (offered[False] or offered[True])[-(self.presses % 2)]
        if chosen.values:
            await member.select(hand, list(chosen.values), custom_id=chosen.custom_id)
        else:
            await member.click(hand, custom_id=chosen.custom_id)
        await self.match.settle()

    async def play_out(self) -> TeamMatch:
        """Until the match is over, let the members for whom the tables wait make moves. Return the
        match."""
        by_id = {each.id: each for each in self.members}
        service = self.evening.bot.service.team_matches
        while (now := await self.match.now()).is_open:
            with self.evening.env.time_context():
                awaited = await service.awaited(now, await service.games(now))
            for some in awaited.values():
                if some:
                    await self.move(by_id[some[0].person.id])
        return now


@pytest.mark.parametrize("game", the_first(0, ["eights"]))
@pytest.mark.usefixtures("own_package")
async def test_two_teams_play_a_package_from_the_challenge_to_the_result_by_presses(
    evening: Evening, game: str
) -> None:
    match = Match(evening)
    evening.bot.service.today.entropy = lambda length: b"3" * length
    await match.open(game=game)
    assert "Table 2: **Aiko** – **Bert** · deal 1 of 2" in text(await match.filled())
    hands = Hands(evening, match)
    now = await hands.play_out()
    assert sum(present(now.points)) == DEALS * 2, "somebody has won each of the four games"
    over = text(await match.message())
    assert sum(line.startswith("Deal ") for line in over.splitlines()) == DEALS * 2
    assert "team match](" in text(hands.open[evening.nora.id])
    for request in evening.env.http_requests:
        check_request(request.method, request.path, request.json)


@BEYOND
async def test_two_teams_of_four_play_from_the_challenge_to_the_result_by_presses(
    evening: Evening,
) -> None:
    match = Match(evening)
    eight = Hands(evening, match, "Vera", "Otto", "Lina", "Karl")
    evening.bot.service.today.entropy = lambda length: b"3" * length
    going = await eight.join(await match.open(size=4))
    assert "Table 1: **Nora** and **Aiko** – **Pavel** and **Bert** · deal 1 of 2" in text(going)
    assert "Table 2: **Vera** and **Lina** – **Otto** and **Karl** · deal 1 of 2" in text(going)
    now = await eight.play_out()
    assert eight.presses > 80
    hand = text(eight.open[evening.nora.id])
    assert "team match](" in hand, "an open hand leads to the result"
    over = await match.message()
    lines = [line for line in text(over).splitlines() if line.startswith("Deal ")]
    assert len(lines) == DEALS * 2
    first = sum(": 🏆" in line for line in lines)
    second = sum(line.endswith("🏆") for line in lines)
    assert now.points == (first, second)
    assert f"{max(first, second)} : {min(first, second)}!" in text(over) or first == second
    ends = [each for each in evening.channel.history() if "team match](" in each.content]
    told = [each for each in ends if "turn" not in each.content]
    assert [set(each.raw_mentions) for each in told] == [{each.id for each in eight.members}]
    for request in evening.env.http_requests:
        check_request(request.method, request.path, request.json)


async def blocked(evening: Evening, member: MemberActor) -> None:
    with evening.env.time_context():
        await evening.bot.service.orders.block_member(member.id, "")


async def forgotten(evening: Evening, member: MemberActor) -> None:
    question = await ways.to_forgetting(evening.channel, member)
    await member.click(question, label="Yes, forget me")


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("gone", [blocked, forgotten])
async def test_a_match_does_not_wait_for_who_is_blocked_or_forgotten(
    evening: Evening, gone: Callable[[Evening, MemberActor], Awaitable[None]]
) -> None:
    match = Match(evening)
    await match.open()
    await match.filled()
    nora, pavel, _, bert = evening.members
    await match.play(nora, pavel)
    await gone(evening, bert)
    assert (await match.now()).stage is MatchStage.OVER
    assert "waiting for" not in text(await match.message())


@pytest.mark.parametrize("gone", [blocked, forgotten])
async def test_a_lobby_goes_on_without_who_is_blocked_or_forgotten_unless_they_lead(
    evening: Evening, gone: Callable[[Evening, MemberActor], Awaitable[None]]
) -> None:
    match = Match(evening)
    await match.open()
    nora, _, aiko, _ = evening.members
    await aiko.click(await match.message(), label="Join Nora")
    await gone(evening, aiko)
    assert (await match.now()).stage is MatchStage.LOBBY
    assert "**Nora**: 1 of 2 players" in text(await match.message())
    await gone(evening, nora)
    assert (await match.now()).stage is MatchStage.OFF
