"""A simulated user of the card room's page, for tests and measurements. It sends over the page's
WebSocket what the page would send, and keeps what the page would show.

    async with Room() as room, visiting(room.page_url, "Nora") as nora:
        done = await nora.slash("roll", sides=6)
        await nora.click(done.seen, label="Start")
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Final, TypeVar

import aiohttp

from cardroom.messages import walk
from cardroom.store import Json

PATIENCE: Final = 15.0
"""The most seconds that a simulated user waits for a result. After that, TimeoutError is raised."""
AGAIN: Final = 0.05
"""Seconds before a lost connection is tried again."""
ENDS: Final = frozenset({"done", "failed"})


Found = TypeVar("Found")


def can_press(part: Json) -> bool:
    """Return whether a component is enabled."""
    return not part.get("disabled")


class Seen:
    """A message as the page of one simulated user shows it. Each property reads the latest version
    of the message."""

    def __init__(self, visitor: Visitor, message_id: str) -> None:
        self._visitor = visitor
        self.id = message_id

    @property
    def data(self) -> Json:
        """The message. Raises KeyError when it was deleted."""
        return self._visitor.messages[self.id]

    @property
    def gone(self) -> bool:
        """Whether the message was deleted."""
        return self.id not in self._visitor.messages

    @property
    def parts(self) -> list[Json]:
        """All components of the message, at any depth. A component comes before those inside it."""
        return walk(self.data["components"])

    @property
    def labels(self) -> set[str]:
        """The labels of the buttons that can be pressed."""
        return {each["label"] for each in self.parts if each.get("label") and can_press(each)}

    @property
    def text(self) -> str:
        """The message's content and its text displays, one per line."""
        shown = [self.data["content"], *(each.get("content", "") for each in self.parts)]
        return "\n".join(each for each in shown if each)


@dataclass
class Done:
    """The result of an action of a simulated user. `status` is `done`, `failed` (the bot didn't
    answer in time, there is no bot, or the connection to the card room was lost) or `refused`. If
    the card room refused the action, `text` says why. `message_id` is the message that the answer
    created or changed, and `modal` is the form that the answer opened."""

    status: str
    """`done`, `failed` or `refused`, as the class explains."""
    visitor: Visitor
    message_id: str | None = None
    modal: Json | None = None
    text: str = ""
    """The reason why the card room refused the user's action. Empty if the card room did not refuse
    the action."""

    @property
    def seen(self) -> Seen:
        """The message that the answer created or changed. Raises LookupError if there is no such
        message."""
        if self.message_id is None:
            raise LookupError(f"no message came of it: {self}")
        return Seen(self.visitor, self.message_id)


