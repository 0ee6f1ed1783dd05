"""Test roles for titles. At the end of a season, the bot gives and takes each role once, and only
if it has the permission."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from simcord.actors import MemberActor
from simcord.results import ResponseMessage

from bot.core.errors import NotSaved
from bot.core.model import Person
from bot.leaderboards.title_rules import TitleKind, Wearer
from tests.beyond import BEYOND
from tests.bot.finished import as_parts
from tests.bot.leaderboards.test_boards import won
from tests.journeys import ways
from tests.journeys.boards import Club
from tests.journeys.conftest import Evening
from tests.limits import check_request, text_of
from tests.present import present

DAY = 24 * 60 * 60


class Court:
    """A server that gives roles for titles at the end of a season. `found` chooses weekly seasons.
    The evening begins on Thursday, 1 January 2026. The first season ends 96 hours later, at the
    beginning of Monday."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self.club = Club(evening)
        self.hall = evening.guild.create_text_channel("hall-of-fame")
        steward = evening.guild.create_role(
            "steward", permissions=discord.Permissions(manage_guild=True, manage_roles=True)
        )
        self.steward = evening.guild.add_member(
            evening.env.create_user("sam", global_name="Sam"), roles=[steward]
        )
        # A new role stands below all others.
        self.champion = evening.guild.create_role("champion")
        self.fool = evening.guild.create_role("fool")
        self.solver = evening.guild.create_role("solver")
        self.games = 0

    async def found(self, **roles: Any) -> ResponseMessage:
        """Let the steward (a moderator) choose weekly seasons, the channel for their results, and a
        role for each title in `roles`. A key of `roles` is the name of a title, such as
        `champion_durak`. If its value is None, the title has no role from now on. Return the
        panel."""
        panel = await ways.to_seasons(self.evening.channel, self.steward)
        await self.steward.select(panel, ["weekly"], custom_id="z:kind")
        await self.steward.select(panel, [self.hall], custom_id="z:channel")
        for title, role in roles.items():
            chosen = [] if role is None else [role]
            custom_id = "z:role:" + title.replace("_", ":")
            await self.steward.select(panel, chosen, custom_id=custom_id)
        return panel

    async def won(self, winner: MemberActor, *losers: MemberActor) -> None:
        """Store a game of Durak that the winner has just won and the others have lost."""
        self.games += 1
        people = [each.id for each in (winner, *losers)]
        with self.evening.env.time_context():
            now = discord.utils.utcnow()
            guild, store = self.evening.guild.id, self.evening.bot.service.store
            await store.write(as_parts(guild, "durak", self.games, won(*people), now))

    async def solve(self, *members: MemberActor) -> None:
        """Let these members answer the puzzle of the day with its best move."""
        with self.evening.env.time_context():
            puzzles = self.evening.bot.puzzles
            daily = await puzzles.of_today(self.evening.guild.id)
            for each in members:
                await puzzles.answer(daily, Person(each.id, each.name), daily.puzzle.best)

    async def end_week(self, days: float = 7) -> None:
        """Stop the bot until ten minutes before the end of the week, restart it, and let 680
        seconds pass. It is then 80 seconds after the end of the week. `days` is the number of days
        from now to the end of the week."""
        await self.evening.restart(away=days * DAY - 600)
        await self.evening.env.advance_time(680)

    def wearers(self, role: Any) -> list[str]:
        """Return the names of the evening's members who have the role."""
        guild, backend = self.evening.guild.id, self.evening.env.backend
        people = self.evening.members
        return [
            each.name for each in people if role.id in backend.get_member(guild, each.id).role_ids
        ]

    @property
    def asked(self) -> list[tuple[str, str]]:
        """Return (method, path) of each request to give or take a role. Refused requests count
        too."""
        return [
            (request.method, request.path)
            for request in self.evening.env.http_requests
            if request.method in ("PUT", "DELETE")
            and "/members/" in request.path
            and "/roles/" in request.path
        ]

    @property
    def warnings(self) -> list[str]:
        """Return the warnings in the channel of the seasons' results."""
        texts = [text_of(each.components) for each in self.club.posted(self.hall)]
        return [text for text in texts if "⚠️" in text]


