"""Checks of secrecy. A seat must be told everything that it may know, and nothing else."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence, Set
from typing import Any

from games.contract.playing import (
    CARD,
    Sitting,
    as_json,
    as_text,
    called,
    cards_in,
    seats_and_spectator,
    some_viewers,
)
from games.contract.shapes import check_event_shapes
from games.core import Event, Game, Move, Position, Stream, View, Zone
from games.record import Step


def check_views(sitting: Sitting, public: Set[str]) -> None:
    """Check that each view shows the hands that its viewer may see (`Game.hands_seen_by`), and no
    other hands. Raises ContractBroken.

    `public` has the cards that everyone has seen so far. A spectator's view may show a card of a
    hand only if the card is public. A seat's view may also show three kinds of cards: cards in
    hands that the seat may see, cards in zones of its own side, and cards of which this seat alone
    has been told. (In Dritzak, a figure called the Shijo can tell a seat a card that nobody sees,
    DRI-60.)"""
    game, hold = sitting.game, sitting.hold
    hands = sitting.hands()
    spectator = game.view(None)
    open_to_all = _cards(spectator)
    held = {card for hand in hands for card in hand}
    leaked = sorted((open_to_all & held) - public)
    hold(not leaked, f"A spectator's view names cards hidden in hands: {leaked}.")
    for seat in range(game.seats):
        view = game.view(seat)
        _check_view_agrees(sitting, view, seat)
        _check_hands(sitting, view, hands, seat, public)
        shown = [zone for zone in view.zones if _may_be_open(game, zone, seat)]
        theirs = {card for zone in shown for card in (*zone.cards, *zone.covers)}
        extra = sorted(_cards(view) - open_to_all - theirs)
        hold(
            not extra or _told_alone(sitting, seat).issuperset(extra),
            (
                f"The view of seat {seat} names cards that are neither its own nor visible to all: "
                f"{extra}."
            ),
        )
    _check_view_agrees(sitting, spectator, None)


def _check_hands(
    sitting: Sitting,
    view: View,
    hands: Sequence[Sequence[str]],
    viewer: int | None,
    public: Set[str],
) -> None:
    """Check the hands in one view. The view must have a zone for every hand, with as many cards as
    the hand. It must show the hands that `viewer` may see. If the viewer may not see its own hand,
    the view may show only the `public` cards of this hand."""
    game, hold = sitting.game, sitting.hold
    for holder, hand in enumerate(hands):
        zones = [zone for zone in view.zones if zone.is_hand and zone.owner == holder]
        number = sum(len(zone.cards) for zone in zones)
        hold(
            number == len(hand),
            f"Seat {holder} holds {len(hand)} cards, and zones that are its hand (of the layout "
            f"hand, or of this name) have {number} in the view of {called(viewer)}.",
        )
        own = holder == viewer
        if viewer is None or own == (game.hands_seen_by == "others"):
            if own:
                hidden = sorted(set(view.hand_of(holder)) - public)
                hold(not hidden, f"Seat {holder} must not see its own hand, but sees {hidden}.")
            continue
        if own or game.hands_seen_by == "others":
            hold(
                sorted(view.hand_of(holder)) == sorted(hand),
                f"Seat {viewer} is not shown {'its own hand' if own else f'the hand of {holder}'}.",
            )


def _may_be_open(game: Game, zone: Zone, seat: int) -> bool:
    """Return whether a zone may show more to this seat than to spectators. This is true for a hand
    that the seat may see, and for any other zone of the seat's side."""
    if zone.owner is None:
        return False
    if game.hands_seen_by == "others" and zone.is_hand:
        return zone.owner != seat
    sides = game.sides_of(game.settings, game.seats)
    return sides[zone.owner] == sides[seat]


def _told_alone(sitting: Sitting, seat: int) -> set[str]:
    """The cards that events named to this seat but not to everyone."""
    to_all = {as_text(event) for event in sitting.seen[None]}
    return {
        card
        for event in sitting.seen[seat]
        if as_text(event) not in to_all
        for card in cards_in(event)
    }


