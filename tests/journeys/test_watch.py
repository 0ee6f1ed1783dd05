"""Test what the bot tells its owner's monitoring: health, readiness, metrics, and messages on
systemd's socket."""

from __future__ import annotations

import asyncio
import json
import re
import socket
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import aiohttp
import pytest
from simcord import InteractionResult
from sqlalchemy import event

from bot.config import MetricsSettings
from bot.db.health import DatabaseHealth
from cogs.watch.health import Health, ProcessState
from cogs.watch.supervisor import Supervisor
from tests.journeys.conftest import IN_TIME, Evening

DASHBOARD = Path(__file__).parents[2] / "docs" / "grafana.json"
HOST = "127.0.0.1"


@pytest.fixture
async def port(evening: Evening) -> AsyncIterator[str]:
    """Yield the address at which an evening's bot serves its health and metrics."""
    from cogs.watch.server import MetricsPort

    opened = MetricsPort(MetricsSettings(port=0), Health(evening.bot))
    await opened.open()
    yield f"http://{HOST}:{opened.number}"
    await opened.close()


async def read(address: str) -> tuple[int, str]:
    async with aiohttp.ClientSession() as session, session.get(address) as answer:
        return answer.status, await answer.text()


def value(text: str, metric: str) -> float:
    found = re.search(rf"^{re.escape(metric)} (.+)$", text, re.MULTILINE)
    assert found, metric
    return float(found[1])


async def played(evening: Evening) -> InteractionResult:
    """Play a game in which Aiko's press is refused and Pavel resigns. Return the result of Aiko's
    press."""
    await evening.dealt("durak", evening.pavel)
    await evening.hand(evening.nora)
    refused = await evening.aiko.click(evening.message, label="My hand")
    with evening.env.time_context():
        table = await evening.table()
        await evening.bot.tables.resign(table.id, evening.pavel.id)
    await evening.edited()
    return refused


async def test_metrics_count_presses_commits_tables_and_games(evening: Evening, port: str) -> None:
    await played(evening)
    status, text = await read(f"{port}/metrics")
    assert status == 200
    assert value(text, 'shijo_answers_total{kind="press",outcome="answered"}') >= 3
    assert value(text, 'shijo_answers_total{kind="press",outcome="refused"}') >= 1
    assert value(text, 'shijo_answers_total{kind="command",outcome="answered"}') >= 1
    assert value(text, 'shijo_answer_seconds_bucket{le="+Inf"}') >= 5
    assert value(text, "shijo_commit_seconds_count") >= 4
    assert value(text, "shijo_database_up") == 1
    assert value(text, "shijo_tables_live") == 1
    assert value(text, "shijo_edits_unsent") == 0
    assert value(text, "shijo_edits_merged_total") >= 0
    assert value(text, "shijo_pictures_left_out_total") == 0
    assert 'shijo_games_total{end="' in text


@pytest.mark.parametrize("path", ["metrics", "healthz"])
@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost:9464", 200),
        ("127.0.0.1", 200),
        ("[::1]:9464", 200),
        ("shijo:9464", 200),
        ("cards.example", 421),
        ("127.0.0.1.cards.example:9464", 421),
    ],
)
async def test_a_page_from_elsewhere_reads_nothing(
    port: str, path: str, host: str, status: int
) -> None:
    """A web page of another site, in a browser on this machine, can't read the metrics. The browser
    sends the host name of that site, and the bot refuses unknown host names."""
    headers = {"Host": host}
    async with aiohttp.ClientSession() as session:
        answer = await session.get(f"{port}/{path}", headers=headers)
        assert answer.status == status
        assert ("shijo_" in await answer.text()) == (status == 200 and path == "metrics")


async def test_a_full_disk_is_a_database_that_is_not_up(evening: Evening, port: str) -> None:
    store = evening.bot.service.store

    def full(connection: Any, _record: object) -> None:
        connection.cursor().execute("PRAGMA max_page_count=1")

    event.listen(store.engine.sync_engine, "connect", full)
    await store.engine.dispose()
    connection, store.writer._connection = store.writer._connection, None
    if connection is not None:
        await connection.close()
    await store.engine.dispose()
    told: list[str] = []
    while len(told) < 200 and not any(told):  # the file has some room left in its pages
        told.append((await evening.another(evening.nora)).content)
    assert "couldn't save that" in told[-1]
    assert value((await read(f"{port}/metrics"))[1], "shijo_database_up") == 0