@pytest.fixture
def court(evening: Evening) -> Court:
    return Court(evening)


@BEYOND
async def test_the_roles_go_from_last_seasons_members_to_this_seasons(
    evening: Evening, court: Court
) -> None:
    nora, pavel, aiko = evening.members[:3]
    panel = await court.found(
        champion_durak=court.champion, fool_durak=court.fool, solver=court.solver
    )
    assert text_of(panel.components).lower().count("fool of the season") == 1
    assert "⚠️" not in text_of(panel.components)
    await court.won(nora, pavel)
    await court.won(nora, pavel, aiko)
    await court.solve(nora, aiko)
    assert court.asked == []
    await court.end_week(4)
    assert court.wearers(court.champion) == ["nora"]
    assert court.wearers(court.fool) == ["pavel"]
    assert court.wearers(court.solver) == ["nora", "aiko"]
    assert len(court.asked) == 4, "one request for each role"

    await evening.restart(away=7200)
    await evening.env.advance_time(7200)
    assert len(court.asked) == 4, "a restart repeats nothing"

    await court.won(aiko, pavel)
    await court.won(aiko, nora, pavel)
    await court.solve(aiko)
    await court.end_week(7 - (4 * 3600 + 80) / DAY)
    assert court.wearers(court.champion) == ["aiko"]
    assert court.wearers(court.fool) == ["pavel"]
    assert court.wearers(court.solver) == ["aiko"]
    methods = [method for method, _ in court.asked[4:]]
    assert sorted(methods) == ["DELETE", "DELETE", "PUT"], "who keeps a role is not asked about"
    assert court.warnings == []
    for request in evening.env.http_requests:
        check_request(request.method, request.path, request.json)


async def test_a_crash_loses_no_role_and_repeats_at_most_the_one_that_was_not_noted(
    evening: Evening, court: Court, monkeypatch: pytest.MonkeyPatch
) -> None:
    await court.found(champion_durak=court.champion, fool_durak=court.fool)
    await court.won(*evening.members[:2])
    await evening.restart(away=4 * DAY - 600)
    noted = evening.bot.titles.done

    async def crash(errand: Wearer) -> None:
        if errand.title.kind is TitleKind.FOOL:
            raise NotSaved
        await noted(errand)

    with monkeypatch.context() as broken:
        broken.setattr(evening.bot.titles, "done", crash)
        await evening.env.advance_time(680)
    assert len(court.asked) == 2
    await evening.restart()
    assert court.wearers(court.champion) == ["nora"]
    assert court.wearers(court.fool) == ["pavel"]
    assert [path.rpartition("/")[2] for _, path in court.asked] == [
        str(role.id) for role in (court.champion, court.fool, court.fool)
    ]


async def test_a_season_without_games_takes_the_roles(evening: Evening, court: Court) -> None:
    await court.found(champion_durak=court.champion)
    await court.won(*evening.members[:2])
    await court.end_week(4)
    assert court.wearers(court.champion) == ["nora"]
    await evening.restart(away=15 * DAY)
    assert court.wearers(court.champion) == []
    assert [method for method, _ in court.asked] == ["PUT", "DELETE"]


async def test_who_hides_or_has_left_is_passed_over(evening: Evening, court: Court) -> None:
    nora, pavel, aiko = evening.members[:3]
    await court.found(champion_durak=court.champion, fool_durak=court.fool)
    for winner, loser in ((nora, pavel), (nora, pavel), (nora, pavel), (pavel, aiko)):
        await court.won(winner, loser)
    with evening.env.time_context():
        await evening.bot.boards.hide(pavel.id, hidden=True)
    evening.env.backend.remove_member(evening.guild.id, nora.id)
    await court.end_week(4)
    holders = {
        role.name: [
            member_id
            for member_id in (pavel.id, aiko.id)
            if role.id in evening.env.backend.get_member(evening.guild.id, member_id).role_ids
        ]
        for role in (court.champion, court.fool)
    }
    assert holders == {"champion": [aiko.id], "fool": [aiko.id]}
    assert len(court.asked) == 3, "Nora's was refused"


