"""Test by clicks how the last move is taken back. One member asks in their hand, the others agree
in their own hands, and everybody is told."""

from __future__ import annotations

from tests.journeys.conftest import Evening
from tests.limits import text_of, walk
from tests.present import present


async def test_a_member_takes_a_card_back_when_the_other_agrees(untimed: Evening) -> None:
    evening = untimed
    await evening.lobby("durak", evening.pavel)
    await evening.press(evening.nora, "🎓 Learning table: off")
    await evening.press(evening.nora, "Start")
    for member in (evening.nora, evening.pavel):
        await evening.hand(member)
    before = await evening.table()
    (seat,) = present(before.live).waiting_on
    mover, other = evening.member_at(before, seat), evening.member_at(before, 1 - seat)
    attack = next(
        part["custom_id"]
        for part in walk(evening.panels[mover.id].components)
        if ":attack:" in part.get("custom_id", "")
    )
    await mover.click(evening.panels[mover.id], custom_id=attack)
    assert "take it back" not in str(evening.panels[other.id].components), "nobody has asked"
    await mover.click(evening.panels[mover.id], label="Take back my move")
    name = before.seats[seat].name
    await other.click(evening.panels[other.id], label=f"Let {name} take back a move")

    after = await evening.table()
    assert present(after.live).position() == present(before.live).position()
    card = attack.split(":")[-1][:-1]
    for shown in (evening.text, text_of(evening.panels[other.id].components)):
        assert f"{name} takes back {card}" in shown.replace("**", "")
    # The card is in the hand again, and a press on the older panel is of no use.
    assert ":attack:" in str(evening.panels[mover.id].components)
    await mover.click(
        evening.panels[mover.id],
        custom_id=next(
            part["custom_id"]
            for part in walk(evening.panels[mover.id].components)
            if ":attack:" in part.get("custom_id", "")
        ),
    )
    assert (await evening.table()).recent[-1].move.startswith("attack")
