"""An evening in the simulated Discord: a server, a channel, members, and the real bot with a real
database."""

from __future__ import annotations

import asyncio
import itertools
import random
import re
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache, partialmethod
from pathlib import Path
from typing import Any

import pytest
from discord.utils import utcnow
from simcord import interactions
from simcord.actors import MemberActor
from simcord.backend import serializers
from simcord.env import Env
from simcord.results import InteractionResult, ResponseMessage

import games
from bot.config import (
    DatabaseSettings,
    DiscordSettings,
    LimitSettings,
    PlayerSettings,
    Settings,
    TableSettings,
    WebSettings,
)
from bot.core.clock import Clock
from bot.core.model import Person, Phase, Table
from bot.core.people import of_level
from bot.db.health import DatabaseHealth
from cogs.discord.client import ShijoBot
from cogs.discord.components import IN_HAND
from cogs.discord.presses import BACKWARDS, TALK, HandId
from cogs.discord.upkeep import HourlyCog
from cogs.serving import made
from cogs.table.lobby.message import SETTINGS
from games.players import Player
from games.players.random import choose as play_at_random
from tests.fresh_database import put_fresh_database
from tests.journeys.own_time import own_time
from tests.journeys.straws import Straws
from tests.journeys.unpainted import leave_unpainted
from tests.limits import BUTTON, STRING_SELECT, seen, text_of, walk
from tests.present import present
from tests.quick_sqlite import without_threads
from tests.ready_process import start_processes_quickly

# The simulator looks every 50 ms whether the bot is done, which is most of a journey's time.
for verb in ("settle", "_settle_internal"):
    setattr(Env, verb, partialmethod(getattr(Env, verb), idle=0.002))

SUCCESS = 3
"""Discord's number for the style of the button that makes the usual choice."""
NO_MOVE = re.compile(f":({TALK}|{BACKWARDS})")
"""Custom ids of the buttons for table talk and for taking back a move. A hand can have them beside
its moves."""
NAMES = ("Nora", "Pavel", "Aiko", "Bert")


@dataclass(frozen=True)
class Action:
    """A press that a member can make in a message. If `values` is empty, the member presses the
    button with `custom_id`. Otherwise the member chooses the options with these `values` in the
    select with `custom_id`. `label` is the text of the button or of the options."""

    label: str
    custom_id: str = ""
    values: tuple[str, ...] = ()


@cache
def usual_settings() -> Settings:
    """Return the settings of the bot in journeys, without its database and tables. The settings are
    made once, because reading the environment takes time."""
    return Settings(
        discord=DiscordSettings(shard_count=1, card_emoji=False),
        # Simulated time can't wait for another process; and a casual player doesn't search.
        players=PlayerSettings(processes=0, level="casual"),
        # Evenings pass in no time, and members press as quickly.
        limits=LimitSettings(presses_a_second=0, lobbies_an_hour=0),
    )


