"""What Cheat is called and told in. Its other languages lie in `locale` beside this file."""

from collections.abc import Mapping
from typing import Any, Final

from cogs.words import _, counted, marked
from cogs.words.cards import texts
from cogs.words.game import GameWords, Role, Strength, Verb, Weight
from cogs.words.seats import Names

RANKS: Final[Mapping[str, str]] = {
    "A": marked("aces"),
    "2": marked("twos"),
    "3": marked("threes"),
    "4": marked("fours"),
    "5": marked("fives"),
    "6": marked("sixes"),
    "7": marked("sevens"),
    "8": marked("eights"),
    "9": marked("nines"),
    "10": marked("tens"),
    "J": marked("jacks"),
    "Q": marked("queens"),
    "K": marked("kings"),
}


def _rank(other: str, names: Names) -> str:
    return _(RANKS[other]) if other in RANKS else other


def _due(value: Any, names: Names) -> str:
    return _("Current claim: {rank}", rank=_rank(value, names)) if value else ""


def _claimed(fields: Mapping[str, Any], names: Names) -> str:
    return counted(
        "{who} plays {number} card: {rank}!",
        "{who} plays {number} cards: {rank}!",
        fields["count"],
        who=names[fields["seat"]],
        rank=_rank(fields["rank"], names),
    )


def _doubted(fields: Mapping[str, Any], names: Names) -> str:
    told = (
        marked("🤨 {seat} doubts {of}. It was true: {cards}")
        if fields["honest"]
        else marked("🤨 {seat} catches {of} cheating: {cards}")
    )
    who, of = names[fields["seat"]], names[fields["of"]]
    return _(told, seat=who, of=of, cards=texts(fields["cards"]))


def _took(fields: Mapping[str, Any], names: Names) -> str:
    return counted(
        "{who} takes the pile: {number} card",
        "{who} takes the pile: {number} cards",
        fields["count"],
        who=names[fields["seat"]],
    )


WORDS = GameWords(
    verbs={
        "lay": Verb(marked("Play"), marked("Play face down…")),
        "claim": Verb(marked("Claim"), marked("Claim…"), "🗣️", weight=Weight.USUAL),
        "doubt": Verb(marked("Doubt!"), marked("Doubt…"), "🤨"),
        "trust": Verb(marked("Trust"), marked("Trust…"), weight=Weight.USUAL),
        "go": Verb(marked("Go on"), marked("Go on…"), weight=Weight.USUAL),
    },
    others={"claim": _rank},
    roles={"claimed": Role("🗣️", marked("claims"))},
    zones={
        "pile": marked("Pile"),
        "laid": marked("Claimed"),
        "hand": marked("hand"),
    },
    facts={"due": _due},
    events={
        "laid": None,
        "claimed": _claimed,
        "trusted": marked("{seat} believes the claim"),
        "doubted": _doubted,
        "took": _took,
        "resigned": marked("{seat} left the game"),
    },
    private={"laid": marked("you play {cards}")},
    leading=frozenset({"laid"}),
    strengths={
        "skilled": Strength(marked("Skilled"), marked("works out what you're likely to hold")),
        "casual": Strength(marked("Casual"), marked("mostly honest, and counts its own cards")),
        "beginner": Strength(marked("Beginner"), marked("doubts you on a hunch")),
    },
)
