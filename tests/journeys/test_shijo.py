"""Test the button *Ask the Shijo* in the answer to `/help`. If the member can now make the move
`shijo` at a Dritzak table, a press makes this move, and only the member sees the answer of the
Shijo (an oracle). Otherwise, everyone sees a saying."""

from __future__ import annotations

import random

from cogs.words.lore import LORE
from games.players import player
from tests.journeys import ways
from tests.journeys.conftest import Evening
from tests.limits import text_of
from tests.present import present


async def test_without_a_table_he_says_something_to_everyone(evening: Evening) -> None:
    said = present((await ways.to_shijo(evening.channel, evening.nora)).response)
    assert not said.ephemeral
    assert any(line in text_of(said.components) for line in LORE)


async def test_his_sayings_are_many_and_no_two_alike() -> None:
    assert len(set(LORE)) == len(LORE) >= 30


async def test_at_a_dritzak_table_it_is_the_move_and_only_who_asked_hears_the_answer(
    evening: Evening, rng: random.Random
) -> None:
    await evening.dealt("dritzak", evening.pavel)
    # Only the last cards of a game are asked about, and players at random seldom come that far.
    table = await evening.until(
        rng,
        lambda now: any(
            "shijo" in present(now.view(seat)).moves for seat in present(now.live).waiting_on
        ),
        player("dritzak"),
    )
    seat = next(iter(present(table.live).waiting_on))
    member, other = evening.member_at(table, seat), evening.member_at(table, 1 - seat)
    await evening.hand(other)
    saying = present((await ways.to_shijo(evening.channel, other)).response)
    assert any(line in text_of(saying.components) for line in LORE)

    answer = present((await ways.to_shijo(evening.channel, member)).response)
    assert answer.ephemeral
    assert "The Shijo" in text_of(answer.components)
    after = await evening.table()
    assert after.version == table.version + 1
    assert after.recent[-1].move == "shijo"
    assert "asks the Shijo" in evening.text
    told = text_of(answer.components).splitlines()[-1]
    assert told not in evening.text
    assert told not in text_of(evening.panels[other.id].components)

    again = present((await ways.to_shijo(evening.channel, member)).response)
    assert any(line in text_of(again.components) for line in LORE), "he is asked once a turn"
