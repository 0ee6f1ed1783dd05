"""Tests of rate limits and of deliberate faults."""

from __future__ import annotations

import aiohttp
import discord
import pytest

from cardroom.faults import Fault
from cardroom.limits import INVALID, Limits
from cardroom.room import Room
from guests import Bot, Guest, running

POST = ("POST", "/channels/{channel_id}/messages")
EDIT = ("PATCH", "/channels/{channel_id}/messages/{message_id}")
ANSWER = ("POST", "/interactions/{interaction_id}/{token}/callback")
NEW = str(1 << 62)


class Clock:
    def __init__(self) -> None:
        self.now = 2_000_000_000.0

    def __call__(self) -> float:
        return self.now


def test_each_channel_has_a_bucket_of_its_own() -> None:
    clock = Clock()
    limits = Limits(clock, real=True)

    def post(channel: str) -> float | None:
        return limits.judge(*POST, {"channel_id": channel}, answers=False).retry_after

    assert [post("1") for _ in range(5)] == [None] * 5
    assert post("1") == 5.0
    assert post("2") is None
    clock.now += 4.9
    assert post("1") == pytest.approx(0.1, abs=0.01)
    clock.now += 0.2
    assert post("1") is None


def test_headers_say_what_is_left() -> None:
    limits = Limits(Clock(), real=True)
    left = [
        limits.judge(*POST, {"channel_id": "1"}, answers=False).headers["X-RateLimit-Remaining"]
        for _ in range(5)
    ]
    assert left == ["4", "3", "2", "1", "0"]
    refused = limits.judge(*POST, {"channel_id": "1"}, answers=False)
    assert refused.headers["Retry-After"] == "5"
    assert refused.headers["X-RateLimit-Scope"] == "user"


def test_fifty_requests_a_second_and_answers_beside_them() -> None:
    clock = Clock()
    limits = Limits(clock, real=True)
    passed = [
        limits.judge(*POST, {"channel_id": str(n)}, answers=False).retry_after is None
        for n in range(60)
    ]
    assert passed == [True] * 50 + [False] * 10
    refused = limits.judge(*POST, {"channel_id": "x"}, answers=False)
    assert refused.whole
    assert refused.headers["X-RateLimit-Global"] == "true"
    values = {"interaction_id": "1", "token": "t"}
    assert limits.judge(*ANSWER, values, answers=True).retry_after is None
    clock.now += 1
    assert limits.judge(*POST, {"channel_id": "x"}, answers=False).retry_after is None


def test_old_messages_are_edited_under_a_tighter_limit() -> None:
    clock = Clock()
    limits = Limits(clock, real=True)

    def edit(message: str) -> bool:
        clock.now += 2
        values = {"channel_id": "1", "message_id": message}
        return limits.judge(*EDIT, values, answers=False).old

    assert [edit("1") for _ in range(7)] == [False] * 5 + [True] * 2
    assert not edit(NEW)


def test_many_invalid_requests_shut_the_address_out() -> None:
    clock = Clock()
    limits = Limits(clock, real=True)
    for _ in range(INVALID):
        limits.answered(403, "")
    assert limits.shut_out
    clock.now += 601
    assert not limits.shut_out


def test_without_the_switch_there_is_always_enough_left() -> None:
    limits = Limits(Clock())
    for _ in range(100):
        verdict = limits.judge(*POST, {"channel_id": "1"}, answers=False)
        assert verdict.retry_after is None
        assert int(verdict.headers["X-RateLimit-Remaining"]) > 100


async def test_a_library_keeps_to_the_limits(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    room.api.limits.real = True
    guest = Guest()
    async with running(guest, room, monkeypatch):
        message = await guest.channel.send("0")
        for number in range(7):
            await message.edit(content=str(number))
    edits = [each for each in room.api.requests if each.method == "PATCH"]
    assert [each.status for each in edits] == [200] * 7, "it waits and is never refused"
    assert edits[5].at - edits[0].at > 4


async def test_a_refused_request_says_when_to_come_back(bot: Bot) -> None:
    bot.room.api.limits.real = True
    for _ in range(5):
        await bot.done("POST", bot.messages, {"content": "x"})
    async with bot.session.post(bot.room.api_url + bot.messages, json={"content": "x"}) as response:
        told = await response.json()
        assert response.status == 429
        assert response.headers["Via"]
    assert 0 < told["retry_after"] <= 5
    assert told["global"] is False


async def test_faults(bot: Bot) -> None:
    faults = bot.room.api.faults
    body = {"content": "x"}
    faults.add(Fault("POST", "/channels/*/messages", status=403, code=50001, times=2))
    assert [await bot.code("POST", bot.messages, body) for _ in range(2)] == [50001, 50001]
    await bot.done("POST", bot.messages, body)

    faults.add(Fault("POST", "/channels/*/messages", cut="before"))
    with pytest.raises(aiohttp.ClientError):
        await bot.ask("POST", bot.messages, body)
    assert len(await bot.done("GET", bot.messages)) == 1

    faults.add(Fault("POST", "/channels/*/messages", cut="after"))
    with pytest.raises(aiohttp.ClientError):
        await bot.ask("POST", bot.messages, body)
    assert len(await bot.done("GET", bot.messages)) == 2, "it was carried out all the same"

    down = faults.add(Fault("*", "/channels/*", status=503, times=None))
    assert (await bot.ask("GET", bot.messages))[0] == 503
    faults.clear()
    assert down.met == 1
    await bot.done("GET", bot.messages)


async def test_the_same_nonce_makes_one_message(bot: Bot) -> None:
    body = {"content": "x", "nonce": "abc", "enforce_nonce": True}
    first = await bot.done("POST", bot.messages, body)
    assert (await bot.done("POST", bot.messages, body))["id"] == first["id"]
    assert len(await bot.done("GET", bot.messages)) == 1


async def test_a_library_hears_of_an_outage(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    guest = Guest()
    async with running(guest, room, monkeypatch):
        room.api.faults.add(Fault("POST", "/channels/*/messages", status=403, code=50013))
        with pytest.raises(discord.Forbidden) as caught:
            await guest.channel.send("x")
        assert caught.value.code == 50013
