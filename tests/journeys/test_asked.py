"""Test that the bot asks a member to confirm what can't be undone: resigning, or a kisché (a call
in Tredici that reveals all players' targets)."""

from __future__ import annotations

import random

from simcord.actors import MemberActor
from simcord.results import ResponseMessage

from bot.core.model import Table
from tests.journeys.conftest import Click, Evening, action, at_once, custom_id
from tests.limits import text_of, walk
from tests.present import present

CALL, ASKED = "Call kisché", "Call kisché? It can only be called once per game"
PRIMARY, SECONDARY, DANGER = 1, 2, 4


def draws(table: Table) -> int | None:
    """Return the seat that can draw a card now, if each of the two seats can call kisché (the call
    that reveals all players' targets). Otherwise, return None."""
    views = [present(table.view(seat)) for seat in range(2)]
    drawing = [view.seat for view in views if "draw" in view.moves]
    return drawing[0] if drawing and all("kische" in view.moves for view in views) else None


async def at_a_draw(
    evening: Evening, rng: random.Random
) -> tuple[MemberActor, MemberActor, ResponseMessage, ResponseMessage]:
    """Play a game of Tredici until a seat can draw a card and both seats can call kisché (reveal
    all targets). Return (the member who can draw, the other member, the first member's open hand,
    the other member's open hand)."""
    await evening.dealt("tredici", evening.pavel)
    table = await evening.until(rng, lambda now: draws(now) is not None)
    seat = present(draws(table))
    drawing, other = evening.member_at(table, seat), evening.member_at(table, 1 - seat)
    return drawing, other, await evening.hand(drawing), await evening.hand(other)


async def test_a_kische_is_called_by_two_presses_and_taken_back_by_one(
    evening: Evening, rng: random.Random
) -> None:
    member, _, panel, _ = await at_a_draw(evening, rng)
    version = (await evening.table()).version
    await member.click(panel, label=CALL)
    assert ASKED in text_of(panel.components)
    await member.click(panel, label="Back")
    assert ASKED not in text_of(panel.components)
    assert action(panel, "Draw")
    assert (await evening.table()).version == version
    await member.click(panel, label=CALL)
    await member.click(panel, label=CALL)
    after = await evening.table()
    assert (after.version, after.recent[-1].move) == (version + 1, "kische")


async def test_an_answer_after_the_table_has_moved_on_is_told_so_and_asked_for_again(
    evening: Evening, rng: random.Random
) -> None:
    drawing, other, draw, panel = await at_a_draw(evening, rng)
    await other.click(panel, label=CALL)
    late = custom_id(panel, CALL)
    await drawing.click(draw, label="Draw")
    table = await evening.table()
    assert ASKED in text_of(panel.components), "the question stays while others play"
    await at_once(evening, Click(other, panel, late))
    assert (await evening.table()).version == table.version
    told = text_of(panel.components)
    assert "The game has moved on" in told
    assert ASKED in told
    await other.click(panel, label=CALL)
    assert (await evening.table()).recent[-1].move == "kische"


async def test_nobody_is_asked_any_more_when_somebody_else_has_called(
    evening: Evening, rng: random.Random
) -> None:
    drawing, other, draw, panel = await at_a_draw(evening, rng)
    await other.click(panel, label=CALL)
    late, asking = custom_id(panel, CALL), custom_id(panel, "Back")
    await drawing.click(draw, label=CALL)
    await drawing.click(draw, label=CALL)
    table = await evening.table()
    assert [each.move for each in table.recent][-1] == "kische"
    assert ASKED not in text_of(panel.components)
    assert CALL not in {part.get("label") for part in walk(panel.components)}
    await at_once(evening, Click(other, panel, late))
    assert (await evening.table()).version == table.version
    assert "The game has moved on" in text_of(panel.components)
    await at_once(evening, Click(other, panel, asking))
    assert ASKED not in text_of(panel.components)


async def test_an_answer_on_its_way_at_a_restart_counts(
    evening: Evening, rng: random.Random
) -> None:
    member, _, panel, _ = await at_a_draw(evening, rng)
    await member.click(panel, label=CALL)
    answer = custom_id(panel, CALL)
    await evening.restart()
    await at_once(evening, Click(member, panel, answer))
    assert (await evening.table()).recent[-1].move == "kische"


async def test_resigning_is_never_the_brightest_button_and_is_asked_about(
    evening: Evening,
) -> None:
    await evening.dealt("durak", evening.pavel)
    styles = {
        part["label"]: part["style"]
        for part in walk(evening.message.components)
        if part.get("label")
    }
    assert styles["Resign"] == SECONDARY
    assert PRIMARY in styles.values()
    question = present((await evening.press(evening.nora, "Resign")).response)
    assert {part["style"] for part in walk(question.components) if part.get("label")} == {DANGER}
    assert (await evening.table()).recent == ()
