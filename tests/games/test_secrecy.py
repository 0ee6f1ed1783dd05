"""Cards that the rules hide from a viewer are never named in the viewer's views, events, refusals
or other output.

The contract suite knows no game's rules. These tests know where each game keeps its hidden cards,
and find these cards in the position."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import pytest

import games
from games.contract import Case, Sitting, random_player
from games.contract.playing import cards_in
from games.core import Game, Move, Position, Stream
from tests.beyond import cases_of

Hidden = Callable[[Game, Position, int | None], set[str]]


def other_hands(position: Position, viewer: int | None) -> set[str]:
    return {card for seat, hand in enumerate(position["hands"]) if seat != viewer for card in hand}


def hidden_in_durak(game: Game, position: Position, viewer: int | None) -> set[str]:
    """Return the cards that `viewer` may not know in Durak. The trump card, while it lies at the
    end of the talon, and cards that were shown are not among these cards (DUR-01, DUR-23,
    DUR-33)."""
    shown = {*position["shown"], *position["talon"][-1:]}
    return {
        *other_hands(position, viewer),
        *position["talon"],
        *(position["discard"] or []),
    } - shown


def hidden_in_dritzak(game: Game, position: Position, viewer: int | None) -> set[str]:
    """Return the cards that `viewer` may not know in Dritzak: face-down cards (DRI-01), the hands
    of others, cards to draw, and discarded cards. Not among these cards are hands that lie open
    during the choice (DRI-02), and cards that the Shijo has told the viewer (DRI-60)."""
    if position["phase"] == "choose" and dict(game.settings)["deal"] == "open":
        hands: set[str] = set()
    else:
        hands = other_hands(position, viewer)
    face_down = {card for cards in position["face_down"] for card in cards if card is not None}
    told = set(cards_in(game.view(viewer).facts["shijo"])) if viewer in game.waiting_on else set()
    return ({*hands, *face_down, *position["draw"], *(position["discard"] or [])}) - told


def hidden_in_tredici(game: Game, position: Position, viewer: int | None) -> set[str]:
    """Return the cards that `viewer` may not know in Tredici: other hands, the stacks of other
    sides (TRE-03), and the drawing deck and the discards, which lie face down (TRE-20)."""
    sides = game.sides_of(game.settings, game.seats)
    own = None if viewer is None else sides[viewer]
    stacks = {
        card for side, stack in enumerate(position["stacks"]) if side != own for card in stack
    }
    return {*other_hands(position, viewer), *stacks, *position["draw"], *position["discard"]}


HIDDEN: dict[str, Hidden] = {
    "durak": hidden_in_durak,
    "dritzak": hidden_in_dritzak,
    "tredici": hidden_in_tredici,
}
FACE_DOWN = {"up", "discard", "give"}
"""The verbs of moves whose cards the other players don't see when the move is made. The cards of
`up` are shown when all seats have chosen (DRI-03). The cards of `discard` and `give` stay face down
(TRE-11, TRE-21)."""

SHOWN_FOR_A_MOMENT = {"flip"}
"""DRI-29: a turned card is shown, and may go into the hand in the same move."""


def in_one_deck(case: Case) -> bool:
    return dict(case.options).get("decks") != "auto" or case.seats <= 6


CASES = [
    each
    for name in HIDDEN
    for each in cases_of(name, games.load(name))
    if in_one_deck(cast("Case", each.values[0]))
]


@pytest.mark.parametrize(
    "case",
    [
        *CASES,
        pytest.param(
            Case(games.load("dritzak"), games.load("dritzak").options(deal="open"), 3),
            id="dritzak-open-3",
        ),
    ],
)
def test_nobody_is_given_a_card_that_the_rules_hide(case: Case) -> None:
    hidden = HIDDEN[case.kind.name]
    sitting, rng = Sitting(case), Stream(b"secrecy" + case.seed)
    viewers: list[int | None] = [None, *range(case.seats)]
    before = look(sitting, hidden, viewers)
    while sitting.game.outcome is None and len(sitting.steps) < 80:
        events = sitting.make(sitting.choose(random_player, rng))
        after = look(sitting, hidden, viewers)
        for viewer in viewers:
            told = [
                event.seen_by(viewer) for event in events if event.name not in SHOWN_FOR_A_MOMENT
            ]
            leaked = set(cards_in(told)) & before[viewer] & after[viewer] - openly_named(sitting)
            if viewer != sitting.steps[-1].seat:
                leaked -= went_away(events, viewer)
                assert not leaked, f"{viewer} was told of {leaked}: {sitting.steps[-1]}, {told}"
        before = after


def openly_named(sitting: Sitting) -> set[str]:
    """Return the cards that the last move named in public, including cards that were discarded at
    once."""
    move = Move.parse(sitting.steps[-1].move)
    return set() if move.verb in FACE_DOWN else set(move.cards)


def went_away(events: list[Any], viewer: int | None) -> set[str]:
    """Return all cards that these events tell in secret to `viewer`, alone or together with the
    viewer's side. The viewer may know them, even if they lie face down after the move. An example
    are cards that went to the discards because the side was purged, which means that it lost all
    its cards after a kisché (TRE-33). For a spectator (None), return no cards."""
    return {
        card
        for event in events
        if event.secret and viewer in event.seats
        for card in cards_in(event.secret)
    }


def look(sitting: Sitting, hidden: Hidden, viewers: list[int | None]) -> dict[int | None, set[str]]:
    """Return, for each viewer, the cards that are hidden from them. Check that no viewer's view
    names any of these cards while the game goes on."""
    position = sitting.game.position()
    unseen = {viewer: hidden(sitting.game, position, viewer) for viewer in viewers}
    if sitting.game.outcome is None:
        for viewer in viewers:
            leaked = sorted(unseen[viewer] & set(cards_in(sitting.game.view(viewer))))
            assert not leaked, f"the view of {viewer} names {leaked} after {sitting.steps[-3:]}"
    return unseen


def test_a_target_is_known_to_its_side_alone() -> None:
    """Only the views of a side's own seats depend on the target of that side (TRE-02)."""
    tredici = games.load("tredici")
    base = {
        "hands": [["2S"], ["3S"], ["4S"], ["5S"]],
        "stacks": [[], []],
        "draw": ["9C"],
        "discard": [],
        "turn": 0,
        "owes": ["swap"] * 4,
        "full_hand": 7,
        "kische": "unused",
    }
    one, other = (
        tredici.from_position({**base, "targets": ["H", target]}, options=tredici.options("teams"))
        for target in "CD"
    )
    for viewer in (None, 0, 1):
        assert one.view(viewer) == other.view(viewer)
    for viewer in (2, 3):
        assert one.view(viewer) != other.view(viewer)
