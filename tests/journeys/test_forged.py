"""Test forged presses, which no message of the bot has offered. Each press is answered with a
sentence and breaks nothing, whatever its custom id is."""

from __future__ import annotations

import asyncio
import logging
import random
import re
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from simcord import interactions
from simcord.results import InteractionResult, ResponseMessage

from bot.core.model import Person
from cogs import COGS
from cogs.discord.components import IN_EVENING, IN_OWNER, IN_TEAM_DEAL, IN_WELCOME, LIMIT
from cogs.discord.errors import READ_AFTER, NotUnderstood
from cogs.discord.interactions import Interaction
from cogs.discord.presses import LARGEST, PAGE, Input, MoveWords, number_of
from cogs.owner.command import OwnerCommands
from cogs.table.lobby.welcome import welcome
from tests.beyond import the_first
from tests.journeys import ways
from tests.journeys.conftest import Click, Evening, at_once
from tests.journeys.test_analysis import SMALL
from tests.journeys.unpainted import leave_unpainted
from tests.limits import STRING_SELECT, walk
from tests.present import present

FOR_GOOD = re.compile(r".*-yes|x:.*")
"""Custom ids of presses that close a table, delete a member's data or annul a game."""
CHANNELS = 8
"""Discord's number for a select of channels."""
BEYOND = 2**63
"""The smallest number that is too large for a database."""
READ_TOGETHER = 10
"""The number of presses after which the test lets some seconds pass. In these seconds, the bot
deletes its answers to refused presses, because the member has had time to read them."""

ALL = [component for cog in COGS for component in cog.answers]
"""All components that can be pressed."""