async def test_what_the_bot_may_not_give_is_told_once_and_given_when_it_may(
    evening: Evening, court: Court
) -> None:
    backend, guild = evening.env.backend, evening.guild.id
    everyone = evening.guild.default_role
    allowed = discord.Permissions(
        view_channel=True,
        send_messages=True,
        read_message_history=True,
        use_application_commands=True,
    )
    theirs = present(evening.bot.user).id
    mine = list(backend.get_member(guild, theirs).role_ids)
    before = {each: backend.get_guild(guild).roles[each].permissions for each in mine}
    for each in mine:
        backend.edit_role(guild, each, {"permissions": 0})
    backend.edit_role(guild, everyone.id, {"permissions": allowed.value})
    panel = await court.found(champion_durak=court.champion, fool_durak=court.fool)
    assert "⚠️ I need the *Manage Roles* permission." in text_of(panel.components), "told at once"
    await court.won(*evening.members[:2])
    await court.end_week(4)
    await evening.env.advance_time(7200)
    await evening.restart(away=7200)
    (warning,) = court.warnings
    lacking = "I need the *Manage Roles* permission."
    assert f"- Durak champion (<@&{court.champion.id}>): {lacking}" in warning
    assert "- Fool of the season" in warning
    assert court.asked == []

    for each in mine:
        backend.edit_role(guild, each, {"permissions": before[each]})
    await evening.env.advance_time(3600)
    assert court.wearers(court.champion) == ["nora"]
    assert court.wearers(court.fool) == ["pavel"]
    assert len(court.asked) == 2
    assert len(court.warnings) == 1


async def test_a_refusal_by_discord_itself_is_told_in_words(evening: Evening, court: Court) -> None:
    await court.found(champion_durak=court.champion)
    await court.won(*evening.members[:2])
    evening.env.inject_error(
        "PUT",
        f"/guilds/{evening.guild.id}/members/{evening.nora.id}/roles/{court.champion.id}",
        status=403,
        times=1,
    )
    await court.end_week(4)
    (warning,) = court.warnings
    assert "That role is above mine, or belongs to another app." in warning


async def test_nobody_hands_out_by_the_bot_what_they_may_not_give(
    evening: Evening, court: Court
) -> None:
    keeper, only_here = court.club.keeper, discord.PermissionOverwrite(manage_roles=True)
    own = evening.guild.create_text_channel("keepers-own", overwrites={keeper: only_here})
    for channel in (evening.channel, own):
        panel = await ways.to_seasons(channel, keeper)
        refused = await keeper.select(panel, [court.champion], custom_id="z:role:champion:durak")
        assert "only choose roles below your own" in present(refused.response).content
    high = evening.guild.create_role("crown")
    evening.env.backend.edit_role(evening.guild.id, high.id, {"position": 50})
    panel = await court.found()
    refused = await court.steward.select(panel, [high], custom_id="z:role:champion:durak")
    assert "only choose roles below your own" in present(refused.response).content
    with evening.env.time_context():
        assert await evening.bot.titles.roles(evening.guild.id) == {}


async def test_a_title_without_a_role_any_more_is_taken(evening: Evening, court: Court) -> None:
    await court.found(champion_durak=court.champion)
    await court.won(*evening.members[:2])
    await court.end_week(4)
    assert court.wearers(court.champion) == ["nora"]
    await court.found(champion_durak=None)
    await evening.env.advance_time(3600)
    assert court.wearers(court.champion) == []
