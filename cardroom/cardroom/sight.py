"""Compose what one user sees of the card room, in the form in which the page receives it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from cardroom import payloads
from cardroom.deeds import Deeds, NotPossible
from cardroom.messages import Messages
from cardroom.people import People
from cardroom.permissions import DIRECT_KINDS, PRIVATE_THREAD, Permission, may, of_guild
from cardroom.store import Json
from cardroom.world import World

PAGE: Final = 50
"""The number of messages that are sent at once."""
MOST_UNREAD: Final = 100


class Sight:
    """Composes the data that the page shows to one user, such as the channels, messages and members
    that this user sees."""

    def __init__(
        self,
        world: World,
        messages: Messages,
        deeds: Deeds,
        people: People,
        online: Callable[[], bool],
    ) -> None:
        self.world = world
        self._messages = messages
        self._deeds = deeds
        self._people = people
        self._online = online

    def ready(self, user_id: str) -> Json:
        """Return the data with which a page starts: the user, the guild, and the channels, commands
        and emoji that the user can see."""
        guild = self._people.guild
        return {
            "me": payloads.user(self.world.users[user_id]),
            "users": self.users(),
            "guild": {
                "id": guild["id"],
                "name": guild["name"],
                "roles": [payloads.role(each) for each in self.world.roles_of(guild["id"])],
            },
            "channels": [
                self.channel(each["id"], user_id)
                for each in self.world.channels.all()
                if self.sees(user_id, each["id"])
            ],
            "commands": self._deeds.commands(user_id),
            "emojis": list(self.world.emojis.all()),
            "now": payloads.time_of(self.world.clock()),
            "bot": {"online": self._online()},
            "activity": self._deeds.entry_point is not None,
            "theme": None,
        }

    def users(self) -> list[Json]:
        """Return all users, the bot among them. Each user has Discord's fields, the language, the
        roles, and whether the user is a moderator."""
        guild = self._people.guild
        return [
            {
                **payloads.user(each),
                "locale": each.get("locale", "en-US"),
                "moderator": bool(
                    of_guild(self.world, guild["id"], each["id"]) & Permission.MANAGE_GUILD
                ),
                "roles": (self.world.member(guild["id"], each["id"]) or {}).get("roles", []),
            }
            for each in self.world.users.all()
        ]

    def channel(self, channel_id: str, user_id: str) -> Json:
        """Return a channel as a user sees it, with the number of unread messages, and whether the
        user can write in it."""
        world, kept = self.world, self.world.channels[channel_id]
        return {
            **payloads.channel(world, kept, user_id),
            "unread": world.store.unread(channel_id, user_id, MOST_UNREAD),
            "can_send": may(world, kept, user_id, Permission.SEND_MESSAGES),
            "private": kept["type"] in {*DIRECT_KINDS, PRIVATE_THREAD},
        }

    def messages(self, user_id: str, channel_id: str, before: str | None = None) -> Json:
        """Return the latest messages of a channel, or the latest messages before the message
        `before`. In the result, `more` tells whether there are older messages. Raises NotPossible
        if the user doesn't see the channel."""
        if not self.sees(user_id, channel_id):
            raise NotPossible("There is no such channel.")
        found = self.world.store.messages(channel_id, user_id, PAGE + 1, before=before)
        made: Json = {
            "channel_id": channel_id,
            "messages": [self._messages.payload(each) for each in found[-PAGE:]],
            "more": len(found) > PAGE,
        }
        return {**made, "before": before} if before else made

    def sees(self, user_id: str, channel_id: str) -> bool:
        """Return whether a user can see a channel."""
        channel = self.world.channels.get(channel_id)
        return channel is not None and may(self.world, channel, user_id, Permission.VIEW_CHANNEL)
