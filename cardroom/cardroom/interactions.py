"""Interactions: what people do with the bot (commands, presses, forms), sent to the bot as events,
and the bot's answers to them."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from enum import IntEnum
from typing import Any, Final

from cardroom import payloads
from cardroom.events import Event
from cardroom.installs import FOR_GUILD, NO_GUILD, Owners, bot_may, context_of
from cardroom.messages import Messages
from cardroom.permissions import in_channel
from cardroom.refusals import Reason, Refused
from cardroom.store import Json
from cardroom.world import World

PATIENCE: Final = 3.0
"""Seconds within which the bot must acknowledge."""
LIFETIME: Final = 15 * 60.0
"""Seconds for which a token is valid."""
OWNERS: Final = "authorizing_integration_owners"
ATTACHMENT_LIMIT: Final = payloads.FILE_LIMIT


class Kind(IntEnum):
    """The kind of an interaction, with Discord's numbers: a command, a press on a component,
    suggestions while a person types, or a modal that was submitted."""

    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL = 5


class Answer(IntEnum):
    """The kind of the bot's first answer to an interaction, with Discord's numbers."""

    MESSAGE = 4
    DEFERRED_MESSAGE = 5
    DEFERRED_UPDATE = 6
    UPDATE = 7
    CHOICES = 8
    MODAL = 9
    LAUNCH_ACTIVITY = 12


@dataclass
class Interaction:
    """Something that a person did with the bot, and what the bot has answered so far. `kind` is a
    `Kind`, `data` is Discord's JSON of what the person did, and `expires` is the time (seconds
    since 1970) when the token becomes invalid. The fields about the bot's answer are explained
    below them."""

    id: str
    token: str
    kind: int
    user_id: str
    channel_id: str
    data: Json
    locale: str
    expires: float
    message_id: str | None = None
    """The message with the pressed component."""
    answer: int | None = None
    """The kind of the bot's first answer (a number of `Answer`). None while the bot hasn't
    answered."""
    original_id: str | None = None
    """The message that `@original` means."""
    loading: bool = False
    """Whether the message `original_id` still says only that the bot is thinking."""
    shown: Json = field(default_factory=dict)
    """The modal that the first answer opened."""
    owners: Owners = field(default_factory=dict)
    """The installations through which the interaction came."""
    follow_ups: int = 0
    """How many further messages the bot has sent."""


Listener = Callable[[Interaction, str, Json], None]
"""A function that is called with the result of an interaction. Its parameters are the interaction,
a word for the result, and details as JSON. The word is `done`, `thinking`, `failed`, `choices`,
`modal` or `launched`. The details of `choices` and `modal` are the data of the bot's answer. The
details of `launched` have the id of the Activity's instance. Other results have no details."""