class Evening:
    """A bot in the simulated Discord, with what all journeys need. `message` is the table's public
    message. `panels` has the open hand message of each member id."""

    def __init__(self, folder: Path, **tables: Any) -> None:
        self.database = folder / "shijo.db"
        self.settings = usual_settings().model_copy(
            update={
                "database": DatabaseSettings(url=f"sqlite+aiosqlite:///{self.database}"),
                "tables": TableSettings(**{"bot_pause": 0, **tables}),
            }
        )
        self.bot: ShijoBot
        self.env: Env
        self.panels: dict[int, ResponseMessage] = {}
        self.secrets = itertools.count(1)
        self.clock_set_by = timedelta()
        """The time by which the machine's clock was set forward. The simulated time isn't
        affected."""

    def has_board(self) -> None:
        """Let members open tables in a browser. The server uses any free port."""
        web = WebSettings(public_url="http://localhost:8735", port=0)
        self.settings = self.settings.model_copy(update={"web": web})

    @asynccontextmanager
    async def begin(self) -> AsyncIterator[Evening]:
        put_fresh_database(self.database)
        with own_time(asyncio.get_running_loop()):
            # simcord.run would also set a clock for this task, which pytest begins and ends in
            # different contexts.
            self.bot = await self._new_bot()
            self.env = env = Env(self.bot)
            try:
                await env.start()
                self.guild = env.create_guild("The Card Room")
                self.channel = self.guild.create_text_channel("card-table")
                self.members = [
                    self.guild.add_member(env.create_user(name.lower(), global_name=name))
                    for name in NAMES
                ]
                self.nora, self.pavel, self.aiko, self.bert = self.members
                yield self
            finally:
                await env.shutdown()
                await self.bot.close()
        env.raise_errors()

    async def _new_bot(self) -> ShijoBot:
        clock = Clock(lambda: utcnow() + self.clock_set_by, lambda: utcnow().timestamp())
        # Before the simulation begins, time passes between two looks at it.
        clock._zero = datetime.fromtimestamp(0, UTC) + self.clock_set_by
        bot = await made(self.settings, clock)
        # The same deals in every run.
        bot.tables._entropy = lambda length: next(self.secrets).to_bytes(length, "little")
        # Of numbers in a row, the usual ids would soon be alike.
        vars(bot.tables.opening)["_new_id"] = lambda: f"{next(self.secrets):06d}"
        return bot

    async def restart(self, away: float = 0) -> None:
        """Stop the bot, let `away` seconds pass, and start another bot on the same database."""
        old = self.bot
        await self.env.settle()
        self.bot = await self._new_bot()
        with self.env.time_context():
            await old.timer.stop()
            await old.tournaments.close()
            # A bot that is away does nothing; the simulator would ring for every hour.
            for cog in old.cogs.values():
                if isinstance(cog, HourlyCog):
                    await cog.cog_unload()
        if away:
            await self.env.advance_time(away)
        await self.env.restart_bot(self.bot)
        await old.service.close()
        await self.env.settle()

    # A table

    async def lobby(
        self, game: str = "durak", *others: MemberActor, bots: int = 0, preset: str = ""
    ) -> ResponseMessage:
        """Let Nora open a lobby, let the others join it, and add `bots` bot players. Return the
        table's message."""
        self.message = await self.another(self.nora, game)
        for other in others:
            await self.press(other, "Join")
        for _ in range(bots):
            await self.add_bot(self.nora)
        if preset:
            await self.choose(self.nora, "preset", preset)
        return self.message

    async def add_bot(self, member: MemberActor, level: str = "") -> InteractionResult:
        """Let the member seat a bot player of the usual level. With `level`, such as `Master`, the
        bot player has that level. If the game has only one level, Shijo doesn't ask for it."""
        pressed = await self.press(member, "Add bot")
        asked = pressed.response
        if asked is None or not asked.ephemeral:
            return pressed
        free = [part for part in walk(asked.components) if not part.get("disabled")]
        names = [each.name for each in of_level(level.lower())]
        labels = [
            part["label"]
            for part in free
            if (part.get("label") in names if level else part.get("style") == SUCCESS)
        ]
        return await member.click(asked, label=labels[0]) if labels else pressed

    async def another(self, member: MemberActor, game: str = "durak") -> ResponseMessage:
        """Open a new table by `/play`, even if the channel already has a lobby of `game`. Return
        the table's message, or the refusal."""
        shown = present((await member.slash(self.channel, "play", game=game)).response)
        if not shown.ephemeral or not shown.components:
            return shown
        pressed = await member.click(shown, label="Open another table")
        return present(next(iter(pressed.followups), pressed.response))

    async def find_message(self) -> None:
        """Store the table's current message in `message`. The message can have been posted
        again."""
        table = await self.table()
        assert table.message_id is not None
        self.message = ResponseMessage(
            self.env, self.env.backend.get_message(table.channel_id, table.message_id)
        )

    async def dealt(
        self, game: str = "durak", *others: MemberActor, **choices: Any
    ) -> ResponseMessage:
        """Open a lobby as `lobby` does, and start its game. Return the table's message."""
        await self.lobby(game, *others, **choices)
        await self.press(self.nora, "Start")
        return self.message

    async def press(self, member: MemberActor, label: str) -> InteractionResult:
        """Press the button `label` of the public message. If the public message doesn't have this
        button, press it in the message that the button ⚙️ opens. If a press on *Again* opens the
        next game, `message` becomes the new game's message."""
        shown = {part.get("label") for part in walk(self.message.components)}
        where = self.message
        if label not in shown and SETTINGS in shown:
            where = await self.gear(member)
        pressed = await member.click(where, label=label)
        if label == "Again" and pressed.response is not None and not pressed.response.ephemeral:
            self.message = pressed.response
        return pressed

    async def choose(self, member: MemberActor, what: str, value: str) -> InteractionResult:
        """Press the lobby's ⚙️, and choose the option `value` in a select of the panel that opens.
        `what` is the end of the select's custom id."""
        return await member.select(
            await self.gear(member), [value], custom_id=f"l:{(await self.table()).id}:{what}"
        )

    async def gear(self, member: MemberActor) -> ResponseMessage:
        """Press the lobby's ⚙️, and return the message that the member then sees."""
        return present((await member.click(self.message, label=SETTINGS)).response)

    @property
    def text(self) -> str:
        """Return the text of the public message."""
        return text_of(self.message.components)

    async def table(self) -> Table:
        """Return the channel's newest table, as the session manager has it."""
        return (await self.bot.tables.where.open_in(self.channel.id))[0]

    def member_at(self, table: Table, seat: int) -> MemberActor:
        return next(member for member in self.members if member.id == table.seats[seat].member_id)

    # Hands

    async def hand(self, member: MemberActor) -> ResponseMessage:
        """Press *My hand*, store the hand message in `panels`, and return it."""
        shown = (await self.press(member, "My hand")).response
        assert shown is not None
        assert shown.ephemeral
        self.panels[member.id] = shown
        return shown

    async def do(self, member: MemberActor, action: Action) -> InteractionResult:
        """Do `action` in the member's open hand message: press a button, or choose lines of a
        select."""
        panel = self.panels[member.id]
        if action.values:
            return await member.select(panel, list(action.values), custom_id=action.custom_id)
        return await member.click(panel, custom_id=action.custom_id)

    async def play_on(self, rng: random.Random, *players: MemberActor) -> bool:
        """Look for the first of `players` whose hand message says that it is their turn, and let
        this member press a random move. If it is nobody's turn and the game has a pause, let the
        first player end the pause. Return False if nobody can do anything."""
        for member in players:
            panel = self.panels.get(member.id) or await self.hand(member)
            if "**You" in text_of(panel.components):  # in bold: it is their move
                moves = [each for each in actions(panel) if not NO_MOVE.search(each.custom_id)]
                action = rng.choice(moves)
                await self.do(member, action)
                return True
        if not present((await self.table()).live).pause:
            return False
        for each in [*actions(await self.hand(players[0]))]:
            if each.custom_id.endswith(":go"):  # it may have gone on by itself meanwhile
                await self.do(players[0], each)
        return True

    async def until(
        self, rng: random.Random, wanted: Callable[[Table], bool], player: Player = play_at_random
    ) -> Table:
        """Play without presses until `wanted` accepts the table, and return the table. If a game
        ends before that, deal again."""
        with self.env.time_context():
            async with self.edits_wait():
                found = await self._until(rng, wanted, player)
            await self.edited()
            await self.find_message()
            return found

    async def _until(
        self, rng: random.Random, wanted: Callable[[Table], bool], player: Player
    ) -> Table:
        table = await self.table()
        for _ in range(4000):
            if table.phase is Phase.PLAYING and wanted(table):
                return table
            if table.phase is Phase.OVER:
                await self._once_more(table)
            else:
                seat = rng.choice(sorted(present(table.live).waiting_on))
                view = present(table.view(seat))
                await self.bot.tables.move(
                    table.id, present(table.seats[seat].member_id), player(view, rng)
                )
            table = await self.table()
        raise AssertionError("it never came to that")

    async def finish(self, rng: random.Random) -> Table:
        """Play the channel's newest game to its end with random moves, without presses. Return the
        table. The table must have no bot players."""
        with self.env.time_context():
            table = await self.played_out(await self.table(), rng)
        await self.find_message()
        return await self.bot.tables.get(table.id)

    async def played_out(self, table: Table, rng: random.Random) -> Table:
        """Play a table's game to its end with random moves, without presses. Return the table. The
        table must have no bot players. Call this function only in the simulator's time context."""
        async with self.edits_wait():
            while table.phase is Phase.PLAYING:
                seat = rng.choice(sorted(present(table.live).waiting_on))
                member = present(table.seats[seat].member_id)
                move = rng.choice(present(table.view(seat)).moves)
                table = (await self.bot.tables.move(table.id, member, move)).table
        await self.edited()
        return table

    def edits_wait(self) -> asyncio.Semaphore:
        """Return a semaphore that delays the bot's edits of messages. While a test holds the
        semaphore, edits wait as they wait for a picture. When the test releases it, each message is
        edited once."""
        cog: Any = self.bot.get_cog("TableUpkeep")
        drawing: asyncio.Semaphore = cog.sync.queue.drawing
        return drawing

    async def edited(self) -> None:
        """Wait until the bot has made all edits of messages that follow from changes which a test
        made directly. Without this, the simulator waits only for work that one of its own events
        has started."""
        cog: Any = self.bot.get_cog("TableUpkeep")
        await cog.sync.queue._background.finish()
        await self.env.settle()

    async def _once_more(self, table: Table) -> None:
        for seat in table.seats:
            member = present(seat.member_id)
            await self.bot.tables.rematch(table.id, Person(member, seat.name), 900 + member % 100)

    async def play_out(self, rng: random.Random, *players: MemberActor) -> None:
        """Let members press at random until the result is shown."""
        for _ in range(3000):
            if "result" in self.text:
                return
            assert await self.play_on(rng, *players), self.text
        raise AssertionError("the game does not end")


