"""Habits of Durak players. All habits but `never_passes` apply only while there are cards in the
talon: at the end everybody plays as well as their level can."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from games.cards import rank_of, suit_of
from games.core import Move, View
from games.players.durak import quick
from games.players.durak.cards import TRUMP_WORTH, TRUMPS
from games.players.durak.greedy import worth
from games.players.durak.thresholds import PATIENCE
from games.players.manners import Manner

FEW: Final = 2
"""The most cards on the table that a player takes to keep a valuable card."""

HIGH: Final = TRUMP_WORTH - 2
"""The worth of a king."""
SMALL: Final = 6
"""The worth of an eight that is no trump. While the talon has cards, a player with the habit
`holds_back` throws in no card that is worth more."""
SMALL_TRUMP: Final = TRUMP_WORTH + 8
"""The worth of the ten of trumps."""
SMALLEST_TRUMPS: Final = TRUMP_WORTH + 6
"""The worth of the eight of trumps. A player with the habit `always-passes` uses trumps up to this
worth to pass an attack on."""
MIDDLE: Final = 9
"""The worth of a jack."""
ALIKE: Final = ("attack", "throw", "pass")
"""The verbs of moves in which cards of the same rank, if they are no trumps, do equally well."""
RED: Final = ("H", "D")
NEAR: Final = 2
"""The most by which the second lowest rank in a hand may be worth more than the lowest one. Up to
this difference, a player with the habit `spares-the-lowest` opens with the second lowest rank."""


def _is_early(view: View) -> bool:
    talon = view.zone("talon")
    return view.facts["phase"] == "play" and bool(talon and talon.cards)


def _cheapest_first(view: View, moves: Sequence[Move]) -> list[Move]:
    return sorted(moves, key=lambda move: [worth(view, card) for card in reversed(move.cards)])


def _plain(view: View, moves: Sequence[Move], most: int = TRUMP_WORTH - 1) -> list[Move]:
    """Return those of `moves` that play only cards worth at most `most`. By default, these are the
    moves without trumps."""
    return [move for move in moves if all(worth(view, card) <= most for card in move.cards)]


def _without(view: View, verbs: Sequence[str]) -> Sequence[Move]:
    return [move for move in view.moves if move.verb not in verbs] or view.moves


def _of(view: View, verb: str) -> list[Move]:
    return [move for move in view.moves if move.verb == verb]


def hoards_trumps(view: View) -> Sequence[Move]:
    """Return the legal moves that a player with this habit may choose from. While the talon has
    cards, the player would rather take a few cards than beat a card that is no trump with a trump.
    The player also throws in no trumps."""
    left = _sooner_takes(view, lambda card: worth(view, card) >= TRUMP_WORTH)
    if not _is_early(view):
        return left
    plain = _plain(view, _of(view, "throw"))
    return [move for move in left if move.verb != "throw" or move in plain] or view.moves


def keeps_aces(view: View) -> Sequence[Move]:
    """Return the legal moves that a player with this habit may choose from. While the talon has
    cards, the player would rather take a few cards than beat with a king or an ace that is no
    trump."""
    return _sooner_takes(view, lambda card: HIGH <= worth(view, card) < TRUMP_WORTH)


def _sooner_takes(view: View, dear: Callable[[str], bool]) -> Sequence[Move]:
    """Return the moves of a player who would rather take a few cards than use a valuable card to
    beat an attack card that is no trump. `dear` says whether a card is valuable."""
    take = _of(view, "take")
    sight = quick.Sight(view) if take and _is_early(view) else None
    if sight is None or sight.lying.bit_count() > FEW:
        return view.moves
    spent = sight.order.names_in(
        sum(cover for target, cover in quick.beats(sight) if not target & TRUMPS)
    )
    spared = () if any(map(dear, spent)) else ("beat",)
    return take + [
        move
        for move in view.moves
        if move.verb not in ("take", "beat")
        or (move.verb in spared and not (_is_on_plain(view, move) and dear(move.cards[-1])))
    ]


def _is_on_plain(view: View, beat: Move) -> bool:
    return worth(view, beat.cards[0]) < TRUMP_WORTH


def never_passes(view: View) -> Sequence[Move]:
    """Return the moves that this habit leaves: the player never passes an attack on."""
    return _without(view, ("pass", "show"))


def always_passes(view: View) -> Sequence[Move]:
    """Return the legal moves that a player with this habit may choose from. These are the moves
    that pass the attack on with a card up to the eight of trumps, the cheapest first. All legal
    moves are returned if no such move exists, if the talon is empty, or after `PATIENCE` bouts in a
    row without progress (DUR-46)."""
    passes = _plain(view, _of(view, "pass"), SMALLEST_TRUMPS)
    if not passes or not _is_early(view) or view.facts["idle_bouts"] >= PATIENCE:
        return view.moves
    return _cheapest_first(view, passes)


def piles_on(view: View) -> Sequence[Move]:
    """Return the moves that this habit leaves: the player throws in every card that fits, even low
    trumps."""
    throws = _plain(view, _of(view, "throw"), SMALL_TRUMP)
    return _cheapest_first(view, throws) if throws and _is_early(view) else view.moves


def holds_back(view: View) -> Sequence[Move]:
    """Return the moves that a player with this habit may make. The player throws in only low cards,
    so throw-ins of other cards are left out. When the talon is empty, all legal moves are
    returned."""
    if not _is_early(view):
        return view.moves
    small = _plain(view, _of(view, "throw"), SMALL)
    return [move for move in view.moves if move.verb != "throw" or move in small] or view.moves


def spares_the_lowest(view: View) -> Sequence[Move]:
    """Return the moves that a player with this habit may make. The player opens with the second
    lowest rank in hand if this rank is hardly more valuable than the lowest one. Only cards up to
    the jack that are no trumps are considered. If the habit doesn't apply, all legal moves are
    returned."""
    leads = _plain(view, _of(view, "attack"), MIDDLE)
    lowest, *higher = sorted({worth(view, move.cards[0]) for move in leads}) or [0]
    if not higher or higher[0] - lowest > NEAR or not _is_early(view):
        return view.moves
    return [move for move in leads if worth(view, move.cards[0]) == higher[0]]


def never_takes(view: View) -> Sequence[Move]:
    """Return the moves that a player with this habit may make. If the hand can beat all unbeaten
    cards, the move `take` is left out, and the first move in the result begins the cheapest way to
    beat all of them. If the habit doesn't apply, all legal moves are returned."""
    if not _of(view, "take") or not _is_early(view):
        return view.moves
    sight = quick.Sight(view)
    plan = quick.beats(sight)
    if not plan:
        return view.moves
    best = sight.move("beat", plan[0])
    return [best, *(move for move in view.moves if move.verb != "take" and move != best)]


def red_first(view: View) -> Sequence[Move]:
    """Return the moves that a player with this habit may make. A move that opens, throws in or
    passes with one black card is left out if a red card of the same rank can do the same. The habit
    doesn't apply to trumps. When the talon is empty, all legal moves are returned."""
    if not _is_early(view):
        return view.moves
    alone = [
        move for move in _plain(view, view.moves) if move.verb in ALIKE and len(move.cards) == 1
    ]
    twins = {(move.verb, rank_of(move.cards[0])) for move in alone if _is_red(move.cards[0])}
    return [
        move
        for move in view.moves
        if move not in alone
        or _is_red(move.cards[0])
        or (move.verb, rank_of(move.cards[0])) not in twins
    ]


def _is_red(card: str) -> bool:
    return suit_of(card) in RED


MANNERS: Final[Mapping[str, Manner]] = {
    "hoards-trumps": hoards_trumps,
    "never-passes": never_passes,
    "always-passes": always_passes,
    "piles-on": piles_on,
    "holds-back": holds_back,
    "spares-the-lowest": spares_the_lowest,
    "never-takes": never_takes,
    "keeps-aces": keeps_aces,
    "red-first": red_first,
}
