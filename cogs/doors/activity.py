"""Asks Discord which member has opened the Activity, and in which channel. What the page itself
says about this is not trusted.

Discord blocks a bot after 10,000 refused requests within ten minutes, and anybody could send
invented codes. The class `Brake` therefore limits how often Discord is asked. A page sends a code
and the id of an instance of the Activity. Only the members of an instance know its id. The code is
passed on to Discord only after Discord has confirmed that the instance exists. Refused codes are
counted for each instance. Discord is asked only a few times a second whether an unknown instance
exists. So members wait seconds, not minutes, while somebody floods the server with requests."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import aiohttp
from cachetools import LRUCache
from discord.http import Route

from board.activity import ComeAgain, Unknown
from board.hub import ServedElsewhere
from bot.core.clock import even_time
from bot.core.errors import TableError
from bot.core.scope import pocket_of, scope_of
from bot.core.shards import serves
from bot.doors.model import ACTIVITY_LASTS, Opened, Sight
from cogs.discord.client import ShijoBot
from cogs.doors.here import table_in
from cogs.words import marked

log = logging.getLogger(__name__)

PATIENCE: Final = aiohttp.ClientTimeout(total=5)
"""How long Discord has for each answer."""
PAUSE: Final = 60.0
"""Seconds in which Discord is not asked about anybody, after Discord refused us without saying how
long to wait."""
AT_ONCE: Final = 8
"""The most members about whom Discord is asked at the same time."""
SERVERS_FAULT: Final = 500
TOO_MANY: Final = 429
UNAUTHORIZED: Final = 401
LONGEST_LANGUAGE: Final = 10
WITHIN: Final = 600.0
"""Seconds for which a refusal by Discord counts towards the limits `MOST_OF_INSTANCE` and
`MOST_OF_ALL`. Discord refuses a member's code that it doesn't know."""
MOST_OF_INSTANCE: Final = 50
"""The most times within `WITHIN` seconds that Discord may refuse members of one Activity instance.
When the number is reached, the bot doesn't ask Discord about further members of the instance for a
while, and these members have to wait."""
MOST_OF_ALL: Final = 3_000
"""The most times within `WITHIN` seconds that Discord may refuse members of all Activity instances
together. When the number is reached, the bot doesn't ask Discord about anybody for a while, and all
members who open the Activity have to wait."""
LOOKS_WITHIN: Final = 5.0
"""Seconds for which a question to Discord about an unknown instance of the Activity counts. The
limits are `MOST_LOOKS_OF_ADDRESS` and `MOST_LOOKS`."""
MOST_LOOKS_OF_ADDRESS: Final = 5
"""The most questions that the bot asks Discord within `LOOKS_WITHIN` seconds for pages from one
network address, as long as these pages name Activity instances that the bot doesn't know."""
MOST_LOOKS: Final = 25
"""The most questions that the bot asks Discord within `LOOKS_WITHIN` seconds for pages from all
network addresses, as long as these pages name Activity instances that the bot doesn't know."""
MOST_KNOWN: Final = 10_000


class Window:
    """Counts the events of the last `within` seconds. The window is full when it has counted `most`
    events."""

    def __init__(self, most: int, within: float) -> None:
        self._most = most
        self._within = within
        self._times: deque[float] = deque()

    def is_full(self, now: float) -> bool:
        """Return whether the last `within` seconds already have `most` events, which is the limit.
        `now` is the present time in seconds, by the same clock as in `add`."""
        while self._times and self._times[0] <= now - self._within:
            self._times.popleft()
        return len(self._times) >= self._most

    def add(self, now: float) -> None:
        """Count one event."""
        self._times.append(now)


