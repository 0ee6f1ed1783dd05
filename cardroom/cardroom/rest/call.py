"""A request to the REST API, and the table of routes with their handlers."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from aiohttp import web

from cardroom.attached import File
from cardroom.instances import Instances
from cardroom.interactions import Interactions
from cardroom.limits import Limits
from cardroom.messages import Messages
from cardroom.payloads import FILE_LIMIT
from cardroom.people import People
from cardroom.permissions import Permission, may, of_guild
from cardroom.places import Places
from cardroom.portal import Portal
from cardroom.refusals import Reason, Refused, known
from cardroom.store import Json
from cardroom.world import World

MOST_FILES: Final = 10


@dataclass
class Services:
    """The objects of the card room that the handlers of the REST API use."""

    world: World
    messages: Messages
    interactions: Interactions
    people: People
    places: Places
    limits: Limits
    gateway_address: Callable[[], str]
    shards: Callable[[], int]
    """How many shards a bot is to run."""
    portal: Portal
    instances: Instances


@dataclass
class Call:
    """A parsed request to the REST API, which each handler receives. `path` has the values of the
    route's placeholders, `query` has the parameters, and `body` is the JSON. `files` are the
    uploaded files; each key is the id that the request gives to the file. `bearer` is a user's
    token. It is empty if the request has the bot's token or needs no token."""

    services: Services
    path: Mapping[str, str]
    query: Mapping[str, str]
    body: Any
    files: dict[str, File] = field(default_factory=dict)
    bearer: str = ""
    """A user's token, in the place of the bot's."""

    @property
    def world(self) -> World:
        """The room's state."""
        return self.services.world

    @property
    def messages(self) -> Messages:
        """The room's messages."""
        return self.services.messages

    @property
    def bot_id(self) -> str:
        """The bot's id."""
        return str(self.world.bot["id"])

    def channel(self) -> Json:
        """Return the channel in the path. Raises Refused if it doesn't exist."""
        found: Json = known(
            self.world.channels.get(self.path["channel_id"]), Reason.UNKNOWN_CHANNEL
        )
        return found

    def visible_channel(self) -> Json:
        """Return the channel in the path. Raises Refused if it doesn't exist or the bot doesn't see
        it."""
        channel = self.channel()
        if not self.may(channel, Permission.VIEW_CHANNEL):
            raise Refused(Reason.MISSING_ACCESS)
        return channel

    def may(self, channel: Json, permission: Permission) -> bool:
        """Return whether the bot has a permission in a channel."""
        return may(self.world, channel, self.bot_id, permission)

    def need(self, channel: Json, permission: Permission) -> None:
        """Raises Refused unless the bot has a permission in a channel."""
        if not self.may(channel, permission):
            raise Refused(Reason.MISSING_PERMISSIONS)

    def need_in_guild(self, guild: Json, permission: Permission) -> None:
        """Raises Refused unless the bot has a permission in a guild."""
        if of_guild(self.world, guild["id"], self.bot_id) & permission != permission:
            raise Refused(Reason.MISSING_PERMISSIONS)

    def awake(self, channel: Json) -> None:
        """Raises Refused if the channel is an archived thread."""
        if channel.get("thread_metadata", {}).get("archived"):
            raise Refused(Reason.THREAD_ARCHIVED)

    def wake(self, channel: Json) -> None:
        """Unarchive an archived thread. Raises Refused when it is locked and the bot may not manage
        threads."""
        metadata = channel.get("thread_metadata", {})
        if metadata.get("locked") and not self.may(channel, Permission.MANAGE_THREADS):
            raise Refused(Reason.THREAD_LOCKED)
        if metadata.get("archived"):
            self.services.places.change(channel, {"archived": False})

    def object(self) -> Json:
        """Return the request body if it is a JSON object. Otherwise raise Refused."""
        if not isinstance(self.body, dict):
            raise Refused(Reason.BAD_JSON)
        return self.body

    def guild(self) -> Json:
        """Return the guild in the path. Raises Refused if it doesn't exist or the bot isn't in
        it."""
        guild_id = self.path["guild_id"]
        found: Json = known(self.world.guilds.get(guild_id), Reason.UNKNOWN_GUILD)
        if self.world.member(guild_id, self.bot_id) is None:
            raise Refused(Reason.MISSING_ACCESS)
        return found

    def flag(self, name: str) -> bool:
        """Return whether a boolean parameter of the query is true."""
        return self.query.get(name, "").lower() in {"true", "1"}


Answered = TypeVar("Answered")
"""The result of a call: an object, a list, or None for no content."""
Endpoint = Callable[[Call], Answered]


@dataclass(frozen=True)
class Route:
    """A route of the REST API: a method, a path, and the handler (`endpoint`) of its requests. With
    `guarded`, a request needs the bot's token. With `of_users`, a user's token is accepted
    instead."""

    method: str
    path: str
    endpoint: Endpoint[Any]
    guarded: bool
    """Whether the bot's token is required. A request with the token of an interaction needs no
    other token."""
    of_users: bool = False
    """Whether a user's token is accepted instead of the bot's."""


ROUTES: Final[list[Route]] = []


def route(
    method: str, path: str, *, guarded: bool = True, of_users: bool = False
) -> Callable[[Endpoint[Answered]], Endpoint[Answered]]:
    """Return a decorator that registers a handler for a method and a path. With `guarded`, a
    request needs the bot's token. With `of_users`, a user's token is accepted instead."""

    def enter(endpoint: Endpoint[Answered]) -> Endpoint[Answered]:
        ROUTES.append(Route(method, path, endpoint, guarded, of_users))
        return endpoint

    return enter


async def read(request: web.Request) -> tuple[Any, dict[str, File]]:
    """Read the body of a request, which is JSON or a form. Returns the body, and the uploaded files
    by the ids that the request gives to them. Raises Refused for a body that isn't JSON, or for a
    file that is too large."""
    if not request.can_read_body:
        return None, {}
    if request.content_type == "application/x-www-form-urlencoded":
        return dict(await request.post()), {}
    if request.content_type != "multipart/form-data":
        return _parsed(await request.text()), {}
    form = await request.post()
    payload = form.get("payload_json", "{}")
    files = {}
    for key, value in form.items():
        if isinstance(value, web.FileField):
            content = value.file.read()
            if len(content) > FILE_LIMIT:
                raise Refused(Reason.FILE_TOO_LARGE)
            files[key.removeprefix("files[").removesuffix("]")] = File(value.filename, content)
    return _parsed(payload if isinstance(payload, str) else "{}"), files


def _parsed(text: str) -> Any:
    try:
        return json.loads(text) if text else None
    except ValueError:
        raise Refused(Reason.BAD_JSON) from None
