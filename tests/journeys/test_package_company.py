"""Test the packages in examples/ that are whole games (Eights, Hearts and Cheat). The tests are
about lessons, hints, taking back a move, table talk, a restart in the middle of a game, challenges,
tournaments, badges, the evening's picture and game nights.

These games have no daily puzzles, because `/puzzle` needs a solver that proves the best move. In
Cheat, members can't choose a move before their turn, because laying a card also accepts the claim
before it."""

from __future__ import annotations

import random
from datetime import timedelta

import pytest
from simcord.actors import MemberActor
from simcord.results import ResponseMessage

import games
from bot.core.model import Phase, Table
from bot.evenings.model import PAUSE
from bot.tournaments.model import TournamentStage
from cogs.discord.presses import AHEAD
from games.cards import suit_of
from games.core import Move
from games.lessons import Step
from games.players import Player, player
from tests import WHOLE_GAMES
from tests.beyond import BEYOND, the_first
from tests.journeys import test_emotes, test_evenings, test_game_night, test_lessons
from tests.journeys.conftest import NO_MOVE, Action, Evening, actions
from tests.journeys.test_challenge import answer, challenge
from tests.journeys.test_tournaments import Cup
from tests.journeys.whole_packages import SHORT, each_game, packages
from tests.limits import check_request, text_of
from tests.present import present

__all__ = ["packages"]


def checked(evening: Evening) -> None:
    """Check that all requests so far are within Discord's limits."""
    for request in evening.env.http_requests:
        check_request(request.method, request.path, request.json)


@pytest.mark.parametrize("name", WHOLE_GAMES)
async def test_its_lessons_are_learned_by_clicks(evening: Evening, name: str) -> None:
    shown = await test_lessons.learn(evening, evening.nora, name)
    for number, lesson in enumerate(games.load(name).lessons, 1):
        await test_lessons.press(evening.nora, shown, f"{number}. ")
        for step in lesson.steps:
            await taken(evening.nora, shown, step)
            assert "✅" in text_of(shown.components), step.move
        assert "🎓 **Remember:**" in text_of(shown.components)
        await test_lessons.press(evening.nora, shown, "All lessons")
        assert f"✅ {number}. " in text_of(shown.components)
    opened = await evening.nora.click(shown, label="Play against a beginner")
    assert "Your hand" in text_of(present(opened.response).components)
    checked(evening)


async def taken(member: MemberActor, shown: ResponseMessage, step: Step) -> None:
    """Make the move that a lesson's step asks for, by one button or card by card."""
    cards = Move.parse(step.move).cards
    alone = [":" + step.move.replace(" ", ":")]
    for each in alone if len(cards) < 2 else cards:
        pressed = next(part for part in actions(shown) if f"{each}:" in f"{part.custom_id}:")
        await member.click(shown, custom_id=pressed.custom_id)


@each_game
async def test_a_learning_table_gives_hints_and_goes_on_after_a_restart(
    untimed: Evening, name: str
) -> None:
    evening = untimed
    await evening.lobby(name, *evening.members[1:], preset=SHORT[name])
    await evening.press(evening.nora, "🎓 Learning table: off")
    await evening.press(evening.nora, "Start")
    table = await evening.table()
    view = present(table.view(min(present(table.live).waiting_on)))
    member = evening.member_at(table, present(view.seat))
    panel = await evening.hand(member)
    await member.click(panel, label="Hint")
    (told,) = [each for each in text_of(panel.components).splitlines() if "> 🎓 **" in each]
    assert told.endswith((".", "!"))
    assert (await evening.table()).version == table.version, "nothing was played"
    others = [each for each in evening.members if each is not member]
    for other in others:
        assert "> 🎓" not in text_of((await evening.hand(other)).components)

    sign = test_emotes.signs(panel)["💬"]
    asked = present((await member.click(panel, custom_id=sign)).response)
    await member.click(asked, custom_id=test_emotes.signs(asked)["👏"])
    table = await evening.table()
    await evening.restart()
    assert await evening.table() == table
    for shown in (evening.message, evening.panels[others[0].id]):
        assert "claps" in text_of(shown.components)
    rng = random.Random(1)
    presses = 0
    while (await evening.table()).version == table.version:
        assert await evening.play_on(rng, *evening.members)
        presses += 1
        assert presses < 60
    checked(evening)


