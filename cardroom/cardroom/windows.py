"""The WebSocket connections of the card room's pages. A window is one connection. It shows what one
user sees, and sends what that user does.

PROTOCOL.md describes the frames."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any, Final

from aiohttp import WSMsgType, web

from cardroom.deeds import Deeds, NotPossible
from cardroom.events import Event
from cardroom.instances import Instance
from cardroom.interactions import Interaction
from cardroom.people import People, PeopleError
from cardroom.refusals import MISSHAPEN
from cardroom.sight import Sight
from cardroom.store import Json
from cardroom.world import World

LARGEST: Final = 64 * 1024
"""The most bytes of a frame from a page. After a larger frame, the connection is closed."""
GONE: Final = frozenset({"CHANNEL_DELETE", "THREAD_DELETE"})
CHANGED: Final = frozenset({"CHANNEL_UPDATE", "THREAD_UPDATE"})
MESSAGE_FRAMES: Final = {"MESSAGE_CREATE": "message", "MESSAGE_UPDATE": "message_update"}


class Window:
    """One open page: its connection, and the user whom it belongs to."""

    def __init__(self, socket: web.WebSocketResponse, user_id: str) -> None:
        self.socket = socket
        self.user_id = user_id
        self.instance: str | None = None
        """The id of the Activity's instance that the page shows. None if the page shows no
        Activity."""
        self._waiting: asyncio.Queue[str] = asyncio.Queue()
        self._writer = asyncio.create_task(self._write())

    def send(self, kind: str, **fields: Any) -> None:
        """Sends a frame after the frames that were sent before."""
        self._waiting.put_nowait(json.dumps({"type": kind, **fields}, separators=(",", ":")))

    def end(self) -> None:
        """Stops sending, because the connection is lost."""
        self._writer.cancel()

    async def _write(self) -> None:
        while True:
            text = await self._waiting.get()
            try:
                await self.socket.send_str(text)
            except ConnectionError:
                return  # the reading side sees the same end


class Windows:
    """All open pages. This class sends events to the pages, and carries out what their users do."""

    def __init__(
        self,
        world: World,
        sight: Sight,
        deeds: Deeds,
        people: People,
        online: Callable[[], bool],
        address: Callable[[Instance], str],
    ) -> None:
        self.world = world
        self.sight = sight
        self.deeds = deeds
        self.people = people
        self._online = online
        self._address = address
        self._open: set[Window] = set()
        self._nonces: dict[str, tuple[Window, Any]] = {}
        """For each token of an interaction: the window that waits for the result, and its request's
        nonce."""
        world.listeners.append(self.tell)

    # What happens

    def tell(self, event: Event) -> None:
        """Send an event to every window whose user may see the event."""
        for window in list(self._open):
            if event.reader not in {None, window.user_id}:
                continue
            self._tell(window, event)

    def _tell(self, window: Window, event: Event) -> None:
        name, data = event.name, event.data
        if name == "APPLICATION_COMMANDS":
            launched = self.deeds.entry_point is not None
            own = self.deeds.commands(window.user_id)
            window.send("commands", commands=own, activity=launched)
        elif name == "APPLICATION_EMOJIS":
            window.send("emojis", emojis=list(self.world.emojis.all()))
        elif name == "USERS":
            window.send("users", users=self.sight.users())
        elif name in GONE:
            window.send("channel_delete", id=data["id"])
        elif event.channel_id is not None:
            self._tell_of_channel(window, event, event.channel_id)

    def _tell_of_channel(self, window: Window, event: Event, channel_id: str) -> None:
        name, data = event.name, event.data
        if not self.sight.sees(window.user_id, channel_id):
            if name in CHANGED:  # perhaps it was seen before
                window.send("channel_delete", id=data["id"])
        elif name in MESSAGE_FRAMES:
            window.send(MESSAGE_FRAMES[name], message=data)
        elif name == "MESSAGE_DELETE":
            window.send("message_delete", channel_id=channel_id, id=data["id"])
        elif name == "MESSAGE_DELETE_BULK":
            for message_id in data["ids"]:
                window.send("message_delete", channel_id=channel_id, id=message_id)
        elif name.startswith(("CHANNEL_", "THREAD_")):
            window.send("channel", channel=self.sight.channel(channel_id, window.user_id))

    def became(self, interaction: Interaction, status: str, data: Json) -> None:
        """Send the result of an interaction to the page from which the interaction came. `status`
        names the result, such as `done` or `modal`, and `data` has its details."""
        waits = self._nonces.get(interaction.token)
        if waits is None:
            return
        window, nonce = waits
        if status != "thinking":
            del self._nonces[interaction.token]
        if status == "choices":
            window.send("choices", nonce=nonce, choices=data.get("choices") or [])
        elif status == "modal":
            modal_id = self.deeds.modal(interaction.user_id, interaction)
            window.send("interaction", nonce=nonce, status="done", modal=True)
            window.send("modal", nonce=nonce, modal_id=modal_id, **data)
        else:
            instance = self.deeds.instances.find(data["id"]) if status == "launched" else None
            if instance is not None:
                self._show_activity(window, instance)
                status = "done"
            window.send(
                "interaction",
                nonce=nonce,
                status=status,
                **({"message_id": interaction.original_id} if interaction.original_id else {}),
            )

    def bot_changed(self) -> None:
        """Tells all windows whether the bot is connected."""
        for window in self._open:
            window.send("bot", online=self._online())

    async def leave(self) -> None:
        """Close all connections because the room closes."""
        for window in list(self._open):
            await window.socket.close(code=1012, message=b"The room closes.")

    # What a page asks

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Serves one window until it is closed."""
        user_id = request.query.get("as") or self.people.first
        user = self.world.users.get(user_id)
        if user is None or user["bot"]:
            raise web.HTTPNotFound(text="There is no such member.")
        socket = web.WebSocketResponse(max_msg_size=LARGEST, heartbeat=30)
        await socket.prepare(request)
        window = Window(socket, user_id)
        self._open.add(window)
        try:
            window.send("ready", **self.sight.ready(user_id))
            async for frame in socket:
                if frame.type is WSMsgType.TEXT:
                    self._received(window, frame.data)
        finally:
            window.end()
            self._open.discard(window)
            self._leave_activity(window)
            for token in [key for key, each in self._nonces.items() if each[0] is window]:
                del self._nonces[token]
        return socket

    def _received(self, window: Window, text: str) -> None:
        nonce = None
        try:
            asked = json.loads(text)
            nonce = asked.get("nonce")
            self._do(window, asked)
        except (NotPossible, PeopleError) as error:
            window.send("error", nonce=nonce, text=str(error))
        except MISSHAPEN as error:
            window.send("error", nonce=nonce, text=f"The room didn't understand that: {error!r}")

    def _do(self, window: Window, asked: Json) -> None:
        kind, who, deeds = asked["type"], window.user_id, self.deeds
        acts = {
            "press": deeds.press,
            "command": deeds.command,
            "autocomplete": deeds.autocomplete,
            "modal_submit": deeds.submit,
        }
        if kind in acts:
            if not self._online():
                window.send("bot", online=False)
                window.send("interaction", nonce=asked["nonce"], status="failed")
                return
            interaction = acts[kind](who, asked)
            self._nonces[interaction.token] = (window, asked["nonce"])
            window.send("interaction", nonce=asked["nonce"], status="sent")
        elif kind in {"launch", "authorize", "leave_activity"}:
            self._of_activity(window, asked)
        elif kind in {"open", "history"}:
            self._show(window, asked)
        elif kind == "say":
            deeds.say(who, asked)
        elif kind == "dismiss":
            deeds.dismiss(who, asked)
        elif kind == "read":
            deeds.read(who, asked)
        else:
            self._manage(window, asked)

    def _of_activity(self, window: Window, asked: Json) -> None:
        if asked["type"] == "leave_activity":
            self._leave_activity(window)
        elif asked["type"] == "authorize":
            code = self.deeds.instances.authorize(window.user_id, str(asked["client_id"]))
            window.send("authorized", nonce=asked["nonce"], code=code)
        else:
            launched = self.deeds.launch(window.user_id, asked)
            if isinstance(launched, Instance):
                self._show_activity(window, launched)
            else:
                self._nonces[launched.token] = (window, asked["nonce"])

    def _show_activity(self, window: Window, instance: Instance) -> None:
        window.instance = instance.id
        channel_id = instance.channel_id
        window.send("activity", id=instance.id, channel_id=channel_id, url=self._address(instance))

    def _leave_activity(self, window: Window) -> None:
        """Handle a page that closes its Activity. The page's user leaves the Activity's instance,
        unless another page of this user still shows the instance."""
        shown, window.instance = window.instance, None
        others = {each.instance for each in self._open if each.user_id == window.user_id}
        if shown is not None and shown not in others:
            self.deeds.instances.leave(window.user_id)

    def _manage(self, window: Window, asked: Json) -> None:
        people, deeds = self.people, self.deeds
        match asked["type"]:
            case "add_member":
                people.add(asked["name"], asked.get("locale", "en-US"))
            case "member":
                people.change(
                    asked["user_id"],
                    locale=asked.get("locale"),
                    moderator=asked.get("moderator"),
                )
            case "thread":
                deeds.thread(window.user_id, asked)
            case "direct":
                channel = people.direct(window.user_id)
                window.send("channel", channel=self.sight.channel(channel["id"], window.user_id))
            case kind:
                raise NotPossible(f"The room knows no {kind}.")

    def _show(self, window: Window, asked: Json) -> None:
        shown = self.sight.messages(window.user_id, asked["channel_id"], asked.get("before"))
        window.send("messages", **shown)
        if asked["type"] == "open" and shown["messages"]:
            last = shown["messages"][-1]
            read = {"channel_id": asked["channel_id"], "message_id": last["id"]}
            self.deeds.read(window.user_id, read)
