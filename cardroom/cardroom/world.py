"""The state of a card room: guilds, users, channels, commands and so on, in memory and in the
database. Each object is a dictionary in the form of Discord's JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterator, ValuesView
from contextlib import contextmanager

from cardroom.events import Event
from cardroom.snowflakes import Clock, Snowflakes
from cardroom.store import Json, Store


class Things:
    """The objects of one kind, by their ids. They are read from memory. Changes are also written to
    the file."""

    def __init__(self, store: Store, kind: str) -> None:
        self._store = store
        self._kind = kind
        self._things = store.things(kind)

    def __contains__(self, key: str) -> bool:
        return key in self._things

    def __getitem__(self, key: str) -> Json:
        return self._things[key]

    def __len__(self) -> int:
        return len(self._things)

    def get(self, key: str | None) -> Json | None:
        """Return the object with the id `key`, or None if there is no such object."""
        return self._things.get(key) if key is not None else None

    def all(self) -> ValuesView[Json]:
        """Return all objects. The objects that were read from the file at the start come first, in
        the order of their keys. The others follow in the order in which they were created."""
        return self._things.values()

    def put(self, thing: Json, key: str | None = None) -> Json:
        """Stores an object under its id (or `key`), and returns it."""
        key = thing["id"] if key is None else key
        self._store.put_thing(self._kind, key, thing)
        self._things[key] = thing
        return thing

    def drop(self, key: str) -> None:
        """Delete the object with the id `key`. Does nothing if there is no such object."""
        self._store.drop_thing(self._kind, key)
        self._things.pop(key, None)


class World:
    """The state of a card room. Changes are made inside `change`. `listeners` receive the events of
    a change after it is stored."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self.store = store
        self.clock = clock
        self.ids = Snowflakes(clock)
        self.guilds = Things(store, "guild")
        self.users = Things(store, "user")
        self.roles = Things(store, "role")
        self.channels = Things(store, "channel")
        self.members = Things(store, "member")
        """The members of all guilds. Each key is made by `member_key` from the ids of the guild and
        the user."""
        self.thread_members = Things(store, "thread_member")
        """The members of all threads. Each key is made by `member_key` from the ids of the thread
        and the user."""
        self.commands = Things(store, "command")
        self.emojis = Things(store, "emoji")
        self.scheduled = Things(store, "scheduled_event")
        self.settings = Things(store, "setting")
        self.latest = store.latest()
        """The id of each channel's last message that everyone sees."""
        self.listeners: list[Callable[[Event], None]] = []
        self._told: list[Event] = []
        self._changing = False
        known = (self.guilds, self.users, self.roles, self.channels, self.commands, self.emojis)
        greatest = [int(thing["id"]) for things in known for thing in things.all()]
        self.ids.after(max([store.greatest(), *greatest]))

    @contextmanager
    def change(self) -> Iterator[None]:
        """Return a context manager for a change. At the end of the context, the change is
        committed, and then the events of the change are sent.

        An error inside the context undoes what was written to the database, but not what changed in
        memory. So refuse a request before its first change."""
        if self._changing:
            yield
            return
        self._changing = True
        try:
            with self.store.transaction():
                yield
            events = self._told
        finally:
            self._changing, self._told = False, []
        for event in events:
            for listener in self.listeners:
                listener(event)

    def tell(self, event: Event) -> None:
        """Queue an event that belongs to the present change (see `change`). The event is sent when
        the change is complete and stored."""
        self._told.append(event)

    @property
    def bot(self) -> Json:
        """The bot's user, whose id is also the application's."""
        return next(user for user in self.users.all() if user["bot"])

    def channels_of(self, guild_id: str) -> list[Json]:
        """Return the channels and threads of a guild."""
        return [each for each in self.channels.all() if each.get("guild_id") == guild_id]

    def roles_of(self, guild_id: str) -> list[Json]:
        """Return the roles of a guild."""
        return [each for each in self.roles.all() if each["guild_id"] == guild_id]

    def members_of(self, guild_id: str) -> list[Json]:
        """Return the members of a guild. The bot is among them if it has joined."""
        return [each for each in self.members.all() if each["guild_id"] == guild_id]

    def member(self, guild_id: str | None, user_id: str) -> Json | None:
        """Return a user as a member of a guild, or None if the user isn't a member."""
        return self.members.get(member_key(guild_id, user_id)) if guild_id else None


def member_key(place_id: str, user_id: str) -> str:
    """Return the key under which a member of a guild or a thread is stored. `place_id` is the id of
    the guild or thread."""
    return f"{place_id}:{user_id}"
