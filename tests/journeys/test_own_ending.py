"""Test the end of a game in a member's hand message. The message shows the member's own result, and
has a button that leads to the next game."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from bot.pictures.ending import Tone
from cogs.analysis.insights import Insights
from cogs.table.message.headline import tone_of
from tests.journeys.conftest import Evening
from tests.journeys.test_analysis import SMALL, Elsewhere
from tests.journeys.test_pictures import files
from tests.limits import BUTTON, text_of, walk
from tests.present import present

OWN = {
    Tone.FIRST: "You got out first!",
    Tone.LAST: "You're the fool… this time.",
    Tone.DRAWN: "It's a draw.",
}


def labels(components: object) -> list[str]:
    return [part["label"] for part in walk(components) if part["type"] == BUTTON]  # type: ignore[arg-type]


async def test_each_reads_their_own_end_and_never_of_themselves_in_the_third_person(
    evening: Evening, rng: random.Random
) -> None:
    await evening.dealt("durak", evening.pavel)
    for member in (evening.nora, evening.pavel):
        await evening.hand(member)
    await evening.finish(rng)
    table = await evening.table()
    for member in (evening.nora, evening.pavel):
        hand = evening.panels[member.id]
        told = text_of(hand.components)
        assert OWN[tone_of(present(table.outcome), present(table.seat_of(member.id)))] in told
        assert files(evening, hand) == ["ending.png"]
        assert not {"Nora", "Pavel"} & set(told.replace(".", " ").replace("*", " ").split())
        assert labels(hand.components) == ["Again"]
        assert "Rating 1000 → " in told, "what it counted for"


async def test_again_in_the_hand_deals_below_the_table(evening: Evening) -> None:
    rng = random.Random(1)
    await evening.dealt("durak", evening.pavel)
    hand, other = [await evening.hand(each) for each in (evening.nora, evening.pavel)]
    await evening.finish(rng)
    pressed = await evening.nora.click(hand, label="Again")
    table = present(pressed.response)
    assert not table.ephemeral
    (below,) = pressed.followups
    assert below.ephemeral
    assert below.id > table.id, "the hand stands below its table"
    assert labels(hand.components) == [], "the older one keeps its end, without a button"
    assert any(told in text_of(hand.components) for told in OWN.values())
    answer = present((await evening.pavel.click(other, label="Play again")).response)
    assert answer.id > below.id
    assert "moved to a newer message below" in text_of(other.components)
    for dealt in (below, answer):
        assert dealt.ephemeral
        assert "Your hand, 6 cards" in text_of(dealt.components)


class Held(Elsewhere):
    """A replacement for a worker process, which finishes a job when `may_end` is set. The simulator
    doesn't wait for the job, so other things can happen while the job runs."""

    async def run(self, function: Callable[[Any], Any], given: Any) -> Any:
        await self.may_end.wait()
        return function(given)


async def test_a_sentence_from_the_analysis_comes_when_it_is_ready(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng, analyses, analyst = random.Random(4), evening.bot.analyses, Held(evening.env)
    analyses.budget, analyses.unasked = SMALL, True
    monkeypatch.setattr(analyses, "_workers", analyst)
    await evening.dealt("durak", evening.pavel)
    members = (evening.nora, evening.pavel)
    for member in members:
        await evening.hand(member)
    await evening.finish(rng)
    for member in members:
        hand = evening.panels[member.id]
        assert files(evening, hand) == ["ending.png"], "the end doesn't wait for it"
        assert "🔍" not in text_of(hand.components)
    analyst.may_end.set()
    with evening.env.time_context():
        await evening.bot.cog(Insights)._background.finish()
    await evening.edited()
    assert sum("🔍" in text_of(evening.panels[each.id].components) for each in members) >= 1


async def test_nobody_who_left_is_told_how_well_they_played(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    analyses = evening.bot.analyses
    analyses.budget, analyses.unasked = SMALL, True
    monkeypatch.setattr("cogs.table.finished.insight", lambda *_, **_how: "🔍 Well played.")
    await evening.dealt("durak", evening.pavel)
    nora, pavel = [await evening.hand(each) for each in (evening.nora, evening.pavel)]
    question = present((await evening.press(evening.nora, "Resign")).response)
    await evening.nora.click(question, label="Yes, resign")
    with evening.env.time_context():
        await evening.bot.cog(Insights)._background.finish()
    await evening.edited()
    assert "🔍 Well played." in text_of(pavel.components)
    assert "🔍" not in text_of(nora.components)
