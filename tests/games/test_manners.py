"""The habits of bot players: what each never does, or does whenever it can, and that a game may
always go on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

import pytest

import games
from games import players
from games.cards import rank_of, suit_of
from games.core import Move, Stream, View
from games.players.durak.greedy import worth
from games.told_events import told

Deed = Callable[[View, Move], bool | None]
"""Whether a move is the deed; None where the seat had no choice between that and another."""

DEALS = {"durak": 12, "dritzak": 32, "tredici": 40}
"""How many deals are played by game: enough of them have a choice to make."""

DRAWN = {"durak": "talon", "dritzak": "draw"}
"""The zone that is drawn from: manners are looked for while it has cards."""

ENOUGH = 15
CLEAR = 0.05
"""By how much a habit's frequency differs at least from a nameless player's."""


@cache
def decisions(
    game: str, level: str, manner: str, preset: str, seats: int
) -> list[tuple[View, Move]]:
    """What a player of that level and manner did, against nameless ones of its level."""
    kind, made = games.load(game), []
    for deal in range(DEALS[game]):
        seed = b"manner %d" % deal
        live = kind.new(kind.options(preset), seats=seats, seed=seed)
        own = deal % seats
        sitting = [
            players.seated(game, level, manner if seat == own else "") for seat in range(seats)
        ]
        happened, number = live.dealt(), 0
        # What a seat does once nothing can be drawn, it has worked out, whatever its manner.
        while live.outcome is None and (game not in DRAWN or early(live.view(None), DRAWN[game])):
            for seat, player in enumerate(sitting):
                for event in told(happened, seat):
                    player.watch(*event)
            seat = min(live.waiting_on)
            view = live.view(seat)
            move = sitting[seat].choose(view, Stream(seed + b"%d %d" % (seat, number)))
            assert move in view.moves
            if seat == own:
                made.append((view, move))
            happened, number = live.play(seat, move), number + 1
    return made


def share(deed: Deed, made: Sequence[tuple[View, Move]]) -> float:
    """How often of all times a deed is done that may be done or left."""
    answers = [each for view, move in made if (each := deed(view, move)) is not None]
    assert len(answers) >= ENOUGH, "too few to tell"
    return sum(answers) / len(answers)


def early(view: View, zone: str) -> bool:
    pile = view.zone(zone)
    return bool(pile and pile.cards)


def verb(name: str, zone: str = "talon") -> Deed:
    """A move of that verb, while there are cards in the zone and another verb is offered."""

    def deed(view: View, move: Move) -> bool | None:
        verbs = {each.verb for each in view.moves}
        return move.verb == name if {name} < verbs and early(view, zone) else None

    return deed


def takes_a_beatable_card(view: View, move: Move) -> bool | None:
    return verb("take")(view, move) if any(each.verb == "beat" for each in view.moves) else None


def passes_cheaply(view: View, move: Move) -> bool | None:
    """Passes an attack on, where no more than the eight of trumps does it."""
    passes = [each for each in view.moves if each.verb == "pass"]
    cheap = any(worth(view, each.cards[0]) <= 19 for each in passes)
    return verb("pass")(view, move) if cheap else None


def beats_with(least: int, most: int) -> Deed:
    """Beats a plain card with one that is worth so much, where one or two cards lie."""

    def deed(view: View, move: Move) -> bool | None:
        lies = view.zone("table")
        few = lies is not None and len(lies.cards) == 1 and early(view, "talon")

        def dear(each: Move) -> bool:
            own = [worth(view, card) for card in each.cards]
            return each.verb == "beat" and own[0] < 13 and least <= own[1] <= most

        return dear(move) if few and any(map(dear, view.moves)) else None

    return deed


def throws_a_large_card(view: View, move: Move) -> bool | None:
    def large(each: Move) -> bool:
        return each.verb == "throw" and 6 < worth(view, each.cards[0]) < 13

    return large(move) if early(view, "talon") and any(map(large, view.moves)) else None


def leads_the_lowest(view: View, move: Move) -> bool | None:
    worths = {worth(view, each.cards[0]) for each in view.moves if each.verb == "attack"}
    if len(worths) < 2 or not early(view, "talon"):
        return None
    return worth(view, move.cards[0]) == min(worths)


def plays_several(view: View, move: Move) -> bool | None:
    several = any(len(each.cards) > 1 for each in view.moves if each.verb == "play")
    return len(move.cards) > 1 if several and early(view, "draw") else None


def burns_a_large_pile(view: View, move: Move) -> bool | None:
    pile, tens = view.zone("pile"), {"10H", "10S", "10D", "10C"}
    if pile is None or len(pile.cards) < 4 or not early(view, "draw"):
        return None
    return bool(tens & {*move.cards}) if any(tens & {*each.cards} for each in view.moves) else None


def plays_a_heart(view: View, move: Move) -> bool | None:
    """Where the same rank goes in another suit."""
    if move.verb != "play" or len(move.cards) > 1 or not early(view, "draw"):
        return None
    rank = rank_of(move.cards[0])
    ways = {each.cards for each in view.moves if len(each.cards) == 1}
    others = {card[0][-1] for card in ways if rank_of(card[0]) == rank}
    return suit_of(move.cards[0]) == "H" if {"H"} < others else None


def collects(suit: str) -> Deed:
    """Chooses that suit as the target."""
    return lambda view, move: move.other == suit if move.verb == "target" else None


CASES = [
    ("durak", "skilled", "hoards-trumps", 2, beats_with(13, 26), 0.0, 0.02),
    ("durak", "beginner", "hoards-trumps", 3, beats_with(13, 26), 0.0, 0.02),
    ("durak", "casual", "keeps-aces", 3, beats_with(11, 12), 0.0, 0.02),
    ("durak", "skilled", "never-passes", 3, verb("pass"), 0.0, 0.0),
    ("durak", "casual", "always-passes", 3, passes_cheaply, 0.95, 1.0),
    ("durak", "casual", "piles-on", 3, verb("throw"), 0.9, 1.0),
    ("durak", "beginner", "holds-back", 3, throws_a_large_card, 0.0, 0.0),
    ("durak", "skilled", "spares-the-lowest", 2, leads_the_lowest, 0.1, 0.8),
    ("durak", "skilled", "never-takes", 2, takes_a_beatable_card, 0.0, 0.05),
    ("dritzak", "beginner", "one-at-a-time", 3, plays_several, 0.0, 0.0),
    ("dritzak", "beginner", "all-at-once", 3, plays_several, 0.4, 1.0),
    ("dritzak", "casual", "burns", 3, burns_a_large_pile, 0.9, 1.0),
    ("dritzak", "beginner", "keeps-hearts", 3, plays_a_heart, 0.0, 0.1),
    *(
        ("tredici", "beginner", f"fond-of-{name}", 2, collects(suit), 0.4, 0.8)
        for name, suit in (("spades", "S"), ("hearts", "H"), ("diamonds", "D"), ("clubs", "C"))
    ),
]


@pytest.mark.parametrize(
    ("game", "level", "manner", "seats", "deed", "least", "most"),
    CASES,
    ids=[f"{case[0]}-{case[1]}-{case[2]}" for case in CASES],
)
def test_a_manner_shows(
    game: str, level: str, manner: str, seats: int, deed: Deed, least: float, most: float
) -> None:
    preset = next(iter(games.load(game).Options.presets))
    with_habit = share(deed, decisions(game, level, manner, preset, seats))
    without = share(deed, decisions(game, level, "", preset, seats))
    assert least <= with_habit <= most
    assert abs(with_habit - without) > CLEAR


def test_an_unknown_habit_is_none() -> None:
    game = games.load("durak").new(seats=2, seed=b"")
    (seat,) = game.waiting_on
    view = game.view(seat)
    plain = players.seated("durak", "skilled").choose(view, Stream(b""))
    assert players.seated("durak", "skilled", "hums").choose(view, Stream(b"")) == plain
