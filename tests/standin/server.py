"""The stand-in's server: keeps what the bot sends, and lets a test press what it was sent."""

from __future__ import annotations

import asyncio
import itertools
import json
from dataclasses import dataclass, field
from typing import Any, Self

from aiohttp import WSMsgType, web

from tests.standin import payloads

Json = dict[str, Any]

CHANNEL_MESSAGE, DEFERRED_UPDATE, UPDATE_MESSAGE = 4, 6, 7
COMMAND, COMPONENT = 2, 3
EPHEMERAL = 1 << 6


@dataclass
class Press:
    """An interaction that was sent to the bot, and what came back."""

    id: int
    token: str
    message: Json | None = None
    """The message that the press was on."""
    answered: asyncio.Event = field(default_factory=asyncio.Event)
    kind: int = 0
    """Discord's type of the answer."""
    answer: Json = field(default_factory=dict)
    """The message that the answer made or changed."""


class StandIn:
    """Serves `api_url` and `gateway_url` on loopback while it is entered; one server, one
    channel."""

    def __init__(self, token: str = "stand.in.token") -> None:
        self.token = token
        self.commands: list[Json] = []
        self.messages: dict[int, Json] = {}
        self.presses: dict[str, Press] = {}
        self.identified = asyncio.Event()
        self.resumed = asyncio.Event()
        self.edited = asyncio.Event()
        self.forgets = False
        """Sessions can't be resumed: the bot has to begin a new one."""
        self._ids = itertools.count(2_000_000_000_000_000_000)
        self._sequence = itertools.count(1)
        self._socket: web.WebSocketResponse | None = None

    async def __aenter__(self) -> Self:
        app = web.Application()
        api = "/api/v10"
        app.add_routes(
            [
                web.get("/gateway/", self._gateway),
                web.get(f"{api}/users/@me", self._guarded(lambda _: payloads.BOT_USER)),
                web.get(
                    f"{api}/oauth2/applications/@me", self._guarded(lambda _: payloads.APPLICATION)
                ),
                web.get(
                    f"{api}/gateway/bot",
                    self._guarded(lambda _: payloads.gateway(self.gateway_url)),
                ),
                web.put(f"{api}/applications/{{application}}/commands", self._put_commands),
                web.post(f"{api}/interactions/{{id}}/{{token}}/callback", self._callback),
                web.get(
                    f"{api}/webhooks/{{application}}/{{token}}/messages/@original", self._original
                ),
                web.patch(
                    f"{api}/webhooks/{{application}}/{{token}}/messages/{{message}}",
                    self._edit_by_token,
                ),
                web.post(f"{api}/webhooks/{{application}}/{{token}}", self._follow_up),
                web.post(f"{api}/channels/{{channel}}/messages", self._post),
                web.patch(f"{api}/channels/{{channel}}/messages/{{message}}", self._edit),
                web.delete(f"{api}/channels/{{channel}}/messages/{{message}}", self._delete),
            ]
        )
        self._runner = web.AppRunner(app)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        self._port = self._runner.addresses[0][1]
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._socket is not None:
            await self._socket.close()
        await self._runner.cleanup()

    @property
    def api_url(self) -> str:
        return f"http://127.0.0.1:{self._port}/api/v10"

    @property
    def gateway_url(self) -> str:
        return f"ws://127.0.0.1:{self._port}/gateway/"

    # What a member does

    async def slash(self, member: int, name: str, **options: str) -> Press:
        """Runs a slash command that the bot has told of."""
        command = next(command for command in self.commands if command["name"] == name)
        data = {
            "id": command["id"],
            "name": name,
            "type": 1,
            "options": [{"name": key, "type": 3, "value": value} for key, value in options.items()],
        }
        return await self._interact(member, COMMAND, data, None)

    async def click(self, member: int, message: Json, *, label: str) -> Press:
        """Presses the button of that label."""
        button = next(part for part in walk(message["components"]) if part.get("label") == label)
        return await self._interact(
            member, COMPONENT, {"custom_id": button["custom_id"], "component_type": 2}, message
        )

    async def select(self, member: int, message: Json, custom_id: str, values: list[str]) -> Press:
        """Picks `values` in a select."""
        data = {"custom_id": custom_id, "component_type": 3, "values": values}
        return await self._interact(member, COMPONENT, data, message)

    async def _interact(self, member: int, kind: int, data: Json, message: Json | None) -> Press:
        number = next(self._ids)
        press = Press(number, f"token-{number}", message)
        self.presses[press.token] = press
        await self.dispatch(
            "INTERACTION_CREATE",
            payloads.interaction(press.id, press.token, kind, member, data, message),
        )
        async with asyncio.timeout(10):
            await press.answered.wait()
        return press

    async def dispatch(self, event: str, data: Json) -> None:
        """Sends an event over the gateway."""
        assert self._socket is not None
        await self._socket.send_json({"op": 0, "t": event, "s": next(self._sequence), "d": data})

    # Gateway

    async def cut(self) -> None:
        """Closes the gateway's connection in a way after which a bot is to come back."""
        assert self._socket is not None
        await self._socket.close(code=4000, message=b"Unknown error.")

    async def _gateway(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.send_json(
            {"op": 10, "d": {"heartbeat_interval": 40_000}, "s": None, "t": None}
        )
        async for frame in socket:
            if frame.type is not WSMsgType.TEXT:
                continue
            received = json.loads(frame.data)
            if received["op"] == 1:
                await socket.send_json({"op": 11, "d": None, "s": None, "t": None})
            elif received["op"] == 2:
                if received["d"]["token"] != self.token:
                    await socket.close(code=4004, message=b"Authentication failed.")
                    break
                self._socket = socket
                # A session that was begun after the last one was forgotten can be resumed.
                self.forgets = False
                await self.dispatch(
                    "READY", payloads.ready(self.gateway_url, received["d"].get("shard"))
                )
                await self.dispatch("GUILD_CREATE", payloads.GUILD)
                self.identified.set()
            elif received["op"] == 6 and self.forgets:
                await socket.send_json({"op": 9, "d": False, "s": None, "t": None})
            elif received["op"] == 6:
                self._socket = socket
                await self.dispatch("RESUMED", {})
                self.resumed.set()
        return socket

    # REST

    def _guarded(self, answer: Any) -> Any:
        async def handle(request: web.Request) -> web.Response:
            if request.headers.get("Authorization") != f"Bot {self.token}":
                return _json({"message": "401: Unauthorized", "code": 0}, status=401)
            return _json(answer(request))

        return handle

    async def _put_commands(self, request: web.Request) -> web.Response:
        self.commands = [
            {
                **command,
                "id": str(next(self._ids)),
                "application_id": payloads.APPLICATION["id"],
                "version": "1",
            }
            for command in await request.json()
        ]
        return _json(self.commands)

    async def _callback(self, request: web.Request) -> web.Response:
        press = self.presses[request.match_info["token"]]
        if press.answered.is_set():
            return _json(
                {"message": "Interaction has already been acknowledged.", "code": 40060}, status=400
            )
        body = await _body(request)
        press.kind = body["type"]
        if press.kind == CHANNEL_MESSAGE:
            press.answer = self._keep(body["data"])
        elif press.kind == UPDATE_MESSAGE and press.message is not None:
            press.answer = _changed(press.message, body["data"])
        elif press.kind == DEFERRED_UPDATE and press.message is not None:
            press.answer = press.message
        press.answered.set()
        return _json(
            {
                "interaction": {
                    "id": str(press.id),
                    "type": 3,
                    "response_message_id": press.answer.get("id"),
                },
                "resource": {"type": press.kind, "message": press.answer}
                if press.answer
                else {"type": press.kind},
            }
        )

    def _keep(self, body: Json) -> Json:
        number = next(self._ids)
        message = payloads.message(number, body)
        self.messages[number] = message
        return message

    async def _original(self, request: web.Request) -> web.Response:
        return _json(self.presses[request.match_info["token"]].answer)

    async def _edit_by_token(self, request: web.Request) -> web.Response:
        press = self.presses[request.match_info["token"]]
        which = request.match_info["message"]
        message = press.answer if which == "@original" else self.messages[int(which)]
        return _json(_changed(message, await _body(request)))

    async def _follow_up(self, request: web.Request) -> web.Response:
        return _json(self._keep(await _body(request)))

    async def _post(self, request: web.Request) -> web.Response:
        return _json(self._keep(await _body(request)))

    async def _edit(self, request: web.Request) -> web.Response:
        message = self.messages.get(int(request.match_info["message"]))
        if message is None:
            return _json({"message": "Unknown Message", "code": 10008}, status=404)
        _changed(message, await _body(request))
        self.edited.set()
        return _json(message)

    async def _delete(self, request: web.Request) -> web.Response:
        self.messages.pop(int(request.match_info["message"]), None)
        return web.Response(status=204)


def _changed(message: Json, body: Json) -> Json:
    """The message after an edit, which never makes an ephemeral message public."""
    flags = message["flags"] & EPHEMERAL | body.get("flags", message["flags"])
    message.update(body, flags=flags)
    return message


def _json(data: Any, status: int = 200) -> web.Response:
    """An answer with the content type that Discord sends: discord.py reads no other as JSON."""
    return web.Response(
        body=json.dumps(data).encode(), status=status, content_type="application/json"
    )


async def _body(request: web.Request) -> Json:
    """The JSON of a request, also where files come along with it."""
    if request.content_type != "multipart/form-data":
        return await request.json()  # type: ignore[no-any-return]
    form = await request.post()
    body: Json = json.loads(str(form["payload_json"]))
    for file in (body.get("data") or body).get("attachments", ()):
        # What Discord adds to a file that it was sent.
        address = f"https://cdn.example/{file['filename']}"
        sent = form[f"files[{file['id']}]"].file.read()  # type: ignore[union-attr]
        file.update(url=address, proxy_url=address, size=len(sent))
    return body


def walk(components: list[Json]) -> list[Json]:
    """Every component in a tree of them, outermost first."""
    found = []
    for component in components:
        found.append(component)
        found.extend(walk(component.get("components", [])))
        if "accessory" in component:
            found.append(component["accessory"])
    return found