class House:
    """A server with a lobby, a running game, a finished game and nearly every message that can be
    opened.

    `offered` maps each custom id that was shown to the message that has it. `selects` lists the
    custom ids of selects."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self.offered: dict[str, ResponseMessage] = {}
        self.selects: list[str] = []
        self.presses = 0

    async def begin(self) -> None:
        evening = self.evening
        keepers = evening.guild.create_role(
            "keepers", permissions=discord.Permissions(manage_guild=True, manage_messages=True)
        )
        evening.env.backend.add_member_role(evening.guild.id, evening.nora.id, keepers.id)
        evening.bot.analyses.budget = SMALL
        await self._open("rules")  # of no table yet: the games as buttons
        await evening.dealt("durak", evening.pavel)
        await evening.finish(random.Random(1))
        await evening.press(evening.nora, "Analyse")  # what is kept need not be computed again
        await self._open("history")
        replay = await ways.to_replay(evening.channel, evening.nora)
        self._note(replay)
        self._note(
            present((await evening.nora.click(replay, label="Replay for everyone")).response)
        )
        await self._open("leaderboard")
        self._note(await ways.to_annulling(evening.channel, evening.nora))
        for command in ("settings", "me", "help", "play"):
            await self._open(command)
        for way in (
            ways.to_pings,
            ways.to_fair_play,
            ways.to_community,
            ways.to_seasons,
            ways.to_forgetting,
        ):
            self._note(await way(evening.channel, evening.nora))
        await self._learn()
        await self._puzzle()
        await self._set_up()
        menu = "Challenge to a game"
        asked = await evening.nora.context_menu(evening.channel, menu, evening.pavel)
        self._note(present(asked.response))
        await self._practise()
        await self._tournament()
        await self._team_match()
        await evening.env.advance_time(1)
        await evening.lobby("dritzak", evening.pavel)
        self._note(evening.message)
        self._note(present((await evening.press(evening.nora, "Options")).response))
        await evening.env.advance_time(1)
        await evening.dealt("durak", evening.pavel)
        await evening.until(random.Random(1), lambda table: bool(present(table.view(0)).moves))
        self._note(await evening.hand(evening.nora))
        self._note(present((await evening.press(evening.nora, "More…")).response))
        self._note(present((await evening.press(evening.nora, "Resign")).response))
        table_id = (await evening.table()).id
        for unseen in (
            "f:all",
            "p:hand",
            "T:more",
            IN_WELCOME.id("durak"),
            IN_OWNER.id("end"),
            IN_EVENING.id(table_id, 1, "show"),
        ):
            self.offered[unseen] = evening.message
        # There it would end the process; Nora is no owner.
        await evening.bot.add_cog(
            OwnerCommands(evening.bot), guild=discord.Object(evening.guild.id)
        )

    async def _learn(self) -> None:
        """Open the list of lessons, and begin a lesson."""
        await self._open("learn", game="durak")
        answer = await self.evening.nora.slash(self.evening.channel, "learn", game="dritzak")
        lesson = present(answer.response)
        await self.evening.nora.click(lesson, label="2. Twos, tens and sets")
        self._note(lesson)

    async def _puzzle(self) -> None:
        """Open the deal of the day and begin it, and open the puzzle of the day."""
        nora = self.evening.nora
        answer = await nora.slash(self.evening.channel, "puzzle")
        home = present(answer.response or next(iter(answer.followups)))
        self._note(home)
        for label in ("Play", "Today's puzzle"):
            answer = await nora.click(home, label=label)
            self._note(present(answer.response or next(iter(answer.followups))))

    async def _set_up(self) -> None:
        """Send the welcome message. Then open the first step of the set-up from this message."""
        evening = self.evening
        guild = present(evening.bot.get_guild(evening.guild.id))
        channel: Any = guild.get_channel(evening.channel.id)
        with evening.env.time_context():
            sent = await channel.send(view=welcome())
        stored = evening.env.backend.get_message(evening.channel.id, sent.id)
        shown = ResponseMessage(evening.env, stored)
        answer = await self.evening.nora.click(shown, label="Set up Shijo")
        self._note(present(answer.response))

    async def _practise(self) -> None:
        answer = await self.evening.nora.slash(self.evening.channel, "profile")
        profile = present(answer.response or next(iter(answer.followups)))
        self._note(profile)
        pressed = await self.evening.nora.click(profile, label="Practise my mistakes")
        self._note(present(pressed.response))

    async def _tournament(self) -> None:
        answer = await self.evening.nora.slash(
            self.evening.channel, "tournament new", game="durak", format="swiss"
        )
        opened = present(answer.response)
        self._note(opened)
        panel = await self.evening.nora.click(opened, label="For moderators…")
        self._note(present(panel.response))

    async def _team_match(self) -> None:
        """Begin a match of two teams, and open Nora's hand in it."""
        evening, matches = self.evening, self.evening.bot.service.team_matches
        nora, pavel, aiko, bert = (Person(one.id, one.name) for one in evening.members)
        teams: Any = evening.bot.get_cog("Teams")
        with evening.env.time_context():
            opened = await matches.open(
                guild_id=evening.guild.id,
                channel_id=evening.channel.id,
                game="durak",
                size=2,
                first=nora,
                second=pavel,
            )
            for team, who in enumerate((aiko, bert)):
                await matches.join(opened.number, who, team)
            await teams.background.finish()
            match = await matches.get(opened.number)
        stored = evening.env.backend.get_message(evening.channel.id, present(match.message_id))
        shown = ResponseMessage(evening.env, stored)
        self._note(shown)
        answer = await evening.nora.click(shown, label="My hand")
        hand = present(answer.response or next(iter(answer.followups)))
        self._note(hand)
        page = MoveWords((PAGE,))
        self.offered[IN_TEAM_DEAL.id(match.deals[0], 0, page)] = hand  # whoever's turn it is

    async def _open(self, command: str, **options: Any) -> None:
        evening = self.evening
        answer = await evening.nora.slash(evening.channel, command, **options)
        self._note(present(answer.response))

    def _note(self, message: ResponseMessage) -> None:
        for part in walk(message.components):
            if "custom_id" in part:
                self.offered[part["custom_id"]] = message
                self.selects += [part["custom_id"]] * (part["type"] in {STRING_SELECT, CHANNELS})

    async def press(self, custom_id: str, values: tuple[str, ...] = ()) -> InteractionResult:
        on = self.offered.get(custom_id, self.evening.message)
        self.presses += 1
        if self.presses % READ_TOGETHER == 0:
            await self.evening.env.advance_time(READ_AFTER.total_seconds())
        (answer,) = await at_once(self.evening, Click(self.evening.nora, on, custom_id, values))
        return answer

    async def command(self, name: str, options: list[Any]) -> InteractionResult:
        """Send a command with the given options. This works for removed commands too."""
        evening = self.evening
        record, payload = interactions.base_payload(
            evening.env.backend,
            type=2,
            channel_id=evening.channel.id,
            guild_id=evening.guild.id,
            user_id=evening.nora.id,
            data={"id": "1", "type": 1, "name": name, "options": options},
        )
        evening.env.backend.emit("INTERACTION_CREATE", payload)
        await evening.env.settle()
        return InteractionResult(evening.env, record)


@pytest.fixture(scope="module")
def runner() -> Iterator[asyncio.Runner]:
    with asyncio.Runner() as begun:
        yield begun


