"""Answers a press or a command that failed with an error, so that the member is told. Without this
module, discord.py would only log the error."""

from __future__ import annotations

import asyncio
import logging
import secrets
import traceback
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any, Final

import discord
from discord.utils import format_dt

from bot.core.background import following
from bot.core.clock import LimitReached
from bot.core.errors import NotSaved, OpenedElsewhere, TableError, WrongChannel
from cogs.discord.away import manages
from cogs.discord.connection import PASSING, is_cut
from cogs.discord.languages import hear, to_member
from cogs.discord.last_words import are_last_words
from cogs.discord.layout import clip
from cogs.words import _, marked
from cogs.words.cards import retold, with_emoji
from cogs.words.names import escaped
from games.core import GameError, IllegalMove

log = logging.getLogger(__name__)

CONTENT: Final = 2000
"""The most characters that Discord allows in the content of a message."""

ALREADY_ANSWERED: Final = 40060
"""Discord's code for an interaction that has its answer."""
TOO_LATE: Final = frozenset({10062, ALREADY_ANSWERED})
"""Discord's error codes for an interaction that takes no answer, because 3 seconds are over or it
was answered already."""
ANSWERED: Final = "answered"
"""A key in an interaction's extras. It is set when the interaction might have been answered without
discord.py knowing this."""

READ_AFTER: Final = timedelta(seconds=15)
"""How long a refusal stays before it is deleted. After a restart the refusal stays until the member
closes Discord, like other ephemeral messages."""

Delete = Callable[[], Awaitable[None]]
"""Makes the request that deletes a message."""


class NotYourPanel(TableError):
    """Raised when a member presses a button in a hand message that isn't the member's own."""

    template = marked("That's someone else's hand. Press “My hand” at the table to see yours.")


class NoTableHere(TableError):
    """Raised when a table of the channel is asked for, but the channel has no open table."""

    template = marked("There's no table here. `/play` opens one.")


class NotAtATable(TableError):
    """Raised when a member who sits at no table asks for their hand."""

    template = marked(
        "You're not at any table on this server. Use `/play` to open one, or press “Join” in a "
        "lobby."
    )


class NotHere(TableError):
    """Raised when a member uses a command in a server or chat to which the bot was never added, and
    the command works only in places where the bot is present."""

    template = marked(
        "I haven't been added here, so I can't do that. You can still use `/play`, "
        "`/learn`, `/puzzle` and `/rules`, or add me to a server: {link}"
    )


class MayNotPost(TableError):
    """Raised when the bot lacks permissions that it needs for posting a table in this channel."""

    template = marked("I can't set up a table in this channel. I need more permissions: {missing}.")


class MayNotChange(TableError):
    """Raised when a member does what needs the permission to manage the server (such as changing
    the server's settings), but doesn't have this permission."""

    template = marked("Only people who can manage this server can change its settings.")


class NoSettingsHere(TableError):
    """Raised when a member uses `/settings`, or the setup of a server, in direct messages."""

    template = marked(
        "There are no server settings in direct messages. Your own settings are in `/me`."
    )


class NoBoardHere(TableError):
    """Raised when a member asks for a leaderboard in direct messages."""

    template = marked("There's no leaderboard in direct messages. Games here are just practice.")


class CantPostThere(TableError):
    """Raised when the bot may not post in the chosen channel."""

    template = marked(
        "I can't post in that channel. I need the *View Channel* and *Send Messages* "
        "permissions there."
    )


class NotUnderstood(TableError):
    """Raised when the input makes no sense: it was not among the choices offered, or isn't a
    number."""

    template = marked(
        "I didn't understand that. Please pick again, or use `/hand` to bring the table back."
    )


class CameTooLate(TableError):
    """Raised when a press or a command reaches the bot too late. Discord has then already told the
    member that it failed."""

    template = marked("That took too long to reach me, so nothing happened. Please try again.")


class OlderShijo(TableError):
    """Raised when a member presses a component that this version does not know."""

    template = marked("This button is from an older version. `/hand` brings the table back.")


class OlderCommand(TableError):
    """Raised when a member uses a command that this version does not have, or has with other
    options."""

    template = marked("This command is from an older version. Type `/` to see the current ones.")


Refused = (TableError, GameError)


def sentence(error: TableError | GameError) -> str:
    """Return the sentence that tells the reader why something was refused, in the reader's
    language. For a refused move, the sentence also names the rule."""
    text = retold(error.reason)
    if isinstance(error, WrongChannel):
        return " ".join([text, *(f"<#{channel}>" for channel in error.reason.params["channels"])])
    if isinstance(error, NotHere):
        # Values are escaped, as names are; a link with a backslash in it leads nowhere.
        link = str(error.reason.params["link"])
        return text.replace(escaped(link), link)
    if isinstance(error, LimitReached):
        again = format_dt(error.reason.params["again"], "R")
        return " ".join([text, _("Try again {when}.", when=again)])
    if isinstance(error, IllegalMove):
        return _("{reason} (rule {rule}, see `/rules`)", reason=text, rule=error.rule)
    return text


def must_manage(interaction: discord.Interaction[Any]) -> None:
    """Raises MayNotChange unless the member may manage the server."""
    if not manages(interaction):
        raise MayNotChange


