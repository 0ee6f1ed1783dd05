"""Promises about imagined games: a sample agrees with what its viewer sees and has been told."""

from __future__ import annotations

import json

from games.contract.playing import Sitting, as_text, called, cards_in, some_viewers
from games.core import Stream


def check_samples(sitting: Sitting, rng: Stream, *, ahead: int = 6) -> None:
    """`sample` gives a game that shows its viewer exactly what the view shows, made of the same
    cards, and plays on."""
    game, hold = sitting.game, sitting.hold
    count = len(cards_in(game.position()))
    for viewer in some_viewers(game, rng):
        view = game.view(viewer)
        imagined = type(game).sample(view, rng)
        shown = imagined.view(viewer)
        hold(
            as_text(shown) == as_text(view),
            f"A game sampled from the view of {called(viewer)} shows it something else.",
        )
        hold(
            imagined.waiting_on == game.waiting_on,
            f"A game sampled from the view of {called(viewer)} waits on others.",
        )
        more = len(cards_in(imagined.position())) - count
        hold(
            more <= 0 or "discard" in game.position(),
            f"A game sampled from the view of {called(viewer)} has {more} cards more.",
        )
        for _ in range(ahead):
            if imagined.outcome is not None:
                break
            seat = min(imagined.waiting_on)
            hold(
                bool(imagined.legal_moves(seat)),
                f"A game sampled from the view of {called(viewer)} gets stuck.",
            )
            imagined.play(seat, rng.choice(imagined.legal_moves(seat)))


def check_samples_vary(sitting: Sitting, rng: Stream) -> None:
    """At the deal, samples of the spectator's view differ: something is hidden, and `sample`
    doesn't know it."""
    view = sitting.game.view(None)
    samples = [
        json.dumps(type(sitting.game).sample(view, rng).position(), sort_keys=True)
        for _ in range(4)
    ]
    sitting.hold(len(set(samples)) > 1, "Four games sampled from the deal are all the same.")
