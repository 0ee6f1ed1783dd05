"""Create, change and delete messages, for the bot's requests and for people on the page."""

from __future__ import annotations

import re
from collections import deque
from dataclasses import dataclass, field
from typing import Any, Final

from cardroom.attached import File, attach, resolve
from cardroom.events import Event
from cardroom.payloads import Addresses, time_of
from cardroom.payloads import message as payload
from cardroom.store import Json
from cardroom.world import World

EPHEMERAL: Final = 1 << 6
LOADING: Final = 1 << 7
COMPONENTS_V2: Final = 1 << 15
SUPPRESS_EMBEDS: Final = 1 << 2
SETTABLE: Final = SUPPRESS_EMBEDS | COMPONENTS_V2 | 1 << 12
"""The flags that a request may set by itself; 1 << 12 suppresses notifications."""

REPLY: Final = 19
TEXT_DISPLAY: Final = 10
MENTION: Final = re.compile(r"<@!?(\d+)>")
ROLE_MENTION: Final = re.compile(r"<@&(\d+)>")


MOST_ASIDE: Final = 40
"""Ephemeral messages that are kept for each member of a channel."""
CROSSING: Final = 5.0
"""Seconds for which components can still be pressed after an edit took them away."""
MOST_CROSSED: Final = 500


@dataclass
class Draft:
    """The data of a message that is about to be created. `body` is the checked body of the request.
    `files` are the uploaded files; their keys are the ids of the attachments in the body. `reader`
    is the only person who sees the message if it is ephemeral, and None if it isn't. `extra` has
    further fields to store, such as the type of the message."""

    channel_id: str
    author_id: str
    body: Json
    """The message as JSON, in the form of a request body with which Discord's API creates a
    message."""
    files: dict[str, File] = field(default_factory=dict)
    """The files of the request, by the ids of the body's attachments."""
    reader: str | None = None
    """The only reader; None: everyone."""
    extra: Json = field(default_factory=dict)
    """Further fields in the form in which they are stored, such as the type of the message and the
    interaction that it answers."""


