"""Tests of games that a member plays alone, in one message with table and hand. The message fits
into Discord's limits in any game."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import games
from bot.core.model import Seat, Table
from bot.core.scope import pocket_of
from bot.preferences.model import MemberSettings
from cogs.table.drawn import pocket_message
from cogs.table.message.look import hand_look
from games.core import Move, View
from tests.cogs.table.test_hand_panel_of_any_game import CARDS, OTHERS, VERBS, positions
from tests.cogs.tables import table, view, whole_deck
from tests.journeys.test_secrecy import known_by
from tests.limits import BUTTON, check_message, walk
from tests.sightings import cards_in

NORA = 101
GALLERY = 12


def pocket(shown: Table, *, text_only: bool = False, **more: Any) -> list[dict[str, Any]]:
    look = hand_look(shown, 0, MemberSettings(text_only=text_only))
    assert look is not None
    components: list[dict[str, Any]] = pocket_message(shown, look, **more).to_components()
    check_message({"components": components, "allowed_mentions": {"parse": []}})
    return components


@settings(max_examples=100, deadline=None)
@given(
    st.sets(st.tuples(VERBS, CARDS.map(tuple), OTHERS), max_size=300),
    st.integers(0, 40),
    st.booleans(),
)
def test_any_moves_at_all_fit_into_a_message(
    parts: set[tuple[str, tuple[str, ...], str]], names: int, text_only: bool
) -> None:
    moves = sorted({Move.make(verb, cards, other) for verb, cards, other in parts})
    long = Seat("W" * 32 * (names % 2 + 1), NORA)
    seen = view(hand=whole_deck()[: names + 1])
    seen = View(**{**{name: getattr(seen, name) for name in View.__slots__}, "moves": tuple(moves)})
    around = view(seat=None)
    shown = table(seen, around, seats=(long, long), guild_id=pocket_of(NORA), learning=True)
    pocket(shown, text_only=text_only, page=names % 3, notice="W" * 400)


@pytest.mark.parametrize("text_only", [False, True])
def test_as_many_buttons_and_lists_as_there_can_be_leave_room_for_the_table(
    text_only: bool,
) -> None:
    cards, actions = whole_deck(), ("take", "done", "pickup", "agree", "accuse")
    sets = [
        f"lay{verb} {a} {b}" for verb in range(8) for a, b in itertools.combinations(cards[:12], 2)
    ]
    for number, least in itertools.product((15, 16), (0, 3, 5)):
        moves = [*(f"play {card}" for card in cards[:number]), *actions[:least], *sets]
        seen = view(*moves, hand=cards)
        seats = (Seat("Nora", NORA), Seat("Berta"))
        shown = table(seen, view(seat=None), seats=seats, guild_id=pocket_of(NORA), learning=True)
        components = pocket(shown, text_only=text_only, notice="Not now.")
        assert f"h:{shown.id}" in str(components)


@pytest.mark.parametrize("text_only", [False, True])
@pytest.mark.parametrize("game", list(games.available()))
def test_the_table_and_the_own_hand_are_told_and_no_card_that_its_owner_may_not_know(
    game: str, text_only: bool
) -> None:
    for played in itertools.islice(positions(game), 0, None, 12):
        seats = tuple(Seat(f"P{number}", NORA + number) for number in range(played.seats))
        shown = table(seats=seats, game=game, live=played, guild_id=pocket_of(NORA))
        components = pocket(shown, text_only=text_only)
        own = played.view(0)
        assert cards_in(components) <= {*known_by(own), *known_by(played.view(None))}
        assert set(own.hand) <= cards_in(components)
        assert all(f"P{number}" in str(components) for number in range(1, played.seats))
        galleries = [each for each in walk(components) if each["type"] == GALLERY]
        assert len(galleries) == (0 if text_only else 1)
        labels = [each.get("label") for each in walk(components) if each["type"] == BUTTON]
        assert labels[-1] == "More…"