def _check_view_agrees(sitting: Sitting, view: View, seat: int | None) -> None:
    game, hold = sitting.game, sitting.hold
    legal = [] if seat is None else game.legal_moves(seat)
    hold(
        view.seat == seat and view.game == game.name,
        f"The view of {called(seat)} says it belongs to another seat.",
    )
    hold(
        list(view.moves) == legal,
        f"The view of {called(seat)} offers moves that differ from the legal ones: "
        f"{view.moves}, {legal}.",
    )
    hold(
        sorted(view.waiting_on) == sorted(game.waiting_on),
        f"The view of {called(seat)} names other seats to wait for.",
    )
    hold(
        view.ranks == (game.outcome.ranks if game.outcome else None),
        f"The view of {called(seat)} has other ranks.",
    )
    hold(
        [one.seat for one in view.seats] == list(range(game.seats)),
        f"The view of {called(seat)} lists other seats.",
    )
    sides = game.sides_of(game.settings, game.seats)
    hold(
        tuple(one.side for one in view.seats) == tuple(sides),
        f"The view of {called(seat)} tells of other sides.",
    )
    names = [(zone.name, zone.owner) for zone in view.zones]
    hold(
        len(names) == len(set(names)),
        f"The view of {called(seat)} has two zones of one name and owner: {names}.",
    )
    for zone in view.zones:
        paired = len(zone.covers) == (len(zone.cards) if zone.layout == "pairs" else 0)
        hold(
            paired,
            f"The zone {zone.name} in the view of {called(seat)} has covers that don't fit.",
        )
        hold(
            zone.layout != "count" or not any(zone.cards),
            f"The zone {zone.name} shows cards, although it's only a count.",
        )


def _cards(view: View) -> set[str]:
    return set(cards_in(view))


def check_events(
    sitting: Sitting,
    before: list[View],
    step: Step,
    events: list[Event],
) -> None:
    """Check that events name only cards that the receivers of the event can see. Raises
    ContractBroken.

    If a card is in the public fields, spectators must see it before or after the step, or the
    step's move must name it. If a card is in the secret fields, each seat that is told these fields
    must see it before or after the step, or must have named it in the move. `before` has the views
    of all seats and then the spectator's view, all from before the step. The game's `secret_verbs`
    and `revealing` declare exceptions."""
    game, hold = sitting.game, sitting.hold
    after = [game.view(seat) for seat in seats_and_spectator(game)]
    known = [_cards(old) | _cards(new) for old, new in zip(before, after, strict=True)]
    move = Move.parse(step.move)
    named = set(move.cards)
    everyone = known[-1] | (named if move.verb not in game.secret_verbs else set())
    for event in events:
        check_event_shapes(sitting, event)
        hidden = sorted(set(cards_in(event.fields)) - everyone)
        hold(
            not hidden or event.name in game.revealing,
            f"The event {event.name} tells everyone of unseen cards: {hidden}.",
        )
        for seat in event.seats if event.secret else ():
            hidden = sorted(
                set(cards_in(event.secret)) - known[seat] - (named if seat == step.seat else set())
            )
            told = not hidden or event.name in game.revealing
            hold(
                told,
                f"The event {event.name} tells seat {seat} of cards it can't see: {hidden}.",
            )


def public_at_the_deal(sitting: Sitting, *, open_deal: bool) -> set[str]:
    """Return the cards that everyone knows before the first move. These are the cards that lie
    open, and the cards that events of the deal name to everyone (such as a trump card in a hand).
    `open_deal` says that all cards in the spectator's view count, even those in hands."""
    told = set(cards_in([fields for _, fields in sitting.seen[None]]))
    return told | (_cards(sitting.game.view(None)) if open_deal else lying_open(sitting))


def lying_open(sitting: Sitting) -> set[str]:
    """The cards that spectators see now and that are in nobody's hand."""
    held = {card for hand in sitting.hands() for card in hand}
    return _cards(sitting.game.view(None)) - held


def check_deal(sitting: Sitting) -> None:
    """Check the events of the deal. JSON must be able to hold them, and no viewer may be told a
    card that the viewer can't see. Raises ContractBroken."""
    game = sitting.game
    seen = {viewer: _cards(game.view(viewer)) for viewer in seats_and_spectator(game)}
    for event in game.dealt():
        check_event_shapes(sitting, event)
        for viewer, shown in seen.items():
            told = cards_in(event.seen_by(viewer)) if event.tells(viewer) else []
            hidden = sorted(set(told) - shown)
            sitting.hold(
                not hidden, f"The deal tells {called(viewer)} of cards it can't see: {hidden}."
            )