async def tell(interaction: discord.Interaction[Any], text: str) -> Delete:
    """Show a text to the member who pressed, and to nobody else. Return a function that deletes the
    message. The function works as long as the interaction's token is valid."""
    (content,) = with_emoji([clip(text, CONTENT)], CONTENT)
    if interaction.response.is_done() or ANSWERED in interaction.extras:
        said = await interaction.followup.send(content, ephemeral=True, wait=True)
        return said.delete
    await interaction.response.send_message(content, ephemeral=True)
    return interaction.delete_original_response


@asynccontextmanager
async def answering(interaction: discord.Interaction[Any]) -> AsyncIterator[None]:
    """A context around all the work of a press or a command. In this context, sentences are in the
    language of the member who pressed or gave the command. If a TableError or GameError (a refusal)
    is raised, the member sees its sentence. Any other error is logged under a short id, and the
    member sees this id."""
    with following(str(interaction.id)):
        async with (
            to_member(interaction.client, interaction.user.id, interaction.locale),
            _caught(interaction),
        ):
            await hear(interaction)
            yield


@asynccontextmanager
async def _caught(interaction: discord.Interaction[Any]) -> AsyncIterator[None]:
    outcome = "failed"
    try:
        yield
        outcome = "answered"
    except OpenedElsewhere:
        # The process that has opened the table answers.
        outcome = "elsewhere"
    except Refused as refusal:
        outcome = "unsaved" if isinstance(refusal, NotSaved) else "refused"
        if isinstance(refusal, LimitReached):
            interaction.client.meter.refused[refusal.kind] += 1
        delete = await _try_to_tell(interaction, sentence(refusal))
        if delete is not None:
            interaction.client.vanishing.start(_deleted_when_read(delete))
    # For any error, the member gets an answer and the log gets the rest.
    except Exception as error:  # noqa: BLE001
        if isinstance(error, discord.HTTPException) and error.code in TOO_LATE:
            outcome = "late"
            log.warning("Discord no longer takes an answer to %s", context(interaction))
            return
        if is_cut(error):
            # The work is done and saved, and Discord may have the answer: a second one is never
            # given.
            outcome = "cut"
            log.warning("cut off at %s: %s", context(interaction), type(error).__name__)
            return
        number = logged(error, context(interaction))
        await _try_to_tell(
            interaction,
            _(
                "Something went wrong. If it happens again, please report it and quote `{id}`.",
                id=number,
            ),
        )
    finally:
        log.debug("%s: %s", outcome, context(interaction))
        interaction.client.meter.answered(interaction, outcome)


async def _deleted_when_read(delete: Delete) -> None:
    """Wait until a refusal has been read, then delete it. The member might already have dismissed
    it.

    discord.py's `delete_after` isn't used, for two reasons. It ignores only Discord's own errors,
    so a cut connection would be logged as an unknown failure. And its task would go on after the
    bot's connection is closed."""
    await asyncio.sleep(READ_AFTER.total_seconds())
    try:
        await delete()
    except (discord.HTTPException, *PASSING) as error:
        log.info("a refusal stays: %s", type(error).__name__)


async def _try_to_tell(interaction: discord.Interaction[Any], text: str) -> Delete | None:
    try:
        return await tell(interaction, text)
    except discord.HTTPException as error:
        if error.code == ALREADY_ANSWERED and are_last_words():
            log.debug("another process has answered %s", context(interaction))
            return None
        log.warning(
            "could not answer %s: HTTP %s, code %s", context(interaction), error.status, error.code
        )
    except PASSING as error:
        log.warning("could not answer %s: %s", context(interaction), type(error).__name__)
    return None


def logged(error: BaseException, where: str) -> str:
    """Log an error under a new short id, and return the id. `where` describes what failed. The
    texts of the error and of the errors that caused it are not logged, because these texts may name
    cards (the values of a statement, a move). If the database failed (NotSaved), the store has
    already logged the reason, so only one line at debug level is logged here."""
    number = secrets.token_hex(3)
    if isinstance(error, NotSaved):
        log.debug("[%s] %s: %s", number, where, type(error).__name__)
        return number
    log.error("[%s] %s\n%s", number, where, "\n".join(_trace(error)), extra={"error": error})
    return number


def _trace(error: BaseException | None) -> list[str]:
    lines: list[str] = []
    while error is not None:
        lines.append(f"{type(error).__module__}.{type(error).__qualname__}{_status(error)}")
        lines.extend(part.rstrip() for part in traceback.format_tb(error.__traceback__))
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return lines


def _status(error: BaseException) -> str:
    return (
        f" (HTTP {error.status}, code {error.code})"
        if isinstance(error, discord.HTTPException)
        else ""
    )


def context(interaction: discord.Interaction[Any]) -> str:
    """Return a description of a press or a command for the log. It names the kind of interaction,
    the command or the beginning of the custom id (the part without cards), and the ids of the
    member, the server and the channel."""
    data: Any = interaction.data or {}
    what = ":".join(str(data.get("custom_id", "")).split(":")[:4]) or f"/{data.get('name', '?')}"
    return (
        f"{interaction.type.name} {what} by {interaction.user.id} "
        f"in server {interaction.guild_id}, channel {interaction.channel_id}"
    )
