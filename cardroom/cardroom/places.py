"""Create, change and delete channels, threads and roles, for the bot's requests and for people on
the page."""

from __future__ import annotations

from typing import Any, Final

from cardroom import payloads
from cardroom.events import Event
from cardroom.messages import Draft, Messages
from cardroom.permissions import THREADS
from cardroom.snowflakes import moment
from cardroom.store import Json
from cardroom.world import World, member_key

TEXT: Final = 0
PUBLIC_THREAD: Final = 11
HAS_THREAD: Final = 1 << 5
THREAD_CREATED: Final = 18
"""Discord's type of the message that tells of a new thread."""
DAY: Final = 1440
"""The minutes without a message after which a thread is archived, unless the thread was created
with another number of minutes."""
MINUTE: Final = 60


class Places:
    """Creates, changes and deletes the channels, threads and roles of a card room."""

    def __init__(self, world: World, messages: Messages) -> None:
        self.world = world
        self.messages = messages

    # Channels

    def create_channel(self, guild_id: str, body: Json) -> Json:
        """Create a channel in a guild from the checked body of a request, and return it."""
        world = self.world
        with world.change():
            made = world.channels.put(
                {
                    "type": TEXT,
                    "topic": None,
                    "parent_id": None,
                    "nsfw": False,
                    "rate_limit_per_user": 0,
                    "flags": 0,
                    "position": len(world.channels_of(guild_id)),
                    **body,
                    "permission_overwrites": _overwrites(body.get("permission_overwrites")),
                    "id": world.ids.next(),
                    "guild_id": guild_id,
                }
            )
            self._tell("CHANNEL_CREATE", made)
        return made

    def change(self, channel: Json, body: Json) -> Json:
        """Change a channel or a thread by the fields of `body`. Returns the channel as it is
        stored."""
        world = self.world
        changed = {**channel, **body}
        if "permission_overwrites" in body:
            changed["permission_overwrites"] = _overwrites(body["permission_overwrites"])
        if channel["type"] in THREADS:
            keys = ("archived", "locked", "auto_archive_duration", "invitable")
            metadata = {key: changed.pop(key) for key in keys if key in body}
            if (
                body.get("archived", channel["thread_metadata"]["archived"])
                != (channel["thread_metadata"]["archived"])
            ):
                metadata["archive_timestamp"] = payloads.time_of(world.clock())
            changed["thread_metadata"] = {**channel["thread_metadata"], **metadata}
        with world.change():
            world.channels.put(changed)
            self._tell("THREAD_UPDATE" if _is_thread(changed) else "CHANNEL_UPDATE", changed)
        return changed

    def allow(self, channel: Json, target_id: str, kind: int, allow: int, deny: int) -> Json:
        """Set the permission overwrite of a role (`kind` 0) or a member (1) in a channel.
        `target_id` is the id of the role or member. `allow` and `deny` are bit masks. If both are
        0, the overwrite is removed. Returns the channel."""
        others = [each for each in channel["permission_overwrites"] if each["id"] != target_id]
        if allow or deny:
            others.append({"id": target_id, "type": kind, "allow": str(allow), "deny": str(deny)})
        return self.change(channel, {"permission_overwrites": others})

    def delete_channel(self, channel: Json) -> None:
        """Deletes a channel with its threads, or a thread."""
        world = self.world
        with world.change():
            for thread in list(world.channels.all()):
                if thread["type"] in THREADS and thread["parent_id"] == channel["id"]:
                    self.delete_channel(thread)
            self._tell("THREAD_DELETE" if _is_thread(channel) else "CHANNEL_DELETE", channel)
            for key in [
                member_key(channel["id"], each["user_id"])
                for each in world.thread_members.all()
                if each["id"] == channel["id"]
            ]:
                world.thread_members.drop(key)
            world.store.drop_channel(channel["id"])
            world.channels.drop(channel["id"])
            world.latest.pop(channel["id"], None)

    # Threads

    def create_thread(
        self, parent: Json, owner_id: str, body: Json, message: Json | None = None
    ) -> Json:
        """Create a thread in the channel `parent`, and return it. `owner_id` is the user who opens
        it. If a message is given, the thread starts from this message and has its id."""
        world = self.world
        with world.change():
            thread_id = message["id"] if message is not None else world.ids.next()
            now = payloads.time_of(world.clock())
            thread = world.channels.put(
                {
                    "id": thread_id,
                    "type": body.get("type", PUBLIC_THREAD) if message is None else PUBLIC_THREAD,
                    "guild_id": parent["guild_id"],
                    "parent_id": parent["id"],
                    "owner_id": owner_id,
                    "name": body["name"],
                    "rate_limit_per_user": body.get("rate_limit_per_user") or 0,
                    "flags": 0,
                    "message_count": 0,
                    "total_message_sent": 0,
                    "thread_metadata": {
                        "archived": False,
                        "locked": False,
                        "auto_archive_duration": body.get("auto_archive_duration") or DAY,
                        "archive_timestamp": now,
                        "create_timestamp": now,
                        "invitable": body.get("invitable", True),
                    },
                }
            )
            self._follow(thread, owner_id)
            data = payloads.channel(world, thread, world.bot["id"])
            self._tell("THREAD_CREATE", thread, {**data, "newly_created": True})
            if message is not None:
                self._mark(message)
            elif thread["type"] == PUBLIC_THREAD:
                self._announce(parent, thread, owner_id)
        return thread

    def add_to_thread(self, thread: Json, user_id: str) -> None:
        """Add a person to a thread, and send the events of this change. With these events the
        thread also appears for a person who couldn't see it before. Does nothing if the person is
        already in the thread."""
        if member_key(thread["id"], user_id) in self.world.thread_members:
            return
        with self.world.change():
            member = self._follow(thread, user_id)
            self._tell(
                "THREAD_MEMBERS_UPDATE",
                thread,
                {
                    "id": thread["id"],
                    "guild_id": thread["guild_id"],
                    "member_count": 1,
                    "added_members": [{**member, "member": None}],
                    "removed_member_ids": [],
                },
            )
            self._tell("THREAD_CREATE", thread)

    def remove_from_thread(self, thread: Json, user_id: str) -> None:
        """Remove somebody from a thread."""
        with self.world.change():
            self.world.thread_members.drop(member_key(thread["id"], user_id))
            self._tell(
                "THREAD_MEMBERS_UPDATE",
                thread,
                {
                    "id": thread["id"],
                    "guild_id": thread["guild_id"],
                    "member_count": 0,
                    "added_members": [],
                    "removed_member_ids": [user_id],
                },
            )

    def archive_idle(self) -> None:
        """Archive the threads in which nobody has written for the number of minutes that is set for
        them."""
        world = self.world
        for thread in list(world.channels.all()):
            if thread["type"] not in THREADS or thread["thread_metadata"]["archived"]:
                continue
            thread_id: str = thread["id"]
            last = moment(world.latest.get(thread_id, thread_id))
            if world.clock() - last > thread["thread_metadata"]["auto_archive_duration"] * MINUTE:
                self.change(thread, {"archived": True})

    def _follow(self, thread: Json, user_id: str) -> Json:
        world = self.world
        member: Json = {
            "id": thread["id"],
            "user_id": user_id,
            "join_timestamp": payloads.time_of(world.clock()),
            "flags": 0,
        }
        return world.thread_members.put(member, member_key(thread["id"], user_id))

    def _mark(self, message: Json) -> None:
        """Mark a message from which a thread was started, and send the event of this change."""
        marked = {**message, "flags": message["flags"] | HAS_THREAD}
        self.world.store.put_message(marked, None)
        self.messages.tell_changed(marked)

    def _announce(self, parent: Json, thread: Json, owner_id: str) -> None:
        extra = {
            "type": THREAD_CREATED,
            "message_reference": {
                "type": 0,
                "channel_id": thread["id"],
                "guild_id": thread["guild_id"],
            },
        }
        body = {"content": thread["name"], "allowed_mentions": {"parse": []}}
        self.messages.create(Draft(parent["id"], owner_id, body, extra=extra))

    # Roles

    def put_role(self, guild_id: str, body: Json, before: Json | None = None) -> Json:
        """Create a role in a guild, or change the role `before`, by the fields of `body`. Returns
        the role."""
        world = self.world
        usual: Json = {
            "name": "new role",
            "color": 0,
            "permissions": "0",
            "position": 1,
            "id": world.ids.next() if before is None else before["id"],
            "guild_id": guild_id,
        }
        known = {key: value for key, value in body.items() if value is not None}
        with world.change():
            role = world.roles.put({**usual, **(before or {}), **known})
            name = "GUILD_ROLE_CREATE" if before is None else "GUILD_ROLE_UPDATE"
            data = {"guild_id": guild_id, "role": payloads.role(role)}
            world.tell(Event(name, data, guild_id))
            world.tell(Event("APPLICATION_COMMANDS", {}))
        return role

    def delete_role(self, role: Json) -> None:
        """Delete a role, and remove it from its members."""
        world, guild_id = self.world, role["guild_id"]
        with world.change():
            world.roles.drop(role["id"])
            for member in world.members_of(guild_id):
                if role["id"] in member["roles"]:
                    left = [each for each in member["roles"] if each != role["id"]]
                    key = member_key(guild_id, member["user_id"])
                    world.members.put({**member, "roles": left}, key)
            data = {"guild_id": guild_id, "role_id": role["id"]}
            world.tell(Event("GUILD_ROLE_DELETE", data, guild_id))

    def _tell(self, name: str, channel: Json, data: Json | None = None) -> None:
        world = self.world
        data = payloads.channel(world, channel, world.bot["id"]) if data is None else data
        world.tell(Event(name, data, channel.get("guild_id"), channel["id"]))


def _is_thread(channel: Json) -> bool:
    return channel["type"] in THREADS


def _overwrites(given: Any) -> list[Json]:
    return [
        {
            "id": str(each["id"]),
            "type": int(each["type"]),
            "allow": str(each.get("allow") or 0),
            "deny": str(each.get("deny") or 0),
        }
        for each in given or ()
    ]
