"""Checks of imagined games. A game from `Game.sample` must agree with everything that its viewer
sees and has been told."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable
from inspect import signature

from games.contract.playing import Sitting, as_text, called, cards_in, some_viewers
from games.core import Game, Position, Stream


def check_samples(sitting: Sitting, rng: Stream, *, ahead: int = 6) -> None:
    """Check `Game.sample`. The sampled game must show its viewer exactly the same view, wait for
    the same seats, and allow `ahead` more moves. It must not have more cards than the real game;
    this is not checked if the position has the key `discard`. If `sample` takes `seen`, the game
    must also agree with everything that the viewer was told. Raises ContractBroken."""
    game = sitting.game
    kind = type(game)
    for viewer in some_viewers(game, rng):
        view = game.view(viewer)
        _check_sample(sitting, kind.sample(view, rng), viewer, rng, ahead)
        if "seen" in signature(kind.sample).parameters:
            # The keyword is not in the contract, because only some games have it.
            sample: Callable[..., Game] = kind.sample
            imagined = sample(view, rng, seen=sitting.seen[viewer])
            _check_remembered(sitting, imagined, viewer)
            _check_sample(sitting, imagined, viewer, rng, ahead)


def _check_sample(
    sitting: Sitting, imagined: Game, viewer: int | None, rng: Stream, ahead: int
) -> None:
    game, hold = sitting.game, sitting.hold
    hold(
        as_text(imagined.view(viewer)) == as_text(game.view(viewer)),
        f"A game sampled from the view of {called(viewer)} shows it something different.",
    )
    hold(
        imagined.waiting_on == game.waiting_on,
        f"A game sampled from the view of {called(viewer)} waits for other seats.",
    )
    more = len(cards_in(imagined.position())) - len(cards_in(game.position()))
    hold(
        more <= 0 or "discard" in game.position(),
        f"A game sampled from the view of {called(viewer)} has {more} cards too many.",
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


def _check_remembered(sitting: Sitting, imagined: Game, viewer: int | None) -> None:
    """Check the cards of which the viewer has been told. Each of these cards must have a place in
    the sampled game `imagined` that it also has in the real game. Some events end all knowledge of
    cards, such as a new deal or a reshuffle (`Game.forgetting`). Events before the latest of these
    events are ignored."""
    seen, forgetting = sitting.seen[viewer], sitting.game.forgetting
    since = max((place for place, (name, _) in enumerate(seen) if name in forgetting), default=0)
    known = set(cards_in([fields for _, fields in seen[since:]]))
    truth, sample = _places(sitting.game.position()), _places(imagined.position())
    for card in sorted(known):
        sitting.hold(
            bool(truth[card] & sample[card]) or truth[card] == sample[card],
            f"A game sampled from what {called(viewer)} has seen holds {card} elsewhere: in "
            f"{sorted(sample[card])}, not in {sorted(truth[card])}.",
        )


def _places(position: Position) -> dict[str, set[str]]:
    """Find the places of each card: the keys of the position whose values name the card. If a value
    is a list of lists, such as `hands`, each inner list counts as a place of its own (`hands
    2`)."""
    places: dict[str, set[str]] = defaultdict(set)
    for key, value in position.items():
        if isinstance(value, list) and any(isinstance(each, list) for each in value):
            parts = {f"{key} {place}": each for place, each in enumerate(value)}
        else:
            parts = {key: value}
        for name, part in parts.items():
            for card in cards_in(part):
                places[card].add(name)
    return places


def check_samples_vary(sitting: Sitting, rng: Stream) -> None:
    """Sample four games from the spectator's view right after the deal, and check that they are not
    all the same. `Game.sample` deals the hidden cards at random, so four equal games would show
    that `sample` knows the hidden cards. Raises ContractBroken."""
    view = sitting.game.view(None)
    samples = [
        json.dumps(type(sitting.game).sample(view, rng).position(), sort_keys=True)
        for _ in range(4)
    ]
    sitting.hold(len(set(samples)) > 1, "Four games sampled from the deal are all the same.")