class Messages:
    """Creates, changes and deletes the messages of a card room."""

    def __init__(self, world: World, addresses: Addresses) -> None:
        self.world = world
        self.addresses = addresses
        self._before: deque[tuple[float, str, list[Json]]] = deque()
        """Components that an edit replaced, with the time of the edit and the id of the message."""

    def payload(self, kept: Json) -> Json:
        """Return a stored message in the form in which bots and pages receive it."""
        return payload(self.world, kept, self.addresses)

    def create(self, draft: Draft) -> Json:
        """Create a message from checked data and send its event. Returns the message as it is
        stored."""
        world, body = self.world, draft.body
        channel = world.channels[draft.channel_id]
        message_id = world.ids.next()
        kept: Json = {
            "id": message_id,
            "channel_id": draft.channel_id,
            "author_id": draft.author_id,
            "flags": body.get("flags", 0) & SETTABLE | (EPHEMERAL if draft.reader else 0),
            **draft.extra,
        }
        if draft.reader:
            kept["reader_id"] = draft.reader
        if body.get("nonce") is not None:
            kept["nonce"] = body["nonce"]
        with world.change():
            self._fill(kept, body, draft.files)
            world.store.put_message(kept, draft.reader)
            if draft.reader is None:
                world.latest[draft.channel_id] = message_id
            else:
                self._forget_aside(draft.channel_id, draft.reader)
            self._tell("MESSAGE_CREATE", kept, channel)
        return kept

    def edit(self, kept: Json, body: Json, files: dict[str, File], *, clear: int = 0) -> Json:
        """Change the stored message `kept` as `body` (the checked body of the request) says, and
        send the event of the change. `files` are newly uploaded files, and `clear` are the flags to
        remove. Returns the message as it is stored.

        Fields that the body lacks stay as they are. Files stay, too, unless the body has a list of
        attachments."""
        world = self.world
        changed = {**kept, "edited_timestamp": time_of(world.clock())}
        flags = kept["flags"] & ~clear
        if "flags" in body:
            # Neither an ephemeral message nor one of components becomes another kind.
            flags = flags & ~SUPPRESS_EMBEDS | (body["flags"] or 0) & SETTABLE
        changed["flags"] = flags
        with world.change():
            self._fill(changed, body, files)
            self._forget_files(kept, changed)
            if changed.get("components") != kept.get("components"):
                before = kept.get("components", [])
                self._before.append((world.clock(), kept["id"], before))
                while len(self._before) > MOST_CROSSED:
                    self._before.popleft()
            world.store.put_message(changed, kept.get("reader_id"))
            self._tell("MESSAGE_UPDATE", changed, world.channels[kept["channel_id"]])
        return changed

    def pressable(self, kept: Json) -> list[Json]:
        """Return the components of a message that a person may press. First come the present
        components, and then the components that an edit replaced within the last few seconds,
        because a person might have pressed a replaced component before their page showed the
        edit."""
        oldest = self.world.clock() - CROSSING
        while self._before and self._before[0][0] < oldest:
            self._before.popleft()
        found = walk(kept.get("components", []))
        for _, message_id, components in reversed(self._before):
            if message_id == kept["id"]:
                found += walk(components)
        return found

    def delete(self, kept: Json) -> None:
        """Deletes a message."""
        world = self.world
        channel_id = kept["channel_id"]
        with world.change():
            self._drop(kept)
            channel = world.channels[channel_id]
            gone = {"id": kept["id"], "channel_id": channel_id}
            if channel.get("guild_id"):
                gone["guild_id"] = channel["guild_id"]
            world.tell(
                Event(
                    "MESSAGE_DELETE",
                    gone,
                    channel.get("guild_id"),
                    channel_id,
                    kept.get("reader_id"),
                )
            )

    def delete_many(self, channel: Json, gone: list[Json]) -> None:
        """Deletes several messages of a channel together. One event tells of all of them."""
        world = self.world
        with world.change():
            for kept in gone:
                self._drop(kept)
            data: Json = {"ids": [each["id"] for each in gone], "channel_id": channel["id"]}
            if channel.get("guild_id"):
                data["guild_id"] = channel["guild_id"]
            name = "MESSAGE_DELETE_BULK"
            world.tell(Event(name, data, channel.get("guild_id"), channel["id"]))

    def tell_changed(self, kept: Json) -> None:
        """Send the event for a message whose change is already stored. Must be called within
        `World.change`."""
        self._tell("MESSAGE_UPDATE", kept, self.world.channels[kept["channel_id"]])

    def _forget_aside(self, channel_id: str, reader: str) -> None:
        """Delete the oldest ephemeral messages that one person (`reader`) has in a channel, if
        there are more than `MOST_ASIDE`."""
        store = self.world.store
        for message_id in store.aside(channel_id, reader)[:-MOST_ASIDE]:
            kept = store.message(message_id)
            if kept is not None:
                self.delete(kept)

    def _drop(self, kept: Json) -> None:
        world, channel_id = self.world, kept["channel_id"]
        world.store.drop_message(kept["id"])
        if world.latest.get(channel_id) == kept["id"]:
            latest = world.store.latest_of(channel_id)
            world.latest.pop(channel_id)
            if latest is not None:
                world.latest[channel_id] = latest

    def _fill(self, kept: Json, body: Json, files: dict[str, File]) -> None:
        for key in ("content", "embeds", "components"):
            if key in body:
                kept[key] = body[key] or ("" if key == "content" else [])
        if "attachments" in body or files:
            kept["attachments"] = attach(self.world, kept, body, files)
        attachments = {each["filename"]: each for each in kept.get("attachments", ())}
        if "components" in body:
            number_components(kept["components"])
            _write_ids(kept["components"])
        for key in ("components", "embeds"):
            if key in body:
                resolve(kept[key], attachments)
        self._mention(kept, body.get("allowed_mentions"))

    def _mention(self, kept: Json, allowed: Json | None) -> None:
        """Find out which people and roles a message mentions, and store them in the message `kept`.
        `allowed` is the field `allowed_mentions` of the request (None: all mentions count)."""
        text = "\n".join([kept.get("content", ""), *texts_of(kept.get("components", []))])
        allowed = {"parse": ["users", "roles", "everyone"]} if allowed is None else allowed
        parse = allowed.get("parse") or ()
        users, roles = MENTION.findall(text), ROLE_MENTION.findall(text)
        if "users" not in parse:
            users = [who for who in users if who in (allowed.get("users") or ())]
        if "roles" not in parse:
            roles = [role for role in roles if role in (allowed.get("roles") or ())]
        kept["mention_ids"] = list(dict.fromkeys(who for who in users if who in self.world.users))
        kept["mention_roles"] = list(
            dict.fromkeys(role for role in roles if role in self.world.roles)
        )
        kept["mention_everyone"] = "everyone" in parse and ("@everyone" in text or "@here" in text)

    def _forget_files(self, before: Json, after: Json) -> None:
        left = {each["id"] for each in after.get("attachments", ())}
        for each in before.get("attachments", ()):
            if each["id"] not in left:
                self.world.store.drop_file(each["id"])

    def _tell(self, name: str, kept: Json, channel: Json) -> None:
        data = self.payload(kept)
        guild_id = channel.get("guild_id")
        if guild_id:
            data["guild_id"] = guild_id
        self.world.tell(Event(name, data, guild_id, channel["id"], kept.get("reader_id")))


def walk(components: list[Json]) -> list[Json]:
    """Return all components in a tree, at any depth. A component comes before those inside it."""
    found = []
    for component in components:
        found.append(component)
        found += walk(component.get("components") or [])
        found += walk([component[key] for key in ("accessory", "component") if component.get(key)])
    return found


def texts_of(components: list[Json]) -> list[str]:
    """Return the texts that these components display."""
    return [part["content"] for part in walk(components) if part["type"] == TEXT_DISPLAY]


def _write_ids(components: list[Json]) -> None:
    """Turn the ids of emoji and of preselected values in components into texts, as Discord does.
    JavaScript, in which the page is written, would lose the last digits of a number."""
    for part in walk(components):
        for holder in (part, *(part.get("options") or ())):
            emoji = holder.get("emoji") or {}
            if emoji.get("id") is not None:
                emoji["id"] = str(emoji["id"])
        for picked in part.get("default_values") or ():
            picked["id"] = str(picked["id"])


def number_components(components: list[Any]) -> None:
    """Give a number (`id`) to each component that has none, as Discord does. The components are
    changed in place."""
    parts = walk(components)
    taken = {part["id"] for part in parts if part.get("id")}
    number = 0
    for part in parts:
        if not part.get("id"):
            number += 1
            while number in taken:
                number += 1
            part["id"] = number