class Brake:
    """Limits how often this process asks Discord about members of Activities. `now` returns the
    time in seconds."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._refused: LRUCache[str, Window] = LRUCache(MOST_KNOWN)
        """The refusals of each instance that exists."""
        self._all = Window(MOST_OF_ALL, WITHIN)
        self._looks: LRUCache[str, Window] = LRUCache(MOST_KNOWN)
        self._all_looks = Window(MOST_LOOKS, LOOKS_WITHIN)

    def exists(self, instance: str) -> None:
        """Remember that this instance of the Activity exists, because Discord has launched or
        confirmed it."""
        if instance not in self._refused:
            self._refused[instance] = Window(MOST_OF_INSTANCE, WITHIN)

    def refused(self, instance: str) -> None:
        """Count a refusal by Discord. The refusal was for a member of that instance."""
        now = self._now()
        self._all.add(now)
        if instance in self._refused:
            self._refused[instance].add(now)

    def may_ask(self, instance: str, address: str) -> bool:
        """Return whether Discord may be asked about a member. `address` is the member's network
        address, and `instance` the Activity instance that the member's page names. If the instance
        isn't known to exist and the result is True, count one question about an unknown
        instance."""
        now = self._now()
        if self._all.is_full(now):
            return False
        if instance in self._refused:
            return not self._refused[instance].is_full(now)
        own = self._looks.setdefault(address, Window(MOST_LOOKS_OF_ADDRESS, LOOKS_WITHIN))
        if own.is_full(now) or self._all_looks.is_full(now):
            return False
        own.add(now)
        self._all_looks.add(now)
        return True


class DiscordSilent(TableError):
    """Raised when Discord doesn't answer who a member is or where they are."""

    template = marked("Discord isn't answering me right now. Please try again in a minute.")


class NotInActivity(TableError):
    """Raised when the member is not in the Activity instance that the member's page names, or when
    there is no such instance."""

    template = marked("Discord says you've left this Activity. Close it and open it again.")


@dataclass(frozen=True, slots=True)
class Arrival:
    """A member in an instance of the Activity, according to Discord: the member, their language on
    Discord, and the place where the instance runs."""

    member_id: int
    language: str
    guild_id: int | None
    channel_id: int


