"""Sets of cards, picked in one select, in the games that have them."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from simcord.results import ResponseMessage

from bot.model import Table
from tests.journeys.conftest import Evening
from tests.limits import STRING_SELECT, text_of, walk
from tests.present import present


def sets(panel: ResponseMessage) -> dict[str, list[str]]:
    """What may be picked together in a panel: the cards by the custom id of their select."""
    return {
        part["custom_id"]: [option["value"] for option in part["options"]]
        for part in walk(panel.components)
        if part["type"] == STRING_SELECT and part["max_values"] > 1
    }


def may_play_two(verb: str) -> Callable[[Table], bool]:
    """Whether Nora may play cards of several ranks, and two of one of them."""

    def so(table: Table) -> bool:
        moves = [move for move in present(table.view(0)).moves if move.verb == verb]
        return (
            any(len(move.cards) > 1 for move in moves)
            and len({move.cards[0][:-1] for move in moves}) > 1
        )

    return so


@pytest.mark.parametrize(
    ("game", "preset", "verb", "rule"),
    [("durak", "throw-in", "attack", "DUR-10"), ("dritzak", "", "play", "DRI-20")],
)
async def test_a_set_of_two_ranks_is_answered_with_the_rule_and_two_of_one_rank_are_played(
    evening: Evening, rng: random.Random, game: str, preset: str, verb: str, rule: str
) -> None:
    await evening.dealt(game, evening.pavel, preset=preset)
    table = await evening.until(rng, may_play_two(verb))
    panel = await evening.hand(evening.nora)
    ((custom_id, cards),) = sets(panel).items()
    legal = next(move for move in present(table.view(0)).moves if len(move.cards) == 2)
    other = next(card for card in cards if card[:-1] != legal.cards[0][:-1])
    await evening.nora.select(panel, [legal.cards[0], other], custom_id=custom_id)
    told = text_of(panel.components)
    assert f"(rule {rule}, see /rules)" in told
    now = await evening.table()
    assert (now.version, present(now.view(0)).hand) == (table.version, present(table.view(0)).hand)
    assert sets(panel) == {custom_id: cards}, "the choices are all still there"
    await evening.nora.select(panel, list(legal.cards), custom_id=custom_id)
    assert (await evening.table()).recent[-1].move == legal


async def test_three_of_a_hand_are_swapped_in_one_select(
    evening: Evening, rng: random.Random
) -> None:
    await evening.dealt("tredici", evening.pavel)
    table = await evening.until(
        rng, lambda now: any(move.verb == "discard" for move in present(now.view(0)).moves)
    )
    panel = await evening.hand(evening.nora)
    ((custom_id, cards),) = sets(panel).items()
    assert sorted(cards) == sorted(present(table.view(0)).hand)
    await evening.nora.select(panel, cards[:3], custom_id=custom_id)
    after = await evening.table()
    assert after.recent[-1].move.split()[0] == "discard"
    assert set(after.recent[-1].move.split()[1:]) == set(cards[:3])
