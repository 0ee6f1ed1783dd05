"""The users of the card room, with their roles, languages and nicknames, and the guilds they are
in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from cardroom import payloads
from cardroom.events import Event
from cardroom.permissions import DIRECT_MESSAGES, GROUP, MEMBERS, MODERATORS
from cardroom.store import Json
from cardroom.world import World, member_key

MODERATOR: Final = "Moderator"
MOST: Final = 50
LONGEST_NAME: Final = 32


@dataclass(frozen=True, slots=True)
class Person:
    """A user of a new card room. `locale` is Discord's code for the language. `moderator` says
    whether the user is a moderator of the guild, and `installed` whether they have installed the
    application for their own account."""

    name: str
    locale: str = "en-US"
    moderator: bool = False
    installed: bool = False
    """Whether the user has installed the application for their own account. Such a user can use the
    application everywhere, also outside the guilds that have installed it."""


@dataclass(frozen=True, slots=True)
class Opening:
    """The content of a new card room: a guild with its channels (names and topics), the name of the
    bot, and the users. `permissions` is the bit mask of what the bot may do in the guild. With
    `joined`, the bot is a member from the beginning. Otherwise it joins when it first connects.
    `elsewhere` is the name of a further guild without the bot (empty if there is none)."""

    guild: str = "The Card Room"
    channels: tuple[tuple[str, str], ...] = (("card-table", ""),)
    """Names and topics; the first is the guild's system channel."""
    bot: str = "Bot"
    people: tuple[Person, ...] = (
        Person("Nora", moderator=True),
        Person("Pavel", "ru"),
        Person("Aiko"),
        Person("Lena", "ru"),
    )
    permissions: int = MEMBERS
    """What the bot may do in the guild."""
    joined: bool = True
    """Whether the bot is the guild's member from the beginning; otherwise it joins when it first
    connects, and is told so."""
    elsewhere: str = ""
    """The name of a further guild and of a group chat of all people, which the bot never joins.
    Empty: there is neither."""


class PeopleError(Exception):
    """Raised when a user can't be added or changed. The text of the error says why."""


