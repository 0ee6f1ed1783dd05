"""A tracker that hears only the public events of a game of Durak knows the public state of the
table at every moment."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from games.core import Stream
from games.durak import Durak
from games.durak.belief.memory import Memory
from games.durak.belief.public_tracker import PublicTracker
from games.told_events import told
from tests.games.durak_games import playable_options

ONE_DECK = 1
LEAVES = 30
"""On average, one in this many steps of a game is a resignation."""


def followed(table: PublicTracker, game: Durak) -> dict[str, Any]:
    """Return the public state that `table`, the tracker of a game, has computed from the events."""
    seats = range(game.seats)
    return {
        "roles": (table.attacker, table.defender),
        "lying": (table.lying, table.unbeaten, table.attacks, table.ranks()),
        "said": (table.said & table.in_play, table.taking, table.discarded),
        "hands": [table.counts[seat] for seat in seats],
        "in play": table.in_play,
        "drawn": sum(table.drawn),
        "talon": game.rules.deck.bit_count() - sum(table.dealt) - sum(table.drawn),
        "travelled": table.shown_now if game.rules.travel_once_per_attack else table.shown,
    }


def real(game: Durak) -> dict[str, Any]:
    """Return the public state of the table, taken from the game. `followed` returns the same values
    under the same keys, taken from a tracker of the game's events."""
    return {
        "roles": (game.attacker, game.defender),
        "lying": (
            sum(1 << card for card in game.lying()),
            game.open,
            len(game.attacks),
            game.ranks,
        ),
        "said": (game.said, game.taking, game.discarded),
        "hands": [hand.bit_count() for hand in game.hands],
        "in play": game.standing,
        "drawn": game.drawn,
        "talon": len(game.talon) - game.drawn,
        "travelled": game.travelled,
    }


@given(st.data(), st.integers(2, 4), st.binary(max_size=4))
def test_the_table_is_followed_by_what_all_are_told(
    data: st.DataObject, seats: int, seed: bytes
) -> None:
    options = data.draw(playable_options(seats, ONE_DECK)).model_copy(
        update={"cheating": False, "decks": ONE_DECK}
    )
    game, rng, memory = Durak.new(options, seats=seats, seed=seed), Stream(seed), Memory()
    happened = game.dealt()
    for _ in range(60):
        for name, fields in told(happened, None):
            memory.watch(name, fields)
        if game.outcome is not None:
            return
        if game.redeal is None:
            assert followed(memory.table, game) == real(game)
        seat = rng.choice([seat for seat in range(seats) if game.legal_moves(seat)])
        leaves = not rng.randrange(LEAVES)
        happened = (
            game.resign(seat) if leaves else game.play(seat, rng.choice(game.legal_moves(seat)))
        )


def test_who_left_before_another_deal_was_dealt_nothing() -> None:
    table = PublicTracker()
    dealt = [("dealt", {"seat": seat, "count": 6}) for seat in range(3)]
    events = [*dealt, ("resigned", {"seat": 0, "count": 6}), ("redeal", {"seat": 1}), *dealt[1:]]
    for name, fields in events:
        table.watch(name, fields)
    assert table.dealt[:3] == [0, 6, 6]
