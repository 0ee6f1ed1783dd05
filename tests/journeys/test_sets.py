"""Test moves of several cards, in all games that have them. A member chooses them from a list of
whole sets, or card by card."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from simcord.actors import MemberActor
from simcord.results import ResponseMessage

from bot.core.model import Table
from tests.journeys.conftest import Click, Evening, at_once
from tests.limits import BUTTON, STRING_SELECT, text_of, walk
from tests.present import present

CHOSEN = 3
"""Discord's number for the button style that the bot uses for chosen cards (green)."""


def sets(panel: ResponseMessage) -> dict[str, list[str]]:
    """Return the values of the options in each list (select) of a panel. In a list of moves, a
    value is the move's text without its verb. The keys are the custom ids of the lists."""
    return {
        part["custom_id"]: [option["value"] for option in part["options"]]
        for part in walk(panel.components)
        if part["type"] == STRING_SELECT
    }


def card_buttons(panel: ResponseMessage, verb: str) -> dict[str, str]:
    """Return the custom ids of the buttons that choose a card for a move with `verb`. The keys are
    the cards."""
    return {
        part["custom_id"].split(":")[-2]: part["custom_id"]
        for part in walk(panel.components)
        if part["type"] == BUTTON and f":{verb}:" in part["custom_id"]
    }


def chosen(panel: ResponseMessage) -> set[str]:
    """Return the cards whose buttons are shown as chosen."""
    return {
        part["custom_id"].split(":")[-2]
        for part in walk(panel.components)
        if part["type"] == BUTTON and part["style"] == CHOSEN
    }


def may_play_sets(verb: str, *, many: bool = True) -> Callable[[Table], bool]:
    """Return a function that tells whether Nora, in seat 0 of a table, has a certain choice of
    moves with `verb`. With `many`, more than two of these moves must play several cards. Without
    `many`, exactly one must play several cards, and Nora must have at most five moves with `verb`.
    In both cases, the first cards of the moves must be of at least two ranks."""

    def so(table: Table) -> bool:
        moves = [move for move in present(table.view(0)).moves if move.verb == verb]
        of_several = sum(len(move.cards) > 1 for move in moves)
        fit = of_several > 2 if many else (of_several, len(moves) < 6) == (1, True)
        return fit and len({move.cards[0][:-1] for move in moves}) > 1

    return so


def may(verb: str) -> Callable[[Table], bool]:
    """Return a function that tells whether Nora, in seat 0 of a table, has a legal move with
    `verb`."""
    return lambda table: any(move.verb == verb for move in present(table.view(0)).moves)


@pytest.mark.parametrize(
    ("game", "preset", "verb"), [("durak", "throw-in", "attack"), ("dritzak", "", "play")]
)
async def test_two_of_one_rank_are_a_line_beside_the_buttons_of_single_cards(
    evening: Evening, rng: random.Random, game: str, preset: str, verb: str
) -> None:
    await evening.dealt(game, evening.pavel, preset=preset)
    table = await evening.until(rng, may_play_sets(verb))
    moves = [move for move in present(table.view(0)).moves if move.verb == verb]
    panel = await evening.hand(evening.nora)
    ((custom_id, lines),) = sets(panel).items()
    assert {f"{verb} {line}" for line in lines} == {str(m) for m in moves if len(m.cards) > 1}
    await evening.nora.select(panel, [lines[0]], custom_id=custom_id)
    assert (await evening.table()).recent[-1].move == f"{verb} {lines[0]}"


@pytest.mark.parametrize(
    ("game", "preset", "verb"), [("durak", "throw-in", "attack"), ("dritzak", "", "play")]
)
async def test_the_only_two_of_one_rank_are_a_button_behind_those_of_single_cards(
    evening: Evening, rng: random.Random, game: str, preset: str, verb: str
) -> None:
    await evening.dealt(game, evening.pavel, preset=preset)
    table = await evening.until(rng, may_play_sets(verb, many=False))
    (pair,) = [
        move for move in present(table.view(0)).moves if move.verb == verb and move.cards[1:]
    ]
    panel = await evening.hand(evening.nora)
    assert not sets(panel)
    (custom_id,) = [
        part["custom_id"]
        for part in walk(panel.components)
        if part["type"] == BUTTON and ":".join(pair.split()) in part["custom_id"]
    ]
    await evening.nora.click(panel, custom_id=custom_id)
    assert (await evening.table()).recent[-1].move == str(pair)


async def choose(member: MemberActor, panel: ResponseMessage, verb: str, card: str) -> None:
    await member.click(panel, custom_id=card_buttons(panel, verb)[card])


