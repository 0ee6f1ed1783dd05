"""Kinds of mistakes, described in the words of each game's players.

The kind depends on two sorts: the sort of the played move and the sort of the better move. A sort
is the move's verb, followed by `trump` or `strong` if the game distinguishes such cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from games.cards import suit_of
from games.moves import Move
from games.sentences import marked

ANY: Final = "any"
"""Stands for any sort of the better move, in the keys of `Kinds.of`. The sort of a move is its
verb, with `trump` or `strong` if the game distinguishes such cards."""

OTHER_CARDS: Final = "cards"
OTHER_MOVE: Final = "move"

Facts = Mapping[str, Any]


def _verb(move: Move, facts: Facts) -> str:
    return move.verb


def _none(_card: str, _facts: Facts) -> bool:
    return False


class Kinds(NamedTuple):
    """How mistakes in one game are classified into kinds.

    `sort` takes a move and the facts of the view, and returns the sort of the move. `of` has the
    kind of each mistake; its key is a pair, the sort of the played move and the sort of the better
    move. `names` describes each kind in a few words. `prized` says whether a card is so strong that
    it matters which seat holds it."""

    names: Mapping[str, str]
    of: Mapping[tuple[str, str], str] = MappingProxyType({})
    sort: Callable[[Move, Facts], str] = _verb
    prized: Callable[[str, Facts], bool] = _none

    def kind(self, played: Move, better: Move, facts: Facts) -> str:
        """Return the kind of mistake that it was to make the move `played` instead of the move
        `better`. `facts` are the facts of the view in which the seat moved."""
        was, best = self.sort(played, facts), self.sort(better, facts)
        found = self.of.get((was, best)) or self.of.get((was, ANY))
        usual = OTHER_CARDS if played.verb == better.verb else OTHER_MOVE
        return found or usual


# Translators: A kind of mistake, as in “Most common mistake: wasted a trump, 3 times”.
PLAIN: Final = Kinds(
    {
        OTHER_CARDS: marked("played the wrong cards"),
        OTHER_MOVE: marked("made the wrong kind of move"),
    }
)
"""The kinds of mistakes for a game without kinds of its own."""


def _is_trump(card: str, facts: Facts) -> bool:
    return suit_of(card) in (facts["trump"], None)


def _trumps(move: Move, facts: Facts) -> str:
    spent = move.cards[-1:] if move.verb == "beat" else move.cards
    trump = any(_is_trump(card, facts) for card in spent)
    return f"{move.verb} trump" if trump and move.verb in {"attack", "beat", "throw"} else move.verb


# Translators: A kind of mistake, as in “Most common mistake: wasted a trump, 3 times”.
DURAK: Final = Kinds(
    {
        **PLAIN.names,
        "trump-thrown": marked("threw in trumps too early"),
        "thrown": marked("threw in cards worth keeping"),
        "not-thrown": marked("pressed Done too soon"),
        "taken": marked("picked up instead of beating the attack"),
        "not-taken": marked("beat the attack instead of picking up"),
        "not-passed": marked("didn't pass the attack on"),
        "passed": marked("passed an attack on at the wrong time"),
        "trump-beat": marked("wasted a trump"),
        "trump-led": marked("attacked with trumps too early"),
        "led": marked("attacked with the wrong card"),
    },
    {
        ("throw trump", ANY): "trump-thrown",
        ("throw", "done"): "thrown",
        ("done", ANY): "not-thrown",
        ("take", "pass"): "not-passed",
        ("take", ANY): "taken",
        ("beat", "take"): "not-taken",
        ("beat trump", "take"): "not-taken",
        ("beat", "pass"): "not-passed",
        ("beat trump", "pass"): "not-passed",
        ("beat trump", "beat"): "trump-beat",
        ("pass", ANY): "passed",
        ("attack trump", "attack"): "trump-led",
        ("attack trump", ANY): "led",
        ("attack", ANY): "led",
    },
    _trumps,
    _is_trump,
)


def _is_strong(card: str, _facts: Facts) -> bool:
    return card[:-1] in {"2", "10"}


def _strong(move: Move, facts: Facts) -> str:
    strong = move.verb == "play" and _is_strong(move.cards[0], facts)
    return f"{move.verb} strong" if strong else move.verb


# Translators: A kind of mistake, as in “Most common mistake: wasted a trump, 3 times”.
DRITZAK: Final = Kinds(
    {
        **PLAIN.names,
        "strong-played": marked("spent twos or tens too early"),
        "strong-kept": marked("held on to a two or a ten too long"),
        "picked-up": marked("picked up the pile too soon"),
        "not-picked-up": marked("picked up the pile too late"),
        "laid-up": marked("put the wrong cards face up"),
    },
    {
        ("play strong", "play"): "strong-played",
        ("play", "play strong"): "strong-kept",
        ("pickup", ANY): "picked-up",
        ("play", "pickup"): "not-picked-up",
        ("play strong", "pickup"): "not-picked-up",
        ("flip", "pickup"): "not-picked-up",
        ("up", ANY): "laid-up",
    },
    _strong,
    _is_strong,
)

# Translators: A kind of mistake, as in “Most common mistake: wasted a trump, 3 times”.
TREDICI: Final = Kinds(
    {
        **PLAIN.names,
        "target": marked("chose the wrong suit"),
        "discarded": marked("discarded cards others needed"),
        "kische": marked("called kisché too early"),
        "not-kische": marked("missed the right moment for a kisché"),
        "agreed": marked("agreed to a bad kisché"),
        "refused": marked("refused a good kisché"),
        "gave": marked("gave up the wrong card"),
    },
    {
        ("target", ANY): "target",
        ("discard", "discard"): "discarded",
        ("discard", "kische"): "not-kische",
        ("draw", "kische"): "not-kische",
        ("kische", ANY): "kische",
        ("agree", ANY): "agreed",
        ("refuse", ANY): "refused",
        ("give", ANY): "gave",
    },
)

KINDS: Final[Mapping[str, Kinds]] = {"durak": DURAK, "dritzak": DRITZAK, "tredici": TREDICI}


def kinds_of(game: str) -> Kinds:
    """Return how mistakes in this game are classified. For a game without kinds of its own, the
    general kinds are returned."""
    return KINDS.get(game, PLAIN)
