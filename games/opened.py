"""Makes a view that shows all cards which any seat sees."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from games.view import View, Zone


def turned_up(spectator: View, seats: Sequence[View]) -> View:
    """Return the spectator's view, in which each zone also shows cards that a seat sees. Each zone
    is taken from the view that shows the largest number of its cards.

    If the spectator's view does not have a zone, the zone is taken from the view of its owner."""
    return replace(
        spectator,
        zones=(
            *(_open(zone, seats) for zone in spectator.zones),
            *(
                zone
                for view in seats
                for zone in view.zones
                if zone.owner == view.seat and spectator.zone(zone.name, zone.owner) is None
            ),
        ),
    )


def _open(zone: Zone, seats: Sequence[View]) -> Zone:
    """Return the zone from the view that shows the largest number of its cards.

    The cards of two views are never combined, because two views might show the unseen cards of a
    hand in different orders."""
    views = [zone, *filter(None, (view.zone(zone.name, zone.owner) for view in seats))]
    return max(views, key=lambda seen: sum(card is not None for card in seen.cards))
