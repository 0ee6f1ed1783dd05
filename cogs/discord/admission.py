"""Decides whether and when a press or a command is answered.

The class `Door` refuses, with a sentence, blocked members, members who press too fast, presses that
arrive too late, and presses while the process is ending. The class `Turns` lets presses of one
member wait for each other, so that only one of them is answered at a time."""

from __future__ import annotations

import asyncio
import logging
import math
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any, Final

import discord

from bot.core.clock import SECONDS, Allowance, TooManyPresses, even_time
from bot.core.errors import NotSaved
from bot.core.scope import server_in
from bot.leases.errors import LeasesLost
from bot.owner.model import Block, Blocked, Restarting, ServerBlocked
from cogs.discord.components import IN_ME
from cogs.discord.errors import CameTooLate, answering, context, sentence, tell
from cogs.discord.last_words import last_words

log = logging.getLogger(__name__)

Interaction = discord.Interaction[Any]

OWN_DATA: Final = frozenset(
    {
        "me",
        *(IN_ME.id(action) for action in ("privacy", "export", "boards", "forget", "forget-yes")),
    }
)
"""The commands and presses about a member's own data. A blocked member may still use them."""
IN_TIME: Final = 3.0
"""Seconds for which Discord waits for the answer to a press."""
LATELY: Final = 1800.0
"""The seconds after which a new search for the quickest press begins. The quickest press shows how
far Discord's clock and this machine's clock are apart."""
KEPT: Final = 4 * 3600.0
"""Seconds without any press after which the quickest press is forgotten. The quickest press tells
how far this machine's clock and Discord's clock are apart. If nothing corrects two clocks, this
difference changes by a third of a second in an hour."""
MADE: Final = "made"
"""A key in the `extras` of an interaction. Its value is the time when the interaction was made, in
seconds of a clock that is never set back (`Lateness` calls this clock `even`)."""
ENOUGH: Final = 1.0
"""Seconds after which a member's next press begins although the press before it is still being
answered."""
TOO_LATE: Final = 2.5
"""Seconds of waiting after which a press is dropped. After 3 seconds, Discord takes no answer and
tells the member that the press failed."""


class Door:
    """Decides which interactions (presses, commands, suggestions) are answered. A member may make
    `presses_a_second` presses, averaged over some seconds (0: no limit)."""

    def __init__(self, presses_a_second: int) -> None:
        most = presses_a_second * int(SECONDS.total_seconds())
        self._presses = Allowance(most, SECONDS, TooManyPresses)

    async def lets_in(self, interaction: Interaction) -> bool:
        """Return whether an interaction is to be answered. If not, the member has already been told
        why. There are two exceptions, in which the member is told nothing: another process answers
        the interaction, or the interaction only asks for suggestions. A blocked member is told of
        the block only once. Presses after that are acknowledged without any text."""
        bot = interaction.client
        if bot.draining:
            await tell_of_restart(interaction)
            return False
        if not (await _is_served(interaction) and await _is_in_time(interaction)):
            return False
        block = bot.service.orders.block_of(interaction.user.id, interaction.guild_id)
        if block is not None and not _is_about_own_data(interaction):
            await self._turn_away(interaction, block)
            return False
        if interaction.type is discord.InteractionType.autocomplete:
            return True
        try:
            self._presses.use(interaction.user.id, bot.service.now())
        except TooManyPresses as refusal:
            async with answering(interaction):
                raise refusal from None
            return False
        return True

    def may_act(self, bot: Any, member_id: int, scope: int) -> None:
        """Raise an error if a member may not act now. The reasons are that the process is ending,
        that the member or the server is blocked, or that the member acts too fast. Actions that
        aren't presses, such as actions on the board, are checked here. `scope` is the number under
        which the tables of the member's server or private chat are stored."""
        if bot.draining:
            raise Restarting
        block = bot.service.orders.block_of(member_id, server_in(scope))
        if block is not None:
            own = block.id == member_id
            bot.meter.refused["member" if own else "server"] += 1
            raise (Blocked if own else ServerBlocked)(reason=block.reason)
        self._presses.use(member_id, bot.service.now())

    async def _turn_away(self, interaction: Interaction, block: Block) -> None:
        async with answering(interaction):
            if interaction.type is discord.InteractionType.autocomplete:
                await interaction.response.autocomplete([])
                return
            own = block.id == interaction.user.id
            interaction.client.meter.refused["member" if own else "server"] += 1
            if await interaction.client.service.orders.is_new_to(interaction.user.id, block):
                refusal = Blocked if own else ServerBlocked
                await tell(interaction, sentence(refusal(reason=block.reason)).rstrip())
            else:
                await _say_nothing(interaction)


async def _is_in_time(interaction: Interaction) -> bool:
    """Return whether an interaction came early enough. After 3 seconds, Discord tells the member
    that the interaction failed. If the interaction came too late, tell the member that nothing
    happened, unless the interaction only asks for suggestions."""
    if not interaction.client.lateness.is_too_old(interaction):
        return True
    log.info("%s came too late", context(interaction))
    if interaction.type is not discord.InteractionType.autocomplete:
        async with answering(interaction):
            raise CameTooLate
    return False


