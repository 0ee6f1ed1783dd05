"""Bot players for Cheat. They use only the view; the skilled one also remembers the cards that it
has laid."""

from collections import Counter
from collections.abc import Mapping
from math import comb
from typing import Any, Final, NamedTuple

from games.cards import rank_of
from games.moves import Move
from games.shuffle import Chance
from games.view import View

HUNDRED: Final = 100
RANKS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
OF_A_RANK: Final = 4


SINGLE: Final = 25
SEVERAL: Final = 8
"""How often, in per cent, the skilled player doubts a claim that could be true: a claim of one card
(`SINGLE`) or of several cards (`SEVERAL`). These numbers count only with the house rules by which
every other seat answers a claim and the claimed rank stays the same."""


class Manner(NamedTuple):
    """How a bot player cheats and doubts. `greed` and `hunch` are percentages."""

    greed: int
    """How often, in per cent, the bot player lays all its cards of the claimed rank together.
    Otherwise it lays only one of them."""
    hunch: int
    """How often, in per cent, the bot player doubts a claim for no reason."""
    counts: bool
    """Whether the bot player counts its own cards, and doubts a claim that these cards make
    impossible."""


STEADY: Final = Manner(HUNDRED, 0, counts=True)
CASUAL: Final = Manner(80, 7, counts=True)
BEGINNER: Final = Manner(30, 40, counts=False)


def casual(view: View, rng: Chance) -> Move:
    """Choose a move like a mostly honest player who doubts claims that its own cards disprove."""
    return _human(view, rng, CASUAL)


def beginner(view: View, rng: Chance) -> Move:
    """Choose a move like a beginner, who mostly lays one card at a time and doubts at random."""
    return _human(view, rng, BEGINNER)


def steady(view: View, rng: Chance) -> Move:
    """Choose a move like `casual`, but without random errors. The game's judge, which rates moves,
    uses this player to play games on."""
    return _human(view, rng, STEADY)


def _human(view: View, rng: Chance, manner: Manner) -> Move:
    moves = {move.verb: move for move in view.moves}
    if "go" in moves:
        return moves["go"]
    if "doubt" in moves:
        own = sum(rank_of(card) == view.facts["due"] for card in view.hand)
        sure = manner.counts and own + number_claimed(view) > OF_A_RANK
        if sure or is_last(view) or rng.randrange(HUNDRED) < manner.hunch:
            return moves["doubt"]
    if "trust" in moves or not is_turn(view):
        return moves.get("trust", view.moves[0])
    return _laid(view, rng, greedy=rng.randrange(HUNDRED) < manner.greed)


def number_claimed(view: View) -> int:
    """Return the number of cards that are claimed."""
    zone = next((zone for zone in view.zones if zone.name == "laid"), None)
    return len(zone.cards) if zone else 0


def is_last(view: View) -> bool:
    """Return whether the seat that claims has no cards left. This is then the last chance to doubt
    its claim."""
    return not view.seats[int(view.facts["claimant"])].cards


def laid_by_me(view: View) -> list[str]:
    """Return the cards that this seat has laid for the claim that it is about to make."""
    own = view.zone("laid", view.seat)
    return [card for card in own.cards if card] if own and is_turn(view) else []


def _laid(view: View, rng: Chance, *, greedy: bool) -> Move:
    """Choose the next card to lay, or the claim when all cards are laid. The seat lays cards of the
    rank to claim. With `greedy`, the seat lays all such cards, otherwise only one. If the seat has
    no such card, it lays a card of the rank that it would have to claim last in the order of
    ranks."""
    laid = laid_by_me(view)
    held, due = Counter(map(rank_of, view.hand)), rank_due(view)
    wanted = due or max(RANKS, key=lambda rank: (held[rank], -RANKS.index(rank)))
    if laid and due is None:
        wanted = rank_of(laid[0])
    lays = [move for move in view.moves if move.verb == "lay"]
    honest = [move for move in lays if rank_of(move.cards[0]) == wanted]
    if laid and not (honest and greedy and rank_of(laid[0]) == wanted):
        name = "claim" if view.facts["due"] is not None else f"claim {wanted}"
        return next(move for move in view.moves if move == name)
    if honest:
        return honest[0]
    start = RANKS.index(wanted)
    far = max((RANKS.index(rank_of(move.cards[0])) - start) % len(RANKS) for move in lays)
    return rng.choice([move for move in lays if _distance(move, start) == far])


def _distance(move: Move, start: int) -> int:
    return (RANKS.index(rank_of(move.cards[0])) - start) % len(RANKS)


def is_turn(view: View) -> bool:
    """Whether it is this seat's turn to lay cards and to claim."""
    return bool(view.facts["phase"] == "lay" and view.facts["turn"] == view.seat)


def rank_due(view: View) -> str | None:
    """Return the rank that this seat must claim, or None if it may choose. An unanswered claim is
    assumed to be accepted."""
    due: str | None = view.facts["due"]
    if due is None or view.facts["phase"] == "lay" or view.facts["order"] == "same":
        return due
    return RANKS[(RANKS.index(due) + 1) % len(RANKS)]


class Skilled:
    """A bot player that computes how probable it is that a claim is true. It knows its own hand and
    the cards that it has laid on the pile."""

    def __init__(self) -> None:
        self._own: list[str] = []
        """The cards that this seat has laid since somebody last took the pile."""

    def watch(self, name: str, fields: Mapping[str, Any], /) -> None:
        """Remember the cards of this player in a `laid` event, and forget them when anyone takes
        the pile."""
        if name == "laid":
            self._own += fields.get("cards", ())
        elif name == "took":
            self._own = []

    def choose(self, view: View, rng: Chance, /) -> Move:
        """Choose one of the legal moves in `view.moves`."""
        moves = {move.verb: move for move in view.moves}
        if "go" in moves:
            return moves["go"]
        if "doubt" in moves and self._doubts(view, rng):
            return moves["doubt"]
        if "trust" in moves or not is_turn(view):
            return moves.get("trust", view.moves[0])
        return _laid(view, rng, greedy=True)

    def _doubts(self, view: View, rng: Chance) -> bool:
        known = sum(rank_of(card) == view.facts["due"] for card in (*view.hand, *self._own))
        left, claimed = OF_A_RANK - known, number_claimed(view)
        if left < claimed or is_last(view):
            return True
        if view.facts["ask"] == "next":
            return self._is_unlikely(view, left)
        # Others are asked too, and bear the risk. But where the rank stays the same, a single card
        # is so often false that it pays to doubt one in four.
        hunch = SINGLE if claimed == 1 else SEVERAL
        return view.facts["order"] == "same" and rng.randrange(HUNDRED) < hunch

    def _is_unlikely(self, view: View, left: int) -> bool:
        """Return whether the latest claim is probably false. This is the case if the claimant is
        unlikely to have held the claimed number of cards of this rank. `left` is the number of
        cards of this rank that this player hasn't seen."""
        claimed, unseen = number_claimed(view), 52 - len(view.hand) - len(self._own)
        held = view.seats[view.facts["claimant"]].cards + claimed
        ways = sum(
            comb(left, number) * comb(unseen - left, held - number)
            for number in range(claimed, left + 1)
            if held >= number
        )
        # A claim of several cards is sooner true than chance says: who cheats lays one.
        pile = view.zone("pile")
        risky = len(pile.cards) if pile else 0
        few = 12 if claimed > 1 else 30
        return HUNDRED * ways < (few - min(risky, 10)) * comb(unseen, held)