@pytest.fixture(scope="module")
def house(runner: asyncio.Runner, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    evening = Evening(tmp_path_factory.mktemp("forged"), speed="none")
    evening.has_board()
    around = evening.begin()
    with pytest.MonkeyPatch.context() as patch:
        leave_unpainted(patch)
        begun = House(runner.run(cast("Any", around.__aenter__())))
        runner.run(begun.begin())
        yield begun
        runner.run(cast("Any", around.__aexit__(None, None, None)))


def test_every_kind_of_item_is_among_what_is_forged(house: House) -> None:
    for item in ALL:
        template = item.template
        assert any(map(template.fullmatch, house.offered)), item


NUMBERS = st.sampled_from(["-1", "0", "7", "²", "٣", "1e9", str(LARGEST), str(BEYOND), "9" * 20])
TEXTS = st.one_of(
    NUMBERS, st.text(max_size=12), st.sampled_from(["", "-", "\0", "\ud800", "durak"])
)
VALUES = st.lists(TEXTS, max_size=3).map(tuple)


@st.composite
def forged(draw: st.DrawFn, house: House) -> str:
    """Generate a custom id. It is either a custom id that was shown, with up to two of its parts
    replaced by other texts, or any text that fits a template of the bot's custom ids. If the custom
    id could do something that can't be undone, return "-" instead."""
    harmless = [each for each in house.offered if not FOR_GOOD.fullmatch(each)]
    parts = draw(st.sampled_from(harmless)).split(":")
    for place in draw(st.lists(st.integers(0, len(parts) - 1), max_size=2)):
        parts[place] = draw(TEXTS)
    made = ":".join(parts)
    template = draw(st.sampled_from(ALL)).template
    any_id = draw(
        st.sampled_from([made, made, made, draw(st.from_regex(template, fullmatch=True))])
    )
    return "-" if FOR_GOOD.fullmatch(any_id) else any_id[:LIMIT]


@settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(data=st.data())
def test_whatever_is_pressed_is_answered_without_a_stack_trace(
    house: House, runner: asyncio.Runner, caplog: pytest.LogCaptureFixture, data: st.DataObject
) -> None:
    custom_id, values = data.draw(forged(house)), data.draw(VALUES)
    caplog.clear()
    answer = runner.run(house.press(custom_id, values))
    assert answer.acknowledged or answer.modal
    assert [each.getMessage() for each in caplog.records if each.levelno >= logging.ERROR] == []


@pytest.mark.parametrize(
    "value", the_first(3, ["", "9" * 40, "\ud800", "x", str(BEYOND), "²", "\0"])
)
def test_a_value_that_no_select_offers_gets_one_sentence(
    house: House, runner: asyncio.Runner, value: str
) -> None:
    assert len(house.selects) > 20
    for custom_id in house.selects:
        answer = runner.run(house.press(custom_id, (value,)))
        assert answer.acknowledged, custom_id
        if answer.response is not None and answer.response.content:
            assert answer.response.ephemeral
            assert "Something went wrong" not in answer.response.content


@pytest.mark.parametrize(
    "custom_id", ["old:k3f9", "h:k3f9", "t:", "", "z:colour", "y:m:1:1", "l:k3f9:shuffle", "s:hats"]
)
def test_an_id_that_this_version_does_not_make_is_answered(
    house: House, runner: asyncio.Runner, custom_id: str
) -> None:
    known = next(each for each in house.offered if each.startswith("l:")).split(":")[1]
    answer = present(runner.run(house.press(custom_id.replace("k3f9", known))).response)
    assert answer.ephemeral
    assert answer.content == (
        "This button is from an older version. `/hand` brings the table back."
    )


@pytest.mark.parametrize(
    ("command", "options", "said"),
    [
        ("deal", [], "This command is from an older version."),
        ("remove", [{"name": "whom", "type": 3, "value": "x"}], "`/remove` has moved."),
        ("challenge", [{"name": "whom", "type": 3, "value": "x"}], "This command is from an older"),
        ("history", [{"name": "channel", "type": 3, "value": "x"}], "I didn't understand that."),
    ],
)
def test_a_command_that_can_not_be_called_is_answered(
    house: House, runner: asyncio.Runner, command: str, options: list[Any], said: str
) -> None:
    answer = present(runner.run(house.command(command, options)).response)
    assert answer.ephemeral
    assert answer.content.startswith(said)


@pytest.mark.parametrize(
    "data",
    [
        {"values": 7},
        {"values": [7]},
        {"values": [None]},
        {"values": [["6S"]]},
        {"components": 7},
        {"components": [7]},
        {"components": [{"component": 7}]},
        {"components": [{"component": {"value": 7}}]},
        {"values": ["\ud800"]},
    ],
)
def test_what_is_no_text_is_not_understood(data: dict[str, Any]) -> None:
    with pytest.raises(NotUnderstood):
        Input.by(cast("Interaction", SimpleNamespace(data=data)))


@given(st.text())
def test_a_number_is_one_that_a_database_keeps(text: str) -> None:
    try:
        number = number_of(text)
    except NotUnderstood:
        assert not (re.fullmatch("[0-9]+", text) and int(text) <= LARGEST and len(text) <= 19)
    else:
        assert 0 <= number <= LARGEST
        assert str(number) == text.lstrip("0") or number == 0


def test_numbers_up_to_the_largest_are_read_and_none_beyond() -> None:
    assert number_of(str(LARGEST)) == LARGEST
    with pytest.raises(NotUnderstood):
        number_of(str(BEYOND))
