"""What a seat may do in Durak depends only on what the seat may know: how many cards the others
hold, but not which cards."""

from __future__ import annotations

import json
import re
from typing import Any

from hypothesis import assume, given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from games.contract import Case, Sitting, random_player
from games.contract.playing import CARD, cards_in
from games.core import Stream
from games.durak import Durak
from games.durak.rules.options import DurakOptions
from tests.games.options import any_values


def options_from(values: dict[str, Any], *, auto_done: bool) -> DurakOptions:
    try:
        return DurakOptions(**{**values, "auto_done": auto_done})
    except ValidationError:
        assume(False)
        raise


def somewhere_in(options: DurakOptions, seats: int, seed: bytes, moves: int) -> Durak:
    """Return a random game in progress, after all players who were asked whether to deal again have
    answered."""
    assume(not options.clashes(seats))
    sitting, rng = Sitting(Case(Durak, options, seats, seed)), Stream(b"unseen" + seed)
    while sitting.game.outcome is None and len(sitting.steps) < moves:
        sitting.make(sitting.choose(random_player, rng))
    game = sitting.game
    assert isinstance(game, Durak)
    assume(game.outcome is None and game.position()["phase"] == "play")
    return game


def with_unseen_cards_shuffled(game: Durak, viewer: int, rng: Stream) -> Durak:
    """Return a copy of the game in which all cards that the view of `viewer` doesn't name have
    changed places at random."""
    position = json.dumps(game.position())
    seen = set(cards_in(game.view(viewer)))
    unseen = sorted(set(re.findall(CARD, position)) - seen)
    moved = unseen[:]
    rng.shuffle(moved)
    place = dict(zip(unseen, moved, strict=True))
    shuffled = CARD.sub(lambda found: place.get(found.group(), found.group()), position)
    return Durak.from_position(json.loads(shuffled), options=game.settings)


@settings(max_examples=150)
@given(
    any_values(DurakOptions),
    st.integers(2, 8),
    st.binary(min_size=1, max_size=4),
    st.integers(0, 90),
)
def test_dur_15_without_auto_done_legal_moves_depend_on_what_the_seat_may_know(
    values: dict[str, Any], seats: int, seed: bytes, moves: int
) -> None:
    game = somewhere_in(options_from(values, auto_done=False), seats, seed, moves)
    rng = Stream(b"shuffled" + seed)
    for viewer in range(seats):
        for _ in range(3):
            twin = with_unseen_cards_shuffled(game, viewer, rng)
            assert twin.legal_moves(viewer) == game.legal_moves(viewer)
            assert twin.view(viewer) == game.view(viewer)


@settings(max_examples=100)
@given(
    any_values(DurakOptions),
    st.integers(2, 8),
    st.binary(min_size=1, max_size=4),
    st.integers(0, 90),
)
def test_dur_16_with_auto_done_they_depend_on_who_is_done_besides(
    values: dict[str, Any], seats: int, seed: bytes, moves: int
) -> None:
    game = somewhere_in(options_from(values, auto_done=True), seats, seed, moves)
    rng = Stream(b"shuffled" + seed)
    for viewer in range(seats):
        for _ in range(3):
            twin = with_unseen_cards_shuffled(game, viewer, rng)
            if twin.view(None).seats == game.view(None).seats:
                assert twin.legal_moves(viewer) == game.legal_moves(viewer)
                assert twin.view(viewer) == game.view(viewer)