async def test_three_of_a_hand_are_swapped_in_three_presses(
    evening: Evening, rng: random.Random
) -> None:
    await evening.dealt("tredici", evening.pavel)
    table = await evening.until(rng, may("discard"))
    panel = await evening.hand(evening.nora)
    cards = list(card_buttons(panel, "discard"))
    assert sorted(cards) == sorted(present(table.view(0)).hand)
    await choose(evening.nora, panel, "discard", cards[0])
    await choose(evening.nora, panel, "discard", cards[3])
    await choose(evening.nora, panel, "discard", cards[0])
    assert chosen(panel) == {cards[3]}, "a second press puts a card back"
    assert "Discard… (1/3)" in text_of(panel.components)
    await choose(evening.nora, panel, "discard", cards[1])
    assert (await evening.table()).version == table.version
    await choose(evening.nora, panel, "discard", cards[2])
    after = await evening.table()
    assert after.recent[-1].move == f"discard {cards[3]} {cards[1]} {cards[2]}"
    assert not chosen(panel)


async def test_cards_stay_chosen_while_others_choose_theirs(
    evening: Evening, rng: random.Random
) -> None:
    await evening.dealt("dritzak", evening.pavel, evening.aiko)
    panel = await evening.hand(evening.nora)
    first, second, third, *_ = card_buttons(panel, "up")
    await choose(evening.nora, panel, "up", first)
    await choose(evening.nora, panel, "up", second)
    table = await evening.table()
    other = await evening.hand(evening.pavel)
    for card in list(card_buttons(other, "up"))[:3]:
        await choose(evening.pavel, other, "up", card)
    assert f":{table.version + 1}:" in card_buttons(panel, "up")[third], "it was redrawn"
    assert chosen(panel) == {first, second}
    await choose(evening.nora, panel, "up", third)
    now = await evening.table()
    assert now.version == table.version + 2
    assert "You've chosen" in text_of(panel.components)


async def test_a_press_on_its_way_at_a_restart_knows_what_was_chosen_before(
    evening: Evening,
) -> None:
    await evening.dealt("dritzak", evening.pavel)
    panel = await evening.hand(evening.nora)
    first, second, third, *_ = card_buttons(panel, "up")
    await choose(evening.nora, panel, "up", first)
    await choose(evening.nora, panel, "up", second)
    last = card_buttons(panel, "up")[third]
    await evening.restart()
    table = await evening.table()
    await at_once(evening, Click(evening.nora, panel, last))
    assert (await evening.table()).version == table.version + 1
    assert "You've chosen" in text_of(panel.components)


async def test_after_a_restart_what_the_hand_shows_as_chosen_is_what_counts(
    evening: Evening,
) -> None:
    await evening.dealt("dritzak", evening.pavel)
    panel = await evening.hand(evening.nora)
    first, second, third, *_ = card_buttons(panel, "up")
    await choose(evening.nora, panel, "up", first)
    await evening.restart()
    table = await evening.table()
    for card in (first, second, third):
        if card not in chosen(panel):
            await choose(evening.nora, panel, "up", card)
    assert (await evening.table()).version == table.version + 1
    assert "You've chosen" in text_of(panel.components)


async def test_three_presses_in_the_same_instant_are_a_set_of_three(evening: Evening) -> None:
    await evening.dealt("dritzak", evening.pavel)
    panel, table = await evening.hand(evening.nora), await evening.table()
    buttons = list(card_buttons(panel, "up").values())[:3]
    await at_once(evening, *(Click(evening.nora, panel, each) for each in buttons))
    assert (await evening.table()).version == table.version + 1
    assert "You've chosen" in text_of(panel.components)


async def test_what_is_chosen_is_forgotten_by_a_new_hand(evening: Evening) -> None:
    await evening.dealt("dritzak", evening.pavel)
    panel = await evening.hand(evening.nora)
    await choose(evening.nora, panel, "up", next(iter(card_buttons(panel, "up"))))
    assert not chosen(await evening.hand(evening.nora))


async def test_a_press_that_goes_on_with_a_move_that_is_over_is_told_so(evening: Evening) -> None:
    await evening.dealt("dritzak", evening.pavel)
    old = await evening.hand(evening.nora)
    buttons = card_buttons(old, "up")
    first, *others = buttons
    panel = await evening.hand(evening.nora)
    for card in others[:3]:
        await choose(evening.nora, panel, "up", card)
    table = await evening.table()
    await at_once(evening, Click(evening.nora, old, buttons[first]))
    assert (await evening.table()).version == table.version
    assert "The game has moved on" in text_of(old.components)
