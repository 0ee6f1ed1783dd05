"""`shijo doctor`: checks everything that a bot needs. For each check the command prints one line,
with the fault and what to do. The command changes nothing, and can be run while the bot is
running."""

from __future__ import annotations

import argparse
import asyncio
import platform
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from enum import StrEnum
from importlib.metadata import version
from typing import Any, Final, NamedTuple

import aiohttp
import discord
from discord.http import Route

from bot.config import DiscordSettings, Settings, load, unknown_variables
from bot.core.errors import CannotStart, Refusal
from bot.service import doctor_findings
from cogs.discord.client import PERMISSIONS, use_proxies
from cogs.discord.tree import OURS
from cogs.words.load import left_out

MOST_SKEW: Final = 5.0
"""The most seconds by which this machine's clock may differ from Discord's clock."""
LEAST_FREE: Final = 500
"""The megabytes that should be free on the database's disk."""
FOR_SERVERS, FOR_MEMBERS = "0", "1"
"""Discord's names for the kinds of installation."""
SERVERS_FAULT: Final = 500
"""From this HTTP status on, the fault is Discord's and not the request's."""
PAGE: Final = 200
"""The most servers in one answer of Discord."""


class Soundness(StrEnum):
    """The result of a check: good, unusual or wrong."""

    GOOD = "good"
    ODD = "odd"
    WRONG = "WRONG"


class Finding(NamedTuple):
    """The result of one check. `soundness` says whether the result is good, unusual or wrong.
    `what` names the thing that was checked, and `said` describes the result."""

    soundness: Soundness
    what: str
    said: str

    def __str__(self) -> str:
        return f"{self.soundness.value:5}  {self.what}: {self.said}"


def doctor(parsed: argparse.Namespace) -> None:
    """Run all checks and print their results. Raises Refusal, which ends the process with status 1,
    when something is wrong."""
    wrong = asyncio.run(_told(load(parsed.config)))
    if wrong:
        raise Refusal(f"{wrong} to fix, marked {Soundness.WRONG} above.")


async def _told(settings: Settings) -> int:
    wrong = 0
    async for finding in findings(settings):
        print(finding, flush=True)
        wrong += finding.soundness is Soundness.WRONG
    return wrong


async def findings(settings: Settings) -> AsyncIterator[Finding]:
    """Make the checks one after the other, and yield the result of each."""
    yield Finding(Soundness.GOOD, "settings", "can be read")
    for variable in unknown_variables():
        said = "not a setting, so it has no effect. config.example.toml lists them all"
        yield Finding(Soundness.ODD, f"variable {variable}", said)
    yield Finding(
        Soundness.GOOD,
        "versions",
        f"Shijo {version('shijo')}, Python {platform.python_version()}, "
        f"discord.py {discord.__version__}",
    )
    for what, reason in left_out():
        yield Finding(Soundness.WRONG, what, f"can't be used: {reason}")
    for finding in await _of_database(settings):
        yield finding
    if not settings.discord.token.get_secret_value():
        yield Finding(
            Soundness.ODD,
            "Discord",
            "[discord] token is empty, so `shijo run` opens the card room if it's installed. "
            "docs/hosting.md tells you how to get a token",
        )
        return
    async for finding in _of_discord(settings.discord, activity=settings.web.activity):
        yield finding


async def _of_database(settings: Settings) -> list[Finding]:
    try:
        seen = await doctor_findings(settings)
    except CannotStart as error:
        odd = "no such file yet" in str(error)  # the first start makes it
        return [Finding(Soundness.ODD if odd else Soundness.WRONG, "database", str(error))]
    found = [Finding(Soundness.GOOD, "database", f"{seen.place}, {seen.version}")]
    if seen.damage is not None:
        found.append(
            Finding(
                Soundness.WRONG,
                "database",
                f"damaged. Stop Shijo and restore a backup ({seen.damage})",
            )
        )
    if not seen.newest:
        said = f"its schema is {seen.revision or 'empty'}. The next start updates it"
        found.append(Finding(Soundness.ODD, "database", said))
    if seen.free is not None:
        good = seen.free >= LEAST_FREE
        said = f"{seen.free:,} MB are free"
        found.append(
            Finding(
                Soundness.GOOD if good else Soundness.WRONG,
                "disk",
                said if good else f"only {said}. Make room, or move the database",
            )
        )
    return found


