"""Checks of `Game.opened`, the view with all hands open. Also checks of seats that are out of the
game for good."""

from __future__ import annotations

from collections import Counter

from games.contract.playing import Sitting, cards_in
from games.core import Zone


def check_opened(sitting: Sitting) -> None:
    """Check that `Game.opened` is a view without a seat, in which every hand is open. Each zone
    must have the same number of cards as in the spectator's view, and show at least the cards that
    spectators see. The view must not show a card that isn't in the position. Raises
    ContractBroken."""
    game, hold = sitting.game, sitting.hold
    seen, spectator = game.opened(), game.view(None)
    hold(
        seen.seat is None and not seen.moves and seen.seats == spectator.seats,
        "What is opened at the end isn't for everyone, or has other seats.",
    )
    for zone in spectator.zones:
        turned = seen.zone(zone.name, zone.owner)
        hold(
            turned is not None
            and (len(turned.cards), turned.layout, turned.covers, turned.gaps)
            == (len(zone.cards), zone.layout, zone.covers, zone.gaps)
            and _known(zone) <= _known(turned),
            f"The zone {zone.name} of {zone.owner} lies otherwise when it is opened.",
        )
    for seat in range(game.seats):
        hold(
            sorted(seen.hand_of(seat)) == sorted(game.held(seat)),
            f"The hand of seat {seat} isn't what is opened at the end.",
        )
    shown = Counter(
        card for zone in seen.zones for card in (*zone.cards, *zone.covers) if card is not None
    )
    made_up = sorted((shown - Counter(cards_in(game.position()))).elements())
    hold(not made_up, f"What is opened at the end shows cards that aren't there: {made_up}.")


def check_finished(sitting: Sitting) -> None:
    """Check each seat for which `Game.has_finished` is true. It must be out and have no move. It
    must still be finished at all later checks of the same game. Raises ContractBroken."""
    game, seats = sitting.game, sitting.game.view(None).seats
    finished = frozenset(seat for seat in range(game.seats) if game.has_finished(seat))
    sitting.hold(
        sitting.finished <= finished
        and all(seats[seat].out and not game.legal_moves(seat) for seat in finished),
        f"Seats that are out for good play on: {sorted(sitting.finished | finished)}.",
    )
    sitting.finished = finished


def _known(zone: Zone) -> Counter[str]:
    return Counter(card for card in zone.cards if card is not None)