def check_hidden_swaps(
    sitting: Sitting,
    rng: Stream,
    *,
    tries: int = 3,
    ahead: int = 4,
) -> None:
    """Check that a viewer can't notice when two cards that the viewer can't see are exchanged. What
    the viewer sees and is told must stay the same for up to `ahead` moves. The comparison ends
    earlier if an event tells everybody the difference. A pair of cards is left out if the exchange
    changes a fact that everybody knows (`Game.told_apart_by`). Raises ContractBroken."""
    game = sitting.game
    position = as_json(game.position())
    everything = sorted(set(cards_in(position)))
    for viewer in some_viewers(game, rng):
        seen = _cards(game.view(viewer))
        unseen = [card for card in everything if card not in seen]
        for _ in range(tries if len(unseen) > 1 else 0):
            one = rng.choice(unseen)
            other = rng.choice(unseen)
            twin = type(game).from_position(swap(position, one, other), options=game.settings)
            if one == other or game.told_apart_by() != twin.told_apart_by():
                continue
            _check_same_sight(sitting, game.copy(), twin, viewer, {one, other}, rng, ahead)


def swap(position: Position, one: str, other: str) -> Position:
    """Return the position with two cards exchanged in all places that name them."""
    text = re.sub(
        rf"\b({one}|{other})\b",
        lambda found: other if found.group() == one else one,
        json.dumps(position),
    )
    changed: Position = json.loads(text)
    return changed


def _check_same_sight(
    sitting: Sitting,
    real: Game,
    twin: Game,
    viewer: int | None,
    swapped: set[str],
    rng: Stream,
    ahead: int,
) -> None:
    pair = " and ".join(sorted(swapped))
    if viewer is not None:
        sitting.hold(
            real.ahead(viewer) == twin.ahead(viewer),
            f"Seat {viewer} can't see {pair}; exchanged, it may choose something else before its "
            f"turn: {real.ahead(viewer)}, {twin.ahead(viewer)}.",
        )
    forced = [[game.forced(seat) for seat in sorted(game.waiting_on)] for game in (real, twin)]
    sitting.hold(
        forced[0] == forced[1],
        f"{called(viewer).capitalize()} can't see {pair}; exchanged, others have only one move.",
    )
    for number in range(ahead + 1):
        views = real.view(viewer), twin.view(viewer)
        if number and (swapped & _cards(views[0]) or real.view(None) != twin.view(None)):
            return
        sitting.hold(
            views[0] == views[1],
            f"{called(viewer).capitalize()} can't see {pair}; exchanged, its view differs, "
            f"{number} moves on:\n{_differing(*views)}",
        )
        seat = rng.randrange(real.seats)
        legal = set(twin.legal_moves(seat))
        moves = [
            move
            for move in real.legal_moves(seat)
            if move in legal and not swapped & set(move.cards)
        ]
        if number == ahead or not moves:
            return
        move = rng.choice(moves)
        events = real.play(seat, move), twin.play(seat, move)
        public = [_told(side, None) for side in events]
        told = [_told(side, viewer) for side in events]
        if public[0] != public[1] or swapped & set(cards_in(told)):
            return
        sitting.hold(
            _masked(told[0]) == _masked(told[1]),
            f"{called(viewer).capitalize()} can't see {pair}; exchanged, “{seat} {move}” tells it "
            f"something else: {told[0]}, {told[1]}.",
        )
        if told[0] != told[1]:
            return


def _masked(data: Any) -> str:
    """The data as JSON text in which every card is replaced by the word `card`, so that texts which
    differ only in cards are equal."""
    return CARD.sub("card", as_text(data))


def _told(events: list[Event], seat: int | None) -> list[tuple[str, dict[str, Any]]]:
    """Return the events that a seat is told, each as its name and fields. An event without public
    fields is told only to the event's own seats."""
    return [(event.name, event.seen_by(seat)) for event in events if event.tells(seat)]


def _differing(one: View, other: View) -> str:
    pairs = [(name, getattr(one, name), getattr(other, name)) for name in View.__slots__]
    return "\n".join(
        f"{name}: {first}\n{name}: {second}" for name, first, second in pairs if first != second
    )