async def _is_served(interaction: Interaction) -> bool:
    """Return whether this process answers the member who pressed. The result is True if no other
    process shares the shards, or if this process holds the leases of its shards. It is False if
    another process has taken the shards over and answers the member.

    If the database doesn't answer, the process can't know this. Then tell the member that nothing
    was saved (unless the interaction only asks for suggestions), and return False."""
    sharing = interaction.client.sharing
    try:
        if sharing is None or await sharing.serves():
            return True
    except LeasesLost:
        return False  # another process answers
    if interaction.type is discord.InteractionType.autocomplete:
        return False  # suggestions can be missing
    with last_words():
        async with answering(interaction):
            raise NotSaved
    return False


async def _say_nothing(interaction: Interaction) -> None:
    """Acknowledge a press without changing anything. Discord requires an answer to a command, so
    the answer to a command is deleted at once."""
    if interaction.type is discord.InteractionType.application_command:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await interaction.delete_original_response()
    else:
        await interaction.response.defer()


async def tell_of_restart(interaction: Interaction) -> None:
    """Tell a member who presses while the process is ending that the bot restarts, and show the
    notice of the bot's owner."""
    with last_words():
        await _tell_of_restart(interaction)


async def _tell_of_restart(interaction: Interaction) -> None:
    async with answering(interaction):
        if interaction.type is discord.InteractionType.autocomplete:
            await interaction.response.autocomplete([])
            return
        notice = interaction.client.service.orders.bulletin
        said = sentence(Restarting())
        await tell(interaction, said if notice is None else f"{said}\n📣 {notice.text}")


def _is_about_own_data(interaction: Interaction) -> bool:
    data: Any = interaction.data or {}
    return data.get("custom_id", data.get("name")) in OWN_DATA


class Lateness:
    """Measures how old presses are. After 3 seconds, Discord tells the member that the press
    failed. An event can be older than 3 seconds if Discord delivers it again after a cut
    connection.

    The id of an interaction says when the interaction was made, by Discord's clock. This machine's
    clock might differ from Discord's, so the age is measured relative to the fastest recent press.
    `even` returns the time in seconds from a clock that is never set back."""

    def __init__(self, even: Callable[[], float] = even_time) -> None:
        self._even = even
        self._since = -math.inf
        self._apart = self._apart_before = math.inf
        """Two estimates of the difference between this machine's clock and Discord's clock, in
        seconds. Each is the shortest time from the making of a press (by Discord's clock) to its
        arrival. `_apart` covers the presses since `_since`, and `_apart_before` covers the period
        before. Infinite while there is no estimate."""

    def came(self, interaction: Interaction) -> None:
        """Note the arrival of an interaction."""
        now = self._even()
        made = (interaction.id >> 22) / 1000
        if now - self._since >= LATELY:
            known = now - self._since < KEPT
            self._apart_before = self._apart if known else math.inf
            self._apart, self._since = math.inf, now
        self._apart = min(self._apart, now - made)
        interaction.extras[MADE] = made + min(self._apart, self._apart_before)

    def is_too_old(self, interaction: Interaction) -> bool:
        """Return whether Discord has by now told the member that the press failed. If the arrival
        of the press wasn't noted, return False."""
        now = self._even()
        made: float = interaction.extras.get(MADE, now)
        return now - made > IN_TIME


class Turns:
    """Lets only one press of each member be answered at a time. The member's other presses wait for
    their turn. But an answer that takes longer than `ENOUGH` seconds no longer holds up the next
    press."""

    def __init__(self) -> None:
        self._waiting: dict[int, deque[asyncio.Future[None]]] = {}
        """For each member with a running press: the presses that wait, with the oldest first."""
        self._answering = 0
        self._quiet = asyncio.Event()
        self._quiet.set()

    @asynccontextmanager
    async def turn(self, member_id: int) -> AsyncIterator[bool]:
        """A context around the answer to a press. It yields whether there is still time to answer;
        a press that waited too long must not be answered."""
        loop = asyncio.get_running_loop()
        came = loop.time()
        await self._come(member_id)
        over = loop.call_later(ENOUGH, self._next, member_id)
        self._answering += 1
        self._quiet.clear()
        try:
            yield loop.time() - came < TOO_LATE
        finally:
            self._answering -= 1
            if not self._answering:
                self._quiet.set()
            if not over.cancelled() and loop.time() < over.when():
                over.cancel()
                self._next(member_id)

    async def quiet(self, at_most: float) -> None:
        """Wait until no press is being answered, but no longer than `at_most` seconds. Background
        work calls this method so that presses are answered first."""
        with suppress(TimeoutError):
            async with asyncio.timeout(at_most):
                await self._quiet.wait()

    async def _come(self, member_id: int) -> None:
        if member_id not in self._waiting:
            self._waiting[member_id] = deque()
            return
        mine = asyncio.get_running_loop().create_future()
        self._waiting[member_id].append(mine)
        try:
            await mine
        except asyncio.CancelledError:
            if not mine.cancelled():
                self._next(member_id)
            raise

    def _next(self, member_id: int) -> None:
        waiting = self._waiting[member_id]
        while waiting:
            following = waiting.popleft()
            if not following.done():
                following.set_result(None)
                return
        del self._waiting[member_id]