def actions(message: ResponseMessage) -> Iterator[Action]:
    """Yield the presses that are possible in a message. Each button is a press, and so is each
    option of a select. If at least n options must be chosen, each group of n neighbouring options
    is a press."""
    for part in walk(message.components):
        if part["type"] == BUTTON and not part.get("disabled"):
            label = part.get("label") or part["emoji"]["name"]
            yield Action(seen(label), part["custom_id"])
        elif part["type"] == STRING_SELECT:
            least = part.get("min_values", 1)
            options = part["options"]
            for start in range(len(options) - least + 1):
                chosen = options[start : start + least]
                yield Action(
                    " ".join(seen(each["label"]) for each in chosen),
                    part["custom_id"],
                    tuple(each["value"] for each in chosen),
                )


def whole_moves(panel: ResponseMessage) -> dict[str, Action]:
    """Return the moves that a panel's buttons make with a single press. The keys are the moves'
    texts."""
    return {
        match["move"].replace(":", " "): each
        for each in actions(panel)
        if not each.values
        and (match := IN_HAND.match(each.custom_id))
        and not HandId.read(match).kind
    }


def action(message: ResponseMessage, label: str) -> Action:
    """Return the action with the label `label` in a message."""
    return next(each for each in actions(message) if each.label == label)


def custom_id(message: ResponseMessage, label: str) -> str:
    """Return the custom id of the button with the label `label` in a message."""
    return next(
        str(part["custom_id"]) for part in walk(message.components) if part.get("label") == label
    )


