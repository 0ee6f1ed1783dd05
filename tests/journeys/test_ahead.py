"""Test moves that a member chooses by clicks before their turn. Only this member sees the chosen
moves."""

from __future__ import annotations

import json

from tests.journeys.conftest import Evening
from tests.limits import text_of, walk
from tests.present import present


async def test_a_defender_chooses_to_take_before_the_attack(untimed: Evening) -> None:
    evening = untimed
    await evening.lobby("durak", evening.pavel, preset="throw-in")
    await evening.press(evening.nora, "Start")
    for member in (evening.nora, evening.pavel):
        await evening.hand(member)
    table = await evening.table()
    (attacker,) = present(table.live).waiting_on
    mine, theirs = evening.member_at(table, 1 - attacker), evening.member_at(table, attacker)
    others = json.dumps([evening.panels[theirs.id].components, evening.message.components])

    await mine.click(evening.panels[mine.id], label="Pick up as soon as I can")
    assert "I'll play **Pick up** as soon as it's possible." in text_of(
        evening.panels[mine.id].components
    )
    await mine.click(evening.panels[mine.id], label="Undo")
    assert "as soon as it's possible" not in text_of(evening.panels[mine.id].components)
    await mine.click(evening.panels[mine.id], label="Pick up as soon as I can")
    await evening.env.settle()
    now = json.dumps([evening.panels[theirs.id].components, evening.message.components])
    assert now == others, "nobody else's message has changed"

    attack = next(
        part["custom_id"]
        for part in walk(evening.panels[theirs.id].components)
        if ":attack:" in part.get("custom_id", "")
    )
    await theirs.click(evening.panels[theirs.id], custom_id=attack)
    await evening.env.settle()
    table = await evening.table()
    assert "take" in [each.move for each in table.recent]
    assert table.seats[1 - attacker].missed == 0, "their own move"
    assert "as soon as it's possible" not in text_of(evening.panels[mine.id].components)