async def _of_discord(settings: DiscordSettings, *, activity: bool) -> AsyncIterator[Finding]:
    use_proxies(settings.api_url, settings.gateway_url)
    yield await _of_clock()
    client = discord.Client(intents=discord.Intents.none())
    try:
        await client.login(settings.token.get_secret_value())
    except discord.LoginFailure:
        yield Finding(
            Soundness.WRONG,
            "Discord",
            "refuses the token. Copy a new one from the developer portal into [discord] token",
        )
        return
    except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
        yield Finding(Soundness.WRONG, "Discord", _failed(error))
        return
    else:
        yield Finding(Soundness.GOOD, "Discord", f"logged in as {client.user}")
        try:
            yield await _of_installation(client)
            yield await _of_commands(client, answered=activity)
            async for finding in _of_servers(client):
                yield finding
        except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
            yield Finding(Soundness.WRONG, "Discord", _failed(error))
    finally:
        await client.close()


def _failed(error: Exception) -> str:
    """Return the end of a sentence about Discord that tells why a request failed: `refuses the
    request: …` or `can't be reached: …`."""
    if isinstance(error, discord.HTTPException) and error.status < SERVERS_FAULT:
        return f"refuses the request: {error}"
    return f"can't be reached: {type(error).__name__}"


async def _of_installation(client: discord.Client) -> Finding:
    """Check whether servers and members can add the bot. The bot's owner chooses this in the
    developer portal."""
    application: Any = await client.http.application_info()
    chosen = application.get("integration_types_config") or {}
    if chosen and FOR_SERVERS not in chosen:
        said = "no server can add it. Tick Guild Install in the developer portal (Installation)"
        return Finding(Soundness.WRONG, "installation", said)
    members = "and members for themselves" if FOR_MEMBERS in chosen else "but members can't"
    return Finding(Soundness.GOOD, "installation", f"servers can add it, {members}")


async def _of_commands(client: discord.Client, *, answered: bool) -> Finding:
    """Check which of the bot's commands are registered with Discord, and which further commands
    Discord itself has added for Activities. `answered` says whether the bot answers these further
    commands."""
    listed: Any = await client.http.get_global_commands(client.application_id or 0)
    ours = [each for each in listed if each.get("type", 1) in OURS]
    added = [f"“{each['name']}”" for each in listed if each not in ours]
    if not ours:
        return Finding(
            Soundness.ODD, "commands", "Discord has none yet. `shijo run` registers them"
        )
    said = f"Discord has {len(ours)}"
    if answered and not added:
        said += (
            ", but no Activity. Switch it on in the developer portal, or turn [web] activity off"
        )
        return Finding(Soundness.ODD, "commands", said)
    if added:
        said += f", plus {', '.join(added)}, which Discord added for Activities and "
        said += "Shijo answers" if answered else "Shijo leaves alone"
    return Finding(Soundness.GOOD, "commands", said)


async def _of_clock() -> Finding:
    try:
        async with aiohttp.ClientSession() as session, session.get(f"{Route.BASE}/gateway") as got:
            theirs = parsedate_to_datetime(got.headers["Date"])
    except (aiohttp.ClientError, OSError, LookupError, ValueError) as error:
        return Finding(Soundness.ODD, "clock", f"can't be compared: {type(error).__name__}")
    skew = abs((datetime.now(UTC) - theirs).total_seconds())
    if skew > MOST_SKEW:
        said = f"differs from Discord's by {skew:.0f} seconds. Let the machine set it (NTP)"
        return Finding(Soundness.WRONG, "clock", said)
    return Finding(Soundness.GOOD, "clock", "agrees with Discord's")


async def _of_servers(client: discord.Client) -> AsyncIterator[Finding]:
    last: int | None = None
    count = 0
    while True:
        listed: Any = await client.http.get_guilds(PAGE, after=last)
        for server in listed:
            missing = PERMISSIONS & ~discord.Permissions(int(server["permissions"]))
            names = sorted(name.replace("_", " ") for name, wanted in missing if wanted)
            if names:
                yield Finding(
                    Soundness.WRONG,
                    f"server {server['name']}",
                    f"the bot's role lacks {', '.join(names)}. Grant these, or open the "
                    "invite link again",
                )
        count += len(listed)
        if len(listed) < PAGE:
            break
        last = int(listed[-1]["id"])
    yield Finding(Soundness.GOOD, "servers", f"the bot is in {count}")
