"""Test the button *Analyse* on a result and in a replay. The analysis is shown only to the member
who presses it, and only for finished games."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from typing import Any

import pytest
from simcord.env import Env
from simcord.results import ResponseMessage

from bot.analysis import service as analyses
from bot.thinking.workers import Workers
from games.analysis import AnalysisBudget
from tests.journeys import ways
from tests.journeys.conftest import Click, Evening, at_once, custom_id
from tests.journeys.straws import Straws
from tests.limits import GALLERY, check_request, text_of, walk
from tests.present import present

SMALL = AnalysisBudget(cost=2_000, deals=4, close=1, opened=1, nodes=2_000)


async def analysed(evening: Evening, rng: random.Random) -> ResponseMessage:
    """Play a game of Durak at random, and return the analysis that Nora then sees."""
    evening.bot.analyses.budget = SMALL
    await evening.dealt("durak", evening.pavel)
    await evening.finish(rng)
    return await ask(evening)


async def ask(evening: Evening) -> ResponseMessage:
    pressed = await evening.press(evening.nora, "Analyse")
    return present(pressed.response or next(iter(pressed.followups)))


def alt_of(message: ResponseMessage) -> str:
    part = next(part for part in walk(message.components) if part["type"] == GALLERY)
    return str(part["items"][0]["description"])


def sentences(message: ResponseMessage) -> str:
    """Return the sentences of a message, without the description of its picture."""
    return "\n".join(part["content"] for part in walk(message.components) if "content" in part)


async def test_a_result_is_analysed_and_the_replay_stops_at_its_mistakes(
    evening: Evening, rng: random.Random, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = await analysed(evening, rng)
    assert told.ephemeral
    text = text_of(told.components)
    assert "Durak · analysis" in text
    assert text.count("accuracy") == 2
    assert "** was better." in text
    assert "Each player's chances during the game. You: " in alt_of(told)
    assert "You chose “" in text
    assert "Nora" not in text + alt_of(told), "nobody reads of themselves in the third person"
    select = next(part for part in walk(told.components) if part.get("options"))
    steps = [int(option["value"]) for option in select["options"]]
    chosen = await evening.nora.select(told, [str(steps[0])], custom_id=select["custom_id"])
    replay = present(chosen.response)
    assert f"step {steps[0]} of" in text_of(replay.components)
    assert "Here comes a mistake" in text_of(replay.components)
    for step in ("next", "last", "first"):
        await evening.nora.click(replay, label=None, custom_id=step_button(replay, step))
        assert "Nora" not in sentences(replay)
    theirs = await ways.to_replay(evening.channel, evening.bert)
    await evening.bert.click(theirs, label=None, custom_id=step_button(theirs, "last"))
    assert "Nora" in sentences(theirs)
    chosen = await evening.nora.select(told, [str(steps[0])], custom_id=select["custom_id"])
    replay = present(chosen.response)

    await evening.restart()
    monkeypatch.setattr(analyses, "found_in", None)
    await evening.nora.click(replay, label="Next mistake")
    assert f"step {steps[1]} of" in text_of(replay.components)
    await evening.nora.click(replay, label="Show better moves")
    assert "It could have gone like this" in text_of(replay.components)
    await evening.nora.click(replay, label="Previous mistake")
    assert f"step {steps[0]} of" in text_of(replay.components)
    assert "It could have gone like" not in text_of(replay.components)
    again = await ask(evening)
    assert text_of(again.components) == text, "it was kept"
    for request in evening.env.http_requests:
        check_request(request.method, request.path, request.json)


async def test_a_replay_offers_the_analysis(evening: Evening, rng: random.Random) -> None:
    evening.bot.analyses.budget = SMALL
    await evening.dealt("durak", evening.pavel)
    await evening.finish(rng)
    replay = await ways.to_replay(evening.channel, evening.bert)
    pressed = await evening.bert.click(replay, label="Analyse")
    told = present(pressed.response or next(iter(pressed.followups)))
    assert told.ephemeral
    assert "analysis" in text_of(told.components)
    await evening.bert.click(replay, label=None, custom_id=step_button(replay, "next"))
    assert any(part.get("label") == "Next mistake" for part in walk(replay.components))


def step_button(replay: ResponseMessage, action: str) -> str:
    return next(
        str(part["custom_id"])
        for part in walk(replay.components)
        if part.get("custom_id", "").endswith(f":{action}")
    )


async def test_nothing_of_a_game_that_is_being_played_is_told(
    evening: Evening, rng: random.Random
) -> None:
    await evening.dealt("durak", evening.pavel)
    table = await evening.table()
    hand = await evening.hand(evening.nora)
    forged = f"r:{table.id}:1:0:analyse"
    for member in (evening.nora, evening.bert):
        (pressed,) = await at_once(evening, Click(member, hand, forged))
        refused = present(pressed.response)
        assert refused.ephemeral
        assert refused.content.startswith("That game isn't over yet.")
        assert not refused.attachments
    for action in ("earlier", "later", "line", "inspect"):
        forged = f"r:{table.id}:1:3:{action}"
        (pressed,) = await at_once(evening, Click(evening.nora, hand, forged, ("3",)))
        refused = present(pressed.response)
        assert refused.ephemeral
        assert "I can't find that game" in refused.content
    await evening.finish(rng)
    assert custom_id(evening.message, "Analyse") == f"r:{table.id}:1:0:analyse"


async def test_who_reads_words_gets_the_chart_in_words(
    evening: Evening, rng: random.Random
) -> None:
    settings = await evening.bot.tables.preferences.member(evening.nora.id)
    assert not settings.text_only
    with evening.env.time_context():
        await evening.bot.tables.preferences.change_member(evening.nora.id, text_only=True)
    told = await analysed(evening, rng)
    assert not any(part["type"] == GALLERY for part in walk(told.components))
    assert "Each player's chances during the game. You: " in text_of(told.components)


@pytest.mark.usefixtures("straws")
async def test_a_game_that_nobody_can_judge_is_not_judged(
    evening: Evening, rng: random.Random
) -> None:
    await evening.dealt("straws", evening.pavel)
    await evening.finish(rng)
    told = await ask(evening)
    assert told.ephemeral
    assert told.content.startswith("I can't analyse")
    assert Straws.title in told.content
    with evening.env.time_context():
        judged = await evening.bot.analyses.judged(evening.guild.id, evening.nora.id)
    assert judged == []
    profile = present((await evening.nora.slash(evening.channel, "profile")).response)
    assert "accuracy" not in text_of(profile.components).lower().replace("to see your accuracy", "")


class Elsewhere(Workers):
    """A replacement for a worker process. The replacement reports the progress that a test sets in
    `is_at`, and finishes a job when `may_end` is set. A real process would need real time, which
    doesn't pass in the simulator."""

    def __init__(self, env: Env) -> None:
        super().__init__(1)
        self.env = env
        self.is_at: tuple[int, int] | None = None
        self.may_end = asyncio.Event()

    async def run(self, function: Callable[[Any], Any], given: Any) -> Any:
        await self.env.external_wait(self.may_end.wait(), reason="another process")
        return function(given)

    def progress_of(self, job: int) -> tuple[int, int] | None:
        return self.is_at


async def test_it_is_told_how_far_an_analysis_is(
    evening: Evening, rng: random.Random, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening.bot.analyses.budget = SMALL
    await evening.dealt("durak", evening.pavel)
    await evening.finish(rng)
    analyst = Elsewhere(evening.env)
    monkeypatch.setattr(evening.bot.analyses, "_workers", analyst)
    wanted = custom_id(evening.message, "Analyse")
    (pressed,) = await at_once(evening, Click(evening.nora, evening.message, wanted))

    def told() -> str:
        return text_of(present(pressed.response).components)

    await evening.env.advance_time(4)
    assert "starts in a moment" in told()
    analyst.is_at = (12, 40)
    await evening.env.advance_time(3)
    assert "Analysing… 12 of 40 moves" in told()
    analyst.is_at = (30, 40)
    await evening.env.advance_time(3)
    assert "Analysing… 30 of 40 moves" in told()
    analyst.may_end.set()
    await evening.env.settle()
    assert "accuracy" in told()
    await evening.env.advance_time(10)
    assert "accuracy" in told(), "nothing is told of the progress afterwards"
