"""Makes a view that opens hands and other zones. It shows each zone as the view that shows most of
its cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from games.view import View, Zone


def turned_up(spectator: View, seats: Sequence[View]) -> View:
    """Return the view `spectator` with other zones. Each zone is taken from the view that shows the
    largest number of its cards: the spectator's view or one of the views in `seats`.

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