class Visitor:
    """A simulated user with one open page. `messages` are the messages that the page has received,
    by the messages' ids."""

    def __init__(self, session: aiohttp.ClientSession, page_url: str, name: str) -> None:
        self.name = name
        self.messages: dict[str, Json] = {}
        self.channels: dict[str, Json] = {}
        self.commands: list[Json] = []
        self.users: list[Json] = []
        self.me: Json = {}
        self.online = False
        """Whether the bot is there."""
        self.errors: list[str] = []
        self.activity: Json | None = None
        """The Activity that was launched last: its instance's id, its channel and its address."""
        self._session = session
        self._url = page_url.replace("http", "ws", 1) + "socket"
        self._socket: aiohttp.ClientWebSocketResponse | None = None
        self._numbers = itertools.count(1)
        self._waiting: dict[int, asyncio.Future[Done]] = {}
        self._choices: dict[int, asyncio.Future[list[Json]]] = {}
        self._codes: dict[int, asyncio.Future[str | None]] = {}
        self._changed = asyncio.Event()

    # What a member does

    async def slash(self, name: str, /, *, channel: str | None = None, **options: Any) -> Done:
        """Run a slash command, or a subcommand such as `"config set"`, in a channel. `channel` is
        the channel's id (None: the first text channel). Returns the result."""
        return await self.run(name, self.options(name, options), channel=channel)

    async def run(
        self,
        name: str,
        options: list[Json],
        *,
        channel: str | None = None,
        target: str | None = None,
    ) -> Done:
        """Run a command, and return the result. `options` are in the form that Discord's clients
        send. `channel` is a channel's id (None: the first text channel). For a command of a context
        menu, `target` is the id of the user or message on which the command is run."""
        command = self._command(name)
        return await self._do(
            "command",
            channel_id=channel or self.channel,
            command_id=command["id"],
            name=command["name"],
            options=options,
            **({"target_id": target} if target else {}),
        )

    async def autocomplete(
        self, name: str, option: str, typed: str, *, channel: str | None = None, **others: Any
    ) -> list[Json]:
        """Return the choices that the bot suggests for an option of a command after the text
        `typed`. `others` are the values of the command's other options."""
        options = self.options(name, {**others, option: typed})
        leaves = options
        while leaves and leaves[0]["type"] in {1, 2}:
            leaves = leaves[0]["options"]
        next(each for each in leaves if each["name"] == option)["focused"] = True
        command = self._command(name)
        number = next(self._numbers)
        self._choices[number] = asyncio.get_running_loop().create_future()
        await self.send(
            "autocomplete",
            nonce=number,
            channel_id=channel or self.channel,
            command_id=command["id"],
            name=command["name"],
            options=options,
        )
        async with asyncio.timeout(PATIENCE):
            return await self._choices[number]

    async def click(self, seen: Seen, *, label: str = "", custom_id: str = "") -> Done:
        """Press the button with this label or custom id on a message. Returns the result."""
        part = next(
            each
            for each in seen.parts
            if "custom_id" in each
            and (each.get("label") == label or not label)
            and (each["custom_id"] == custom_id or not custom_id)
        )
        return await self.press(seen, part, [])

    async def select(self, seen: Seen, custom_id: str, values: list[str]) -> Done:
        """Choose values in the select with this custom id on a message. Returns the result."""
        part = next(each for each in seen.parts if each.get("custom_id") == custom_id)
        return await self.press(seen, part, values)

    async def press(self, seen: Seen, part: Json, values: list[str]) -> Done:
        """Press a component of a message, or choose `values` in it. Returns the result."""
        return await self._do(
            "press",
            channel_id=seen.data["channel_id"],
            message_id=seen.id,
            custom_id=part["custom_id"],
            component_type=part["type"],
            values=values,
        )

    async def fill(self, done: Done, **values: Any) -> Done:
        """Submit the form that the action `done` has opened, and return the result. `values` has
        the value of each field by the field's custom id. The value of a select is a list."""
        form = done.modal or {}
        components = []
        for part in form["components"]:
            field = part.get("component") or part["components"][0]
            value = values[field["custom_id"]]
            key = "values" if isinstance(value, list) else "value"
            sent = {"type": field["type"], "custom_id": field["custom_id"], key: value}
            inner = {"component": sent} if "component" in part else {"components": [sent]}
            components.append({"type": part["type"], **inner})
        return await self._do("modal_submit", modal_id=form["modal_id"], components=components)

    async def launch(self, *, channel: str | None = None) -> None:
        """Start the bot's Activity in a channel (None: the first text channel)."""
        await self.send("launch", nonce=0, channel_id=channel or self.channel)

    async def authorize(self, client_id: str) -> str | None:
        """Allow the application `client_id` to learn who this user is. Returns an OAuth2 code for
        the application, or None if the card room refuses that."""
        number = next(self._numbers)
        self._codes[number] = asyncio.get_running_loop().create_future()
        await self.send("authorize", nonce=number, client_id=client_id)
        async with asyncio.timeout(PATIENCE):
            return await self._codes[number]

    async def leave(self) -> None:
        """Leaves the Activity."""
        self.activity = None
        await self.send("leave_activity")

    async def say(self, content: str, *, channel: str | None = None) -> None:
        """Write a message in a channel (None: the first text channel)."""
        await self.send("say", channel_id=channel or self.channel, content=content)

    async def open(self, channel: str | None = None) -> None:
        """Open a channel (None: the first text channel). The card room then sends the channel's
        latest messages. This method doesn't wait for them."""
        await self.send("open", channel_id=channel or self.channel)

    async def send(self, kind: str, **fields: Any) -> None:
        """Send a frame of this kind to the card room. Raises ConnectionError while there is no
        connection."""
        if self._socket is None:
            raise ConnectionError("the room is not there")
        await self._socket.send_json({"type": kind, **fields})

    # What a member sees

    @property
    def channel(self) -> str:
        """The id of the first text channel."""
        return next(key for key, each in self.channels.items() if each["type"] == 0)

    @property
    def latest(self) -> Seen:
        """The newest message."""
        return Seen(self, max(self.messages, key=int))

    def find(self, text: str) -> Seen | None:
        """Return the newest message that contains `text`, or None if no message contains it."""
        for key in sorted(self.messages, key=int, reverse=True):
            if text in json.dumps(self.messages[key], ensure_ascii=False):
                return Seen(self, key)
        return None

    async def until(self, true: Callable[[], Found | None], *, patience: float = PATIENCE) -> Found:
        """Call the function `true` now and after each change of the page, until it returns a true
        value, such as a message that was found. Returns this value. Raises TimeoutError after
        `patience` seconds."""
        async with asyncio.timeout(patience):
            while not (result := true()):
                self._changed.clear()
                await self._changed.wait()
        return result

    def options(self, name: str, values: dict[str, Any]) -> list[Json]:
        """Return a command's options in the form that Discord's clients send. `name` can be a
        subcommand; its options are then inside the subcommand."""
        first, *path = name.split()
        known, inside = self._command(first)["options"], []
        for word in path:
            found = next(each for each in known if each["name"] == word)
            inside.append({"name": word, "type": found["type"]})
            known = found.get("options", [])
        types = {each["name"]: each["type"] for each in known}
        made = [{"name": key, "type": types[key], "value": each} for key, each in values.items()]
        for part in reversed(inside):
            made = [{**part, "options": made}]
        return made

    def _command(self, name: str) -> Json:
        """Return the first command whose name is `name` or the first word of `name`. The other
        words can name a subcommand, as in `config set`. Raises LookupError if there is no such
        command."""
        first = name.split(maxsplit=1)[0]
        for each in self.commands:
            if each["name"] in {name, first}:
                return each
        raise LookupError(f"no command {name} among {[each['name'] for each in self.commands]}")

    # Behind the window

    async def _do(self, kind: str, **fields: Any) -> Done:
        number = next(self._numbers)
        waiting: asyncio.Future[Done] = asyncio.get_running_loop().create_future()
        self._waiting[number] = waiting
        try:
            await self.send(kind, nonce=number, **fields)
            async with asyncio.timeout(PATIENCE):
                return await waiting
        finally:
            self._waiting.pop(number, None)

    async def stay(self) -> None:
        """Keep the page connected until the task is cancelled."""
        while True:
            with contextlib.suppress(aiohttp.ClientError, ConnectionError):
                await self._connect()
            self._socket = None
            self.online = False
            for waiting in self._waiting.values():
                if not waiting.done():
                    waiting.set_result(Done("failed", self))
            self._changed.set()
            await asyncio.sleep(AGAIN)

    async def _connect(self) -> None:
        known = {"as": self.me["id"]} if self.me else {}
        async with self._session.ws_connect(self._url, params=known, max_msg_size=0) as socket:
            async for frame in socket:
                told = json.loads(frame.data)
                if told["type"] == "ready" and not self.me:
                    self.users = told["users"]
                    names = {each["global_name"]: each for each in self.users}
                    self.me = names[self.name]
                    return  # and once more as this member
                if told["type"] == "ready":
                    self._socket = socket
                self._hear(told)
                self._changed.set()

    def _hear(self, told: Json) -> None:
        match told["type"]:
            case "ready":
                self.users, self.commands = told["users"], told["commands"]
                self.channels = {each["id"]: each for each in told["channels"]}
                self.online = told["bot"]["online"]
            case "messages":
                self.messages |= {each["id"]: each for each in told["messages"]}
            case "message" | "message_update":
                self.messages[told["message"]["id"]] = told["message"]
            case "message_delete":
                self.messages.pop(told["id"], None)
            case "channel":
                self.channels[told["channel"]["id"]] = told["channel"]
            case "channel_delete":
                self.channels.pop(told["id"], None)
            case "commands":
                self.commands = told["commands"]
            case "users":
                self.users = told["users"]
            case "bot":
                self.online = told["online"]
            case _:
                self._hear_answer(told)

    def _hear_answer(self, told: Json) -> None:
        number, kind = told.get("nonce"), told["type"]
        if kind == "activity":
            self.activity = told
        elif kind == "authorized" and number in self._codes:
            self._codes.pop(number).set_result(told["code"])
        if kind == "choices" and number in self._choices:
            self._choices.pop(number).set_result(told["choices"])
            return
        if kind == "error":
            self.errors.append(told["text"])
        waiting = self._waiting.get(number) if isinstance(number, int) else None
        if waiting is None or waiting.done():
            return
        if kind == "error":
            waiting.set_result(Done("refused", self, text=told["text"]))
        elif kind == "modal":
            waiting.set_result(Done("done", self, modal=told))
        elif kind == "interaction" and told["status"] in ENDS and not told.get("modal"):
            waiting.set_result(Done(told["status"], self, told.get("message_id")))


@asynccontextmanager
async def visiting(page_url: str, name: str) -> AsyncIterator[Visitor]:
    """Return a context manager that yields the simulated user with the name `name`. The user's page
    is connected while the context lasts."""
    async with aiohttp.ClientSession() as session:
        visitor = Visitor(session, page_url, name)
        staying = asyncio.create_task(visitor.stay())
        try:
            await visitor.until(lambda: visitor.channels)
            yield visitor
        finally:
            staying.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await staying
