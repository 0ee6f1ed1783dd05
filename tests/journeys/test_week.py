"""Test a week of thirty members who use nearly every function. The results are compared with a
second computation."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import discord
import pytest
from simcord.actors import MemberActor
from simcord.results import ResponseMessage

from games.puzzles import choices
from tests.journeys import ways
from tests.journeys.boards import Told, by_rating, expected, orders_of, told
from tests.journeys.conftest import Evening
from tests.journeys.test_challenge import answer, challenge, now_says
from tests.journeys.test_fair_play import lines, said
from tests.journeys.test_leaderboards import check_profile
from tests.journeys.test_leaving import remove
from tests.journeys.test_puzzles import asked, daily_of, press
from tests.journeys.test_tournaments import Cup
from tests.journeys.week import HOUR, LINK, Course, Post, Week
from tests.limits import walk
from tests.present import present
from tests.second_opinion import compute


@pytest.fixture
async def week(evening: Evening) -> Week:
    return Week(evening)


@pytest.mark.beyond
async def test_a_week_of_thirty_members(week: Week, long_days: None) -> None:
    assert len(week.club.members) == 30
    await week.settings()
    honours = Honours(week)
    await honours.found()
    await week.until(0, 7)
    await week.game("Nora Pavel")
    await honours.puzzle(right="Aiko Hana", wrong="Pavel")
    post = await challenges(week)
    await week.until(2, 12)
    await honours.puzzle(right="Hana Pavel", wrong="Aiko")
    course = await tournament(week)
    await week.until(3, 18)
    await removal(week)
    await week.until(4, 12)
    honours.check(course.cup)
    await post.missed()
    await called_off(week)
    await week.until(5, 9)
    await week.game("Walt Hana")
    await week.until(6, 23)

    await check_boards(week)
    every = {game: compute(ended, kind=game) for game, ended in week.club.games.items()}
    for member in week.all("Nora Sven Tara Olga Hana Walt"):
        await check_profile(week.club, member, every)
    course.check()
    check_mentions(week, course, post)
    cup = course.cup
    assert len(cup.sent("POST", "/scheduled-events")) == 2, "one for each tournament"
    assert len(cup.sent("DELETE", "/scheduled-events/")) == 1, "of the one that was called off"
    assert not cup.sent("PATCH", "/scheduled-events/")
    week.club.check()


async def challenges(week: Week) -> Post:
    """Make three challenges. One is accepted and opens a correspondence game (by post, with a day
    for each move). One is declined, and then the bot refuses to make it again on the same day. One
    expires. Then play five more games. Return the correspondence game."""
    evening = week.evening
    olga, pia, karl, mika, lena, nils = week.all("Olga Pia Karl Mika Lena Nils")
    asked = await challenge(evening, olga, pia, speed="by-post")
    await answer(evening, asked, "Accept", by=pia)
    post = Post(week, await evening.table(), olga)
    await post.others_move()
    asked = await challenge(evening, karl, mika)
    await answer(evening, asked, "Decline", by=mika)
    assert "declined your challenge today" in said(await challenge(evening, karl, mika))
    expired = await challenge(evening, lena, nils)
    await week.until(1, 20)
    assert "didn't answer" in now_says(evening, expired)
    for names in ("Cleo Dora", "Pavel Aiko", "Bert Cleo", "Aiko Nora"):
        await week.game(names)
    await week.game("Quin Rosa", "tredici")
    return post


async def tournament(week: Week) -> Course:
    """Play a tournament of four members with a role as the prize. One member is absent in the first
    round. After this round, the bot is stopped for an hour."""
    course = Course(week)
    players = week.all("Sven Tara Ugo Vera")
    await course.cup.open(*players, starts=60, role=course.prize, speed="quick")
    await week.evening.env.advance_time(HOUR)
    await course.cup.settle()
    await course.round(absent=players[0])
    await week.evening.restart(away=HOUR)
    await course.cup.settle()
    await course.round()
    await course.round()
    return course


async def removal(week: Week) -> None:
    """Let two members remove a third member, who appeals. Let a moderator annul the game."""
    await week.lobby("Walt Xena Yuri")
    table = await week.one_move(await week.table())
    walt, xena, yuri = week.all("Walt Xena Yuri")
    for voter in (walt, xena):
        await remove(week.evening, voter, yuri)
    await week.resigned(await week.table(), xena)
    await week.over(table)
    await yuri.click(
        await ways.to_appeal(week.evening.channel, yuri), label="Appeal against removal 1"
    )
    keeper, played = week.club.keeper, week.club.games["durak"]
    shown = await ways.to_fair_play(week.evening.channel, keeper)
    appeal = next(value for value in lines(shown) if "appeal" in value)
    await keeper.select(shown, [appeal], custom_id="f:show")
    await keeper.click(shown, label="Void")
    assert "voided" in said(await ways.to_appeal(week.evening.channel, yuri))
    played[-1] = replace(played[-1], annulled=True)


async def called_off(week: Week) -> None:
    """Open a tournament, and call it off before it begins."""
    cup = Cup(week.evening)
    await cup.open(*week.all("Sven Tara"), starts=600)
    question = await cup.manage("Call off the tournament…")
    await cup.boss.click(question, label="Yes, call off the tournament")
    await cup.settle()


class Honours:
    """Weekly seasons with roles for titles. The week begins on Thursday, 1 January 2026. The first
    season ends when day 4 of the week (Monday) begins."""

    def __init__(self, week: Week) -> None:
        self.week = week
        guild = week.evening.guild
        self.hall = guild.create_text_channel("hall-of-fame")
        rights = discord.Permissions(manage_guild=True, manage_roles=True)
        self.steward = guild.add_member(
            week.evening.env.create_user("sam", global_name="Sam"),
            roles=[guild.create_role("steward", permissions=rights)],
        )
        # A new role stands below all others, so the steward may give these.
        self.champion, self.fool = guild.create_role("best"), guild.create_role("fool")
        self.solver = guild.create_role("solver")
        self.solved: Counter[str] = Counter()

    async def found(self) -> None:
        panel = await ways.to_seasons(self.week.evening.channel, self.steward)
        await self.steward.select(panel, ["weekly"], custom_id="z:kind")
        await self.steward.select(panel, [self.hall], custom_id="z:channel")
        for title, role in (
            ("champion:durak", self.champion),
            ("fool:durak", self.fool),
            ("solver", self.solver),
        ):
            await self.steward.select(panel, [role], custom_id=f"z:role:{title}")

    async def puzzle(self, right: str, wrong: str) -> None:
        """Let the members named in `right` solve the puzzle of the day, and those in `wrong` answer
        it with a wrong move."""
        evening = self.week.evening
        puzzle = (await daily_of(evening)).puzzle
        moves = [move == puzzle.best for move in choices(puzzle)]
        for names, number in ((right, moves.index(True)), (wrong, moves.index(False))):
            for member in self.week.all(names):
                await press(evening, member, await asked(evening, member), number)
        self.solved.update(right.split())

    def check(self, cup: Cup) -> None:
        """Check the roles after the end of the season. The best member on the leaderboard, all
        members with the most losses, and all members who solved both puzzles have a role. Nobody
        else has one. The bot made exactly one request for each role of each member."""
        club = self.week.club
        people = compute(club.games["durak"])
        best = expected(people, club.names, by_rating)[0].name
        most = max(each.lost for each in people.values())
        fools = {club.names[int(who)] for who, each in people.items() if each.lost == most}
        solvers = {name for name, solved in self.solved.items() if solved == 2}
        assert solvers == {"Hana"}
        for role, names in ((self.champion, {best}), (self.fool, fools), (self.solver, solvers)):
            assert self.week.wearers(role) == names
            assert len(cup.sent("PUT", f"/roles/{role.id}")) == len(names), "one request each"


async def check_boards(week: Week) -> None:
    """Check all pages of each leaderboard against the second computation."""
    club, keeper = week.club, week.club.keeper
    for game, played in club.games.items():
        people = compute(played, kind=game)
        for sort, order in orders_of(game).items():
            shown = await club.board(keeper, game=game, sort=sort)
            assert await pages(keeper, shown) == expected(people, club.names, order), (game, sort)


async def pages(reader: MemberActor, shown: ResponseMessage) -> list[Told]:
    """Let `reader` turn through all pages of the leaderboard `shown`. Return the lines of all
    pages."""
    found = told(shown)
    labels = [str(part["label"]) for part in walk(shown.components) if part.get("label")]
    count = next((int(label.split(" / ")[1]) for label in labels if " / " in label), 1)
    for _ in range(count - 1):
        await reader.click(shown, label="▶")
        found += told(shown)
    return found


def check_mentions(week: Week, course: Course, post: Post) -> None:
    """Check that each notice of a lobby mentions exactly the members who asked for it. Check that
    other messages mention only the right members, and each member only once for one occasion."""
    notices: dict[str, list[int]] = {}
    others: Counter[tuple[str, int]] = Counter()
    kinds: Counter[str] = Counter()
    for text, members in week.mentions():
        assert len(set(members)) == len(members)
        link = present(LINK.search(text))[1] if "/channels/" in text else text
        if "opened a table" in text:
            assert link not in notices, "one message for each lobby"
            notices[link] = members
            continue
        kind = next(
            kind
            for kind in ("tournament table is open", "challenges", "Your move at")
            if kind in text
        )
        kinds[kind] += 1
        others.update((link, member) for member in members)
        allowed = {
            "tournament table is open": {
                week.named[name].id for pair in course.wins for name in pair
            },
            "challenges": {week.named["Mika"].id},
            "Your move at": {post.sleeper.id},
        }[kind]
        assert set(members) <= allowed, text
    assert {link: set(members) for link, members in notices.items()} == {
        link: members for link, members in week.notices.items() if members
    }
    assert kinds["tournament table is open"] == course.tables
    assert kinds["challenges"] == 1
    assert others.most_common(1)[0][1] == 1
