"""What Crazy Eights is called and told in. Its other languages lie in `locale` beside this file."""

from collections.abc import Mapping
from typing import Any

from cogs.words import _, counted, marked
from cogs.words.cards import suit, texts
from cogs.words.game import GameWords, Role, Strength, Verb, Weight, a_seat
from cogs.words.seats import Names


def _played(fields: Mapping[str, Any], names: Names) -> str:
    who, cards = names[fields["seat"]], texts(fields["cards"])
    if "suit" not in fields:
        return _("{seat} plays {cards}", seat=who, cards=cards)
    return _(
        "{seat} plays {cards} and names {suit}",
        seat=who,
        cards=cards,
        suit=suit(fields["suit"]),
    )


def _drew(fields: Mapping[str, Any], names: Names) -> str:
    return counted(
        "{who} draws {number} card",
        "{who} draws {number} cards",
        fields["count"],
        who=names[fields["seat"]],
    )


def _wished(value: Any, names: Names) -> str:
    return _("Suit named: {suit}", suit=suit(value)) if value else ""


def _owed(value: Any, names: Names) -> str:
    return counted("{number} card to draw", "{number} cards to draw", value) if value else ""


WORDS = GameWords(
    verbs={
        "play": Verb(marked("Play"), marked("Play…")),
        "draw": Verb(marked("Draw"), marked("Draw…"), "🎴", weight=Weight.USUAL),
        "pass": Verb(marked("Pass"), marked("Pass…"), weight=Weight.USUAL),
        "call": Verb(marked("Last card!"), marked("Last card…"), "📣"),
        "catch": Verb(marked("Catch"), marked("Catch…"), "🫵"),
    },
    others={"play": lambda other, _names: suit(other), "catch": a_seat},
    roles={"last": Role("📣", marked("last card"))},
    zones={"pile": marked("Pile"), "draw": marked("The deck"), "hand": marked("hand")},
    facts={"suit": _wished, "owed": _owed},
    events={
        "played": _played,
        "drew": _drew,
        "passed": marked("{seat} passes"),
        "called": marked("📣 {seat} calls the last card"),
        "caught": marked("🫵 {seat} catches {of}, who forgot to call"),
        "skipped": marked("{seat} misses a turn"),
        "reversed": marked("{seat} reverses play"),
        "turned": marked("the pile is shuffled into a new deck"),
        "resigned": marked("{seat} left the game"),
    },
    private={"drew": marked("you draw {cards}")},
    trailing=frozenset({"skipped", "reversed", "turned"}),
    strengths={
        "skilled": Strength(marked("Skilled"), marked("remembers what you couldn't match")),
        "casual": Strength(
            marked("Casual"), marked("holds wild cards back, and sometimes forgets to call")
        ),
        "beginner": Strength(marked("Beginner"), marked("often misses a card that fits")),
    },
)
