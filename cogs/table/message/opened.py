"""Views of finished games with all hands open, for results and replays."""

from __future__ import annotations

from dataclasses import replace

from cogs.table.message.captions import HAND
from cogs.table.message.table_text import SIDE_MARKS, owned_zones
from cogs.words import _
from cogs.words.cards import hand_text, in_hand
from cogs.words.game import GameWords
from cogs.words.seats import Names
from games.view import SeatView, View, Zone


def in_order(view: View, words: GameWords) -> View:
    """Return the view with the cards of each open hand sorted."""
    return replace(view, zones=tuple(_held(zone, view, words) for zone in view.zones))


def _held(zone: Zone, view: View, words: GameWords) -> Zone:
    if zone.name != HAND or zone.owner is None:
        return zone
    known = in_hand(filter(None, zone.cards), words.order, view.facts.get("trump"))
    return replace(zone, cards=(*known, *(None,) * (len(zone.cards) - len(known))))


def hand_lines(view: View, words: GameWords, names: Names) -> list[str]:
    """Return lines about the seats of a view with all hands open. For each seat they have the hand,
    and the other cards in front of the seat."""
    teams = len({seat.side for seat in view.seats}) < len(view.seats)
    rest = replace(view, zones=tuple(zone for zone in view.zones if zone.name != HAND))
    lines: list[str] = []
    for seat in view.seats:
        roles = [
            role.mark for role in map(words.role, seat.roles) if role is not None and role.mark
        ]
        side = [SIDE_MARKS[seat.side % len(SIDE_MARKS)]] if teams else []
        told = _hand(view, seat, words) or _without_hand(seat)
        lines.append(f"{' '.join([*side, *dict.fromkeys(roles), names[seat.seat]])} · {told}")
        before = owned_zones(rest, seat.seat, words)
        if before:
            lines.append(f"-# {before}")
    return lines


def _hand(view: View, seat: SeatView, words: GameWords) -> str:
    zone = view.zone(HAND, seat.seat)
    known = filter(None, zone.cards) if zone is not None else ()
    return hand_text(known, words.order, view.facts.get("trump"))


def _without_hand(seat: SeatView) -> str:
    if seat.resigned:
        # Translators: After a player's name: they left the game early.
        return _("has left")
    # Translators: After a player's name: they have no cards left, or none in hand.
    return _("is out") if seat.out else _("no cards in hand")