class People:
    """Adds users and guilds to the card room, and changes them."""

    def __init__(self, world: World) -> None:
        self.world = world

    @property
    def first(self) -> str:
        """The id of the first member. If a page's address names no member, the page shows the room
        as this member."""
        first: str = next(each["id"] for each in self.world.users.all() if not each["bot"])
        return first

    @property
    def guild(self) -> Json:
        """The guild that the page shows."""
        return next(iter(self.world.guilds.all()))

    def open(self, opening: Opening) -> None:
        """Fill an empty room with a guild and its members."""
        world = self.world
        if len(world.guilds):
            return
        with world.change():
            bot = self._user(opening.bot, "en-US", bot=True)
            guild = self.add_guild(opening)
            for person in opening.people:
                user = self.add(person.name, person.locale, moderator=person.moderator)
                self.install(user["id"], installed=person.installed)
            if opening.elsewhere:
                self._open_elsewhere(opening.elsewhere)
            if opening.joined:
                self.bring(bot["id"], guild["id"], opening.permissions)

    def _open_elsewhere(self, name: str) -> None:
        """Create a guild and a group chat in which all users are members. The bot never joins
        either of them."""
        world = self.world
        people = [each["id"] for each in world.users.all() if not each["bot"]]
        channel = (name.lower().replace(" ", "-"), "")
        guild = self.add_guild(Opening(guild=name, channels=(channel,)))
        world.guilds.put({**guild, "bot_permissions": None})
        for user_id in people:
            self._join(user_id, guild["id"], [])
        world.channels.put(
            {
                "id": world.ids.next(),
                "type": GROUP,
                "name": f"{name} (group)",
                "icon": None,
                "owner_id": people[0],
                "flags": 0,
                "recipient_ids": people,
            }
        )

    def install(self, user_id: str, *, installed: bool = True) -> None:
        """Install the application for a user's own account, or uninstall it with
        `installed=False`."""
        world = self.world
        with world.change():
            world.users.put({**world.users[user_id], "installed": installed})
            world.tell(Event("APPLICATION_COMMANDS", {}))

    def add_guild(self, opening: Opening) -> Json:
        """Add another guild, with its roles and channels, and return it."""
        world = self.world
        guild_id = world.ids.next()
        guild = {
            "id": guild_id,
            "name": opening.guild,
            "owner_id": world.ids.next(),  # somebody who never comes: nobody here may do all
            "preferred_locale": "en-US",
            "system_channel_id": None,
            "bot_permissions": str(opening.permissions),
        }
        world.guilds.put(guild)
        for key, name, permissions in (
            (guild_id, "@everyone", MEMBERS),
            (world.ids.next(), MODERATOR, MODERATORS),
        ):
            world.roles.put(_role(key, guild_id, name, permissions, position=key != guild_id))
        for place, (name, topic) in enumerate(opening.channels):
            channel = world.channels.put(
                _text_channel(world.ids.next(), guild_id, name, topic, place)
            )
            if not place:
                guild["system_channel_id"] = channel["id"]
        return world.guilds.put(guild)

    def add(self, name: str, locale: str = "en-US", *, moderator: bool = False) -> Json:
        """Add a user with the name `name` to all guilds, and return the user. `locale` is Discord's
        code for the language. Raises PeopleError if the name is empty or too long, or if the room
        is full."""
        name = " ".join(str(name).split())
        if not 0 < len(name) <= LONGEST_NAME:
            raise PeopleError(f"A name has 1 to {LONGEST_NAME} characters.")
        if len(self.world.users) >= MOST:
            raise PeopleError("The room is full.")
        with self.world.change():
            user = self._user(name, locale, bot=False)
            for guild in self.world.guilds.all():
                self._join(user["id"], guild["id"], [])
            if moderator:
                self.change(user["id"], moderator=True)
            self.world.tell(Event("USERS", {}))
        return user

    def change(
        self, user_id: str, *, locale: str | None = None, moderator: bool | None = None
    ) -> None:
        """Change a member's language (Discord's code), or whether they are a moderator. None leaves
        a value as it is. Raises PeopleError if no member has the id `user_id`, or if it is the
        bot's id."""
        world = self.world
        user = world.users.get(user_id)
        if user is None or user["bot"]:
            raise PeopleError("There is no such member.")
        with world.change():
            if locale is not None:
                world.users.put({**user, "locale": locale})
            if moderator is not None:
                self._moderate(user_id, moderator=moderator)
            world.tell(Event("USERS", {}))
            world.tell(Event("APPLICATION_COMMANDS", {}))

    def bring(self, bot_id: str, guild_id: str, permissions: int) -> None:
        """Let the bot join a guild. It gets a role of its own with these permissions, as on
        Discord."""
        world = self.world
        with world.change():
            name = world.users[bot_id]["username"]
            role = _role(world.ids.next(), guild_id, name, permissions, position=1)
            world.roles.put({**role, "managed": True, "tags": {"bot_id": bot_id}})
            self._join(bot_id, guild_id, [role["id"]])
            guild = world.guilds[guild_id]
            world.tell(Event("GUILD_CREATE", payloads.guild(world, guild), guild_id))
            world.tell(Event("APPLICATION_COMMANDS", {}))

    def remove(self, user_id: str, guild_id: str) -> None:
        """Remove somebody from a guild; the bot receives the event."""
        world, key = self.world, member_key(guild_id, user_id)
        with world.change():
            bot = world.users[user_id]["bot"]
            for role in world.roles_of(guild_id) if bot else ():
                if role.get("tags", {}).get("bot_id") == user_id:
                    world.roles.drop(role["id"])
            if bot:
                world.tell(Event("GUILD_DELETE", {"id": guild_id}, guild_id))
            else:
                data = {"guild_id": guild_id, "user": payloads.user(world.users[user_id])}
                world.tell(Event("GUILD_MEMBER_REMOVE", data, guild_id))
            world.members.drop(key)
            if bot:
                world.tell(Event("APPLICATION_COMMANDS", {}))

    def rename(self, user_id: str, guild_id: str, nick: str | None) -> Json:
        """Change a person's nickname in a guild (None: remove it). Returns the member as it is
        stored."""
        world, key = self.world, member_key(guild_id, user_id)
        with world.change():
            member = world.members.put({**world.members[key], "nick": nick}, key)
            self._tell_member("GUILD_MEMBER_UPDATE", member)
        return member

    def give(self, user_id: str, role: Json, *, held: bool) -> None:
        """Give a member a role, or with `held=False` take it from them. Raises PeopleError if the
        user isn't a member of the role's guild."""
        member = self.world.member(role["guild_id"], user_id)
        if member is None:
            raise PeopleError("There is no such member.")
        others = [each for each in member["roles"] if each != role["id"]]
        with self.world.change():
            roles = [*others, role["id"]] if held else others
            self._join(user_id, role["guild_id"], roles)
            self.world.tell(Event("USERS", {}))
            self.world.tell(Event("APPLICATION_COMMANDS", {}))

    def direct(self, user_id: str) -> Json:
        """Return the channel of the direct messages between a user and the bot. Creates the channel
        if there is none yet."""
        world, bot = self.world, self.world.bot["id"]
        for channel in world.channels.all():
            if channel["type"] == DIRECT_MESSAGES and user_id in channel["recipient_ids"]:
                return channel
        with world.change():
            return world.channels.put(
                {"id": world.ids.next(), "type": 1, "flags": 0, "recipient_ids": [bot, user_id]}
            )

    def _moderate(self, user_id: str, *, moderator: bool) -> None:
        for guild in self.world.guilds.all():
            member = self.world.member(guild["id"], user_id)
            names = {each["name"]: each for each in self.world.roles_of(guild["id"])}
            if member is not None and MODERATOR in names:
                self.give(user_id, names[MODERATOR], held=moderator)

    def _join(self, user_id: str, guild_id: str, roles: list[str]) -> None:
        world, key = self.world, member_key(guild_id, user_id)
        known = world.members.get(key)
        joined = known["joined_at"] if known else payloads.time_of(world.clock())
        member = {"guild_id": guild_id, "user_id": user_id, "roles": roles, "joined_at": joined}
        world.members.put({**(known or {}), **member}, key)
        self._tell_member("GUILD_MEMBER_UPDATE" if known else "GUILD_MEMBER_ADD", member)

    def _tell_member(self, name: str, member: Json) -> None:
        payload = {**payloads.member(self.world, member), "guild_id": member["guild_id"]}
        self.world.tell(Event(name, payload, member["guild_id"]))

    def _user(self, name: str, locale: str, *, bot: bool) -> Json:
        taken = {each["username"] for each in self.world.users.all()}
        username = wanted = "".join(name.lower().split()) or "member"
        number = 1
        while username in taken:
            number += 1
            username = f"{wanted}{number}"
        return self.world.users.put(
            {
                "id": self.world.ids.next(),
                "username": username,
                "discriminator": "0",
                "global_name": name,
                "avatar": None,
                "bot": bot,
                "locale": locale,
            }
        )


def _role(key: str, guild_id: str, name: str, permissions: int, *, position: int) -> Json:
    return {
        "id": key,
        "guild_id": guild_id,
        "name": name,
        "color": 0,
        "permissions": str(permissions),
        "position": int(position),
    }


def _text_channel(key: str, guild_id: str, name: str, topic: str, position: int) -> Json:
    return {
        "id": key,
        "type": 0,
        "guild_id": guild_id,
        "name": name,
        "topic": topic or None,
        "position": position,
        "parent_id": None,
        "nsfw": False,
        "rate_limit_per_user": 0,
        "permission_overwrites": [],
        "flags": 0,
    }