@dataclass(frozen=True)
class Click:
    """A press that is sent together with others, before the bot has answered any of them."""

    member: MemberActor
    message: ResponseMessage
    custom_id: str
    values: tuple[str, ...] = ()


async def at_once(evening: Evening, *clicks: Click) -> list[InteractionResult]:
    """Send several presses in the same instant, and wait for all answers.

    The simulator's own functions wait for an answer before the next press, so this function makes
    the gateway events itself. In this way, a member can also press in a message that they can't
    see, as with a forged press."""
    backend, records = evening.env.backend, []
    for click in clicks:
        stored = backend.get_message(click.message.channel_id, click.message.id)
        kind = STRING_SELECT if click.values else BUTTON
        data: dict[str, Any] = {"custom_id": click.custom_id, "component_type": kind}
        if click.values:
            data["values"] = list(click.values)
        record, payload = interactions.base_payload(
            backend,
            type=3,
            channel_id=stored.channel_id,
            guild_id=evening.guild.id,
            user_id=click.member.id,
            data=data,
        )
        record.source_message_id = stored.id
        backend.emit(
            "INTERACTION_CREATE",
            {**payload, "message": dict(serializers.message_payload(backend, stored))},
        )
        records.append(record)
    await evening.env.settle()
    return [InteractionResult(evening.env, record) for record in records]


IN_TIME = DatabaseHealth._in_time


def database_without_time_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Remove the database's time limits. The simulator moves its clock while the database works, so
    requests would seem to take too long."""
    monkeypatch.setattr(DatabaseHealth, "_in_time", lambda _health, work, _seconds: work)


@pytest.fixture(scope="session", autouse=True)
def ready_processes() -> Iterator[None]:
    """If a journey starts a bot as a process of its own, let this process begin with the bot's
    modules already loaded."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        start_processes_quickly(monkeypatch)
        yield


@pytest.fixture(scope="module", autouse=True)
def database_of_one_process() -> Iterator[None]:
    """Let the database work without threads and time limits, because a journey is one process with
    one database.

    The fixture works for a whole module. Several tests can share an evening, which begins before
    the fixtures of a single test."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        without_threads(monkeypatch)
        database_without_time_limits(monkeypatch)
        yield


@pytest.fixture(autouse=True)
def unpainted(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave pictures empty, except in tests with the mark `painted`, which look at pictures."""
    if request.node.get_closest_marker("painted") is None:
        leave_unpainted(monkeypatch)


@pytest.fixture
async def evening(tmp_path: Path) -> AsyncIterator[Evening]:
    async with Evening(tmp_path).begin() as begun:
        yield begun


@pytest.fixture
async def untimed(tmp_path: Path) -> AsyncIterator[Evening]:
    """Yield an evening whose tables have no time limit."""
    async with Evening(tmp_path, speed="none").begin() as begun:
        yield begun


@pytest.fixture
def long_days(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the bot store its heartbeat once an hour instead of once a minute, so that a day passes
    quickly."""
    monkeypatch.setattr("bot.tables.timer.HEARTBEAT", timedelta(hours=1))


@pytest.fixture
def straws(monkeypatch: pytest.MonkeyPatch) -> None:
    """Install one more game, Straws. A game of Straws has only one move."""
    found, broken = games._found()
    monkeypatch.setattr(games, "_found", lambda: ({**found, "straws": Straws}, broken))


@pytest.fixture
def rng() -> random.Random:
    return random.Random(7)
