"""Test a table whose message the bot isn't allowed to edit. The bot tries again after a pause. If a
permission or role changes, the bot tries again at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from simcord.backend import serializers
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from cogs.edits.edit_queue import PAUSES
from tests.journeys.conftest import Evening, actions
from tests.present import present

READ = 1 << 10


class Refused:
    """A game of Nora and Pavel in which the bot isn't allowed any more to edit the table's message.
    The message shows the state before the last move."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self.backend = evening.env.backend
        self.guild_id = evening.guild.id

    async def begin(self) -> Refused:
        evening = self.evening
        await evening.dealt("durak", evening.pavel)
        evening.env.inject_error(
            "PATCH", "/channels/*/messages/*", status=403, code=50001, times=None
        )
        await self.move()
        assert not self.shows_the_move
        return self

    async def move(self) -> None:
        """Let the member whose turn it is press the first button or option of their hand."""
        table = await self.evening.table()
        mover = self.evening.member_at(table, present(table.view(None)).waiting_on[0])
        panel = await self.evening.hand(mover)
        await self.evening.do(mover, next(actions(panel)))

    @property
    def shows_the_move(self) -> bool:
        return "attacks with" in self.evening.text

    @property
    def tries(self) -> int:
        return sum(
            request.method == "PATCH" and request.path.startswith("/channels/")
            for request in self.evening.env.http_requests
        )

    def allow(self) -> None:
        """Let the bot edit messages again. Discord sends no event when this happens, so the bot
        learns of it only when it tries again, or after another event."""
        self.backend.faults.clear()

    async def wait(self, seconds: float) -> None:
        await self.evening.env.advance_time(seconds)

    def hears(self, event: str, payload: Any) -> None:
        """Pass an event of Discord to the bot. `event` is its name, and `payload` is its data. The
        simulator wouldn't send the events that are passed here: it simulates no outage of a server,
        and the bot doesn't subscribe to changes of members (it lacks this intent)."""
        with self.evening.env._bot_scope():
            self.evening.bot._connection.parsers[event](payload)

    # What moderators do

    def overwrites_are_changed(self) -> None:
        everyone = Overwrite(self.guild_id, OverwriteType.ROLE, allow=READ, deny=0)
        self.backend.edit_channel(self.evening.channel.id, {}, overwrites=[everyone])

    def a_role_is_changed(self) -> None:
        role = self.evening.guild.default_role
        held = self.backend.get_role(self.guild_id, role.id).permissions
        self.backend.edit_role(self.guild_id, role.id, {"permissions": held ^ (1 << 4)})

    def a_role_is_deleted(self) -> None:
        role = self.evening.guild.create_role("muted")
        self.backend.delete_role(self.guild_id, role.id)

    def the_bot_gets_a_role(self) -> None:
        guild, bot = self.backend.get_guild(self.guild_id), self.backend.bot_user.id
        member = serializers.member_payload(self.backend, guild, guild.members[bot])
        self.hears("GUILD_MEMBER_UPDATE", {**member, "guild_id": str(self.guild_id)})

    def the_server_comes_back(self) -> None:
        guild = self.backend.get_guild(self.guild_id)
        self.hears("GUILD_DELETE", {"id": str(self.guild_id), "unavailable": True})
        self.hears("GUILD_CREATE", serializers.guild_create_payload(self.backend, guild))


HAPPENINGS = [
    Refused.overwrites_are_changed,
    Refused.a_role_is_changed,
    Refused.a_role_is_deleted,
    Refused.the_bot_gets_a_role,
    Refused.the_server_comes_back,
]


@pytest.fixture
async def refused(untimed: Evening) -> Refused:
    return await Refused(untimed).begin()


async def test_a_refused_edit_is_made_when_the_pause_is_over(refused: Refused) -> None:
    refused.allow()
    await refused.wait(PAUSES[0] - 1)
    assert not refused.shows_the_move
    await refused.wait(1)
    assert refused.shows_the_move


async def test_each_refusal_is_followed_by_a_longer_pause(refused: Refused) -> None:
    assert refused.tries == 1
    await refused.wait(PAUSES[0])
    assert refused.tries == 2
    await refused.wait(PAUSES[1] - 1)
    assert refused.tries == 2
    await refused.wait(1)
    assert refused.tries == 3


async def test_the_game_goes_on_during_a_pause_and_that_costs_no_try(refused: Refused) -> None:
    shown = refused.evening.text
    await refused.move()
    assert refused.tries == 1
    refused.allow()
    await refused.wait(PAUSES[0])
    assert refused.tries == 2, "the pause is as long as it was"
    assert refused.evening.text != shown


@pytest.mark.parametrize("happening", HAPPENINGS, ids=lambda each: each.__name__)
async def test_a_refused_edit_is_made_as_soon_as_it_may_be_allowed(
    refused: Refused, happening: Callable[[Refused], None]
) -> None:
    refused.allow()
    await refused.evening.env.settle()
    assert not refused.shows_the_move
    happening(refused)
    await refused.evening.env.settle()
    assert refused.shows_the_move


async def test_permissions_that_change_all_the_time_cost_no_more_than_a_try_in_ten_seconds(
    refused: Refused,
) -> None:
    for _ in range(30):
        refused.a_role_is_changed()
        await refused.wait(1)
    assert 3 <= refused.tries <= 5


async def test_a_channel_that_is_only_renamed_costs_no_try(refused: Refused) -> None:
    refused.backend.edit_channel(refused.evening.channel.id, {"topic": "cards"})
    await refused.evening.env.settle()
    assert refused.tries == 1


async def test_a_server_that_adds_the_bot_again_sees_its_tables_as_they_stand(
    untimed: Evening,
) -> None:
    await untimed.dealt("durak", untimed.pavel)
    guild = present(untimed.bot.get_guild(untimed.guild.id))
    with untimed.env.time_context():
        await untimed.bot.service.privacy.guild_left(guild.id)
    await untimed.env.advance_time(600)
    start = len(untimed.env.http_requests)
    with untimed.env._bot_scope():
        untimed.bot.dispatch("guild_join", guild)
    await untimed.env.settle()
    assert [
        request.path.split("/")[-1]
        for request in untimed.env.http_requests[start:]
        if request.method == "PATCH"
    ] == [str(untimed.message.id)]