@pytest.mark.parametrize(
    ("name", "verb"), the_first(1, [("eights", "play"), ("hearts", "play"), ("cheat", "lay")])
)
async def test_a_card_is_taken_back(untimed: Evening, name: str, verb: str) -> None:
    """A played card is taken back when all other members have agreed. The game is then as it was
    before the move."""
    evening = untimed
    rng, before = random.Random(1), await learning(evening, name)
    seat = min(present(before.live).waiting_on)
    while not any(each.move.startswith(verb) for each in (await evening.table()).recent[-1:]):
        before = await evening.table()
        seat = min(present(before.live).waiting_on)
        member = evening.member_at(before, seat)
        await evening.do(member, a_card(evening, member, verb, rng))
    mover = evening.member_at(before, seat)
    await mover.click(evening.panels[mover.id], label="Take back my move")
    for other in evening.members[: len(before.seats)]:
        if other is not mover:
            assert await evening.table() != before, "until all agree"
            label = f"Let {before.seats[seat].name} take back a move"
            await other.click(evening.panels[other.id], label=label)
    after = await evening.table()
    assert present(after.live).position() == present(before.live).position()
    assert "takes back" in evening.text
    checked(evening)


async def learning(evening: Evening, name: str) -> Table:
    """Open a learning table for the game `name`, with the smallest possible number of players.
    Begin its game, open all hands, and return the table."""
    members = evening.members[: games.load(name).players[0]]
    await evening.lobby(name, *members[1:], preset=SHORT[name])
    await evening.press(evening.nora, "🎓 Learning table: off")
    await evening.press(evening.nora, "Start")
    for member in members:
        await evening.hand(member)
    return await evening.table()


def a_card(evening: Evening, member: MemberActor, verb: str, rng: random.Random) -> Action:
    """Return a press that plays a card by the move `verb`. If the member can't play a card, return
    the press of any other move."""
    panel = evening.panels[member.id]
    offered = [each for each in actions(panel) if not NO_MOVE.search(each.custom_id)]
    cards = [each for each in offered if f":{verb}:" in each.custom_id and not each.values]
    return rng.choice(cards or offered)


@pytest.mark.parametrize("name", the_first(1, ["eights", "hearts"]))
async def test_a_move_is_chosen_before_ones_turn(untimed: Evening, name: str) -> None:
    """A member can choose a move before their turn: to draw, or to play a card. Nobody else sees
    the choice. The move is made as soon as it is legal."""
    evening = untimed
    await learning(evening, name)
    table = await evening.table()
    while len(present(table.live).waiting_on) > 1:  # cards are passed first
        for seat in sorted(present(table.live).waiting_on):
            with evening.env.time_context():
                member, move = evening.member_at(table, seat), present(table.view(seat)).moves[0]
                table = (await evening.bot.tables.move(table.id, member.id, move)).table
    (seat,) = present(table.live).waiting_on
    led = present(table.view(seat)).moves[0]
    wanted, mine, planned = next(
        (found, each, plan)
        for each in range(len(table.seats))
        if each != seat
        for (plan,) in present(table.live).ahead(each)
        for found in [evening.member_at(table, each)]
        if name == "eights" or suit_of(plan.cards[0]) == suit_of(led.cards[0])
    )
    await evening.edited()
    panel = await evening.hand(wanted)
    (chosen,) = [
        each
        for each in actions(panel)
        if AHEAD in each.custom_id and (planned in each.values or not each.values)
    ]
    before = evening.text
    await evening.do(wanted, chosen)
    await evening.env.settle()
    assert "as soon as it's possible" in text_of(evening.panels[wanted.id].components)
    assert evening.text == before, "nobody else learns of it"
    for member in evening.members[: len(table.seats)]:
        await evening.hand(member)
    rng = random.Random(1)
    for _ in range(20):
        table = await evening.table()
        now = min(present(table.live).waiting_on)
        made = [each for each in table.recent if (each.seat, each.move) == (mine, planned)]
        if made:
            break
        other = evening.member_at(table, now)
        await evening.do(other, a_card(evening, other, "play", rng))
        await evening.env.settle()
    assert not made[0].stand_in, "their own move"
    checked(evening)


