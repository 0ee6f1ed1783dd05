"""The actions of people on the page of the card room: pressing, selecting, running a command,
submitting a form, writing. Each action becomes an interaction or a message, as on Discord. An
argument `asked` is the JSON of the page's request."""

from __future__ import annotations

import secrets
from typing import Any, Final

from cardroom import payloads
from cardroom.checks.command import ENTRY_POINT
from cardroom.installs import Owners, owners_for
from cardroom.instances import Instance, Instances
from cardroom.interactions import Interaction, Interactions, Kind
from cardroom.messages import Draft, Messages, walk
from cardroom.permissions import ALL, Permission, in_channel, may, of_guild
from cardroom.places import HAS_THREAD, PUBLIC_THREAD, Places
from cardroom.store import Json
from cardroom.world import World

BUTTON, STRING_SELECT = 2, 3
USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT = 5, 6, 7, 8
BY_BOT: Final = 1
"""The handler of an Entry Point command that leaves the launch to the bot."""
SELECTS: Final = frozenset({3, 5, 6, 7, 8})
SUBCOMMANDS: Final = frozenset({1, 2})
USER_OPTION, CHANNEL_OPTION, ROLE_OPTION, MENTIONABLE_OPTION = 6, 7, 8, 9
USER_MENU, MESSAGE_MENU = 2, 3
MOST_FORMS: Final = 100
LONGEST_NAME: Final = 100
LONGEST: Final = 2000
"""The most characters of a message."""


class NotPossible(Exception):
    """Raised when a member can't do what the page asked for. The text of the error is the sentence
    that the member is shown."""