class DiscordActivity:
    """Asks Discord who has opened the Activity. `client_id` is the application's id."""

    def __init__(self, bot: ShijoBot, client_id: int) -> None:
        self.client_id = client_id
        self._bot = bot
        self._secret = bot.settings.web.client_secret
        self._token = bot.settings.discord.token
        self._at_once = asyncio.Semaphore(AT_ONCE)
        self._silent_until = 0.0
        self.brake: Final = Brake(even_time)

    async def let_in(self, code: str, instance: str, address: str) -> Opened:
        """Find out from Discord who has opened the Activity, and return this member's session at
        the board. The bot makes a door (a private link) whenever a member opens a board with a
        button. If the member got or opened a door within the last few minutes, the session shows
        what the newest of these doors shows, such as a table or a replay. Otherwise the session
        shows a table in the Activity's channel. `code` is Discord's code for the member, `instance`
        the instance that the member's page names, `address` the member's network address. Raises
        TableErrors."""
        if even_time() < self._silent_until:
            raise DiscordSilent
        if not self.brake.may_ask(instance, address):
            raise ComeAgain
        async with self._at_once, aiohttp.ClientSession(timeout=PATIENCE) as session:
            arrival = await self._arrival(session, code, instance)
        scope = scope_of(arrival.guild_id, arrival.channel_id)
        self._bot.door.may_act(self._bot, arrival.member_id, scope)
        doors = self._bot.service.doors
        member = arrival.member_id
        door = await doors.asked_for(member, (scope, pocket_of(member)))
        if door is not None:
            where = door.sight, door.guild_id, member, door.language
        else:
            where = await self._joined(arrival, scope), scope, member, arrival.language
        return await doors.enter_at_once(*where, ACTIVITY_LASTS)

    async def _joined(self, arrival: Arrival, scope: int) -> Sight:
        """Return what the board shows to a member who joins an Activity that somebody else opened:
        a table in the Activity's channel. Raises ServedElsewhere if another process serves this
        place, and the errors of `table_in`."""
        served = self._bot.tables.served
        if not (served.hold() and serves(served.shards, scope)):
            raise ServedElsewhere
        table = await table_in(self._bot.tables, scope, arrival.channel_id, arrival.member_id)
        return Sight(table.id)

    async def _arrival(self, session: aiohttp.ClientSession, code: str, instance: str) -> Arrival:
        """Return the member to whom the code belongs, and the place where the instance runs. Raises
        Unknown if Discord doesn't know the code, NotInActivity if the member isn't in the instance
        or there is no such instance, and DiscordSilent if Discord doesn't answer usefully."""
        try:
            place = await self._place(session, instance)
            self.brake.exists(instance)
            member = await self._member(session, code)
            users = {int(each) for each in place["users"]}
            location = place["location"]
            guild_id = location.get("guild_id")
            arrival = Arrival(
                int(member["id"]),
                str(member.get("locale", ""))[:LONGEST_LANGUAGE],
                None if guild_id is None else int(guild_id),
                int(location["channel_id"]),
            )
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            log.warning("Who opened the Activity can't be asked: %s", type(error).__name__)
            raise DiscordSilent from None
        except Unknown:
            self.brake.refused(instance)
            raise
        except (KeyError, TypeError, ValueError, AttributeError):
            log.warning("Discord's answer about an Activity can't be read")
            raise DiscordSilent from None
        if arrival.member_id not in users:
            raise NotInActivity
        return arrival

    async def _member(self, session: aiohttp.ClientSession, code: str) -> Any:
        """Return Discord's data about the member to whom the code belongs. Discord gives a token
        for the code. This token is not stored. Raises Unknown if Discord doesn't know the code, and
        DiscordSilent if Discord refuses the bot's client secret, has an error or asks to wait."""
        body = {
            "client_id": str(self.client_id),
            "client_secret": self._secret.get_secret_value(),
            "grant_type": "authorization_code",
            "code": code,
        }
        async with session.post(f"{Route.BASE}/oauth2/token", data=body) as answer:
            if answer.status == UNAUTHORIZED:
                log.error("Discord refuses [web] client_secret; nobody can open the Activity")
                self._wait(PAUSE)
                raise DiscordSilent
            token = (await self._answer(answer, Unknown))["access_token"]
        bearer = {"Authorization": f"Bearer {token}"}
        async with session.get(f"{Route.BASE}/users/@me", headers=bearer) as answer:
            return await self._answer(answer, Unknown)

    async def _place(self, session: aiohttp.ClientSession, instance: str) -> Any:
        """Return Discord's data about an instance of the Activity: its channel, and the members in
        it. Raises NotInActivity if there is no such instance, and DiscordSilent if Discord has an
        error or asks to wait."""
        route = Route(
            "GET",
            "/applications/{application_id}/activity-instances/{instance_id}",
            application_id=self.client_id,
            instance_id=instance,
        )
        bot = {"Authorization": f"Bot {self._token.get_secret_value()}"}
        async with session.get(route.url, headers=bot) as answer:
            return await self._answer(answer, NotInActivity)

    async def _answer(self, answer: aiohttp.ClientResponse, refusal: type[TableError]) -> Any:
        """Return the data in Discord's answer. Raises `refusal` if Discord refuses the request, and
        DiscordSilent if Discord has an error or asks to wait. If Discord asks to wait, send no
        requests until the time that Discord names."""
        if answer.status == TOO_MANY:
            self._wait(_seconds(answer.headers.get("Retry-After", "")))
        if answer.status >= SERVERS_FAULT or answer.status == TOO_MANY:
            raise DiscordSilent
        if not answer.ok:
            raise refusal
        return await answer.json()

    def _wait(self, seconds: float) -> None:
        self._silent_until = even_time() + seconds


def _seconds(told: str) -> float:
    """Return the seconds to wait before the next request. `told` is the value of a header in
    Discord's answer."""
    try:
        return max(1.0, float(told))
    except ValueError:
        return PAUSE
