"""The view of a game of Dritzak: everything that a seat may know."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from games.dritzak.rules.holdings import TEXT, size_of, texts_in
from games.dritzak.rules.position import answer_of, lowest_of
from games.dritzak.rules.state import GONE, State
from games.view import TENSION, SeatView, Tense, View, Zone


def zones_for(game: State, viewer: int | None) -> tuple[Zone, ...]:
    """Return every zone as `viewer` sees it. For each seat, there are `hand`, `face_up` and
    `face_down`. After them come `draw`, `pile` and `discard`.

    Nobody sees the face-down cards (DRI-01) or the cards of the discard pile. Everybody sees all
    cards of the pile."""
    zones = []
    for seat in range(game.seats):
        zones += _zones_of_seat(game, seat, viewer)
    zones.append(Zone("draw", None, "count", (None,) * len(game.draw)))
    zones.append(Zone("pile", None, "pile", tuple(TEXT[card] for card in game.pile)))
    zones.append(Zone("discard", None, "count", (None,) * len(game.discard)))
    return tuple(zones)


def _zones_of_seat(game: State, seat: int, viewer: int | None) -> list[Zone]:
    # DRI-02: dealt openly, the cards to choose from lie face up until the last choice.
    laid_open = game.phase == "choose" and game.rules.open_deal
    hand = game.hands[seat]
    cards = texts_in(hand) if laid_open or seat == viewer else (None,) * size_of(hand)
    places = game.down[seat]
    gaps = tuple(place for place, card in enumerate(places) if card == GONE)
    return [
        Zone("hand", seat, "row" if laid_open else "hand", cards),
        Zone("face_up", seat, "row", texts_in(game.up[seat])),
        Zone("face_down", seat, "row", (None,) * (len(places) - len(gaps)), gaps=gaps),
    ]


def face_down_turned(game: State, view: View) -> View:
    """Return the view with the face-down cards shown."""
    return replace(view, zones=tuple(_turned(game, zone) for zone in view.zones))


def _turned(game: State, zone: Zone) -> Zone:
    if zone.name != "face_down" or zone.owner is None:
        return zone
    left = [card for card in game.down[zone.owner] if card != GONE]
    return replace(zone, cards=tuple(TEXT[card] for card in left))


def seats_of(game: State) -> tuple[SeatView, ...]:
    """Return the public facts about each seat: the number of cards in its hand, its roles, and
    whether it is out or has resigned. The roles are `turn`, `thrower` (DRI-12: it still has to
    throw rock, paper, scissors for the start), `done` (it has chosen or thrown) and `jinxed`
    (DRI-42: its win doesn't count)."""
    return tuple(
        SeatView(
            seat=seat,
            side=seat,
            cards=size_of(game.hands[seat]),
            roles=_roles(game, seat),
            out=seat in game.out,
            resigned=seat in game.resigned,
        )
        for seat in range(game.seats)
    )


def _roles(game: State, seat: int) -> tuple[str, ...]:
    held = {
        "turn": seat == game.turn,
        "thrower": seat in game.throwers and seat not in game.throws,
        "done": game.choices[seat] is not None or seat in game.throws,
        "jinxed": seat in game.jinxed,
    }
    return tuple(role for role, holds in held.items() if holds)


def facts_for(game: State, viewer: int | None) -> dict[str, Any]:
    """Return the facts of a view, by name: everything that `viewer` may know of the game, except
    where the cards are. If there is nothing to tell, a fact is None, 0, False or empty.

    Facts for everyone: `options`; `phase` (`choose`, `throw`, `play`, `over`); `turn`; `direction`;
    `decks`; `full` (the size of a full hand); `out` and `resigned` (seats, in the order in which
    they left the game); `jinxed` (DRI-42: seats whose win doesn't count); `lowest` (DRI-10: the
    lowest rank, and the `seats` known to hold it); `throwers` (DRI-12: the seats that throw for the
    start) and `wins` (the won rounds of each thrower); `tens` (DRI-41: how many tens the seat at
    turn has just played) and `tens_blind` (whether the last of these tens was face-down); `idle`
    (DRI-44: turns without progress); `shijo_asked` (whether the Shijo has been asked in this turn);
    `kind` (of the outcome; None until the game is over); `honours`; `tension` (the list of urgent
    facts, games.view).

    Facts only for the viewer: `choice` (the chosen face-up cards), `throw` (the sign that was
    thrown), and `shijo` (the Shijo's answer)."""
    return {
        "options": dict(game.rules.options),
        "phase": game.phase,
        "turn": game.turn,
        "direction": game.direction,
        "decks": game.rules.decks,
        "full": game.rules.full,
        "out": list(game.out),
        "resigned": list(game.resigned),
        "jinxed": sorted(game.jinxed),
        "lowest": lowest_of(game),
        "throwers": list(game.throwers),
        "wins": [game.wins[seat] for seat in game.throwers],
        "tens": game.tens,
        "tens_blind": game.tens_blind,
        "idle": game.idle,
        "shijo_asked": game.answer is not None,
        "kind": game.outcome.kind if game.outcome else None,
        "honours": list(game.honours),
        TENSION: [list(each) for each in tension(game)],
        **_own_facts(game, viewer),
    }


def _own_facts(game: State, viewer: int | None) -> dict[str, Any]:
    choice = game.choices[viewer] if viewer is not None else None
    return {
        "choice": None if choice is None else list(texts_in(choice)),
        "throw": game.throws.get(viewer) if viewer is not None else None,
        "shijo": answer_of(game) if viewer is not None and viewer == game.turn else None,
    }


def tension(game: State) -> list[Tense]:
    """Return the urgent facts: that at most one card is left in the draw pile, which seats have
    only face-down cards left, and which seats have only one card left. Before and after play, there
    are none."""
    if game.phase != "play":
        return []
    left = len(game.draw)
    told = [Tense("deck-empty")] if not left else [Tense("last-card")] if left == 1 else []
    for seat in range(game.seats):
        if seat in game.out or seat in game.resigned:
            continue
        down = sum(card != GONE for card in game.down[seat])
        seen = size_of(game.hands[seat]) + size_of(game.up[seat])
        if seen + down == 1 and not left:
            told.append(Tense("one-card", seat))
        elif not seen and down:
            told.append(Tense("blind", seat))
    return told