class Deeds:
    """Carries out what people do on the page of the card room. Its methods raise NotPossible if the
    person can't do what the page asks for."""

    def __init__(
        self,
        world: World,
        messages: Messages,
        interactions: Interactions,
        places: Places,
        instances: Instances,
    ) -> None:
        self.world = world
        self.instances = instances
        self.places = places
        self.messages = messages
        self.interactions = interactions
        self._modals: dict[str, Interaction] = {}

    # Components

    def press(self, user_id: str, asked: Json) -> Interaction:
        """Press a button or choose in a select. `asked` names the message, the `custom_id` of the
        component, and the chosen `values`. Returns the interaction that the bot receives."""
        message = self._message(user_id, asked)
        custom_id = asked["custom_id"]
        parts = self.messages.pressable(message)
        part = next((each for each in parts if each.get("custom_id") == custom_id), None)
        if part is None:
            raise NotPossible("There is no such button on this message any more.")
        if part.get("disabled"):
            raise NotPossible("That can't be pressed now.")
        data: Json = {"custom_id": custom_id, "component_type": part["type"], "id": part["id"]}
        if part["type"] in SELECTS:
            data["values"] = values = _picked(part, asked.get("values") or [])
            if part["type"] != STRING_SELECT:
                data["resolved"] = self._resolved(message["channel_id"], values)
        return self.interactions.begin(
            Kind.COMPONENT, user_id, message["channel_id"], data, message["id"]
        )

    def modal(self, user_id: str, interaction: Interaction) -> str:
        """Remember the modal that the bot opened in answer to `interaction`. Returns a new id, with
        which the person's form is submitted."""
        modal_id = secrets.token_hex(8)
        self._modals[modal_id] = interaction
        while len(self._modals) > MOST_FORMS:  # those that were closed without being sent
            del self._modals[next(iter(self._modals))]
        return modal_id

    def submit(self, user_id: str, asked: Json) -> Interaction:
        """Submit a modal that the person has filled in. `asked` has the id from `modal` and the
        components with their values. Returns the interaction that the bot receives."""
        opened = self._modals.pop(asked["modal_id"], None)
        if opened is None or opened.user_id != user_id:
            raise NotPossible("This form is too old to be sent.")
        values = [
            value
            for part in walk(asked["components"])
            if part.get("type") in SELECTS - {STRING_SELECT}
            for value in part.get("values", ())
        ]
        data = {
            "custom_id": opened.shown["custom_id"],
            "components": asked["components"],
            "resolved": self._resolved(opened.channel_id, values),
        }
        return self.interactions.begin(
            Kind.MODAL, user_id, opened.channel_id, data, opened.message_id, owners=opened.owners
        )

    # Commands

    def commands(self, user_id: str) -> list[Json]:
        """Return the commands that a member can use in at least one channel that the member
        sees."""
        places = [each for each in self.world.channels.all() if self._sees(user_id, each)]
        return [
            each
            for each in self.world.commands.all()
            if any(self._owners(user_id, each, place) for place in places)
        ]

    def _owners(self, user_id: str, command: Json, channel: Json) -> Owners:
        """Return the installations of the application (in the server, for the user) that let this
        person use a command in a channel. The result is empty if the person may not use the command
        there."""
        guild_id = channel.get("guild_id")
        allowed = of_guild(self.world, guild_id, user_id) if guild_id else ALL
        # The Entry Point is Discord's own: it launches, and nobody types it.
        if command["type"] == ENTRY_POINT or not _permitted(command, allowed):
            return {}
        return owners_for(self.world, command, channel, user_id)

    def command(self, user_id: str, asked: Json) -> Interaction:
        """Run a slash command or a command of a context menu. `asked` names the command, its
        options and the channel. Returns the interaction that the bot receives."""
        return self._command(Kind.COMMAND, user_id, asked)

    @property
    def entry_point(self) -> Json | None:
        """The command that launches the application's Activity. None if the application has no such
        command."""
        found = (each for each in self.world.commands.all() if each["type"] == ENTRY_POINT)
        return next(found, None)

    def launch(self, user_id: str, asked: Json) -> Interaction | Instance:
        """Launch the Activity in a channel. If the Entry Point command (the command that launches
        it) leaves the launch to the bot, returns the interaction that the bot receives. Otherwise
        returns the Activity's instance."""
        channel = self._channel(user_id, asked["channel_id"])
        command = self.entry_point
        owners = {} if command is None else owners_for(self.world, command, channel, user_id)
        if command is None or not owners:
            raise NotPossible("There is no Activity here.")
        if command.get("handler") != BY_BOT:
            return self.instances.launch(user_id, channel["id"])
        data = {"id": command["id"], "name": command["name"], "type": ENTRY_POINT}
        return self.interactions.begin(Kind.COMMAND, user_id, channel["id"], data, owners=owners)

    def autocomplete(self, user_id: str, asked: Json) -> Interaction:
        """Ask the bot for suggestions for a command's option while a person types. `asked` names
        the command, the options typed so far and the channel. Returns the interaction that the bot
        receives."""
        return self._command(Kind.AUTOCOMPLETE, user_id, asked)

    def _command(self, kind: Kind, user_id: str, asked: Json) -> Interaction:
        channel = self._channel(user_id, asked["channel_id"])
        command = self.world.commands.get(asked["command_id"])
        owners = self._owners(user_id, command, channel) if command is not None else {}
        if command is None or not owners:
            raise NotPossible("There is no such command here.")
        options = asked.get("options") or []
        data: Json = {"id": command["id"], "name": command["name"], "type": command["type"]}
        if "guild_id" in command:
            data["guild_id"] = command["guild_id"]
        values = [
            str(each["value"])
            for each in _leaves(options)
            if USER_OPTION <= each["type"] <= MENTIONABLE_OPTION
        ]
        target = asked.get("target_id")
        if target:
            data["target_id"] = target
            values.append(target)
        if options:
            data["options"] = options
        if values:
            data["resolved"] = self._resolved(channel["id"], values)
        return self.interactions.begin(kind, user_id, channel["id"], data, owners=owners)

    def _resolved(self, channel_id: str, values: list[str]) -> Json:
        """Return the objects that a person chose in a select, in the options of a command, or as
        the target of a menu command. The result has the form of Discord's `resolved`. `values` are
        the ids of the objects. The result has a dictionary by id for each kind of object that was
        chosen: users, members, roles, channels and messages."""
        world = self.world
        channel = world.channels[channel_id]
        found: dict[str, Json] = {}
        for value in values:
            user, role = world.users.get(value), world.roles.get(value)
            other, message = world.channels.get(value), world.store.message(value)
            if user is not None:
                found.setdefault("users", {})[value] = payloads.user(user)
                member = world.member(channel.get("guild_id"), value)
                if member is not None:
                    made = payloads.member(world, member)
                    made.pop("user")
                    made["permissions"] = str(in_channel(world, channel, value))
                    found.setdefault("members", {})[value] = made
            elif role is not None:
                found.setdefault("roles", {})[value] = payloads.role(role)
            elif other is not None:
                bot = world.bot["id"]
                shown = payloads.in_interaction(world, other, bot)
                found.setdefault("channels", {})[value] = shown
            elif message is not None:
                found.setdefault("messages", {})[value] = self.messages.payload(message)
        return dict(found)

    # Messages

    def say(self, user_id: str, asked: Json) -> Json:
        """Write a message in a channel. `asked` has the channel and the text, of 1 to 2,000
        characters. Returns the new message."""
        channel = self._channel(user_id, asked["channel_id"])
        text = str(asked["content"]).strip()
        if not may(self.world, channel, user_id, Permission.SEND_MESSAGES):
            raise NotPossible("You can't write in this channel.")
        if not 0 < len(text) <= LONGEST:
            raise NotPossible("A message has 1 to 2,000 characters.")
        allowed = {"parse": ["users", "roles"]}
        if may(self.world, channel, user_id, Permission.MENTION_EVERYONE):
            allowed["parse"].append("everyone")
        body = {"content": text, "allowed_mentions": allowed}
        message = self.messages.create(Draft(channel["id"], user_id, body))
        self.read(user_id, {"channel_id": channel["id"], "message_id": message["id"]})
        return message

    def thread(self, user_id: str, asked: Json) -> Json:
        """Open a public thread in a channel, from a message if `asked` names one. Returns the new
        thread."""
        channel = self._channel(user_id, asked["channel_id"])
        name = " ".join(str(asked["name"]).split())
        if channel["type"] != 0 or not may(
            self.world, channel, user_id, Permission.CREATE_PUBLIC_THREADS
        ):
            raise NotPossible("You can't open a thread here.")
        if not 0 < len(name) <= LONGEST_NAME:
            raise NotPossible(f"A thread's name has 1 to {LONGEST_NAME} characters.")
        message = self._message(user_id, asked) if asked.get("message_id") else None
        if message is not None and (message["flags"] & HAS_THREAD or "reader_id" in message):
            raise NotPossible("There can't be a thread of this message.")
        body = {"name": name, "type": PUBLIC_THREAD}
        return self.places.create_thread(channel, user_id, body, message)

    def dismiss(self, user_id: str, asked: Json) -> None:
        """Dismiss an ephemeral message (one that only this person sees). `asked` names the
        message."""
        message = self._message(user_id, asked)
        if message.get("reader_id") != user_id:
            raise NotPossible("Only what you alone see can be dismissed.")
        self.messages.delete(message)

    def read(self, user_id: str, asked: Json) -> None:
        """Store how far a person has read in a channel. `asked` names the channel and the last
        message read."""
        with self.world.change():
            self.world.store.put_read(user_id, asked["channel_id"], asked["message_id"])

    def _channel(self, user_id: str, channel_id: str) -> Json:
        channel = self.world.channels.get(channel_id)
        if channel is None or not self._sees(user_id, channel):
            raise NotPossible("There is no such channel.")
        return channel

    def _sees(self, user_id: str, channel: Json) -> bool:
        return may(self.world, channel, user_id, Permission.VIEW_CHANNEL)

    def _message(self, user_id: str, asked: Json) -> Json:
        self._channel(user_id, asked["channel_id"])
        message = self.world.store.message(asked["message_id"])
        if (
            message is None
            or message["channel_id"] != asked["channel_id"]
            or message.get("reader_id", user_id) != user_id
        ):
            raise NotPossible("This message is gone.")
        return message


def _picked(part: Json, values: list[Any]) -> list[str]:
    least, most = part.get("min_values", 1), part.get("max_values", 1)
    if not least <= len(values) <= most or len(set(values)) != len(values):
        raise NotPossible("So many can't be picked there.")
    if part["type"] == STRING_SELECT:
        offered = {option["value"] for option in part["options"]}
        if not offered >= set(values):
            raise NotPossible("That can't be picked there any more.")
    return values


def _permitted(command: Json, allowed: int) -> bool:
    needed = command["default_member_permissions"]
    if needed is None:
        return True
    needed = int(needed) or int(Permission.ADMINISTRATOR)
    return allowed & needed == needed


def _leaves(options: list[Json]) -> list[Json]:
    """Return the options that have a value, also those inside subcommands."""
    found = []
    for each in options:
        found += _leaves(each.get("options") or []) if each["type"] in SUBCOMMANDS else [each]
    return found
