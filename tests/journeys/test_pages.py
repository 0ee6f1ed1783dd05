"""Test a hand panel with more choices than fit into a message. A panel with too many choices has
pages. When another member moves, the panel stays at its page."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from simcord.results import ResponseMessage

import games
from bot.core.model import Panel, Table
from cogs.edits.answers import Drawn
from cogs.table.upkeep import sync_of
from games.core import Event, GameError, IllegalMove, Move
from tests.journeys.conftest import Click, Evening, actions, at_once
from tests.journeys.test_big_hands import Hay
from tests.limits import text_of, walk
from tests.present import present

VERBS = ("bind", "fork", "rake", "stack", "toss")
LAST = 40
"""The number of moves that must be made before the game can be over. The tests make fewer moves, so
the game doesn't end in them."""


class Barn(Hay):
    """A variant of Hay (a game with whole decks as hands). At any time, every player can do any of
    five things with any of their cards."""

    name = title = "barn"

    @property
    def waiting_on(self) -> frozenset[int]:
        return frozenset() if self.outcome else frozenset(range(self.seats))

    def legal_moves(self, seat: int) -> list[Move]:
        hand = self.hands[seat] if seat in self.waiting_on else ()
        return [Move.make(verb, [card]) for verb in VERBS for card in hand]

    def _apply(self, seat: int, move: Move) -> list[Event]:
        events = super()._apply(seat, move)
        if self.turns < LAST:
            self.outcome = None
        return events

    def _refusal(self, seat: int, move: Move) -> GameError:
        return IllegalMove("Nobody does that with hay.", rule="BAR-1")


@pytest.fixture(autouse=True)
def barn(monkeypatch: pytest.MonkeyPatch) -> None:
    found, broken = games._found()
    monkeypatch.setattr(games, "_found", lambda: ({**found, "barn": Barn}, broken))


def pages(panel: ResponseMessage) -> dict[str, Any]:
    """Return the select with which a member chooses a page of the panel."""
    return next(
        part for part in walk(panel.components) if part.get("custom_id", "").endswith(":@page")
    )


def page(panel: ResponseMessage) -> str:
    """Return the label of the page that the panel shows."""
    return next(str(option["label"]) for option in pages(panel)["options"] if option.get("default"))


def offered(panel: ResponseMessage) -> set[str]:
    """Return the verbs of the moves that can be chosen on the shown page of the panel."""
    return {each.custom_id.split(":")[3] for each in actions(panel)} & set(VERBS)


async def turn_over(evening: Evening) -> ResponseMessage:
    """Open Nora's hand and turn to its second page. Return the panel."""
    panel = await evening.hand(evening.nora)
    assert page(panel) == "Page 1 of 2"
    await evening.nora.select(panel, ["1"], custom_id=pages(panel)["custom_id"])
    assert (page(panel), offered(panel)) == ("Page 2 of 2", {"rake", "stack", "toss"})
    return panel


async def pavel_moves(evening: Evening, card: str) -> None:
    panel = evening.panels.get(evening.pavel.id) or await evening.hand(evening.pavel)
    await evening.do(evening.pavel, next(each for each in actions(panel) if each.values == (card,)))
    assert (await evening.table()).recent[-1].move.endswith(card)


async def caught_up(evening: Evening, panel: ResponseMessage) -> None:
    """Wait until all buttons of a panel have the table's current version in their custom ids."""
    for _ in range(100):
        version = (await evening.table()).version
        if all(f":{version}:" in each.custom_id for each in actions(panel)):
            return
        await evening.env.settle()
    raise AssertionError("the panel does not follow")


async def test_a_page_is_kept_when_somebody_else_moves_also_after_a_restart(
    evening: Evening,
) -> None:
    await evening.dealt("barn", evening.pavel)
    panel = await turn_over(evening)
    for card in ("2S", "3S"):
        await pavel_moves(evening, card)
        now = await evening.table()
        assert f":{now.version}:" in pages(panel)["custom_id"], "it was redrawn"
        assert (page(panel), offered(panel)) == ("Page 2 of 2", {"rake", "stack", "toss"})
        await evening.restart()


async def test_a_refused_move_and_a_late_one_keep_the_page_and_a_move_made_begins_anew(
    evening: Evening,
) -> None:
    await evening.dealt("barn", evening.pavel)
    panel = await turn_over(evening)
    press = next(each for each in actions(panel) if ":toss:" in each.custom_id)
    await evening.env.settle()
    table = await evening.table()
    with evening.env.time_context():
        await evening.bot.tables.move(table.id, evening.nora.id, f"bind {press.values[0]}")
    await evening.nora.select(panel, list(press.values), custom_id=press.custom_id)
    assert "Nobody does that with hay." in text_of(panel.components)
    assert page(panel) == "Page 2 of 2"
    await evening.do(
        evening.nora, next(each for each in actions(panel) if ":toss:" in each.custom_id)
    )
    assert page(panel) == "Page 1 of 2"
    await pavel_moves(evening, "2S")
    assert page(panel) == "Page 1 of 2"


async def test_a_page_is_kept_if_the_hand_was_being_redrawn_when_it_was_turned(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    await evening.dealt("barn", evening.pavel)
    panel = await evening.hand(evening.nora)
    hands, turned = sync_of(evening.bot).hands, asyncio.Event()
    private = hands.private

    async def drawn_slowly(table: Table, shown: Panel) -> Drawn:
        drawn = await private(table, shown)
        await turned.wait()
        return drawn

    monkeypatch.setattr(hands, "private", drawn_slowly)
    table = await evening.table()
    with evening.env.time_context():
        await evening.bot.tables.move(table.id, evening.pavel.id, "bind 2S")
    await at_once(evening, Click(evening.nora, panel, pages(panel)["custom_id"], ("1",)))
    turned.set()
    await caught_up(evening, panel)
    assert page(panel) == "Page 2 of 2"


async def test_a_page_that_is_there_no_more_gives_way_to_the_last_one(evening: Evening) -> None:
    await evening.dealt("barn", evening.pavel)
    panel = await turn_over(evening)
    table = await evening.table()
    with evening.env.time_context():
        for card in present(table.view(0)).hand[:27]:
            await evening.bot.tables.move(table.id, evening.nora.id, f"bind {card}")
    await caught_up(evening, panel)
    assert offered(panel) == set(VERBS)
    assert not [
        part for part in walk(panel.components) if part.get("custom_id", "").endswith(":@page")
    ]
