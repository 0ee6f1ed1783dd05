"""Tests of hand messages of any game. All legal moves can be reached, and the message fits into
Discord's limits."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import games
from bot.core.model import Seat
from cogs.table.hand.partial_move import NOTHING, after_press
from games.core import Game, Move, View
from tests.beyond import other_presets
from tests.cogs.table.panels import built, button, button_rows, presses, reachable, read
from tests.cogs.tables import panel_of, table, view, whole_deck
from tests.limits import (
    BUTTON,
    check_message,
    text_of,
    walk,
)

PRIMARY, SECONDARY, SUCCESS, DANGER = 1, 2, 3, 4

VERBS = st.sampled_from(
    ["take", "done", "attack", "play", "flip", "beat", "up", "long-verb-of-a-plug-in"]
)

CARDS = st.lists(st.sampled_from(whole_deck(2)), max_size=5)

OTHERS = st.sampled_from(["", "", "H", "rock", "3", "some-place-with-a-rather-long-name"])


@settings(max_examples=150, deadline=None)
@given(st.sets(st.tuples(VERBS, CARDS.map(tuple), OTHERS), max_size=300), st.integers(0, 40))
def test_any_moves_at_all_fit_into_a_message(
    parts: set[tuple[str, tuple[str, ...], str]], names: int
) -> None:
    moves = sorted({Move.make(verb, cards, other) for verb, cards, other in parts})
    long = Seat("W" * 32 * (names % 2 + 1), 101)
    seen = view(hand=whole_deck()[: names + 1], game="anything")
    seen = View(**{**{name: getattr(seen, name) for name in View.__slots__}, "moves": tuple(moves)})
    components: list[dict[str, Any]] = panel_of(
        table(seen, seats=(long, long)), 0, page=names % 3
    ).to_components()
    check_message({"components": components, "allowed_mentions": {"parse": []}})


TWO_DECKS = {"paritybit", "throw-in"}
"""Presets that `positions` plays with two decks (every card twice) if there are more than two
seats."""


def positions(game: str, *presets: str) -> Iterator[Game]:
    """Yield positions of random games, with few and many seats. `presets` are the presets to play;
    without any, all presets are played. The positions are all positions of the first ten moves, and
    every fourth position after these."""
    kind, rng = games.load(game), random.Random(5)
    for preset, seats in itertools.product(
        presets or kind.Options.presets, {kind.players[0], 3, kind.players[-1]}
    ):
        options = kind.options(preset)
        if preset in TWO_DECKS and seats > 2:
            options = kind.options(preset, decks=2)
        if seats not in kind.players or options.clashes(seats):
            continue
        played = kind.new(options, seats=seats, seed=bytes([seats]))
        for move in range(45):
            if played.outcome is not None:
                break
            if move < 10 or move % 4 == 0:
                yield played
            seat = rng.choice(sorted(played.waiting_on))
            played.play(seat, rng.choice(played.legal_moves(seat)))


BRIGHT = {"done", "draw", "tredici"}

GRAVE = {"take", "pickup", "kische", "agree", "accuse"}


@pytest.mark.parametrize("game", list(games.available()))
def test_what_is_usual_shines_and_what_can_not_be_undone_never_does(game: str) -> None:
    seen_verbs = set()
    for played in positions(game):
        for seat in range(played.seats):
            seats = tuple(Seat(f"P{number}", 100 + number) for number in range(played.seats))
            panel = panel_of(table(played.view(seat), game=game, seats=seats), seat)
            buttons = [p for p in walk(panel.to_components()) if p["type"] == BUTTON]
            verbs = [read(part["custom_id"]).words[0] for part in buttons]
            seen_verbs |= {*verbs}
            shining = {
                verb
                for verb, part in zip(verbs, buttons, strict=True)
                if part["style"] in {PRIMARY, SUCCESS}
            }
            assert shining == BRIGHT & {*verbs}, verbs
            assert verbs == sorted(verbs, key=GRAVE.__contains__), "what is grave is the last"
    assert seen_verbs & GRAVE


def test_moves_of_a_plug_in_are_neither_bright_nor_grave() -> None:
    panel = built(view("shout", "whisper", "play 6S", hand=("6S",), game="parlour"))
    assert {part["style"] for part in walk(panel) if part["type"] == BUTTON} == {SECONDARY}
    assert button_rows(panel) == [["6♠"], ["Shout", "Whisper"]]


def test_kische_is_asked_about_and_has_a_way_back() -> None:
    seen = view("draw", "kische", hand=("6S",), game="tredici", facts={})
    first = built(seen)
    assert "kische" not in reachable(first)
    partial_move = after_press(NOTHING, read(button(first, "Call kisché")["custom_id"]))
    question = built(seen, partial_move=partial_move)
    assert "once per game" in text_of(question)
    assert button_rows(question) == [["Call kisché", "Back"]]
    assert reachable(question) == {"kische"}
    assert button(question, "Call kisché")["style"] == DANGER
    back = after_press(partial_move, read(button(question, "Back")["custom_id"]))
    assert built(seen, partial_move=back) == first
    assert (
        built(view("draw", hand=("6S",), game="tredici", facts={}), partial_move=partial_move)
        != question
    ), "it is not asked when it can't be called any more"


@pytest.mark.parametrize(
    ("game", "preset"),
    [
        pytest.param(game, preset, marks=other_presets(kind, preset))
        for game, kind in games.available().items()
        for preset in kind.Options.presets
    ],
)
def test_a_legal_move_of_a_game_is_a_press_a_card_and_at_most_three(game: str, preset: str) -> None:
    verbs = set()
    for played in positions(game, preset):
        for seat in range(played.seats):
            seen = played.view(seat)
            seats = tuple(Seat(f"P{number}", 100 + number) for number in range(played.seats))
            panel = panel_of(table(seen, game=game, seats=seats), seat).to_components()
            check_message({"components": panel, "allowed_mentions": {"parse": []}})
            few = len({move.cards for move in seen.moves if len(move.cards) == 1}) <= 15
            for move in seen.moves[:: 1 + len(seen.moves) // 6]:
                verbs.add(move.verb)
                taken = presses(seen, move) or 9
                assert taken <= max(2, len(move.cards)), move
                doubles = game == "durak" and len(set(seen.hand)) < len(seen.hand)
                assert taken <= 3 or doubles, move
                if few and len(move.cards) == 1:
                    assert taken == 1, move
    assert len(verbs) > 2
