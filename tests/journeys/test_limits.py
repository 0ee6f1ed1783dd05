"""Test limits on how often one member can do something. The refusal says when the action is
possible again, and the action then succeeds."""

from __future__ import annotations

import random
import re

import pytest
from simcord.results import InteractionResult

from bot.config import LimitSettings
from cogs.watch.collector import Metrics
from cogs.watch.health import Health
from games.analysis import AnalysisBudget
from tests.journeys.conftest import Click, Evening, at_once, custom_id
from tests.limits import text_of
from tests.present import present


async def limited(evening: Evening, **limits: int) -> None:
    """Restart the bot with `limits`. All other limits are turned off, except `live_tables`."""
    names = LimitSettings.model_fields.keys() - {"live_tables"}
    none = dict.fromkeys(names, 0)
    settings = LimitSettings(**{**none, **limits})
    evening.settings = evening.settings.model_copy(update={"limits": settings})
    await evening.restart()


def said(result: InteractionResult) -> str:
    shown = present(result.response or next(iter(result.followups), None))
    return shown.content or text_of(shown.components)


def again_at(text: str) -> int:
    """Return the time at which a refused action is possible again, in seconds since 1970. It is
    read from the timestamp in `text`."""
    return int(present(re.search(r"Try again <t:(\d+):R>", text))[1])


def now(evening: Evening) -> float:
    with evening.env.time_context():
        return evening.bot.service.now().timestamp()


async def wait_until(evening: Evening, moment: int) -> None:
    await evening.env.advance_time(moment + 1 - now(evening))


async def test_presses(evening: Evening) -> None:
    await limited(evening, presses_a_second=2)
    message = await evening.dealt("durak", evening.pavel)
    await evening.env.advance_time(6)
    click = Click(evening.pavel, message, custom_id(message, "Rules"))
    answers = await at_once(evening, *[click] * 12)
    told = [said(each) for each in answers]
    refused = [text for text in told if "limit is 10 button presses in five seconds" in text]
    assert len(refused) == 2, "two a second, in five seconds"
    assert all(each.ephemeral for each in answers)
    ran = said(await evening.pavel.slash(evening.channel, "rules"))
    assert "presses in five seconds" in ran, "commands count, too"
    assert "presses in five seconds" not in said(await evening.press(evening.nora, "Rules"))
    counted = Metrics(Health(evening.bot)).text()
    assert 'shijo_refusals_total{kind="presses"} 3.0' in counted
    await wait_until(evening, again_at(ran))
    assert "limit" not in said(await evening.press(evening.pavel, "Rules"))


@pytest.mark.usefixtures("long_days")
async def test_tables(evening: Evening) -> None:
    await limited(evening, lobbies_an_hour=2)
    for game in ("durak", "dritzak"):
        assert "host" in text_of((await evening.another(evening.nora, game)).components)
    refused = await evening.another(evening.nora, "tredici")
    assert refused.ephemeral
    assert "You've reached the hourly limit for new tables (2)." in refused.content
    assert "host" in text_of((await evening.another(evening.pavel, "tredici")).components)
    await wait_until(evening, again_at(refused.content))
    assert "host" in text_of((await evening.another(evening.nora, "durak")).components)


async def test_a_table_that_could_not_be_opened_does_not_count(evening: Evening) -> None:
    await limited(evening, lobbies_an_hour=1)
    await evening.bot.tables.preferences.change_server(evening.guild.id, channels=(1,))
    assert "open tables in this channel" in (await evening.another(evening.nora)).content
    await evening.bot.tables.preferences.change_server(evening.guild.id, channels=())
    assert "host" in text_of((await evening.another(evening.nora)).components)


@pytest.mark.usefixtures("long_days")
async def test_analyses(
    evening: Evening, rng: random.Random, monkeypatch: pytest.MonkeyPatch
) -> None:
    await limited(evening, analyses_a_day=1)
    evening.bot.analyses.budget = AnalysisBudget(cost=500, deals=2, close=1, opened=1, nodes=500)
    results = []
    for _ in range(2):
        await evening.dealt("durak", evening.pavel)
        await evening.finish(rng)
        results.append(evening.message)
        await evening.env.advance_time(1)

    async def analyse(number: int) -> str:
        return said(await evening.nora.click(results[number], label="Analyse"))

    assert "accuracy" in await analyse(0)
    refused = await analyse(1)
    assert "You've reached the daily limit for analyses (1)." in refused
    assert "accuracy" in await analyse(0), "what is analysed already is free"
    for hours in (12, 12):
        await evening.env.advance_time(hours * 3600)
    assert again_at(refused) <= now(evening)
    assert "accuracy" in await analyse(1)


@pytest.mark.usefixtures("long_days")
async def test_puzzles(evening: Evening) -> None:
    await limited(evening, puzzles_a_day=1)
    other = evening.env.create_guild("Elsewhere")
    hall = other.create_text_channel("hall")
    there = other.add_member(evening.nora.user)

    async def answered(elsewhere: bool) -> str:
        who, where = (there, hall) if elsewhere else (evening.nora, evening.channel)
        asked = await who.slash(where, "puzzle")
        home = present(asked.response or next(iter(asked.followups)))
        shown = await who.click(home, custom_id=custom_id(home, "Today's puzzle"))
        puzzle = present(shown.response or next(iter(shown.followups)))
        with evening.env.time_context():
            today = evening.bot.puzzles.today
        return said(await who.click(puzzle, custom_id=f"q:{today}:0"))

    assert "tries left" in await answered(elsewhere=False)
    refused = await answered(elsewhere=True)
    assert "You've reached the daily limit for puzzles (1)." in refused
    assert "tries left" in await answered(elsewhere=False), "it is shown again"
    await evening.restart()
    assert "limit for puzzles" in await answered(elsewhere=True), "kept over a restart"
    await wait_until(evening, again_at(refused))
    assert "limit for puzzles" not in await answered(elsewhere=True)