class Interactions:
    """The interactions whose tokens are still valid. The bot must give its first answer within
    `patience` seconds. `listeners` are told the result of each interaction."""

    def __init__(self, world: World, messages: Messages, *, patience: float = PATIENCE) -> None:
        self.world = world
        self.messages = messages
        self.patience = patience
        self.listeners: list[Listener] = []
        self._known: dict[str, Interaction] = {}
        self._timers: dict[str, asyncio.TimerHandle] = {}

    def begin(
        self,
        kind: Kind,
        user_id: str,
        channel_id: str,
        data: Json,
        message_id: str | None = None,
        *,
        owners: Owners | None = None,
    ) -> Interaction:
        """Create an interaction, send it to the bot, and return it. `message_id` is the message
        with the pressed component. `owners` are the installations through which the interaction
        came. If `owners` is None, they follow from the message (`_owners_of`)."""
        world = self.world
        channel = world.channels[channel_id]
        interaction = Interaction(
            id=world.ids.next(),
            token=secrets.token_urlsafe(48),
            kind=kind,
            user_id=user_id,
            channel_id=channel_id,
            data=data,
            locale=world.users[user_id].get("locale", "en-US"),
            expires=world.clock() + LIFETIME,
            message_id=message_id,
            owners=self._owners_of(message_id, channel) if owners is None else owners,
        )
        with world.change():
            self._forget_old()
            self.keep(interaction)
            guild_id = channel.get("guild_id")
            world.tell(Event("INTERACTION_CREATE", self._payload(interaction, channel), guild_id))
        loop = asyncio.get_running_loop()
        self._timers[interaction.token] = loop.call_later(self.patience, self._fail, interaction)
        return interaction

    def _owners_of(self, message_id: str | None, channel: Json) -> Owners:
        """Return the installations through which the bot may act when a component of a message is
        pressed. If the message answers an interaction, these are the installations of that
        interaction. Otherwise the bot wrote the message itself, and the guild's installation is
        returned."""
        kept = self.world.store.message(message_id or "") or {}
        known: Owners | None = (kept.get("interaction_metadata") or {}).get(OWNERS)
        return known or {str(FOR_GUILD): channel.get("guild_id") or NO_GUILD}

    def find(self, token: str) -> Interaction:
        """Return the interaction that has this token. Raises Refused when the token is unknown or
        has expired."""
        known = self._known.get(token)
        if known is None:
            kept = self.world.store.interaction(token)
            if kept is None:
                raise Refused(Reason.UNKNOWN_WEBHOOK)
            known = Interaction(**kept[1])
        if known.expires < self.world.clock():
            raise Refused(Reason.INVALID_WEBHOOK_TOKEN)
        return known

    def acknowledge(self, interaction_id: str, token: str) -> Interaction:
        """Return the interaction that the bot is now answering for the first time. Raises Refused
        when the interaction is unknown, has been answered, or has waited too long for an answer."""
        try:
            interaction = self.find(token)
        except Refused:
            raise Refused(Reason.UNKNOWN_INTERACTION) from None
        if interaction.id != interaction_id:
            raise Refused(Reason.UNKNOWN_INTERACTION)
        if interaction.answer is not None:
            raise Refused(Reason.ALREADY_ACKNOWLEDGED)
        if token not in self._timers and token in self._known:
            raise Refused(Reason.UNKNOWN_INTERACTION)
        return interaction

    def answered(self, interaction: Interaction, answer: Answer) -> None:
        """Store the kind of the bot's first answer, and stop the timeout for it."""
        interaction.answer = answer
        timer = self._timers.pop(interaction.token, None)
        if timer is not None:
            timer.cancel()
        self.keep(interaction)

    def keep(self, interaction: Interaction) -> None:
        """Store the state of an interaction in memory and in the database. Must be called within
        `World.change`."""
        self._known[interaction.token] = interaction
        self.world.store.put_interaction(
            interaction.token, interaction.expires, asdict(interaction)
        )

    def report(self, interaction: Interaction, status: str, data: Json | None = None) -> None:
        """Call each listener with the result of an interaction. `status` names the result, such as
        `done` or `failed`, and `data` has its details."""
        for listener in self.listeners:
            listener(interaction, status, data or {})

    def _fail(self, interaction: Interaction) -> None:
        self._timers.pop(interaction.token, None)
        self.report(interaction, "failed")

    def close(self) -> None:
        """Cancel the timeouts of interactions that wait for an answer."""
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()

    def _forget_old(self) -> None:
        # Kept longer than it is valid, so that the bot is told that it is too old.
        before = self.world.clock() - LIFETIME
        for token, each in list(self._known.items()):
            if each.expires >= before:
                break
            del self._known[token]
        self.world.store.drop_interactions(before)

    def _payload(self, interaction: Interaction, channel: Json) -> Json:
        world, bot = self.world, self.world.bot["id"]
        guild_id = channel.get("guild_id")
        made: Json = {
            "id": interaction.id,
            "application_id": bot,
            "type": int(interaction.kind),
            "token": interaction.token,
            "version": 1,
            "data": interaction.data,
            "channel_id": channel["id"],
            "channel": payloads.in_interaction(world, channel, interaction.user_id),
            "locale": interaction.locale,
            "entitlements": [],
            "attachment_size_limit": ATTACHMENT_LIMIT,
            "app_permissions": str(bot_may(world, channel, interaction.owners)),
            OWNERS: interaction.owners,
            "context": context_of(world, channel),
        }
        who = world.users[interaction.user_id]
        member = world.member(guild_id, interaction.user_id)
        if member is None:
            made["user"] = payloads.user(who)
        else:
            allowed = in_channel(world, channel, interaction.user_id)
            made["member"] = {**payloads.member(world, member), "permissions": str(allowed)}
            made["guild_id"] = guild_id
            made["guild_locale"] = world.guilds[guild_id or ""].get("preferred_locale", "en-US")
            made["guild"] = {"id": guild_id, "locale": made["guild_locale"], "features": []}
        if interaction.message_id is not None:
            kept = world.store.message(interaction.message_id)
            if kept is not None:
                made["message"] = self.messages.payload(kept)
        return made


def metadata(interaction: Interaction) -> Json:
    """Return the description of an interaction (Discord's `interaction_metadata`) that is stored in
    the message that answers it."""
    made: dict[str, Any] = {
        "id": interaction.id,
        "type": int(interaction.kind),
        "user_id": interaction.user_id,
        OWNERS: interaction.owners,
    }
    if interaction.kind == Kind.COMMAND:
        made["name"] = interaction.data["name"]
        made["command_type"] = interaction.data.get("type", 1)
    elif interaction.message_id is not None:
        made["interacted_message_id"] = interaction.message_id
    return made