async def test_no_card_name_id_or_token_is_in_a_metric(evening: Evening, port: str) -> None:
    await played(evening)
    table = await evening.table()
    _, text = await read(f"{port}/metrics")
    ids = (table.id, evening.guild.id, evening.channel.id, *(one.id for one in evening.members))
    secrets = [*map(str, ids), "Nora", "Pavel", "The Card Room"]
    ours = "\n".join(line for line in text.splitlines() if "shijo_" in line)
    assert not [secret for secret in secrets if secret in ours]
    assert not re.search(r"\b(?:[6-9]|10|[JQKA])[SHDC♠♥♦♣]\b", ours)


async def test_health_and_readiness_say_what_is_wrong(
    evening: Evening, port: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(DatabaseHealth, "_in_time", IN_TIME)
    status, text = await read(f"{port}/readyz")
    assert (status, json.loads(text)["database"]) == (200, True)
    assert (await read(f"{port}/healthz"))[0] == 200

    evening.bot.draining = True
    assert (await read(f"{port}/readyz"))[0] == 503
    assert (await read(f"{port}/healthz"))[0] == 200
    evening.bot.draining = False

    async def silent() -> None:
        raise OSError("no route to the database")

    monkeypatch.setattr(evening.bot.service.store.health, "_beat", silent)
    monkeypatch.setattr("bot.db.health.ANSWER_WITHIN", 0.05)
    status, text = await read(f"{port}/healthz")
    assert (status, json.loads(text)["database"]) == (503, False)
    monkeypatch.undo()


@pytest.mark.parametrize(
    ("state", "healthy", "ready"),
    [
        (ProcessState(lag=0, database=True, heartbeat=True, ready=True), True, True),
        (ProcessState(lag=0, database=True, heartbeat=True, ready=False), True, False),
        (ProcessState(lag=9, database=True, heartbeat=True, ready=True), False, False),
        (ProcessState(lag=0, database=False, heartbeat=True, ready=True), False, False),
        (ProcessState(lag=0, database=True, heartbeat=False, ready=True), False, False),
    ],
)
def test_what_counts_as_healthy_and_as_ready(
    state: ProcessState, healthy: bool, ready: bool
) -> None:
    assert (state.is_healthy, state.is_ready) == (healthy, ready)


async def test_refused_requests_are_counted_by_their_bucket(evening: Evening) -> None:
    class Ended:
        class response:  # noqa: N801 - as aiohttp has it
            status = 429
            headers = {"X-RateLimit-Bucket": "abcd"}  # noqa: RUF012

    (count,) = evening.bot.meter.trace().on_request_end
    anything: Any = Ended
    await count(anything, anything, anything)
    assert evening.bot.meter.limited == {"abcd": 1}


async def test_systemd_hears_that_the_bot_is_ready_lives_and_stops(
    evening: Evening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as end:
        end.bind(str(tmp_path / "notify"))
        end.setblocking(False)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        monkeypatch.setenv("WATCHDOG_USEC", "200000")
        supervisor = Supervisor(evening.bot)
        supervisor.start()
        with evening.env.time_context():
            evening.bot.dispatch("ready")
        loop, heard = asyncio.get_running_loop(), set[str]()
        async with asyncio.timeout(30):
            while not heard >= {"READY=1", "WATCHDOG=1"}:
                heard.add((await loop.sock_recv(end, 100)).decode())
        supervisor.stop()
        async with asyncio.timeout(30):
            while "STOPPING=1" not in heard:
                heard.add((await loop.sock_recv(end, 100)).decode())
    await evening.env.settle()  # what follows from being ready asks the database


async def test_the_dashboard_asks_for_metrics_that_are_served(
    evening: Evening, port: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await played(evening)
    thinking = SimpleNamespace(waiting=0, cpu_seconds=0.0)
    monkeypatch.setattr(evening.bot.service, "workers", thinking)
    _, text = await read(f"{port}/metrics")
    monkeypatch.undo()
    served = set(re.findall(r"^# TYPE (shijo_\w+)", text, re.MULTILINE))
    panels = json.loads(DASHBOARD.read_text("utf-8"))["panels"]
    asked = {
        name
        for panel in panels
        for target in panel["targets"]
        for name in re.findall(r"shijo_\w+", target["expr"])
    }
    assert len(panels) >= 10
    of_histograms = {name for name in asked if name not in served}
    assert {re.sub(r"_(bucket|sum|count)$", "", name) for name in of_histograms} <= served
