"""Test a plug-in game with hands of 52 cards. This is more than fits into a select, a row of
buttons or a message."""

from __future__ import annotations

import itertools
from typing import Any, ClassVar

import pytest

import games
from bot.preferences.model import Order
from games.cards import deck
from games.core import (
    Event,
    GameError,
    GameOptions,
    IllegalMove,
    InvalidMove,
    Move,
    Outcome,
    Position,
    Stream,
)
from games.view import SeatView, View, Zone
from tests.journeys.conftest import Evening, actions
from tests.limits import check_request, text_of, walk
from tests.plain_game import PlainGame
from tests.present import present


class HayOptions(GameOptions):
    presets: ClassVar[dict[str, Any]] = {"hay": {}}


class Hay(PlainGame):
    """A game in which everyone holds a whole deck. A player's turn is to play one card, or to lay
    two cards of different rank. The game is over after four turns."""

    name, title, version, players, Options = "hay", "Hay", 1, range(2, 3), HayOptions
    summary = "Get rid of your hay."

    hands: list[list[str]]
    turns: int

    def _deal(self, chance: Stream, previous: Outcome | None) -> None:
        self.hands, self.turns = [deck() for _ in range(self.seats)], 0

    @property
    def waiting_on(self) -> frozenset[int]:
        return frozenset() if self.outcome else frozenset({self.turns % self.seats})

    def legal_moves(self, seat: int) -> list[Move]:
        if seat not in self.waiting_on:
            return []
        pairs = [
            pair
            for pair in itertools.combinations(self.hands[seat], 2)
            if pair[0][:-1] != pair[1][:-1]
        ]
        return [
            *(Move.make("play", [card]) for card in self.hands[seat]),
            *(Move.make("lay", pair) for pair in pairs),
        ]

    def _apply(self, seat: int, move: Move) -> list[Event]:
        self.hands[seat] = [card for card in self.hands[seat] if card not in move.cards]
        self.turns += 1
        if self.turns == 4:
            self.outcome = Outcome((1, 2))
        return [Event("threw-away", {"seat": seat, "cards": list(move.cards)})]

    def _refusal(self, seat: int, move: Move) -> GameError:
        if move.verb not in {"play", "lay"}:
            return InvalidMove("Hay has no move {verb}.", verb=move.verb)
        return IllegalMove("Two cards of one rank can't be laid together.", rule="HAY-2")

    def resign(self, seat: int) -> list[Event]:
        self.outcome = Outcome((2, 1) if seat == 0 else (1, 2))
        return [Event("resigned", {"seat": seat})]

    def view(self, seat: int | None) -> View:
        hands = (
            Zone("hand", owner, "hand", tuple(hand) if owner == seat else (None,) * len(hand))
            for owner, hand in enumerate(self.hands)
        )
        return View(
            self.name,
            seat,
            tuple(SeatView(n, n, len(hand)) for n, hand in enumerate(self.hands)),
            tuple(hands),
            moves=tuple(self.legal_moves(seat)) if seat is not None else (),
            waiting_on=tuple(self.waiting_on),
            ranks=self.outcome.ranks if self.outcome else None,
        )

    def position(self) -> Position:
        return {"hands": [list(hand) for hand in self.hands], "turns": self.turns}


@pytest.fixture(autouse=True)
def hay(monkeypatch: pytest.MonkeyPatch) -> None:
    found, broken = games._found()
    monkeypatch.setattr(games, "_found", lambda: ({**found, "hay": Hay}, broken))


async def test_a_hand_of_52_is_played_from_selects_and_a_modal(evening: Evening) -> None:
    await evening.dealt("hay", evening.pavel)
    panel = await evening.hand(evening.nora)
    assert "Your hand, 52 cards" in text_of(panel.components)
    singles = {each.label for each in actions(panel) if ":play:" in each.custom_id}
    assert len(singles) == 52

    shown = await evening.nora.click(panel, label="Lay…")
    fields = {
        part["custom_id"]: part
        for part in walk(present(shown.modal)["components"])
        if part.get("options")
    }
    assert sum(len(part["options"]) for part in fields.values()) == 52
    await evening.nora.submit_modal(shown, {"+0": ["2S"], "+2": ["AC"]})
    table = await evening.table()
    assert table.recent[-1].move == "lay 2S AC"
    assert "Your hand, 50 cards" in text_of(panel.components)
    assert "**Nora** threw away **2**♠" in evening.text
    for request in evening.env.http_requests:
        check_request(request.method, request.path, request.json)


async def test_a_modal_has_the_cards_in_the_order_that_its_member_wants(evening: Evening) -> None:
    await evening.dealt("hay", evening.pavel)
    for order, first in ((Order.SUIT, ["2S", "3S", "4S"]), (Order.RANK, ["2S", "2H", "2D"])):
        with evening.env.time_context():
            await evening.bot.tables.preferences.change_member(evening.nora.id, order=order)
        shown = await evening.nora.click(await evening.hand(evening.nora), label="Lay…")
        fields = [part for part in walk(present(shown.modal)["components"]) if part.get("options")]
        assert [option["value"] for option in fields[0]["options"]][:3] == first


async def test_a_set_that_is_not_legal_is_answered_with_the_rule_and_loses_nothing(
    evening: Evening,
) -> None:
    await evening.dealt("hay", evening.pavel)
    panel = await evening.hand(evening.nora)
    shown = await evening.nora.click(panel, label="Lay…")
    await evening.nora.submit_modal(shown, {"+0": ["2S"], "+1": ["2D"]})
    told = text_of(panel.components)
    assert "Two cards of one rank can't be laid together." in told
    assert "HAY-2" in told
    assert "Your hand, 52 cards" in told
    assert (await evening.table()).recent == ()
    # The choices are all still there.
    await evening.nora.submit_modal(
        await evening.nora.click(panel, label="Lay…"), {"+0": ["2S", "3S"]}
    )
    assert (await evening.table()).recent[-1].move == "lay 2S 3S"


async def test_a_modal_that_was_open_over_a_restart_is_still_taken(evening: Evening) -> None:
    await evening.dealt("hay", evening.pavel)
    panel = await evening.hand(evening.nora)
    shown = await evening.nora.click(panel, label="Lay…")
    await evening.restart()
    await evening.nora.submit_modal(shown, {"+0": ["2S", "3S"]})
    assert (await evening.table()).recent[-1].move == "lay 2S 3S"


async def test_nothing_that_was_shown_is_kept_in_memory(evening: Evening) -> None:
    """discord.py keeps no view, modal or item of a message that the bot has sent. A view in memory
    could time out, and would then remove the handlers of its items for all tables."""
    await evening.lobby("hay", evening.pavel)
    await evening.press(evening.nora, "Options")
    await evening.press(evening.nora, "Start")
    panel = await evening.hand(evening.nora)
    await evening.nora.click(panel, label="Lay…")
    await evening.press(evening.nora, "Resign")
    kept = evening.bot._connection._view_store
    assert not kept._views
    assert not kept._synced_message_views
    assert not kept._modals
    assert not kept._dynamic_items


async def test_a_plug_in_without_words_of_its_own_is_played_to_its_result(evening: Evening) -> None:
    await evening.dealt("hay", evening.pavel)
    for member in (evening.nora, evening.pavel) * 2:
        panel = evening.panels.get(member.id) or await evening.hand(member)
        await evening.do(
            member, next(each for each in actions(panel) if ":play:" in each.custom_id)
        )
    assert "Nora won!" in evening.text