@each_game
async def test_a_challenge_to_it_is_taken_up(evening: Evening, name: str) -> None:
    """A challenge to a package's game can be accepted. If two members can play the game, a game
    begins at once. Otherwise, a lobby opens."""
    shown = await challenge(evening, evening.nora, evening.pavel, game=name, rules=SHORT[name])
    assert f"**{games.load(name).title}**" in text_of(shown.components)
    await answer(evening, shown, "Accept")
    table = await evening.table()
    assert (table.game, table.preset) == (name, SHORT[name])
    for_two = 2 in games.load(name).players
    assert table.phase is (Phase.PLAYING if for_two else Phase.LOBBY)
    checked(evening)


@pytest.mark.parametrize("form", ["knockout", pytest.param("arena", marks=BEYOND)])
async def test_a_tournament_of_it(evening: Evening, form: str) -> None:
    cup = Cup(evening)
    options = {"minutes": 30} if form == "arena" else {}
    await cup.begin(game="eights", format=form, rules="mau-mau", **options)
    if form == "arena":
        for table in await cup.tables():
            await cup.played(await cup.come(table))
        await cup.rested()
        assert len(await cup.tables()) == 2, "and the next ones"
        await evening.env.advance_time(30 * 60)
        await cup.settle()
    assert (await cup.to_the_end()).stage is TournamentStage.OVER
    told = str(cup.sent("POST", f"/channels/{evening.channel.id}/messages")[-1].json)
    assert "won the tournament!" in told
    assert "podium.png" in told
    checked(evening)


@pytest.mark.parametrize("name", [name for name in WHOLE_GAMES if name != "eights"])
async def test_a_tournament_of_a_game_for_more_than_two_is_refused(
    evening: Evening, name: str
) -> None:
    boss = Cup(evening).boss
    chosen = {"game": name, "format": "knockout"}
    said = present((await boss.slash(evening.channel, "tournament new", **chosen)).response)
    assert said.ephemeral
    assert f"these rules need at least {games.load(name).players[0]}." in said.content


@each_game
async def test_an_evening_of_it_has_badges_a_picture_and_a_game_night(
    evening: Evening, rng: random.Random, name: str, long_days: None
) -> None:
    await evening.dealt(name, *evening.members[1:], preset=SHORT[name])
    for number in range(4):
        if number:
            with evening.env.time_context():
                await evening._once_more(await evening.table())
        with evening.env.time_context():
            await quickly(evening, await evening.table(), rng)
    await evening.edited()
    said = await evening.nora.slash(evening.channel, "profile")
    profile = text_of(present(said.response or next(iter(said.followups))).components)
    assert "badge" in profile
    await evening.env.advance_time(PAUSE.total_seconds() + 1)
    await evening.env.settle()
    await test_evenings.look(evening)
    (alt,) = test_evenings.pictures(evening)
    assert "4 games · 4 players" in alt
    assert "Player of the night" in alt

    boss, at = test_evenings.moderator(evening), test_game_night.night_from(evening)
    await test_game_night.chosen(evening, boss, at)
    await test_game_night.do_due(evening)
    await test_game_night.until(evening, at + timedelta(seconds=30))
    await test_game_night.do_due(evening)
    opened = await evening.bot.tables.where.open_in(evening.channel.id)
    assert [each.game for each in opened if each.phase is Phase.LOBBY] == [name]
    checked(evening)


async def quickly(evening: Evening, table: Table, rng: random.Random) -> None:
    """Play a table's game to its end, without presses. The moves are those that bot players of the
    level casual would choose."""
    choose: Player = player(table.game, "casual")
    async with evening.edits_wait():
        while table.phase is Phase.PLAYING:
            seat = rng.choice(sorted(present(table.live).waiting_on))
            move = choose(present(table.view(seat)), games.shuffle.Stream(b"%d" % table.version))
            member = present(table.seats[seat].member_id)
            table = (await evening.bot.tables.move(table.id, member, move)).table
