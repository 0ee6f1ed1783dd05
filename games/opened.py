"""A view that shows all cards which any seat knows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from games.view import View, Zone


def turned_up(spectator: View, seats: Sequence[View]) -> View:
    """The spectator's view, in which each zone also shows the cards that any seat sees in it.

    A zone that the spectator does not see at all comes from its owner's view."""
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
    """The zone as the viewer who knows most of its cards sees it.

    Views may order the unseen cards of a hand differently, so the knowledge of two viewers is never
    merged."""
    views = [zone, *filter(None, (view.zone(zone.name, zone.owner) for view in seats))]
    return max(views, key=lambda seen: sum(card is not None for card in seen.cards))
